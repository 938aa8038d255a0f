import { describe, expect, it } from "vitest";
import { aliasTables, drawFrom } from "../../src/sample/alias.ts";

describe("alias tables", () => {
  it("give every value its share of all random numbers", () => {
    const contexts = [
      [5, 0, 1, 10, 4],
      [1, 1, 1, 1, 1],
      [0, 0, 0, 0, 7],
    ];
    const tables = aliasTables(contexts);
    const draws = 1 << 16;
    contexts.forEach((weights, context) => {
      const found = [0, 0, 0, 0, 0, 0, 0, 0];
      for (let i = 0; i < draws; i++) found[drawFrom(tables, context, (i * 0x1_0000 + 0x8000) >>> 0)] += 1;
      const total = weights.reduce((sum, weight) => sum + weight);
      for (const [value, weight] of weights.entries()) {
        expect(Math.abs(found[value] - (draws * weight) / total)).toBeLessThan(8);
      }
      expect(found.slice(5)).toEqual([0, 0, 0]);
    });
  });

  it("never draw what weighs nothing, not even from the outermost random numbers", () => {
    const tables = aliasTables([[0, 3, 0, 2, 0, 0]]);
    for (const random of [0, 1, 0x1fff_ffff, 0x2000_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff]) {
      expect([1, 3]).toContain(drawFrom(tables, 0, random));
    }
  });

  it("serve two values and as many as 256", () => {
    expect(drawFrom(aliasTables([[1, 3]]), 0, 0xffff_ffff)).toBe(1);
    const tables = aliasTables([Array.from({ length: 256 }, () => 1)]);
    for (const value of [0, 1, 128, 255]) expect(drawFrom(tables, 0, value * 0x100_0000 + 5)).toBe(value);
    expect(() => aliasTables([Array.from({ length: 257 }, () => 1)])).toThrow();
  });
});
