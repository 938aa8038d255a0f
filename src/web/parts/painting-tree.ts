/** @file Finding one's way in the tree of cuts that a painting shows. */
import type { PaintingData } from "../protocol.ts";

/** The part of a painting that is looked at, which is a node's box. */
export type View = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

const ordered = new WeakMap<PaintingData, Uint32Array>();

/** The cuts in the order in which a replay makes them: the whole table first, then level by level. */
export function cutsOf(painting: PaintingData): Uint32Array {
  const known = ordered.get(painting);
  if (known !== undefined) return known;
  const { count, depth } = painting;
  const starts = new Uint32Array(depth.reduce((most, level) => Math.max(most, level), 0) + 2);
  for (let node = 0; node < count.length; node++) if (count[node] > 0) starts[depth[node] + 1] += 1;
  for (let level = 1; level < starts.length; level++) starts[level] += starts[level - 1];
  const cuts = new Uint32Array(starts.at(-1)!);
  for (let node = 0; node < count.length; node++) if (count[node] > 0) cuts[starts[depth[node]]++] = node;
  ordered.set(painting, cuts);
  return cuts;
}

/** Where a node lies. */
export function viewOf({ boxes }: PaintingData, node: number): View {
  return {
    left: boxes[4 * node],
    top: boxes[4 * node + 1],
    right: boxes[4 * node + 2],
    bottom: boxes[4 * node + 3],
  };
}

/** Whether a node lies within a view. */
export function isWithin({ boxes }: PaintingData, node: number, { left, top, right, bottom }: View): boolean {
  const slack = 1e-6;
  return (
    boxes[4 * node] >= left - slack &&
    boxes[4 * node + 1] >= top - slack &&
    boxes[4 * node + 2] <= right + slack &&
    boxes[4 * node + 3] <= bottom + slack
  );
}

/** The nodes from the whole table down to the cohort at a point. */
export function pathTo(painting: PaintingData, x: number, y: number): number[] {
  const { boxes, first, count } = painting;
  const path = [0];
  for (let node = 0; count[node] > 0; ) {
    let next = -1;
    for (let child = first[node]; child < first[node] + count[node] && next < 0; child++) {
      const isAcross = boxes[4 * child] <= x && x <= boxes[4 * child + 2];
      if (isAcross && boxes[4 * child + 1] <= y && y <= boxes[4 * child + 3]) next = child;
    }
    if (next < 0) break;
    path.push(next);
    node = next;
  }
  return path;
}

/** Of the records in view, the share that the next view has at most. */
const closer = 1 / 6;

/** The node to look at next, on the way from one that is in view to a cohort; undefined when nothing is left to see. */
export function closerTo(painting: PaintingData, root: number, cohort: number): number | undefined {
  const leaf = painting.cohort.indexOf(cohort);
  if (leaf < 0) return undefined;
  const { left, top, right, bottom } = viewOf(painting, leaf);
  const path = pathTo(painting, (left + right) / 2, (top + bottom) / 2).filter((node) => painting.count[node] > 0);
  const place = path.indexOf(root);
  const below = path.slice(place < 0 ? 1 : place + 1);
  const most = painting.records[place < 0 ? 0 : root] * closer;
  return below.find((node) => painting.records[node] <= most) ?? below.at(-1);
}
