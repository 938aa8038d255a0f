import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { longestTask } from "../../bench/long-task.mjs";
import { censusBlocks } from "../../src/sample/index.ts";
import { temporaryFolder } from "../cli/run-kohort.ts";
import { needing } from "../setup/needs.ts";
import { go, useBrowser } from "./browser.ts";

/**
 * Milliseconds of processor time that the page's thread may be busy at once. The bench measures less than 100, a
 * machine that others use too takes longer; work of this thread on all rows would take seconds.
 */
const longest = 1000;

describe("one million rows", needing("Chromium"), () => {
  const browser = useBrowser();
  const path = join(temporaryFolder(), "census.csv");

  it("are opened, scrolled, given roles, cut, painted and projected while the page stays awake", async () => {
    writeFileSync(path, Buffer.concat([...censusBlocks({ rows: 1_000_000, seed: 3 })]));
    const page = await browser.open();
    const line = await browser.context().newCDPSession(page);
    const awake = async (during: string, deed: () => Promise<unknown>): Promise<void> => {
      const { busy } = await longestTask(line, deed);
      expect(busy, during).toBeGreaterThan(0);
      expect(busy, during).toBeLessThan(longest);
    };
    await awake("opening", async () => {
      await page.locator('input[type=file][aria-label^="Choose a file"]').setInputFiles(path);
      await page.waitForSelector("text=/1,000,000 records/");
    });
    const grid = page.locator(".grid");
    await awake("scrolling the grid", async () => {
      await grid.evaluate(async (element) => {
        for (let i = 1; i <= 20; i++) {
          element.scrollTop = (element.scrollHeight * i) / 20;
          await new Promise((resolve) => setTimeout(resolve, 40));
        }
      });
      await grid.locator('[aria-rowindex="1000000"]').waitFor({ state: "attached" });
    });
    await awake("changing a role", async () => {
      await go(page, "attributes");
      const unique = page.locator("[data-now=unique]");
      await unique.waitFor();
      const before = await unique.innerText();
      await page.getByRole("radio", { name: "age: insensitive", exact: true }).check();
      await expect.poll(() => unique.innerText()).not.toBe(before);
    });
    await awake("a run and its end", async () => {
      await go(page, "protect");
      await page.locator("[data-menu=algorithms]").selectOption("mondrian");
      await page.keyboard.press("Control+Enter");
      await page.waitForTimeout(1500);
      await page.keyboard.press("Escape");
      await page.locator("[data-state=cancelled]").waitFor();
    });
    await awake("running and painting", async () => {
      await page.keyboard.press("Control+Enter");
      await page.waitForSelector("[data-painting]");
      await page.waitForTimeout(1500);
    });
    await awake("scrolling the painting", () =>
      page.locator(".main").evaluate(async (element) => {
        for (let i = 1; i <= 10; i++) {
          element.scrollTop = i * 60;
          await new Promise((resolve) => setTimeout(resolve, 40));
        }
      }),
    );
    await awake("the projection", async () => {
      await page.getByRole("tab", { name: "Projection" }).click();
      await page.waitForSelector("text=/records and .* cohorts/");
      await page.waitForTimeout(1000);
    });
    await page.close();
  });
});
