/** @file The longest time that the studio's page does not listen, with a table of a million rows, in a real browser. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { census, library } from "./measure.mjs";

const browserPath = process.env.KOHORT_CHROMIUM ?? "/usr/bin/chromium";
const flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"];

/** Scrolls an element from its top to `share` of its height in steps as a wheel makes them. */
async function scroll(locator, steps, share = 1) {
  await locator.evaluate(
    async (element, [count, part]) => {
      const most = (element.scrollHeight - element.clientHeight) * part;
      for (let i = 1; i <= count; i++) {
        element.scrollTop = (most * i) / count;
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      element.scrollTop = 0;
    },
    [steps, share],
  );
}

const go = (page, screen) => page.locator(`.rail a[href="#/${screen}"]`).click();

/** What a user does with a large table, by name. */
function deeds(path) {
  return {
    opening: async (page) => {
      await page.locator('input[type=file][aria-label^="Choose a file"]').setInputFiles(path);
      await page.waitForSelector("text=/00,000 records/");
    },
    "scrolling the grid": async (page) => {
      await scroll(page.locator(".grid"), 40);
      await scroll(page.locator(".grid"), 40, 0.0001);
    },
    "changing roles": async (page) => {
      await go(page, "attributes");
      await page.locator("[data-now=unique]").waitFor();
      for (const role of ["insensitive", "quasi-identifying"]) {
        const before = await page.locator("[data-now=unique]").textContent();
        await page.getByRole("radio", { name: `age: ${role}`, exact: true }).check();
        await page.waitForFunction((text) => document.querySelector("[data-now=unique]")?.textContent !== text, before);
      }
    },
    "running Mondrian": async (page) => {
      await go(page, "protect");
      await page.locator("[data-menu=algorithms]").selectOption("mondrian");
      await page.keyboard.press("Control+Enter");
      await page.waitForSelector("[data-painting]");
      await page.waitForTimeout(3000);
    },
    "scrolling the painting": async (page) => {
      await scroll(page.locator(".main"), 20);
      await page
        .locator(".canvas")
        .first()
        .click({ position: { x: 200, y: 150 } });
      await page.waitForSelector("text=/Cohort \\d/");
      for (let i = 0; i < 10; i++) await page.keyboard.press("ArrowRight");
      await page.waitForTimeout(500);
    },
    "sizing the painting": async (page) => {
      for (const width of [1100, 1600, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await page.waitForTimeout(800);
      }
      await page.emulateMedia({ colorScheme: "dark" });
      await page.waitForTimeout(1500);
      await page.emulateMedia({ colorScheme: "light" });
      await page.waitForTimeout(1500);
    },
    "replaying the cuts": async (page) => {
      await page.getByRole("button", { name: /Replay the cuts/ }).click();
      await page.waitForTimeout(3000);
      await page.getByRole("button", { name: "End replay" }).click();
      await page.waitForTimeout(1000);
    },
    "rows before and after": async (page) => {
      for (let i = 0; i < 5; i++) {
        await page.getByRole("button", { name: "Later" }).click();
        await page.waitForTimeout(200);
      }
    },
    "the projection": async (page) => {
      await page.getByRole("tab", { name: "Projection" }).click();
      await page.waitForSelector("text=/records and .* cohorts/");
      await page.waitForTimeout(1500);
      await scroll(page.locator(".main"), 20);
      await page
        .locator(".canvas")
        .first()
        .click({ position: { x: 300, y: 150 } });
      await page.waitForTimeout(1000);
      await page.getByLabel("held at a value").selectOption({ index: 1 });
      await page.waitForTimeout(1500);
    },
    "the other screens": async (page) => {
      for (const screen of ["risk", "utility", "report", "data", "frontier", "synthetic", "attacks", "result"]) {
        await go(page, screen);
        await page.waitForTimeout(1500);
      }
    },
  };
}

/** Measures, prints, and returns the targets. */
export async function studioBench({ large }) {
  if (!existsSync(browserPath)) {
    console.log(`SKIPPED: there is no browser at ${browserPath}; KOHORT_CHROMIUM names another`);
    return [];
  }
  const { serveStudio } = await library("engine/index.js");
  const rows = large ? 1_000_000 : 100_000;
  const path = await census(rows);
  const server = await serveStudio({ folder: join(import.meta.dirname, "..", "dist", "web") });
  const profile = mkdtempSync(join(tmpdir(), "kohort-bench-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath,
    headless: true,
    args: flags,
    viewport: { width: 1280, height: 800 },
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(server.address);
    await page.evaluate(() => {
      globalThis.tasks = [];
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) globalThis.tasks.push(duration);
      }).observe({ type: "longtask" });
    });
    let worst = 0;
    console.log(`a table of ${rows} rows; tasks of the page's thread that took longer than 50 ms`);
    for (const [name, deed] of Object.entries(deeds(path))) {
      await deed(page);
      const tasks = await page.evaluate(() => globalThis.tasks.splice(0));
      const longest = Math.max(0, ...tasks);
      worst = Math.max(worst, longest);
      console.log(`  ${name.padEnd(24)} ${String(tasks.length).padStart(3)}, the longest ${longest.toFixed(0)} ms`);
    }
    return [{ name: "the page does not listen", asked: 100, measured: worst, unit: "ms" }];
  } finally {
    await context.close();
    await server.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
