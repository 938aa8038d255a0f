import { describe, expect, it } from "vitest";
import { closerTo, cutsOf, isWithin, pathTo, viewOf } from "../../src/web/parts/painting-tree.ts";
import type { PaintingData } from "../../src/web/protocol.ts";

/**
 * Sixteen records on a canvas of 1.6 × 1: 8 on the left and 8 on the right; those on the right 4 above 4; those above
 * again 2 beside 2. Node 0 is the whole, 1 and 2 its halves, 3 and 4 the parts of 2, 5 and 6 the parts of 3.
 */
const painting: PaintingData = {
  boxes: new Float32Array([
    ...[0, 0, 1.6, 1],
    ...[0, 0, 0.8, 1],
    ...[0.8, 0, 1.6, 1],
    ...[0.8, 0, 1.6, 0.5],
    ...[0.8, 0.5, 1.6, 1],
    ...[0.8, 0, 1.2, 0.5],
    ...[1.2, 0, 1.6, 0.5],
  ]),
  depth: new Uint16Array([0, 1, 1, 2, 2, 3, 3]),
  upright: new Uint8Array([0, 1, 1, 0, 0, 1, 1]),
  attribute: new Int32Array([0, -1, 1, 0, -1, -1, -1]),
  first: new Uint32Array([1, 0, 3, 5, 0, 0, 0]),
  count: new Uint32Array([2, 0, 2, 2, 0, 0, 0]),
  records: new Uint32Array([16, 8, 8, 4, 4, 2, 2]),
  cohort: new Int32Array([-1, 0, -1, -1, 1, 2, 3]),
  cutLabels: [],
  own: true,
};

describe("the tree of a painting", () => {
  it("gives the cuts level by level", () => {
    expect([...cutsOf(painting)]).toEqual([0, 2, 3]);
  });

  it("finds the cohort at a point, and all crowds it was in", () => {
    expect(pathTo(painting, 0.1, 0.9)).toEqual([0, 1]);
    expect(pathTo(painting, 1.5, 0.1)).toEqual([0, 2, 3, 6]);
    expect(pathTo(painting, 9, 9)).toEqual([0]);
  });

  it("looks closer until only the cut around a cohort is left", () => {
    expect(closerTo(painting, 0, 3)).toBe(3);
    expect(closerTo(painting, 2, 3)).toBe(3);
    expect(closerTo(painting, 3, 3)).toBeUndefined();
    expect(closerTo(painting, 0, 0)).toBeUndefined();
    expect(closerTo(painting, 0, 17)).toBeUndefined();
    // from a part that the cohort is not in, the way begins at the whole
    expect(closerTo(painting, 3, 1)).toBe(2);
  });

  it("knows what lies within a view", () => {
    const view = viewOf(painting, 3);
    const { boxes } = painting;
    expect(view).toEqual({ left: boxes[12], top: 0, right: boxes[14], bottom: 0.5 });
    expect([0, 1, 2, 3, 4, 5, 6].filter((node) => isWithin(painting, node, view))).toEqual([3, 5, 6]);
  });
});
