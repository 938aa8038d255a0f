/** @file What was said of other settings, other files or other rows is not left standing as if it were true now. */
import { describe, expect, it } from "vitest";
import { needing } from "../setup/needs.ts";
import { drop, go, openSample, pick, saved, settled, useBrowser } from "./browser.ts";
import { peopleCsv, peopleSpec } from "./people.ts";

const browser = useBrowser();

describe("what belongs to other settings", needing("Chromium"), () => {
  it("takes an error away when what it speaks of changes, and keeps good news", async () => {
    const page = await browser.open();
    await openSample(page);
    await go(page, "protect");
    const k = page.getByLabel("k", { exact: true });
    await k.fill("4000");
    await k.blur();
    await page.keyboard.press("Control+Enter");
    const infeasible = page.locator("[data-state=infeasible]");
    await infeasible.waitFor();
    await page.locator("[data-menu=algorithms]").selectOption("mingen");
    await infeasible.waitFor({ state: "detached" });
    await page.locator("[data-state=too-big]").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.keyboard.press("Control+Enter");
    await infeasible.waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await infeasible.waitFor({ state: "detached" });
    await page.close();
  });

  it("drops an estimate, the sets that single people out, and a story", async () => {
    const page = await browser.open();
    await openSample(page);
    await go(page, "protect");
    await page.getByRole("button", { name: "How long will it take?" }).click();
    const estimate = page.locator("text=/^about /");
    await estimate.waitFor();
    await page.locator("[data-menu=algorithms]").selectOption("cluster");
    await estimate.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await estimate.waitFor();
    await go(page, "attributes");
    await page.getByRole("button", { name: "Look" }).click();
    const sets = page.locator("text=/All quasi-identifiers together single out/");
    await sets.waitFor();
    await page.getByRole("radio", { name: "age: insensitive", exact: true }).check();
    await sets.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await sets.waitFor();
    await go(page, "attacks");
    await page.getByRole("button", { name: "Tell it" }).click();
    const story = page.locator("text=Why it is published so");
    await story.waitFor();
    await page.getByRole("spinbutton", { name: /row/ }).fill("2");
    await page.getByRole("spinbutton", { name: /row/ }).blur();
    await story.waitFor({ state: "detached" });
    await page.close();
  });

  it("marks a swept point only where its release would be made, and adopts what was swept", async () => {
    const page = await browser.open();
    await drop(page, ".drop", [
      ["people.csv", peopleCsv(300)],
      ["kohort.json", JSON.stringify({ ...peopleSpec, algorithm: { name: "mondrian", strict: false } })],
    ]);
    await page.waitForSelector("text=300 records in 6 columns");
    await go(page, "frontier");
    await page.getByLabel("values of k").fill("4, 9");
    for (const name of ["best-cut Mondrian", "clustering"]) await page.getByRole("checkbox", { name }).uncheck();
    await page.getByRole("button", { name: "Sweep" }).click();
    await page.locator('[data-point="mondrian 4"]').waitFor();
    await settled(page);
    const chosen = page.locator(".plot .dot.chosen");
    expect(await chosen.count()).toBe(0);
    await page.getByRole("button", { name: "Adopt k 4 by Mondrian", exact: true }).click();
    await expect.poll(() => chosen.count()).toBeGreaterThan(0);
    const swept = await page.locator('[data-point="mondrian 4"] td').nth(2).innerText();
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector("[data-painting]");
    await settled(page);
    expect(await page.locator("[data-result=ncp]").innerText()).toBe(swept);
    await go(page, "attributes");
    await page.getByRole("radio", { name: "trade: insensitive", exact: true }).check();
    await go(page, "frontier");
    await page.locator("text=No sweep yet").waitFor();
    await page.close();
  });
});

describe("what belongs to another file", needing("Chromium"), () => {
  it("is forgotten when a hierarchy of the same name is loaded", async () => {
    const page = await browser.open();
    const spec = {
      version: 1,
      attributes: { town: { role: "quasi-identifying", hierarchy: { kind: "file", path: "towns.csv" } } },
      privacy: [{ model: "k-anonymity", k: 2 }],
      algorithm: { name: "datafly" },
    };
    const list = "town\nEms\nDorn\nBrenn\nAldorf\n";
    await drop(page, ".drop", [
      ["towns.csv", "Ems;north;*\nDorn;north;*\nBrenn;south;*\nAldorf;south;*\n"],
      ["kohort.json", JSON.stringify(spec)],
      ["list.csv", list],
    ]);
    await page.waitForSelector("text=4 records in 1 column");
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector("[data-painting]");
    await settled(page);
    await go(page, "attributes");
    await page.getByRole("button", { name: "file for town" }).click();
    await page.waitForSelector(".icicle >> text=north");
    await page.locator("input[type=file][aria-label^='Load a hierarchy']").setInputFiles({
      name: "towns.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("Ems;east;*\nDorn;west;*\nBrenn;west;*\nAldorf;east;*\n"),
    });
    await page.waitForSelector(".icicle >> text=east");
    await go(page, "report");
    await page.locator("[data-state=empty]").getByRole("button", { name: "Run" }).click();
    await page.waitForSelector("[data-painting]");
    await settled(page);
    await go(page, "report");
    const { bytes } = await saved(page, () => page.getByRole("button", { name: "Release", exact: true }).click());
    expect(bytes.toString().trim().split("\n").sort()).toEqual(["east", "east", "town", "west", "west"]);
    await page.close();
  });

  it("takes a spec that is dropped with its hierarchy onto an open table", async () => {
    const page = await browser.open();
    await pick(page, "list.csv", "town,ill\nEms,flu\nDorn,gout\nBrenn,flu\nAldorf,none\n");
    await page.waitForSelector("text=4 records in 2 columns");
    await settled(page);
    const spec = {
      version: 1,
      attributes: { town: { role: "quasi-identifying", hierarchy: { kind: "file", path: "towns.csv" } } },
      privacy: [{ model: "k-anonymity", k: 2 }],
    };
    await drop(page, ".rail", [
      ["towns.csv", "Ems;north;*\nDorn;north;*\nBrenn;south;*\nAldorf;south;*\n"],
      ["kohort.json", JSON.stringify(spec)],
    ]);
    await page.waitForSelector("text=The settings of kohort.json are in place");
    await go(page, "attributes");
    await page.getByRole("button", { name: "file for town" }).waitFor();
    await page.close();
  });
});

describe("what belongs to some of the rows", needing("Chromium"), () => {
  it("says that a result is of a sample, everywhere, and offers no command for it", async () => {
    const page = await browser.open();
    await openSample(page);
    const whole = await page.locator("[data-result=ncp]").innerText();
    await go(page, "protect");
    await page.getByRole("button", { name: "Run on 500 rows" }).click();
    await page.waitForSelector("text=/500 records in \\d+ cohorts/");
    const sampled = page.locator("[data-state=sampled]");
    expect(await sampled.innerText()).toContain("a sample of 500 of 3,000 rows");
    expect(await page.locator("[data-state=stale]").count()).toBe(0);
    await go(page, "report");
    await sampled.waitFor();
    expect(await page.locator(".command").count()).toBe(0);
    await sampled.getByRole("button", { name: "Run on all rows" }).click();
    await page.waitForSelector("text=/3,000 records in \\d+ cohorts/");
    await sampled.waitFor({ state: "detached" });
    expect(await page.locator("[data-result=ncp]").innerText()).toBe(whole);
    await page.close();
  });

  it("hands out the spec of the release that is shown", async () => {
    const page = await browser.open();
    await openSample(page);
    await go(page, "protect");
    const k = page.getByLabel("k", { exact: true });
    await k.fill("9");
    await k.blur();
    await go(page, "report");
    await page.locator("[data-state=stale]").waitFor();
    const { bytes } = await saved(page, () => page.getByRole("button", { name: "Spec", exact: true }).click());
    expect(JSON.parse(bytes.toString()).privacy).toEqual([{ model: "k-anonymity", k: 5 }]);
    await page.close();
  });

  it("turns the pages of a release and of a cohort to their last row and no further", async () => {
    const page = await browser.open();
    await pick(
      page,
      "tiny.csv",
      `age,town\n${Array.from({ length: 16 }, (_, i) => (i < 8 ? `${20 + i},a` : `${52 + i},b`)).join("\n")}\n`,
    );
    await page.waitForSelector("text=16 records in 2 columns");
    await go(page, "protect");
    await page.getByLabel("k", { exact: true }).fill("8");
    await page.getByLabel("k", { exact: true }).blur();
    await page.locator("[data-menu=algorithms]").selectOption("mondrian");
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector("[data-painting]");
    await settled(page);
    const rows = page.getByRole("region", { name: "rows before and after" }).locator("tbody tr");
    const later = page.getByRole("button", { name: "Later" });
    await page.waitForSelector("text=1 to 8 of 16");
    await later.click();
    await page.waitForSelector("text=9 to 16 of 16");
    expect(await later.isDisabled()).toBe(true);
    expect(await rows.count()).toBe(8);
    await page.getByText("The smallest cohorts as a list").click();
    await page.getByRole("button", { name: "Cohort 1: 8 records" }).click();
    await page.getByRole("checkbox", { name: "only the selected cohort" }).check();
    await page.waitForSelector("text=1 to 8 of 8");
    expect(await later.isDisabled()).toBe(true);
    await expect.poll(() => rows.count()).toBe(8);
    await page.close();
  });
});

describe("what was stopped", needing("Chromium"), () => {
  it("can be measured again, and does not end what is running", async () => {
    const page = await browser.open();
    await openSample(page);
    await go(page, "protect");
    await page.getByText("Settings of auto").click();
    await page.getByLabel("effort", { exact: true }).fill("60");
    await page.getByLabel("effort", { exact: true }).blur();
    await page.keyboard.press("Control+Enter");
    const running = page.locator("[data-state=loading]", { hasText: "Running" });
    await running.waitFor();
    for (const name of ["risk", "utility"]) {
      await go(page, name);
      await page.waitForSelector("text=This waits until what is running is done.");
    }
    await running.waitFor();
    expect(await page.getByRole("button", { name: "Run again" }).getAttribute("aria-disabled")).toBe("true");
    await page.getByRole("button", { name: "What does uniqueness mean?" }).click();
    await page.keyboard.press("Escape");
    expect(await page.locator(".note:popover-open").count()).toBe(0);
    await running.waitFor();
    await page.keyboard.press("Escape");
    await page.locator("[data-figure=ncp]").waitFor();
    await settled(page);
    // the first question about risk is spoilt on its way
    await page.evaluate(() => {
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message: { ask?: string }) {
        if (message.ask === "risk") Worker.prototype.postMessage = post;
        post.call(this, message.ask === "risk" ? { ...message, with: {} } : message);
      };
    });
    await go(page, "risk");
    const again = page.locator("[data-state=stopped]").getByRole("button", { name: "Measure again" });
    await again.waitFor();
    await again.click();
    await page.locator("[data-risk=marketer]").waitFor();
    await page.close();
  });
});
