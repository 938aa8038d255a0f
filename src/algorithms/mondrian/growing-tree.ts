import { report, type Task } from "../../base/index.ts";
import type { CutTree } from "../../cohort/index.ts";

/** A cut tree while it is being made. */
export type GrowingTree = {
  readonly attribute: number[];
  readonly cutAt: number[];
  readonly first: number[];
  readonly count: number[];
  readonly records: number[];
  readonly cohort: number[];
  /** Adds a node with no parent, or a child that `cut` has counted. */
  readonly open: (records: number) => number;
  readonly close: (node: number, cohort: number) => void;
  /** Cuts a node in two with the stated records; returns the first child's place, the second stands behind it. */
  readonly cut: (node: number, attribute: number, rank: number, left: number, right: number) => number;
  /** Gives a node any number of children, with no records yet; returns the first one's place. */
  readonly branch: (node: number, attribute: number, rank: number, children: number) => number;
};

/** An empty tree. */
export function growTree(): GrowingTree {
  const attribute: number[] = [];
  const cutAt: number[] = [];
  const first: number[] = [];
  const count: number[] = [];
  const records: number[] = [];
  const cohort: number[] = [];
  const open = (size: number): number => {
    attribute.push(-1);
    cutAt.push(0);
    first.push(0);
    count.push(0);
    cohort.push(-1);
    return records.push(size) - 1;
  };
  const branch: GrowingTree["branch"] = (node, cutAttribute, rank, children) => {
    const place = records.length;
    attribute[node] = cutAttribute;
    cutAt[node] = rank;
    first[node] = place;
    count[node] = children;
    for (let child = 0; child < children; child++) open(0);
    return place;
  };
  return {
    attribute,
    cutAt,
    first,
    count,
    records,
    cohort,
    open,
    close: (node, number) => {
      cohort[node] = number;
    },
    cut: (node, cutAttribute, rank, left, right) => {
      const place = branch(node, cutAttribute, rank, 2);
      records[place] = left;
      records[place + 1] = right;
      return place;
    },
    branch,
  };
}

/** What was grown without its methods: this is what a thread sends back. */
export type TreePart = Omit<GrowingTree, "open" | "close" | "cut" | "branch">;

/** The finished tree: nodes renumbered depth first, so that its numbering does not tell how it was made. */
export function* finishTree(
  root: TreePart,
  graft: (node: number) => { readonly tree: TreePart; readonly cohortBase: number } | undefined = () => undefined,
): Task<CutTree> {
  const out = growTree();
  out.open(root.records[0] ?? 0);
  const stack: { tree: TreePart; node: number; place: number; base: number }[] = [
    { tree: root, node: 0, place: 0, base: 0 },
  ];
  for (let visited = 1; stack.length > 0; visited++) {
    if (visited % 0x8000 === 0) yield* report("search", 1, 1);
    let { tree, node, place, base } = stack.pop()!;
    const grafted = tree === root ? graft(node) : undefined;
    if (grafted !== undefined) ({ tree, node, base } = { tree: grafted.tree, node: 0, base: grafted.cohortBase });
    const children = tree.count[node];
    if (children === 0) {
      out.close(place, tree.cohort[node] + base);
      continue;
    }
    const from = tree.first[node];
    const first = out.branch(place, tree.attribute[node], tree.cutAt[node], children);
    for (let child = children - 1; child >= 0; child--) {
      out.records[first + child] = tree.records[from + child];
      stack.push({ tree, node: from + child, place: first + child, base });
    }
  }
  return {
    attribute: Int32Array.from(out.attribute),
    cut: Uint32Array.from(out.cutAt),
    first: Uint32Array.from(out.first),
    count: Uint32Array.from(out.count),
    records: Uint32Array.from(out.records),
    cohort: Int32Array.from(out.cohort),
  };
}
