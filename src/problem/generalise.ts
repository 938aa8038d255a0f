/**
 * @file k^m-anonymity of sets by generalising items: apriori anonymization of Terrovitis, Mamoulis and Kalnis,
 * *Privacy-preserving anonymization of set-valued data*, VLDB 2008, section 4.3. Combinations are looked at by size;
 * whatever is generalised for a smaller one only makes larger ones more frequent, and no smaller one rarer. Where they
 * weigh all ways to generalise a combination, we take the one step that loses least and count again; leaving an item out
 * is such a step, and where there is no hierarchy most often the smallest.
 */
import type { Tree } from "../hierarchy/index.ts";
import { supportsOf } from "./supports.ts";

/** What items are published as: the node of the tree for each leaf that occurs, −1 where it had to be left out. */
export type ItemCut = { readonly nodeOf: ReadonlyMap<number, number>; readonly loss: number };

/** The share of all items that a node stands for; a single one loses nothing. */
function shareOf(tree: Tree, node: number): number {
  if (node < 0) return 1;
  const leaves = tree.high[node] - tree.low[node] + 1;
  return leaves === 1 ? 0 : leaves / tree.leaves.length;
}

/** Finds what each item is published as so that every combination of up to m items is in at least k sets, or none. */
export function generaliseItems(
  sets: readonly (readonly number[])[],
  tree: Tree,
  { k, m }: { readonly k: number; readonly m: number },
): ItemCut {
  const found = new Map<number, number>();
  for (const set of sets) for (const leaf of set) found.set(leaf, (found.get(leaf) ?? 0) + 1);
  // in the order of the leaves, so that sums and ties do not depend on the order of the sets
  const counts = new Map([...found].sort((a, b) => a[0] - b[0]));
  const nodeOf = new Map([...counts.keys()].map((leaf) => [leaf, tree.leafNode[leaf]]));
  for (let size = 1; size <= m; size++) {
    for (;;) {
      const supports = supportsOf(
        sets.map((set) => publishedItems(set, nodeOf)),
        size,
      );
      const failing = [...supports]
        .filter(([, support]) => support < k)
        .sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
      if (failing.length === 0) break;
      for (const [key] of failing) {
        const nodes = key.split(",").map(Number);
        const current = new Set(nodeOf.values());
        // what another combination has moved already is counted again first
        if (nodes.every((node) => current.has(node))) raise(nodeOf, counts, tree, nodes);
      }
    }
  }
  let lost = 0;
  let all = 0;
  for (const [leaf, count] of counts) {
    lost += count * shareOf(tree, nodeOf.get(leaf)!);
    all += count;
  }
  return { nodeOf, loss: all === 0 ? 0 : lost / all };
}

/** The items of a set as they are published: nodes, each once, ascending. */
export function publishedItems(set: readonly number[], nodeOf: ReadonlyMap<number, number>): number[] {
  const nodes = new Set(set.map((leaf) => nodeOf.get(leaf)!));
  nodes.delete(-1);
  return [...nodes].sort((a, b) => a - b);
}

/** Takes the one step up, or out, of one of the nodes that loses least; a step that joins nothing is none. */
function raise(
  nodeOf: Map<number, number>,
  counts: ReadonlyMap<number, number>,
  tree: Tree,
  nodes: readonly number[],
): void {
  const leavesUnder = (node: number): number[] =>
    [...nodeOf.keys()].filter((leaf) => leaf >= tree.low[node] && leaf <= tree.high[node] && nodeOf.get(leaf)! >= 0);
  let best: { cost: number; leaves: number[]; to: number } | undefined;
  for (const node of nodes) {
    const own = leavesUnder(node);
    let up = tree.parent[node];
    while (up >= 0 && leavesUnder(up).length === own.length) up = tree.parent[up];
    for (const to of up < 0 ? [-1] : [up, -1]) {
      const leaves = to < 0 ? own : leavesUnder(to);
      const lost = (leaf: number): number => counts.get(leaf)! * (shareOf(tree, to) - shareOf(tree, nodeOf.get(leaf)!));
      const cost = leaves.reduce((sum, leaf) => sum + lost(leaf), 0);
      if (best === undefined || cost < best.cost) best = { cost, leaves, to };
    }
  }
  for (const leaf of best!.leaves) nodeOf.set(leaf, best!.to);
}
