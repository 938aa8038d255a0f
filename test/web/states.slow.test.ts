import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { needing } from "../setup/needs.ts";
import { go, openSample, pageFolder, pick, saved, settled, useBrowser } from "./browser.ts";

const state = (page: Page, name: string) => page.locator(`[data-state="${name}"]`).first();

describe("the studio's states", needing("Chromium"), () => {
  const browser = useBrowser();

  it("is driven into each of the seven", async () => {
    const page = await browser.open();
    await go(page, "result");
    await state(page, "empty").waitFor();
    await go(page, "start");
    await pick(page, "bad.csv", 'a,b\n1,"2\n3,4\n');
    await state(page, "error").waitFor();
    expect(await state(page, "error").innerText()).toMatch(/bad\.csv/);
    await openSample(page);
    const before = await page.locator("[data-result=ncp]").innerText();
    await go(page, "protect");
    await page.locator("[data-menu=algorithms]").selectOption("auto");
    await page.getByText("Settings of auto").click();
    await page.getByLabel("effort", { exact: true }).fill("60");
    await page.getByLabel("effort", { exact: true }).blur();
    await go(page, "result");
    await state(page, "stale").waitFor();
    await page.keyboard.press("Control+Enter");
    await state(page, "loading").waitFor();
    await page.waitForTimeout(500);
    await page.keyboard.press("Escape");
    await state(page, "cancelled").waitFor();
    expect(await state(page, "cancelled").innerText()).toMatch(/Showing the result of \d\d:\d\d/);
    expect(await page.locator("[data-result=ncp]").innerText()).toBe(before);
    await page.waitForSelector("[data-painting]");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await go(page, "protect");
    const k = page.getByLabel("k", { exact: true });
    await k.fill("4000");
    await k.blur();
    await page.keyboard.press("Control+Enter");
    await state(page, "infeasible").waitFor();
    expect(await state(page, "infeasible").innerText()).toContain("3000 of 3000 records");
    await page.locator("[data-menu=algorithms]").selectOption("mingen");
    await state(page, "too-big").waitFor();
    await page.close();
  });

  it("replays MinGen's tree with its prunes, and the generations of the genetic search", async () => {
    const page = await browser.open();
    await pick(page, "tiny.csv", "age,town\n21,a\n22,a\n25,b\n31,b\n33,a\n34,b\n");
    await page.waitForSelector("text=6 records in 2 columns");
    await go(page, "protect");
    const k = page.getByLabel("k", { exact: true });
    await k.fill("2");
    await k.blur();
    await page.locator("[data-menu=algorithms]").selectOption("mingen");
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector("text=How the search went");
    await page.getByRole("button", { name: /Replay the search/ }).click();
    await page.getByRole("button", { name: "Pause" }).click();
    const slider = page.getByRole("slider", { name: "step of the replay" });
    await slider.fill((await slider.getAttribute("max"))!);
    expect(await page.locator(".tree li").count()).toBeGreaterThan(3);
    expect(await page.locator(".tree").innerText()).toMatch(/loss|privacy/);
    await go(page, "protect");
    await page.locator("[data-menu=algorithms]").selectOption("genetic");
    await page.getByLabel("generations", { exact: true }).fill("40");
    await page.getByLabel("generations", { exact: true }).blur();
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector("text=How the generations improved");
    await page.getByRole("button", { name: /Replay the generations/ }).click();
    await page.waitForSelector("text=/Generation \\d+: the best table loses/");
    await page.close();
  });

  it("works with the keyboard alone: sample, a role, a run, a frontier point, a file", async () => {
    const page = await browser.open();
    await page.mouse.move(0, 0);
    const tabTo = async (
      name: string | RegExp,
      role: "button" | "link" | "radio" | "checkbox" = "button",
    ): Promise<void> => {
      const wanted = await page.getByRole(role, { name }).first().elementHandle();
      for (let i = 0; i < 120; i++) {
        if (await page.evaluate((element) => document.activeElement === element, wanted)) return;
        await page.keyboard.press("Tab");
      }
      throw new Error(`the keyboard does not reach ${name}`);
    };
    await tabTo("Open the sample");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[data-painting]");
    await settled(page);
    await tabTo("Attributes", "link");
    await page.keyboard.press("Enter");
    await tabTo("admission: quasi-identifying", "radio");
    const unique = await page.locator("[data-now=unique]").innerText();
    await page.keyboard.press("4");
    await expect.poll(() => page.locator("[data-now=unique]").innerText()).not.toBe(unique);
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector("h1:has-text('Result')");
    await settled(page);
    await tabTo("Frontier", "link");
    await page.keyboard.press("Enter");
    await tabTo("Sweep");
    await page.keyboard.press("Enter");
    await page.locator("[data-point]").first().waitFor();
    await settled(page);
    await tabTo(/^adopt k 8 by Mondrian/);
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=k 8 by Mondrian is in place");
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector("text=/smaller than 8/");
    await settled(page);
    await tabTo("Report", "link");
    await page.keyboard.press("Enter");
    await tabTo(/^Release/);
    const { bytes } = await saved(page, () => page.keyboard.press("Enter"));
    expect(bytes.length).toBeGreaterThan(1000);
    await page.close();
  });

  it("is small: the page at first load, and the worker", () => {
    const sizes = readdirSync(pageFolder).map(
      (name) => [name, gzipSync(readFileSync(join(pageFolder, name))).length] as const,
    );
    const worker = sizes.filter(([name]) => name.startsWith("start-worker"));
    const page = sizes.filter(([name]) => !name.startsWith("start-worker"));
    const sum = (list: typeof sizes): number => list.reduce((all, [, size]) => all + size, 0);
    expect(worker).toHaveLength(1);
    expect(sum(page)).toBeLessThan(90_000);
    expect(sum(worker)).toBeLessThan(300_000);
  });
});
