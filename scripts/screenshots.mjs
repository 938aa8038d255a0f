/**
 * Draws every screen of the studio, light and dark, large and small, its states and its replays into
 * .cache/screenshots, for a person to look at. Fails when anything outside the grids is wider than its place. Run after
 * `npm run build`; words name the screens that are wanted, "states" and "learning" among them.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { serveStudio } from "../dist/engine/index.js";
import { chromiumPath } from "./chromium.mjs";

const root = join(import.meta.dirname, "..");
const folder = join(root, ".cache", "screenshots");
const wanted = process.argv.slice(2);
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
  attributes: async (page, draw) => {
    await draw("attributes-table");
    await page.getByRole("button", { name: "intervals for age" }).click();
    await page.waitForSelector(".icicle");
    await page.getByRole("button", { name: "Look" }).click();
    await page.waitForSelector("text=not by fewer columns");
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
    await page.getByRole("button", { name: "Tell it" }).click();
    await page.waitForSelector("text=Why it is published so");
  },
  utility: async (page) => {
    await page.waitForSelector(".plot", { timeout: 60_000 });
    await page.getByRole("button", { name: "Train" }).click();
    await page.waitForSelector("[data-classifier]", { timeout: 60_000 });
  },
  synthetic: async (page) => {
    await page.getByLabel("epochs").fill("3");
    await page.getByRole("button", { name: "Train" }).click();
    await page.waitForSelector("[data-synthetic]", { timeout: 240_000 });
  },
};

const shows = (page, state) => page.locator(`[data-state="${state}"]`).first().waitFor({ timeout: 60_000 });

const settled = (page) => page.waitForSelector("[data-state=loading]", { state: "detached", timeout: 120_000 });

async function fill(page, label, value) {
  const entry = page.getByLabel(label, { exact: true });
  await entry.fill(String(value));
  await entry.blur();
}

const pick = (page, name, text) =>
  page
    .locator('input[type=file][aria-label^="Choose a file"]')
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

const go = async (page, name) => {
  await page.locator(`.rail a[href="#/${name}"]`).click();
  await page.waitForTimeout(300);
};

/** The states that a screen may be in beside the one where all is well. */
async function drawStates(page, draw) {
  await go(page, "protect");
  await page.locator("[data-menu=algorithms]").selectOption("auto");
  await page.getByText("Settings of auto").click();
  await fill(page, "effort", 60);
  await go(page, "result");
  await shows(page, "stale");
  await draw("state-stale");
  await page.keyboard.press("Control+Enter");
  await shows(page, "loading");
  await page.waitForTimeout(1500);
  await draw("state-loading");
  await page.keyboard.press("Escape");
  await shows(page, "cancelled");
  await draw("state-cancelled");
  await go(page, "protect");
  await page.getByRole("button", { name: "Add a requirement" }).click();
  await fill(page, "l", 500);
  await page.keyboard.press("Control+Enter");
  await shows(page, "infeasible");
  await draw("state-infeasible");
  await page.locator("[data-menu=algorithms]").selectOption("mingen");
  await shows(page, "too-big");
  await draw("state-too-big");
  await go(page, "start");
  await pick(page, "bad.csv", 'a,b\n1,"2\n3,4\n');
  await shows(page, "error");
  await draw("state-error");
}

/** Searches of a small table, replayed. */
async function drawLearning(page, draw) {
  await go(page, "start");
  await pick(page, "tiny.csv", "age,town\n21,Ems\n22,Ems\n25,Dorn\n31,Dorn\n33,Ems\n34,Dorn\n36,Ems\n41,Dorn\n");
  await page.waitForSelector("text=8 records in 2 columns");
  for (const [method, label] of [
    ["mondrian", /Replay the cuts/],
    ["mingen", /Replay the search/],
    ["genetic", /Replay the generations/],
  ]) {
    await go(page, "protect");
    await fill(page, "k", 2);
    await page.locator("[data-menu=algorithms]").selectOption(method);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: label }).click({ timeout: 60_000 });
    await settled(page);
    await page.getByRole("button", { name: "Pause" }).click();
    const slider = page.getByRole("slider", { name: "step of the replay" });
    const all = Number(await slider.getAttribute("max"));
    await slider.fill(String(method === "mingen" ? Math.min(all, 19) : Math.ceil(all / 2)));
    await page.locator("[data-replay]").scrollIntoViewIfNeeded();
    await draw(`learning-${method}`);
    await page.getByRole("button", { name: "End replay" }).click();
  }
}

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
  executablePath: chromiumPath(),
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
    const isState = /^(state|learning)-/.test(name);
    for (const [width, height] of sizes) {
      for (const scheme of isState ? [width > 1100 ? "light" : "dark"] : ["light", "dark"]) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: scheme });
        await page.waitForTimeout(250);
        await page.screenshot({ path: join(folder, `${name}-${width}-${scheme}.png`) });
        for (const fault of await page.evaluate(overflowing)) wrong.push(`${name} at ${width}×${height}: ${fault}`);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    if (isState) return;
    const tall = await page.evaluate(() => document.querySelector(".screen")?.scrollHeight ?? 0);
    await page.setViewportSize({ width: 1440, height: Math.min(3000, Math.max(900, tall + 120)) });
    await page.emulateMedia({ colorScheme: "light" });
    await page.waitForTimeout(250);
    await page.screenshot({ path: join(folder, `${name}-whole.png`) });
  };
  await draw("start");
  await go(page, "result");
  await draw("state-empty");
  await go(page, "start");
  /** What is drawn of the result beside its painting. */
  const drawResult = async () => {
    await page.getByRole("button", { name: "Closer" }).click();
    await page.waitForSelector("text=/records in view/");
    await draw("result-closer");
    await page.getByRole("button", { name: "Step back" }).click();
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
    await go(page, name);
    await actions[name]?.(page, draw);
    await draw(name);
    if (name === "result") await drawResult();
    process.stdout.write(`${name}\n`);
  }
  for (const [name, more] of Object.entries({ states: drawStates, learning: drawLearning })) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await more(page, draw);
    process.stdout.write(`${name}\n`);
  }
} finally {
  await context.close();
  await server.close();
  rmSync(profile, { recursive: true, force: true });
}
for (const fault of [...new Set(wrong)]) process.stderr.write(`${fault}\n`);
if (wrong.length > 0) process.exitCode = 1;
