import { describe, expect, it } from "vitest";
import { axisOf } from "../../src/cohort/index.ts";
import { treeHierarchy } from "../../src/hierarchy/index.ts";
import { readCsv } from "../../src/table/index.ts";

function axis(values: readonly string[], options: Parameters<typeof axisOf>[2] = {}) {
  const table = readCsv(`v\n${values.map((value) => `"${value}"`).join("\n")}\n`);
  return axisOf(table.columns[0], 0, options);
}

describe("an axis", () => {
  it("gives labels that mean the same number one rank and publishes the shortest", () => {
    const { attribute, rankOf } = axis(["7", "5.0", "5", "-1", "5.00"]);
    expect(attribute.labels).toEqual(["-1", "5", "7"]);
    expect([...rankOf]).toEqual([2, 1, 1, 0, 1]);
    expect([...attribute.positions]).toEqual([-1, 5, 7]);
    expect(attribute.range).toBe(8);
  });

  it("orders names by frequency and code point, as stated or by first appearance, what is missing last", () => {
    expect(axis(["c", "b", "a", "", "c"]).attribute.labels).toEqual(["a", "b", "c", ""]);
    expect(axis(["\u{1f600}", "\uff21", "z"]).attribute.labels).toEqual(["z", "\uff21", "\u{1f600}"]);
    expect(axis(["b", "a", "", "c"], { layout: "appearance" }).attribute.labels).toEqual(["b", "a", "c", ""]);
    const stated = axis(["b", "d", "a", "", "c"], { order: ["a", "b"] }).attribute;
    expect(stated.labels).toEqual(["a", "b", "c", "d", ""]);
    expect(stated.missing).toBe(4);
    expect(stated.range).toBe(3);
  });

  it("lays the leaves of a hierarchy in its order, those that do not occur left out", () => {
    const hierarchy = treeHierarchy(["a", "b", "c"], { kind: "tree", tree: { x: ["c", "d"], y: ["a", "b"] } });
    const { attribute } = axis(["a", "b", "c"], { hierarchy });
    expect(attribute.labels).toEqual(["c", "a", "b"]);
    expect([...attribute.tree!.leafOf].map((leaf) => attribute.tree!.tree.leaves[leaf])).toEqual(["c", "a", "b"]);
  });

  it("orders days by date whatever their form", () => {
    expect(axis(["03.02.2024", "28.01.2024", "01.03.2023"]).attribute.labels).toEqual([
      "01.03.2023",
      "28.01.2024",
      "03.02.2024",
    ]);
  });
});
