import { describe, expect, it } from "vitest";
import { axisOf, type Ladder, ladderOf } from "../../src/cohort/index.ts";
import { type Hierarchy, readHierarchy } from "../../src/hierarchy/index.ts";
import { readCsv } from "../../src/table/index.ts";

function ladder(values: readonly string[], hierarchy?: Hierarchy): Ladder {
  const column = readCsv(`a,b\n${values.map((value) => `${value},x`).join("\n")}\n`).columns[0];
  return ladderOf(axisOf(column, 0, hierarchy === undefined ? {} : { hierarchy }).attribute);
}

function file(text: string): Hierarchy {
  return readHierarchy(new TextEncoder().encode(text)).hierarchy;
}

describe("the ladder of an attribute", () => {
  it("has the levels of its hierarchy, and counts values that never occur", () => {
    const { height, domain, labels, leaves, groupOf } = ladder(
      ["b", "d", "a"],
      file("a;ab;*\nb;ab;*\nc;cd;*\nd;cd;*\n"),
    );
    expect({ height, domain }).toEqual({ height: 2, domain: 4 });
    expect(labels).toEqual([["a", "b", "d"], ["ab", "cd"], ["*"]]);
    expect(leaves.map((counts) => [...counts])).toEqual([[1, 1, 1], [2, 2], [4]]);
    expect(groupOf.map((groups) => [...groups])).toEqual([
      [0, 1, 2],
      [0, 0, 1],
      [0, 0, 0],
    ]);
  });

  it("is the values and everything without a hierarchy", () => {
    const { height, domain, labels } = ladder(["7", "3", "7", "5"]);
    expect({ height, domain, labels }).toEqual({ height: 1, domain: 3, labels: [["3", "5", "7"], ["*"]] });
  });

  it("keeps what is missing apart up to the last level, unless the hierarchy lists it", () => {
    const apart = ladder(["a", "", "b"], file("a;ab;*\nb;ab;*\n"));
    expect(apart.labels.map((level) => level.length)).toEqual([3, 2, 1]);
    expect([apart.domain, [...apart.leaves[1]], [...apart.leaves[2]]]).toEqual([3, [2, 1], [3]]);
    const listed = ladder(["a", "", "b"], file('a;ab;*\nb;ab;*\n"";ab;*\n'));
    expect([listed.domain, listed.labels[1]]).toEqual([3, ["ab"]]);
  });

  it("escapes single values that look like groups, and only those", () => {
    expect(ladder(["*", "[1..2]"]).labels[0]).toEqual(["\\*", "\\[1..2]"]);
  });
});
