import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { append, largest, smallest } from "../../src/base/index.ts";

const src = join(import.meta.dirname, "..", "..", "src");

/** A list among the arguments of a call; calls and lists may stand before it. */
const spread =
  /(?:Math\.(?:max|min|hypot)|\.(?:push|unshift|concat|fromCodePoint))\((?:(?:[^()[\]{}]|\{[^}]*\}|\([^()]*\)|\[[^\]]*\])*,\s*)?\.\.\..*/g;

describe("lists of any length", () => {
  const many = Float64Array.from({ length: 300_000 }, (_, at) => (at * 7919) % 300_007);

  it("have their extremes found and are joined without a spread", () => {
    expect(largest(many)).toBe(many.reduce((a, b) => Math.max(a, b)));
    expect(smallest(many)).toBe(many.reduce((a, b) => Math.min(a, b)));
    const list = [1];
    append(list, many);
    expect(list.length).toBe(many.length + 1);
  });

  it("have the extremes that Math has of none and of NaN", () => {
    expect([largest([]), smallest([])]).toEqual([Math.max(), Math.min()]);
    expect([largest([1, Number.NaN]), smallest([Number.NaN, 1])]).toEqual([Number.NaN, Number.NaN]);
  });

  it("are never spread into the arguments of a call in src, which overflows the stack", () => {
    const wrong = readdirSync(src, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => {
        const text = readFileSync(join(src, file), "utf8");
        const found = text.match(spread) ?? [];
        return found.map((line) => `${file}: ${line.trim()}`);
      })
      .filter((line) => !line.startsWith("base/extremes.ts"));
    expect(wrong).toEqual([]);
  });
});
