import { describe, expect, it } from "vitest";
import { needing } from "../setup/needs.ts";
import { go, openSample, pick, saved, settled, useBrowser } from "./browser.ts";

describe("the spec as text", needing("Chromium"), () => {
  const browser = useBrowser();

  it("is changed as one step, refused with its place when it is wrong, and follows Undo", async () => {
    const page = await browser.open();
    await openSample(page);
    const button = page.getByRole("button", { name: "{ } spec" });
    const text = page.getByRole("textbox", { name: "the spec" });
    await button.click();
    const before = await text.inputValue();
    expect(JSON.parse(before).privacy).toEqual([{ model: "k-anonymity", k: 5 }]);
    await text.fill(before.replace('"k": 5', '"k": "many"'));
    await page.getByRole("button", { name: "Use this" }).click();
    const alert = page.locator("dialog [role=alert]");
    await alert.waitFor();
    expect(await alert.innerText()).toContain("privacy");
    expect(await page.locator("[data-state=stale]").count()).toBe(0);
    await text.fill("{ nothing");
    await page.getByRole("button", { name: "Use this" }).click();
    await expect.poll(() => alert.innerText()).toMatch(/JSON|line|nothing/);
    await text.fill(before.replace('"k": 5', '"k": 9'));
    await page.getByRole("button", { name: "Use this" }).click();
    await page.locator("dialog").waitFor({ state: "hidden" });
    await page.locator("[data-state=stale]").waitFor();
    await go(page, "protect");
    expect(await page.getByLabel("k", { exact: true }).inputValue()).toBe("9");
    await button.click();
    expect(JSON.parse(await text.inputValue()).privacy[0].k).toBe(9);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => text.inputValue()).toBe(before);
    await text.focus();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "hidden" });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.close();
  });
});

describe("settings", needing("Chromium"), () => {
  const browser = useBrowser();

  it("that are on or off show what holds when the spec says nothing", async () => {
    const page = await browser.open();
    await openSample(page);
    await go(page, "protect");
    await page.locator("[data-menu=algorithms]").selectOption("mondrian");
    await page.getByText("Settings of Mondrian").click();
    const [strict, flat] = ["strict", "flat"].map((name) => page.getByRole("checkbox", { name }));
    expect(await strict.isChecked()).toBe(true);
    expect(await flat.isChecked()).toBe(false);
    await strict.uncheck();
    await flat.check();
    const said = async () => {
      await page.getByRole("button", { name: "{ } spec" }).click();
      const text = await page.getByRole("textbox", { name: "the spec" }).inputValue();
      await page.getByRole("button", { name: "Close", exact: true }).click();
      return JSON.parse(text).algorithm;
    };
    expect(await said()).toEqual({ name: "mondrian", strict: false, flat: true });
    await strict.check();
    await flat.uncheck();
    expect(await said()).toEqual({ name: "mondrian" });
    await page.close();
  });

  it("say under their fields what they do and what holds unless stated", async () => {
    const page = await browser.open();
    await openSample(page);
    await go(page, "protect");
    await page.locator("[data-menu=algorithms]").selectOption("best-cut");
    await page.getByText("Settings of best-cut Mondrian").click();
    const beam = page.getByLabel("beam", { exact: true });
    expect(await beam.getAttribute("placeholder")).toBe("3");
    expect(await beam.getAttribute("aria-describedby")).not.toBeNull();
    const helps = await page.locator(".field .help").allInnerTexts();
    expect(helps).toContain("How many cuts of a small part are followed to their end; 1 is greedy throughout.");
    expect(helps).toContain("Records that every cohort has at least, or auto.");
    expect(helps).toContain("Where random choices start; 1 unless stated.");
    await page.getByRole("button", { name: "Add a requirement" }).click();
    const variant = page.getByLabel("variant", { exact: true });
    expect(await variant.locator("option").first().innerText()).toBe("usual: distinct");
    await page.getByLabel("k", { exact: true }).fill("many");
    await page.getByLabel("k", { exact: true }).blur();
    expect(await page.locator(".main").innerText()).not.toContain("NaN");
    await page.keyboard.press("Control+Enter");
    expect(await page.locator("[data-state=error]").innerText()).toContain("many");
    await page.close();
  });
});

describe("hierarchies", needing("Chromium"), () => {
  const browser = useBrowser();

  it("are saved all at once, and one by one as the file that is read again", async () => {
    const page = await browser.open();
    await openSample(page);
    await go(page, "report");
    const { name, bytes } = await saved(page, () => page.getByRole("button", { name: "Hierarchies" }).click());
    expect(name).toBe("hierarchies.zip");
    const { unzipSync } = await import("fflate");
    const files = unzipSync(bytes);
    expect(Object.keys(files).sort()).toEqual(["hierarchy-admission.csv", "hierarchy-age.csv", "hierarchy-zip.csv"]);
    await go(page, "attributes");
    await page.getByRole("button", { name: "intervals for age" }).click();
    await page.waitForSelector(".icicle");
    const one = await saved(page, () => page.getByRole("button", { name: "Save as CSV" }).click());
    expect(one.name).toBe("hierarchy-age.csv");
    expect(one.bytes.equals(Buffer.from(files["hierarchy-age.csv"]))).toBe(true);
    expect(one.bytes.toString().split("\n")).toContain("56;[55..59];[50..59];[40..59];[40..79];[0..79];*");
    await page.locator("input[type=file][aria-label^='Load a hierarchy']").setInputFiles({
      name: "mine.csv",
      mimeType: "text/csv",
      buffer: one.bytes,
    });
    await page.getByRole("button", { name: "file for age" }).waitFor();
    await page.getByText("Edit the groups by hand").click();
    expect((await page.getByRole("textbox", { name: /groups/ }).inputValue()).trim()).toBe(one.bytes.toString().trim());
    await page.close();
  });

  it("are not offered where there are none", async () => {
    const page = await browser.open();
    await pick(page, "plain.csv", "town,ill\nA,x\nA,y\nB,x\nB,y\n");
    await page.waitForSelector("text=4 records in 2 columns");
    await go(page, "attributes");
    await page.getByRole("radio", { name: "town: quasi-identifying", exact: true }).check();
    await go(page, "protect");
    await page.getByLabel("k", { exact: true }).fill("2");
    await page.getByLabel("k", { exact: true }).blur();
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector("[data-painting]");
    await settled(page);
    await go(page, "report");
    expect(await page.getByRole("button", { name: "Hierarchies" }).isDisabled()).toBe(true);
    await page.close();
  });
});
