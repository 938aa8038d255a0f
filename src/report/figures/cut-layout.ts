import type { CutTree } from "../../cohort/index.ts";

/** Where every node of a tree of cuts lies: arrays over nodes, the whole table first. */
export type CutLayout = {
  readonly left: Float64Array;
  readonly top: Float64Array;
  readonly right: Float64Array;
  readonly bottom: Float64Array;
  readonly depth: Uint16Array;
  /** Whether the node's parent is divided by upright lines. */
  readonly upright: Uint8Array;
};

/**
 * Divides a canvas along a tree of cuts, across the longer side and in proportion to the records on either side, so
 * that a leaf's area is its share of the records. What comes first in the tree lies left or above.
 */
export function layOutCuts(tree: CutTree, width: number, height: number): CutLayout {
  const nodes = tree.records.length;
  const left = new Float64Array(nodes);
  const top = new Float64Array(nodes);
  const right = new Float64Array(nodes).fill(width);
  const bottom = new Float64Array(nodes).fill(height);
  const depth = new Uint16Array(nodes);
  const upright = new Uint8Array(nodes);
  const open = [0];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const children = tree.count[node];
    if (children === 0) continue;
    const across = right[node] - left[node] >= bottom[node] - top[node];
    const [from, to] = across ? [left[node], right[node]] : [top[node], bottom[node]];
    let before = 0;
    let start = from;
    for (let child = tree.first[node]; child < tree.first[node] + children; child++) {
      before += tree.records[child];
      const end = from + ((to - from) * before) / tree.records[node];
      left[child] = across ? start : left[node];
      right[child] = across ? end : right[node];
      top[child] = across ? top[node] : start;
      bottom[child] = across ? bottom[node] : end;
      depth[child] = depth[node] + 1;
      upright[child] = across ? 1 : 0;
      open.push(child);
      start = end;
    }
  }
  return { left, top, right, bottom, depth, upright };
}
