import type { Hierarchy } from "./hierarchy.ts";

/** A hierarchy as a tree over a line of leaves: every node is a run of neighbouring leaves, node 0 is the root. */
export type Tree = {
  /** The values in an order in which every node is a contiguous run; the source's order inside a parent. */
  readonly leaves: readonly string[];
  /** The label of each node. */
  readonly labels: readonly string[];
  /** The first leaf of each node. */
  readonly low: Int32Array;
  /** The last leaf of each node, itself included. */
  readonly high: Int32Array;
  /** The node above each node, −1 for the root. */
  readonly parent: Int32Array;
  /** The nodes right below each node, in the order of their leaves. */
  readonly children: readonly Int32Array[];
  /** The node that each leaf is, or with a minimum level the lowest node above it. */
  readonly leafNode: Int32Array;
};

const none = /* @__PURE__ */ new Int32Array(0);

/**
 * The tree of a hierarchy. A node whose only child bears its own label, as padding makes them, is one node with that
 * child. Nodes are numbered from the root down, each before its children. With a minimum level nothing stands below its
 * groups: they have all their values as leaves and no children.
 */
export function treeOf(hierarchy: Hierarchy, minimum = 0): Tree {
  const { levels } = hierarchy;
  const below = hierarchy.parents.map((up, level) => childrenByParent(up, levels[level + 1].length));
  const leaves: string[] = [];
  const labels: string[] = [];
  const parents: number[] = [];
  const leafNodes: number[] = [];
  const lows: number[] = [];
  const waiting: number[] = [levels.length - 1, 0, -1];
  while (waiting.length > 0) {
    const parent = waiting.pop()!;
    let place = waiting.pop()!;
    let level = waiting.pop()!;
    const label = levels[level][place];
    while (level > minimum) {
      const { starts, members } = below[level - 1];
      if (starts[place + 1] - starts[place] !== 1) break;
      const only = members[starts[place]];
      if (levels[level - 1][only] !== label) break;
      place = only;
      level -= 1;
    }
    if (level > 0 && parent >= 0 && isEmpty(below, level, place)) continue;
    const node = labels.length;
    labels.push(label);
    parents.push(parent);
    lows.push(leaves.length);
    if (level === minimum) {
      for (const leaf of valuesUnder(below, level, place)) {
        leafNodes.push(node);
        leaves.push(levels[0][leaf]);
      }
      continue;
    }
    const { starts, members } = below[level - 1];
    for (let i = starts[place + 1] - 1; i >= starts[place]; i--) waiting.push(level - 1, members[i], node);
  }
  const parent = Int32Array.from(parents);
  const low = Int32Array.from(lows);
  const leafNode = Int32Array.from(leafNodes);
  return { leaves, labels, low, high: highs(low, parent, leafNode), parent, children: childLists(parent), leafNode };
}

/** The lowest node that covers all leaves from `lowLeaf` to `highLeaf`, both included. */
export function lowestCommon(tree: Tree, lowLeaf: number, highLeaf: number): number {
  const { high, parent } = tree;
  let node = tree.leafNode[lowLeaf];
  while (high[node] < highLeaf) node = parent[node];
  return node;
}

/** The members of group g are `members[starts[g] … starts[g + 1])`. */
type Members = { readonly starts: Uint32Array; readonly members: Uint32Array };

function childrenByParent(up: Uint32Array, groups: number): Members {
  const starts = new Uint32Array(groups + 1);
  for (const group of up) starts[group + 1] += 1;
  for (let group = 0; group < groups; group++) starts[group + 1] += starts[group];
  const next = starts.slice();
  const members = new Uint32Array(up.length);
  for (let place = 0; place < up.length; place++) members[next[up[place]]++] = place;
  return { starts, members };
}

/** The values below a group in the order of the tree, or the value itself at level 0. */
function valuesUnder(below: readonly Members[], level: number, place: number): readonly number[] {
  if (level === 0) return [place];
  const { starts, members } = below[level - 1];
  const own = [...members.subarray(starts[place], starts[place + 1])];
  return level === 1 ? own : own.flatMap((member) => valuesUnder(below, level - 1, member));
}

/** Whether no value stands below a group. */
function isEmpty(below: readonly Members[], level: number, place: number): boolean {
  const { starts, members } = below[level - 1];
  for (let i = starts[place]; i < starts[place + 1]; i++) {
    if (level === 1 || !isEmpty(below, level - 1, members[i])) return false;
  }
  return true;
}

/** The last leaf below each node; nodes stand before their children. */
function highs(low: Int32Array, parent: Int32Array, leafNode: Int32Array): Int32Array {
  const high = new Int32Array(low.length).fill(-1);
  leafNode.forEach((node, leaf) => {
    high[node] = leaf;
  });
  for (let node = low.length - 1; node > 0; node--) {
    const above = parent[node];
    if (high[node] > high[above]) high[above] = high[node];
  }
  return high;
}

function childLists(parent: Int32Array): Int32Array[] {
  const counts = new Int32Array(parent.length);
  for (let node = 1; node < parent.length; node++) counts[parent[node]] += 1;
  const lists: Int32Array[] = Array.from(counts, (count) => (count === 0 ? none : new Int32Array(count)));
  const filled = new Int32Array(parent.length);
  for (let node = 1; node < parent.length; node++) {
    const above = parent[node];
    lists[above][filled[above]++] = node;
  }
  return lists;
}
