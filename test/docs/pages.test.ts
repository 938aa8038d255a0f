import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./page.ts";

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...readdirSync(join(root, "docs"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
];

describe("pages", () => {
  it("are each tested by a file of their own", () => {
    const files = readdirSync(import.meta.dirname).map((file) => readFileSync(join(import.meta.dirname, file), "utf8"));
    const tested = files.flatMap((text) => /^testPage\("(.*)"\);$/m.exec(text)?.[1] ?? []);
    expect(tested.sort()).toEqual(pages.sort());
  });

  it("are all named in the list of pages", () => {
    const list = readFileSync(join(root, "docs", "README.md"), "utf8");
    const missing = pages.filter((page) => page.startsWith("docs/") && page !== "docs/README.md");
    expect(missing.filter((page) => !list.includes(`](${page.slice("docs/".length)})`))).toEqual([]);
  });

  it("begin with a README of under 150 lines", () => {
    expect(readFileSync(join(root, "README.md"), "utf8").split("\n").length).toBeLessThan(150);
  });
});
