import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { serveStudio } from "../../src/engine/index.ts";
import { clinicCsv, clinicSpec } from "../../src/sample/index.ts";
import { kohort, temporaryFolder } from "../cli/run-kohort.ts";
import { needing } from "../setup/needs.ts";
import { go, openSample, pageFolder, pick, saved, settled, useBrowser } from "./browser.ts";
import { peopleCsv, peopleSpec } from "./people.ts";

const folder = temporaryFolder();

describe("the studio in a browser", needing("Chromium"), () => {
  const browser = useBrowser();

  it("hands out a release of the sample that passes the audit and is the command line's, byte for byte", async () => {
    const page = await browser.open();
    await openSample(page);
    await go(page, "report");
    const { bytes } = await saved(page, () => page.getByRole("button", { name: /^Release/ }).click());
    await page.waitForSelector("text=/Audited from .* k 5/");
    const [release, data, spec] = ["release.csv", "clinic.csv", "clinic.json"].map((name) => join(folder, name));
    writeFileSync(release, bytes);
    writeFileSync(data, clinicCsv());
    const { bytes: specBytes } = await saved(page, () =>
      page.getByRole("button", { name: "Spec", exact: true }).click(),
    );
    writeFileSync(spec, specBytes);
    expect(JSON.parse(specBytes.toString())).toEqual(clinicSpec);
    const audited = kohort(["audit", release, "-c", spec, "--json"]);
    expect(audited.code).toBe(0);
    expect(JSON.parse(audited.stdout).privacy[0]).toMatchObject({ measured: 5, holds: true });
    const made = kohort(["anonymize", data, "-c", spec, "-o", join(folder, "made.csv"), "--json"]);
    expect(made.code).toBe(0);
    expect(JSON.parse(made.stdout).release.sha256).toBe(
      await page
        .locator("text=/SHA-256/")
        .innerText()
        .then((text) => text.split(" ")[1]),
    );
    expect(bytes.equals(readFileSync(join(folder, "made.csv")))).toBe(true);
    await page.close();
  });

  it("asks nothing of the network after it is there, and may not", async () => {
    const page = await browser.open();
    await openSample(page);
    const requests: string[] = [];
    page.on("requestfinished", (request) => requests.push(request.url()));
    const refused = "refused";
    const attempt = async (): Promise<string> => {
      try {
        await fetch(`${location.origin}/anything`);
        return "went out";
      } catch {
        return "refused";
      }
    };
    expect(await page.evaluate(attempt)).toBe(refused);
    const worker = page.workers()[0];
    expect(worker.url()).toMatch(/^blob:/);
    const inWorker = async (address: string): Promise<string> => {
      try {
        await fetch(address);
        return "went out";
      } catch {
        return "refused";
      }
    };
    expect(await worker.evaluate(inWorker, browser.server().address)).toBe(refused);
    expect(await worker.evaluate(inWorker, "https://example.org/")).toBe(refused);
    await page.keyboard.press("Control+Enter");
    await settled(page);
    await go(page, "report");
    await saved(page, () => page.getByRole("button", { name: /^Release/ }).click());
    expect(requests.filter((url) => url.startsWith("http"))).toEqual([]);
    await page.close();
  });

  it("takes the file that the command line names, and shuts the door behind it", async () => {
    const data = join(folder, "people.csv");
    writeFileSync(data, peopleCsv(300));
    const server = await serveStudio({ folder: pageFolder, data, spec: peopleSpec });
    const page = await browser.context().newPage();
    await page.goto(server.address);
    await page.waitForSelector("text=people.csv");
    await page.waitForSelector("text=300 rows");
    const refused = await page.evaluate(() =>
      fetch("./data").then(
        () => "went out",
        () => "refused",
      ),
    );
    expect(refused).toBe("refused");
    expect(
      await page.workers()[0].evaluate(
        (address) =>
          fetch(address).then(
            () => "went out",
            () => "refused",
          ),
        `${server.address}data`,
      ),
    ).toBe("refused");
    await page.close();
    await server.close();
  });

  it("works from any web server, without shared memory and without a server's headers", async () => {
    const server = createServer((request, answer) => {
      const name = request.url === "/" ? "index.html" : request.url!.slice(1);
      const type = name.endsWith(".js") ? "text/javascript" : name.endsWith(".css") ? "text/css" : "text/html";
      answer.writeHead(200, { "Content-Type": type }).end(readFileSync(join(pageFolder, name)));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const page = await browser.context().newPage();
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await page.goto(address);
    await openSample(page);
    expect(await page.evaluate(() => typeof SharedArrayBuffer)).toBe("undefined");
    expect(await page.workers()[0].evaluate(() => typeof SharedArrayBuffer)).toBe("undefined");
    const attempt = (given: string): Promise<string> =>
      fetch(given).then(
        () => "went out",
        () => "refused",
      );
    expect(await page.evaluate(attempt, address)).toBe("refused");
    expect(await page.workers()[0].evaluate(attempt, address)).toBe("refused");
    await page.close();
    server.close();
  });

  it("undoes five steps and redoes five from what it remembers", async () => {
    const page = await browser.open();
    await openSample(page);
    await go(page, "protect");
    const k = page.getByLabel("k", { exact: true });
    const ncp = page.locator("[data-result=ncp]");
    const seen: string[] = [await ncp.innerText()];
    for (const value of [6, 7, 8, 9, 10]) {
      await go(page, "protect");
      await k.fill(String(value));
      await k.blur();
      await page.keyboard.press("Control+Enter");
      await page.waitForSelector(`text=/smaller than ${value}/`);
      await settled(page);
      seen.push(await ncp.innerText());
    }
    expect(new Set(seen).size).toBe(6);
    for (const expected of seen.slice(0, 5).reverse()) {
      await page.getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => ncp.innerText()).toBe(expected);
      expect(await page.locator("[data-state=loading]").count()).toBe(0);
    }
    for (const expected of seen.slice(1)) {
      await page.getByRole("button", { name: "Redo" }).click();
      await expect.poll(() => ncp.innerText()).toBe(expected);
    }
    expect(await page.getByRole("button", { name: "Redo" }).isDisabled()).toBe(true);
    await page.close();
  });

  it("shows the command line's figures for a table of one's own", async () => {
    const [data, spec] = [join(folder, "own.csv"), join(folder, "own.json")];
    writeFileSync(data, peopleCsv(900));
    const page = await browser.open();
    await pick(page, "own.csv", peopleCsv(900));
    await page.waitForSelector("text=900 records in 6 columns");
    const inspected = JSON.parse(kohort(["inspect", data, "--json"]).stdout);
    const distinct = inspected.columns.find(({ name }: { name: string }) => name === "height").distinct;
    expect(await page.locator("tr", { hasText: "height" }).last().innerText()).toContain(String(distinct));
    await go(page, "attributes");
    for (const [name, { role }] of Object.entries(peopleSpec.attributes)) {
      await page.getByRole("radio", { name: `${name}: ${role}`, exact: true }).check();
    }
    const today = JSON.parse(kohort(["audit", data, "--quasi", "born,town,trade", "--json"]).stdout);
    await expect
      .poll(() => page.locator("[data-now=unique]").innerText())
      .toContain(String(Math.round(today.risk.unique * 900)));
    await go(page, "protect");
    const k = page.getByLabel("k", { exact: true });
    await k.fill("4");
    await k.blur();
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector("[data-painting]");
    await settled(page);
    const figures = await page.locator(".figures").innerText();
    await go(page, "report");
    const { bytes } = await saved(page, () => page.getByRole("button", { name: "Spec", exact: true }).click());
    writeFileSync(spec, bytes);
    const made = JSON.parse(
      kohort(["anonymize", data, "-c", spec, "-o", join(folder, "own-made.csv"), "--json"]).stdout,
    );
    const dm = String(made.quality.discernibility).replace(/\B(?=(\d{3})+$)/g, ",");
    expect(figures).toContain(dm);
    await page.close();
  });

  it("says what is wrong with a malformed file and keeps what was open", async () => {
    const page = await browser.open();
    await openSample(page);
    await go(page, "start");
    await pick(page, "bad.csv", 'a,b\n1,"2\n3,4\n');
    const notice = page.locator("[data-state=error]");
    await notice.waitFor();
    expect(await notice.innerText()).toMatch(/quote/);
    expect(await page.locator(".top .file").innerText()).toContain("clinic.csv");
    await page.close();
  });

  it("offers the nearest when a goal cannot be met, and the old result still stands", async () => {
    const page = await browser.open();
    await openSample(page);
    const before = await page.locator("[data-result=ncp]").innerText();
    await go(page, "protect");
    await page.getByRole("button", { name: "Add a requirement" }).click();
    const l = page.getByLabel("l", { exact: true });
    await l.fill("500");
    await l.blur();
    await page.keyboard.press("Control+Enter");
    const notice = page.locator("[data-state=infeasible]");
    await notice.waitFor();
    expect(await notice.innerText()).toContain("l-diversity(diagnosis)");
    expect(await page.locator("[data-result=ncp]").innerText()).toBe(before);
    await notice.getByRole("button", { name: /Ask for l-diversity with l \d+/ }).click();
    expect(Number(await l.inputValue())).toBeLessThan(500);
    await page.close();
  });

  it("scrolls through three hundred columns", async () => {
    const names = Array.from({ length: 300 }, (_, i) => `c${i}`);
    const lines = Array.from({ length: 50 }, (_, row) => names.map((_name, i) => (row * i) % 17).join(","));
    const page = await browser.open();
    await pick(page, "wide.csv", `${names.join(",")}\n${lines.join("\n")}\n`);
    await page.waitForSelector("text=50 records in 300 columns");
    const grid = page.locator(".grid");
    expect(await grid.locator("[role=columnheader]").count()).toBeLessThan(30);
    await grid.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
    await page.waitForSelector("[role=columnheader]:has-text('c299')");
    await page.close();
  });
});
