import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { algorithms } from "../../src/algorithms/index.ts";
import { attackNames } from "../../src/attacks/index.ts";
import { formatNumber, formatShare } from "../../src/base/index.ts";
import { hierarchyKinds } from "../../src/hierarchy/index.ts";
import { replacements } from "../../src/identifiers/index.ts";
import { privacyModels } from "../../src/privacy/index.ts";
import { measures } from "../../src/quality/index.ts";
import { synthesizers } from "../../src/synthesis/index.ts";
import { transformations } from "../../src/transform/index.ts";
import { kohort, temporaryFolder } from "../cli/run-kohort.ts";
import { needing } from "../setup/needs.ts";
import { drop, go, saved, settled, useBrowser } from "./browser.ts";
import { peopleCsv, peopleSpec } from "./people.ts";

const folder = temporaryFolder();
const [data, spec, release] = ["people.csv", "people.json", "release.csv"].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
writeFileSync(data, peopleCsv(900));
writeFileSync(spec, JSON.stringify(peopleSpec));

/** The command line's answer. */
function told<T>(...words: string[]): T {
  const { code, stdout, stderr } = kohort([...words, "--json"]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

describe("every screen, on a table that was dropped", needing("Chromium"), () => {
  const browser = useBrowser();
  let page: Page;

  it("takes a table and its spec together", async () => {
    page = await browser.open();
    await drop(page, ".drop", [
      ["people.csv", peopleCsv(900)],
      ["kohort.json", JSON.stringify(peopleSpec)],
    ]);
    await page.waitForSelector("text=900 records in 6 columns");
    await settled(page);
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector("[data-painting]");
    await settled(page);
    const made = told<{ quality: { ncp: number; discernibility: number } }>(
      "anonymize",
      data,
      "-c",
      spec,
      "-o",
      release,
    );
    const figures = await page.locator(".figures").innerText();
    expect(figures).toContain(formatNumber(made.quality.discernibility));
    expect(await page.locator("[data-result=ncp]").innerText()).toBe(formatShare(made.quality.ncp));
  });

  it("Attributes: counts who stands out, and finds the sets that single people out", async () => {
    await go(page, "attributes");
    const today = told<{ risk: { unique: number } }>("audit", data, "--quasi", "born,town,trade");
    expect(await page.locator("[data-now=unique]").innerText()).toContain(String(Math.round(today.risk.unique * 900)));
    await page.getByRole("button", { name: "Look" }).click();
    await page.waitForSelector(`text=single out ${formatNumber(Math.round(today.risk.unique * 900))} records`);
    await page.getByRole("button", { name: "none for town" }).click();
    await page.locator("[data-menu=hierarchies]").selectOption("frequency");
    await page.waitForSelector(".icicle");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForSelector(".icicle", { state: "detached" });
  });

  it("Result: selects a cohort, shows its rows, projects it and replays the cuts", async () => {
    await go(page, "result");
    await page
      .locator(".canvas")
      .first()
      .click({ position: { x: 40, y: 40 } });
    await page.waitForSelector("text=/Cohort \\d+: \\d+ records/");
    await page.getByRole("button", { name: "Closer" }).click();
    const inView = page.getByText(/of 900 records in view/);
    await inView.waitFor();
    const seen = Number((await inView.innerText()).split(" ")[0]);
    expect(seen).toBeGreaterThanOrEqual(4);
    expect(seen).toBeLessThanOrEqual(150);
    await page.locator(".canvas").first().focus();
    await page.keyboard.press("-");
    await inView.waitFor({ state: "detached" });
    await page.getByRole("checkbox", { name: "only the selected cohort" }).check();
    await page.getByRole("button", { name: /Replay the cuts/ }).click();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("slider", { name: "step of the replay" }).fill("0");
    await page.waitForSelector("text=/All 900 records are one crowd/");
    await page.getByRole("slider", { name: "step of the replay" }).fill("1");
    await page.waitForSelector("text=/900 records are cut .* into \\d+ and \\d+/");
    await page.getByRole("button", { name: "End replay" }).click();
    await page.getByRole("tab", { name: "Projection" }).click();
    await page.waitForSelector("text=900 records and");
  });

  it("Frontier: sweeps, and adopts a point as one edit", async () => {
    await go(page, "frontier");
    await page.getByLabel("values of k").fill("2, 7");
    for (const name of ["best-cut Mondrian", "clustering"]) await page.getByRole("checkbox", { name }).uncheck();
    await page.getByRole("button", { name: "Sweep" }).click();
    await page.locator('[data-point="mondrian 7"]').waitFor();
    await settled(page);
    const { points } = told<{ points: { k: number; ncp: number }[] }>(
      "frontier",
      data,
      "-c",
      spec,
      "--ks",
      "2,7",
      "--method",
      "mondrian",
    );
    const seven = points.find(({ k }) => k === 7)!;
    expect(await page.locator('[data-point="mondrian 7"]').innerText()).toContain(formatShare(seven.ncp));
    await page.getByRole("button", { name: "Adopt k 7 by Mondrian", exact: true }).click();
    await page.waitForSelector("text=k 7 by Mondrian is in place");
    await go(page, "result");
    await page.locator("[data-state=stale]").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator("[data-state=stale]").waitFor({ state: "detached" });
  });

  it("Risk: measures the three attackers as the audit does", async () => {
    await go(page, "risk");
    await page.locator("[data-risk=marketer]").waitFor();
    const found = told<{ risk: { prosecutor: number; marketer: number } }>("audit", release, "-c", spec);
    expect(await page.locator("[data-risk=prosecutor]").innerText()).toBe(formatShare(found.risk.prosecutor));
    expect(await page.locator("[data-risk=marketer]").innerText()).toBe(formatShare(found.risk.marketer));
    await page.getByRole("button", { name: "as table" }).first().click();
    await page.waitForSelector("text=records before");
  });

  it("Attacks: finds what the command line finds, and tells a record's story", async () => {
    await go(page, "attacks");
    await page.getByRole("button", { name: "Attack", exact: true }).click();
    await page.locator("[data-attack=linkage]").waitFor();
    const findings = told<{ attack: string; success: number; baseline: number }[]>("attack", data, release, "-c", spec);
    for (const { attack, success, baseline } of findings) {
      const row = await page.locator(`[data-attack="${attack}"]`).innerText();
      expect(row, attack).toContain(formatShare(success));
      expect(row, attack).toContain(formatShare(baseline));
    }
    const { story } = told<{ story: string[] }>("attack", data, release, "-c", spec, "--story", "17");
    await page.getByRole("spinbutton", { name: /row/ }).fill("17");
    await page.getByRole("button", { name: "Tell it" }).click();
    await page.waitForSelector(`text=${story[0]}`);
    const asked = ["why", release, "--original", data, "-c", spec, "--record", "17"];
    const { cells } = told<{ cells: { attribute: string; published: string }[] }>(...asked);
    expect(cells).not.toHaveLength(0);
    const said = await page.locator("section", { hasText: "Why it is published so" }).innerText();
    for (const { attribute, published } of cells) {
      expect(said).toContain(`${attribute} is published as`);
      expect(said).toContain(published);
    }
  });

  it("Utility: compares as the command line does, classifiers too", async () => {
    await go(page, "utility");
    await page.locator("[data-figure=ncp]").waitFor();
    await settled(page);
    const found = told<{
      quality: { ncp: number; distinctLost: number };
      utility: Record<string, { accuracy: number }>;
    }>("compare", data, release, "-c", spec, "--label", "ill");
    expect(await page.locator("[data-figure=ncp]").innerText()).toBe(formatShare(found.quality.ncp));
    expect(await page.locator(".figures").innerText()).toContain(formatNumber(found.quality.distinctLost));
    await page.getByLabel("column to predict").selectOption("ill");
    await page.getByRole("button", { name: "Train" }).click();
    await page.locator("[data-classifier=original]").waitFor();
    for (const name of ["original", "anonymized"]) {
      expect(await page.locator(`[data-classifier=${name}]`).innerText()).toContain(
        formatShare(found.utility[name].accuracy, 1),
      );
    }
  });

  it("Synthetic: trains, stops and keeps, and hands out the rows", async () => {
    await go(page, "synthetic");
    await page.locator("[data-menu=synthesizers]").selectOption("ctgan");
    await page.getByLabel("epochs").fill("5000");
    await page.getByRole("button", { name: "Train" }).click();
    await page.waitForSelector("text=/Losses of the two nets after/");
    await page.getByRole("button", { name: "Pause" }).click();
    await go(page, "data");
    await go(page, "synthetic");
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("button", { name: "Stop and keep" }).click();
    await page.locator("[data-synthetic]").waitFor();
    const { name, bytes } = await saved(page, () => page.getByRole("button", { name: "Save synthetic.csv" }).click());
    expect(name).toBe("synthetic.csv");
    const [header, ...lines] = bytes.toString().trimEnd().split("\n");
    expect(header).toBe("born;town;trade;height;ill");
    expect(await page.locator("[data-synthetic] h2").first().innerText()).toContain(formatNumber(lines.length));
  });

  it("Synthetic: makes the rows and figures of the command line", async () => {
    type Answer = { utility: Record<string, { accuracy: number; auc: number }> };
    const rows = join(folder, "synthetic.csv");
    const { utility } = told<Answer>("synthesize", data, "-c", spec, "--label", "ill", "--model", "trees", "-o", rows);
    await page.locator("[data-menu=synthesizers]").selectOption("trees");
    await page.getByRole("button", { name: "Train" }).click();
    const shown = page.locator("[data-synthetic] tr", { has: page.getByRole("rowheader", { name: "synthetic" }) });
    await shown.filter({ hasText: utility.synthetic.auc.toFixed(3) }).waitFor();
    expect(await shown.first().innerText()).toContain(formatShare(utility.synthetic.accuracy, 1));
    const { bytes } = await saved(page, () => page.getByRole("button", { name: "Save synthetic.csv" }).click());
    expect(bytes.equals(readFileSync(rows))).toBe(true);
  });

  it("Report: hands out every file, and those to hand on in a zip", async () => {
    await go(page, "report");
    const press = (name: string | RegExp) => saved(page, () => page.getByRole("button", { name }).click());
    expect((await press("report.html")).bytes.toString()).toContain("<title>Release report</title>");
    const report = JSON.parse((await press("report.json")).bytes.toString());
    const made = told<{ release: { sha256: string } }>("anonymize", data, "-c", spec, "-o", join(folder, "again.csv"));
    expect(report.release.sha256).toBe(made.release.sha256);
    const { bytes } = await press("These in a zip");
    const { unzipSync } = await import("fflate");
    expect(Object.keys(unzipSync(bytes)).sort()).toEqual(["kohort.json", "release.csv", "report.html", "report.json"]);
    await page.close();
  });
});

describe("menus", needing("Chromium"), () => {
  const browser = useBrowser();

  it("are the registries", async () => {
    const page = await browser.open();
    await page.getByRole("button", { name: "Open the sample" }).click();
    await page.waitForSelector("[data-painting]");
    const options = (menu: string) =>
      page
        .locator(`[data-menu=${menu}]`)
        .first()
        .locator("option")
        .evaluateAll((list) => list.map((one) => (one as HTMLOptionElement).value).filter((value) => value !== ""));
    await go(page, "protect");
    expect(await options("privacy")).toEqual(Object.keys(privacyModels));
    expect(await options("algorithms")).toEqual(Object.keys(algorithms));
    expect(await options("measures")).toEqual(Object.keys(measures));
    await go(page, "attributes");
    await page.getByRole("button", { name: "none for sex" }).click();
    expect(await options("hierarchies")).toEqual([...hierarchyKinds]);
    expect(await options("transformations")).toEqual(Object.keys(transformations));
    await page.getByRole("button", { name: "not published for name" }).click();
    expect(await options("replacements")).toEqual(Object.keys(replacements));
    await go(page, "synthetic");
    expect(await options("synthesizers")).toEqual(Object.keys(synthesizers));
    await go(page, "attacks");
    const boxes = page.locator("[data-menu=attacks] input");
    expect(await boxes.evaluateAll((list) => list.map((one) => (one as HTMLInputElement).value))).toEqual([
      ...attackNames,
    ]);
    await page.close();
  });
});
