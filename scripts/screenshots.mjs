/**
 * Draws every screen of the studio, light and dark, large and small, into .cache/screenshots, for a person to look at.
 * Fails when anything outside the grids is wider than its place. Run after `npm run build`.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { serveStudio } from "../dist/engine/index.js";

const root = join(import.meta.dirname, "..");
const folder = join(root, ".cache", "screenshots");
const wanted = process.argv.slice(2);
const browserPath = process.env.KOHORT_CHROMIUM ?? "/usr/bin/chromium";
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const sizes = [
  [1440, 900],
  [1024, 700],
];

/** What to do on a screen before it is drawn. */
const actions = {
  attributes: async (page) => {
    await page.getByRole("button", { name: "intervals for age" }).click();
    await page.waitForSelector(".icicle");
    await page.getByRole("button", { name: "Look" }).click();
    await page.waitForSelector("text=by no smaller set");
  },
  result: async (page) => {
    await page
      .locator(".canvas")
      .first()
      .click({ position: { x: 120, y: 120 } });
    await page.waitForSelector("text=/Cohort \\d/");
  },
  frontier: async (page) => {
    await page.getByRole("button", { name: "Sweep" }).click();
    await page.waitForSelector("[data-state=loading]", { state: "detached", timeout: 120_000 });
  },
  risk: async (page) => {
    await page.waitForSelector(".plot", { timeout: 60_000 });
  },
  attacks: async (page) => {
    await page.getByRole("button", { name: "Attack" }).click();
    await page.waitForSelector("[data-attack]", { timeout: 120_000 });
  },
  utility: async (page) => {
    await page.waitForSelector(".plot", { timeout: 60_000 });
  },
  synthetic: async (page) => {
    await page.getByLabel("epochs").fill("3");
    await page.getByRole("button", { name: "Train" }).click();
    await page.waitForSelector("[data-synthetic]", { timeout: 240_000 });
  },
};

/** Elements outside the grids that are wider than their place. */
function overflowing() {
  return [...document.querySelectorAll("body *")]
    .filter((element) => {
      if (
        element.closest(
          ".grid, .scroll, svg, select, input, textarea, pre, .icicle, .clip, .visually-hidden, [popover]",
        ) !== null
      )
        return false;
      const { overflowX } = getComputedStyle(element);
      return (
        element.scrollWidth > element.clientWidth + 1 &&
        element.clientWidth > 0 &&
        overflowX !== "hidden" &&
        overflowX !== "clip" &&
        getComputedStyle(element).display !== "inline"
      );
    })
    .map(
      (element) =>
        `${element.tagName.toLowerCase()}.${element.className} ${element.scrollWidth} > ${element.clientWidth}`,
    );
}

const server = await serveStudio({ folder: join(root, "dist", "web") });
const profile = mkdtempSync(join(tmpdir(), "kohort-screens-"));
mkdirSync(folder, { recursive: true });
const wrong = [];
const context = await chromium.launchPersistentContext(profile, {
  executablePath: browserPath,
  headless: true,
  args: flags,
  viewport: { width: 1440, height: 900 },
});
try {
  const page = await context.newPage();
  page.on("pageerror", (error) => wrong.push(`error on the page: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && wrong.push(`console: ${message.text()}`));
  await page.goto(server.address);
  const names = await page.locator(".rail a").evaluateAll((links) => links.map((link) => link.hash.slice(2)));
  const draw = async (name) => {
    for (const [width, height] of sizes) {
      for (const scheme of ["light", "dark"]) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: scheme });
        await page.waitForTimeout(250);
        await page.screenshot({ path: join(folder, `${name}-${width}-${scheme}.png`) });
        for (const fault of await page.evaluate(overflowing)) wrong.push(`${name} at ${width}×${height}: ${fault}`);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    const tall = await page.evaluate(() => document.querySelector(".screen")?.scrollHeight ?? 0);
    await page.setViewportSize({ width: 1440, height: Math.min(3000, Math.max(900, tall + 120)) });
    await page.emulateMedia({ colorScheme: "light" });
    await page.waitForTimeout(250);
    await page.screenshot({ path: join(folder, `${name}-whole.png`) });
  };
  await draw("start");
  /** What is drawn of the result beside its painting. */
  const drawResult = async () => {
    await page.getByRole("button", { name: /Replay the cuts/ }).click();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("slider", { name: "step of the replay" }).fill("14");
    await draw("result-replay");
    await page.getByRole("button", { name: "End replay" }).click();
    await page.getByRole("tab", { name: "Projection" }).click();
    await page.waitForSelector("text=/records and .* cohorts/");
    await draw("result-projection");
    await page.getByRole("button", { name: "What does ncp mean?" }).first().click();
    await draw("note");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "{ } spec" }).click();
    await draw("spec");
    await page.getByRole("button", { name: "Close", exact: true }).click();
  };
  await page.getByRole("button", { name: "Open the sample" }).click();
  await page.waitForSelector("[data-painting]", { timeout: 60_000 });
  for (const name of names.filter((one) => one !== "start" && (wanted.length === 0 || wanted.includes(one)))) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator(`.rail a[href="#/${name}"]`).click();
    await page.waitForTimeout(300);
    await actions[name]?.(page);
    await draw(name);
    if (name === "result") await drawResult();
    process.stdout.write(`${name}\n`);
  }
} finally {
  await context.close();
  await server.close();
  rmSync(profile, { recursive: true, force: true });
}
for (const fault of [...new Set(wrong)]) process.stderr.write(`${fault}\n`);
if (wrong.length > 0) process.exitCode = 1;
