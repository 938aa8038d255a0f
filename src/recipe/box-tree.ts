/**
 * @file Boxes around a point. Boxes are sorted into a tree of bounds by their middles (as in J. Goldsmith and J. Salmon,
 * *Automatic creation of object hierarchies for ray tracing*, 1987, with halves instead of a cost), so that those around
 * a point are found without a look at all of them.
 */
import { append } from "../base/index.ts";

/** Boxes of whole numbers: per axis the lowest and highest of each box, both included; an empty one has low > high. */
export type Boxes = { readonly low: readonly Int32Array[]; readonly high: readonly Int32Array[] };

/** Calls `visit` with every box around a point until it says false; the axis `but` is passed over. */
export type BoxSearch = (point: ArrayLike<number>, visit: (box: number) => boolean, but?: number) => void;

type Node = {
  readonly from: number;
  readonly to: number;
  readonly bounds: Int32Array;
  readonly parts: readonly Node[];
};

/** Boxes that are not parted further. */
const few = 4;

/** Sorts boxes so that those around a point are found quickly. */
export function boxSearch({ low, high }: Boxes): BoxSearch {
  const order = Uint32Array.from(low[0], (_, box) => box);
  const root = build(order, 0, order.length, { low, high });
  const holds = (point: ArrayLike<number>, box: number, but: number): boolean => {
    for (let axis = 0; axis < low.length; axis++) {
      if (axis === but) continue;
      if (point[axis] < low[axis][box] || point[axis] > high[axis][box]) return false;
    }
    return true;
  };
  return (point, visit, but = -1) => {
    const open: Node[] = [root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (!within(point, node.bounds, but)) continue;
      append(open, node.parts);
      if (node.parts.length > 0) continue;
      for (let at = node.from; at < node.to; at++) {
        if (holds(point, order[at], but) && !visit(order[at])) return;
      }
    }
  };
}

function within(point: ArrayLike<number>, bounds: Int32Array, but: number): boolean {
  for (let axis = 0; 2 * axis < bounds.length; axis++) {
    if (axis !== but && (point[axis] < bounds[2 * axis] || point[axis] > bounds[2 * axis + 1])) return false;
  }
  return true;
}

function build(order: Uint32Array, from: number, to: number, boxes: Boxes): Node {
  const { low, high } = boxes;
  const bounds = new Int32Array(2 * low.length);
  let [widest, most] = [0, 0];
  for (let axis = 0; axis < low.length; axis++) {
    let [lowest, highest, first, last] = [0x7fff_ffff, -1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let at = from; at < to; at++) {
      const [start, end] = [low[axis][order[at]], high[axis][order[at]]];
      lowest = Math.min(lowest, start);
      highest = Math.max(highest, end);
      first = Math.min(first, start + end);
      last = Math.max(last, start + end);
    }
    bounds[2 * axis] = lowest;
    bounds[2 * axis + 1] = highest;
    // how far middles lie apart, against how far the boxes reach
    const spread = (last - first) / (highest - lowest + 1);
    if (spread > most) [widest, most] = [axis, spread];
  }
  if (to - from <= few || most === 0) return { from, to, bounds, parts: [] };
  const middle = (box: number): number => low[widest][box] + high[widest][box];
  order.subarray(from, to).sort((a, b) => middle(a) - middle(b) || a - b);
  const half = (from + to) >>> 1;
  return { from, to, bounds, parts: [build(order, from, half, boxes), build(order, half, to, boxes)] };
}
