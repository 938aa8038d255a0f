import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { needing } from "../setup/needs.ts";
import { faultsOf } from "./axe.ts";
import { go, openSample, pick, settled, useBrowser } from "./browser.ts";

/** What fills a screen with all that it can show. */
const filled: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  attributes: async (page) => {
    await page.getByRole("button", { name: "intervals for age" }).click();
    await page.waitForSelector(".icicle");
    await page.getByRole("button", { name: "Look" }).click();
    await page.waitForSelector("text=not by fewer columns");
    await settled(page);
  },
  frontier: async (page) => {
    await page.getByLabel("values of k").fill("5, 9");
    await page.getByRole("button", { name: "Sweep" }).click();
    await page.waitForSelector("[data-point]");
    await settled(page);
  },
  attacks: async (page) => {
    await page.getByRole("button", { name: "Attack", exact: true }).click();
    await page.waitForSelector("[data-attack]");
    await page.getByRole("button", { name: "Tell it" }).click();
    await page.waitForSelector("text=Why it is published so");
  },
  synthetic: async (page) => {
    await page.locator("[data-menu=synthesizers]").selectOption("trees");
    await page.getByRole("button", { name: "Train" }).click();
    await page.waitForSelector("[data-synthetic]");
  },
};

describe("every screen", needing("Chromium"), () => {
  const browser = useBrowser();

  it("passes axe-core's rules, empty and filled, in light and dark", async () => {
    const page = await browser.open();
    const names = await page
      .locator(".rail a")
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).hash.slice(2)));
    const found: string[] = [];
    const look = async (what: string, ...schemes: readonly ("light" | "dark")[]): Promise<void> => {
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        for (const fault of await faultsOf(page)) found.push(`${what}, ${colorScheme}: ${fault}`);
      }
    };
    for (const name of names) {
      await go(page, name);
      await look(`${name}, empty`, "light");
    }
    await go(page, "start");
    await openSample(page);
    for (const name of names) {
      await go(page, name);
      await settled(page);
      await filled[name]?.(page);
      await look(name, "light", "dark");
    }
    expect(found).toEqual([]);
    await page.close();
  });

  it("passes them with a note, the spec, an error and a replay open", async () => {
    const page = await browser.open();
    const found: string[] = [];
    const look = async (what: string): Promise<void> => {
      for (const fault of await faultsOf(page)) found.push(`${what}: ${fault}`);
    };
    await openSample(page);
    await page.getByRole("button", { name: "What does ncp mean?" }).first().click();
    await look("note");
    await page.keyboard.press("Escape");
    await page.locator(".canvas").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("+");
    await page.waitForSelector("text=/records in view/");
    await look("closer");
    await page.getByRole("button", { name: /Replay the cuts/ }).click();
    await page.getByRole("button", { name: "Pause" }).click();
    await look("replay");
    await page.getByRole("tab", { name: "Projection" }).click();
    await page.waitForSelector("text=/records and .* cohorts/");
    await look("projection");
    await page.getByRole("button", { name: "{ } spec" }).click();
    await look("spec");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await go(page, "start");
    await pick(page, "bad.csv", 'a,b\n1,"2\n3,4\n');
    await page.locator("[data-state=error]").waitFor();
    await look("error");
    expect(found).toEqual([]);
    await page.close();
  });

  it("has one heading, which has the focus when one comes to it", async () => {
    const page = await browser.open();
    await openSample(page);
    for (const name of ["data", "attributes", "protect", "result", "report"]) {
      await go(page, name);
      expect(await page.locator("h1").count()).toBe(1);
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    }
    await page.close();
  });
});
