/** @file The pictures on the pages are what the code draws today: `npm run pictures` makes them again. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, "docs", "pictures");

/** Pages that explain a method. */
const methods = [
  ...["attacks", "cell-search", "frontier", "full-domain", "hierarchies", "identifiers", "learning", "low-loss"],
  ...["mondrian", "privacy-models", "recipes", "risk", "stages", "synthesis"],
];

describe("the pictures of the pages", () => {
  let pictures: Record<string, () => string>;

  beforeAll(async () => {
    if (!existsSync(join(root, "dist", "index.js"))) throw new Error("pictures are drawn by dist; run `npm run build`");
    ({ pictures } = (await import(join(root, "scripts", "pictures.mjs"))) as { pictures: typeof pictures });
  });

  it("are those that the script draws, none more and none less", () => {
    expect(readdirSync(folder).sort()).toEqual(
      Object.keys(pictures)
        .map((name) => `${name}.svg`)
        .sort(),
    );
  });

  it("are drawn from the code as it is, small and with a title", () => {
    for (const [name, draw] of Object.entries(pictures)) {
      const committed = readFileSync(join(folder, `${name}.svg`), "utf8");
      expect(draw(), `${name}: run \`npm run pictures\``).toBe(committed);
      expect(committed, name).toMatch(/<title[^>]*>[^<]{10,}<\/title>/);
      expect(committed.length, name).toBeLessThan(60_000);
    }
  });

  it("are each shown on a page", () => {
    const pages = readdirSync(join(root, "docs")).filter((page) => page.endsWith(".md"));
    const text = pages.map((page) => readFileSync(join(root, "docs", page), "utf8")).join("\n");
    for (const name of Object.keys(pictures)) expect(text).toContain(`](pictures/${name}.svg)`);
  });

  it.each(methods)("%s has a picture, an example that runs, its papers and its limits", (page) => {
    const text = readFileSync(join(root, "docs", `${page}.md`), "utf8");
    expect(text).toMatch(/^!\[[^\]]{20,}\]\(pictures\//m);
    expect(text).toMatch(/^```(console|ts)$/m);
    expect(text).toMatch(/\b(19|20)\d\d\b/);
    expect(text).toMatch(/does not|do not stop|Limits/);
    expect(text).toMatch(/\]\((threat-model|attacks)\.md|# Attacks/);
  });
});
