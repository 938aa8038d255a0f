import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { chromiumPath } from "../../scripts/chromium.mjs";
import { type StudioServer, serveStudio } from "../../src/engine/index.ts";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Milliseconds after which a page is taken to hang. */
const patience = 300_000;

/** The built page. */
export const pageFolder: string = join(import.meta.dirname, "..", "..", "dist", "web");

/** A studio in a real browser, for the tests of one file. */
export type Browser = {
  readonly server: () => StudioServer;
  readonly context: () => BrowserContext;
  /** A fresh page of the studio. */
  readonly open: () => Promise<Page>;
};

/** Starts a browser with a profile of its own before the tests of a file, and ends both behind them. */
export function useBrowser(): Browser {
  let server: StudioServer;
  let context: BrowserContext;
  let profile: string;
  beforeAll(async () => {
    profile = mkdtempSync(join(tmpdir(), "kohort-browser-"));
    server = await serveStudio({ folder: pageFolder });
    context = await chromium.launchPersistentContext(profile, {
      executablePath: chromiumPath()!,
      headless: true,
      timeout: patience,
      args: flags,
      acceptDownloads: true,
      viewport: { width: 1280, height: 800 },
    });
  });
  afterAll(async () => {
    await context?.close();
    await server?.close();
    rmSync(profile, { recursive: true, force: true });
  });
  return {
    server: () => server,
    context: () => context,
    open: async () => {
      const page = await context.newPage();
      page.setDefaultTimeout(patience);
      await page.goto(server.address);
      await page.waitForSelector("h1");
      return page;
    },
  };
}

/** Hands a file to the page as if it had been picked. */
export async function pick(page: Page, name: string, text: string | Uint8Array): Promise<void> {
  const buffer = Buffer.from(text as Uint8Array);
  await page
    .locator('input[type=file][aria-label^="Choose a file"]')
    .setInputFiles({ name, mimeType: "text/csv", buffer });
}

/** Drops files onto an element of the page. */
export async function drop(page: Page, on: string, files: readonly (readonly [string, string])[]): Promise<void> {
  const transfer = await page.evaluateHandle((given) => {
    const carried = new DataTransfer();
    for (const [name, text] of given) carried.items.add(new File([text], name));
    return carried;
  }, files);
  await page.dispatchEvent(on, "drop", { dataTransfer: transfer });
}

/** Waits until nothing is being worked on. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector("[data-state=loading]", { state: "detached" });
}

/** Goes to a screen by the rail. */
export async function go(page: Page, screen: string): Promise<void> {
  await page.locator(`.rail a[href="#/${screen}"]`).click();
  await page.waitForSelector("h1");
}

/** Opens the sample and waits for its painting. */
export async function openSample(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Open the sample" }).click();
  await page.waitForSelector("[data-painting]");
  await settled(page);
}

/** What a button makes the browser save. */
export async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  const stream = await download.createReadStream();
  const blocks: Buffer[] = [];
  for await (const block of stream) blocks.push(block as Buffer);
  return { name: download.suggestedFilename(), bytes: Buffer.concat(blocks) };
}
