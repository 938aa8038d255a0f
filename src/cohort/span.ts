import { lowestCommon } from "../hierarchy/index.ts";
import { leavesOf } from "./floor.ts";
import type { Attribute } from "./problem.ts";

/** What a span needs to know of an attribute. */
export type SpanAxis = Pick<Attribute, "positions" | "range" | "missing" | "tree" | "size">;

/**
 * The width of a run of ranks as a share of the attribute, 0 … 1, as normalised certainty penalty counts it: for
 * numbers, days and ordered names the distance between the ends over the range; for a hierarchy the leaves under the
 * lowest node that covers the run over all leaves, 0 for a leaf; 1 when missing and present values are together.
 */
export function spanOf(axis: SpanAxis, low: number, high: number): number {
  if (low === high) return 0;
  if (high === axis.missing) return 1;
  if (axis.tree !== undefined) {
    const { tree, leafOf } = axis.tree;
    const node = lowestCommon(tree, leafOf[low], leafOf[high]);
    return (tree.high[node] - tree.low[node] + 1) / tree.leaves.length;
  }
  return (axis.positions[high] - axis.positions[low]) / axis.range;
}

/** The same for what is published: a group that stands alone covers all its values. */
export function publishedShare(axis: SpanAxis, low: number, high: number): number {
  if (low !== high || axis.tree === undefined) return spanOf(axis, low, high);
  const [first, last] = leavesOf(axis, low);
  return first === last ? 0 : (last - first + 1) / axis.tree.tree.leaves.length;
}
