/** @file What the studio shows leaves it as files: SVG that stands alone, and pixels drawn from it. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { needing } from "../setup/needs.ts";
import { drop, go, saved, settled, useBrowser } from "./browser.ts";
import { peopleCsv, peopleSpec } from "./people.ts";

/** What a browser makes of a picture: its size, how many colours it has, and the faults of its text. */
async function lookAt(page: Page, type: string, bytes: Buffer) {
  return page.evaluate(
    async ([kind, base64]) => {
      const image = new Image();
      image.src = `data:${kind};base64,${base64}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const pen = canvas.getContext("2d")!;
      pen.drawImage(image, 0, 0);
      const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
      const colours = new Set(new Uint32Array(data.buffer));
      const text =
        kind === "image/svg+xml" ? new TextDecoder().decode(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))) : "";
      const faults = new DOMParser().parseFromString(text, "image/svg+xml").querySelectorAll("parsererror").length;
      return { width: canvas.width, height: canvas.height, colours: colours.size, faults };
    },
    [type, bytes.toString("base64")] as const,
  );
}

describe("what is shown, saved", needing("Chromium"), () => {
  const browser = useBrowser();
  let page: Page;

  beforeAll(async () => {
    page = await browser.open();
    await drop(page, ".drop", [
      ["people.csv", peopleCsv(600)],
      ["kohort.json", JSON.stringify(peopleSpec)],
    ]);
    await page.waitForSelector("text=600 records in 6 columns");
    await settled(page);
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector("[data-painting]");
    await settled(page);
  });

  const reach: Readonly<Record<string, () => Promise<unknown>>> = {
    painting: async () => {},
    projection: async () => {
      await page.getByRole("tab", { name: "Projection" }).click();
      await page.waitForSelector("text=600 records and");
    },
    frontier: async () => {
      await go(page, "frontier");
      await page.getByLabel("values of k").fill("2, 7");
      for (const name of ["best-cut Mondrian", "clustering"]) await page.getByRole("checkbox", { name }).uncheck();
      await page.getByRole("button", { name: "Sweep" }).click();
      await page.locator('[data-point="mondrian 7"]').waitFor();
    },
    "cohort-sizes": async () => {
      await go(page, "risk");
      await page.locator("[data-risk=marketer]").waitFor();
    },
    attacks: async () => {
      await go(page, "attacks");
      await page.getByRole("button", { name: "Attack", exact: true }).click();
      await page.locator("[data-attack]").first().waitFor();
    },
    "shift-born": async () => {
      await go(page, "utility");
      await page.locator("[data-figure=ncp]").waitFor();
    },
  };

  it.each(Object.keys(reach))("%s", async (name) => {
    await reach[name]();
    await settled(page);
    const button = (kind: string) => page.getByRole("button", { name: `Save the figure as ${kind}` }).first();
    const svg = await saved(page, async () => {
      await button("SVG").focus();
      await page.keyboard.press("Enter");
    });
    const text = svg.bytes.toString();
    expect(svg.name).toBe(`${name}.svg`);
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /);
    expect(text).toMatch(/<title[^>]*>[^<]{5,}<\/title>/);
    // nothing in it is fetched, and nothing leans on the page's styles
    expect(text).not.toMatch(/href=|url\((?!#)|var\(|@import/);
    const drawn = await lookAt(page, "image/svg+xml", svg.bytes);
    expect(drawn.faults).toBe(0);
    expect(drawn.colours).toBeGreaterThan(3);
    const png = await saved(page, () => button("PNG").click());
    expect(png.name).toBe(`${name}.png`);
    const pixels = await lookAt(page, "image/png", png.bytes);
    expect(pixels).toMatchObject({ width: 2 * drawn.width, height: 2 * drawn.height });
    expect(pixels.colours).toBeGreaterThan(3);
  });
});
