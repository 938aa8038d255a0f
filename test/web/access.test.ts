import { describe, expect, it } from "vitest";
import { faultsOf } from "./axe.ts";
import { go, openSample, settled, useBrowser } from "./browser.ts";

describe("every screen", () => {
  const browser = useBrowser();

  it("passes axe-core's rules, empty and filled, in light and dark", async () => {
    const page = await browser.open();
    const names = await page
      .locator(".rail a")
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).hash.slice(2)));
    const found: string[] = [];
    const look = async (when: string, only?: string): Promise<void> => {
      for (const name of names) {
        await go(page, name);
        await settled(page);
        for (const fault of await faultsOf(page, only)) found.push(`${name} ${when}: ${fault}`);
      }
    };
    await look("empty");
    await go(page, "start");
    await openSample(page);
    await look("light");
    await page.emulateMedia({ colorScheme: "dark" });
    await look("dark", "color-contrast");
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
