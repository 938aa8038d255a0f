import { treeOf } from "../hierarchy/index.ts";
import { labelAt } from "../table/index.ts";
import type { Attribute, Axis } from "./problem.ts";

/**
 * The axis with the groups of a level of its hierarchy as ranks, so that whoever works on ranks publishes nothing
 * finer. The tree keeps all values as leaves: what a group covers is counted in values of the original. A missing value
 * that the hierarchy lists belongs to its group.
 */
export function raiseAxis({ attribute, rankOf, source }: Axis, level: number): Axis {
  if (level === 0 || attribute.tree === undefined) return { attribute, rankOf, source };
  const { hierarchy } = attribute.tree;
  const tree = treeOf(hierarchy, level);
  const listed = new Map(tree.leaves.map((label, leaf) => [label, leaf]));
  const seen = new Uint8Array(source.labels.size);
  for (let row = 0; row < source.codes.length; row++) seen[source.codes[row]] = 1;
  const nodes = Int32Array.from(seen, (isSeen, code) => {
    if (isSeen === 0) return unseen;
    const leaf = listed.get(labelAt(source.labels, code));
    return leaf === undefined ? unlisted : tree.leafNode[leaf];
  });
  const inOrder = [...new Set(nodes)].filter((node) => node >= 0).sort((a, b) => tree.low[a] - tree.low[b]);
  const ranks = new Map(inOrder.map((node, rank) => [node, rank]));
  const gap = nodes.includes(unlisted) ? [attribute.labels[attribute.missing]] : [];
  const size = inOrder.length + gap.length;
  const { numbers: _, ...kept } = attribute;
  const raised: Attribute = {
    ...kept,
    size,
    positions: Float64Array.from({ length: size }, (_, rank) => (rank < inOrder.length ? rank : Number.NaN)),
    labels: [...inOrder.map((node) => tree.labels[node]), ...gap],
    missing: gap.length > 0 ? size - 1 : -1,
    range: Math.max(0, inOrder.length - 1),
    tree: {
      tree,
      hierarchy,
      leafOf: Int32Array.from([...inOrder.map((node) => tree.low[node]), ...gap.map(() => -1)]),
    },
    floor: level,
  };
  const rankOfNode = (node: number): number => (node === unseen ? 0 : (ranks.get(node) ?? inOrder.length));
  return { attribute: raised, rankOf: Uint32Array.from(nodes, rankOfNode), source };
}

/** The marks of a code that no row has, and of a missing value that the hierarchy does not list. */
const unseen = -2;
const unlisted = -1;

/** The first and the last leaf that a rank stands for. */
export function leavesOf(
  { tree: laid }: Pick<Attribute, "tree">,
  rank: number,
): readonly [first: number, last: number] {
  const { tree, leafOf } = laid!;
  const leaf = leafOf[rank];
  if (leaf < 0) return [leaf, leaf];
  const node = tree.leafNode[leaf];
  return [tree.low[node], tree.high[node]];
}

/** Whether a rank is a value of the original, or one that is missing, and no group. */
export function isValue(attribute: Attribute, rank: number): boolean {
  if (attribute.floor === undefined || rank === attribute.missing) return true;
  const [first, last] = leavesOf(attribute, rank);
  return first === last && attribute.tree!.tree.leaves[first] === attribute.labels[rank];
}
