/** @file The longest time that the studio's page does not listen, with a table of a million rows, in a real browser. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { chromiumPath } from "../scripts/chromium.mjs";
import { longestTask } from "./long-task.mjs";
import { census, library } from "./measure.mjs";

const browserPath = chromiumPath();
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
    "looking closer": async (page) => {
      for (let i = 0; i < 3; i++) {
        await page.keyboard.press("+");
        await page.waitForTimeout(700);
      }
      for (let i = 0; i < 3; i++) {
        await page.keyboard.press("-");
        await page.waitForTimeout(700);
      }
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
  if (browserPath === undefined) {
    console.log("SKIPPED: there is no Chromium; `npm run setup:tests` installs it, KOHORT_CHROMIUM names another");
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
    const line = await context.newCDPSession(page);
    let worst = 0;
    console.log(`a table of ${rows} rows; the longest task of the page's thread, by processor time and by the clock`);
    for (const [name, deed] of Object.entries(deeds(path))) {
      const { busy, clock } = await longestTask(line, () => deed(page));
      worst = Math.max(worst, busy);
      console.log(`  ${name.padEnd(24)} ${busy.toFixed(0).padStart(4)} ms ${clock.toFixed(0).padStart(6)} ms`);
    }
    return [{ name: "the page does not listen", asked: 100, measured: worst, unit: "ms" }];
  } finally {
    await context.close();
    await server.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
