import type { Bins } from "./bins.ts";
import type { BoostedTree } from "./boosted-trees.ts";
import type { TreeKernels } from "./kernels.ts";
import { bestSplit, type LeafSums, type Split, type SplitRules } from "./split-search.ts";

/** What all trees of a fit share: the binned rows, their gradients, and room for histograms. */
export type Ground = {
  readonly kernels: TreeKernels;
  /** Byte offsets into the kernels' memory. */
  readonly places: {
    readonly bins: number;
    readonly rows: number;
    readonly scratch: number;
    readonly gradients: number;
    readonly sides: number;
    readonly result: number;
    readonly histograms: number;
  };
  readonly rows: number;
  /** How many features. */
  readonly width: number;
  /** Bins of all features together. */
  readonly slots: number;
  /** Where each feature's bins start. */
  readonly offsets: Uint32Array;
  readonly bins: readonly Bins[];
  readonly rules: SplitRules;
};

/** A tree, and the run of rows that each of its leaves holds. */
export type GrownTree = {
  readonly tree: BoostedTree;
  readonly leaves: readonly { readonly first: number; readonly count: number }[];
};

type Leaf = {
  first: number;
  sums: LeafSums;
  /** Which of the histograms is its own. */
  histogram: number;
  /** 1 for each feature that may still be cut. */
  cuttable: Uint8Array;
  best: Split | undefined;
  /** Where the tree refers to it: twice the node plus 1 for right, −1 for the root. */
  link: number;
  value: number;
};

/** Grows one tree on the gradients at hand: always the leaf whose best cut gains most. */
export function growTree(ground: Ground, mostLeaves: number, rate: number): GrownTree {
  const { rows, kernels, places, width } = ground;
  const order = new Uint32Array(kernels.buffer, places.rows, rows);
  for (let row = 0; row < rows; row++) order[row] = row;
  const root = { first: 0, sums: totals(ground), histogram: 0, cuttable: new Uint8Array(width).fill(1) };
  const leaves: Leaf[] = [{ ...root, best: undefined, link: -1, value: 0 }];
  const nodes: Split[] = [];
  const links: number[] = [];
  fillHistogram(ground, leaves[0]);
  search(ground, leaves[0]);
  while (leaves.length < mostLeaves) {
    const chosen = bestLeaf(leaves);
    if (chosen < 0) break;
    cut(ground, leaves, chosen);
    nodes.push(leaves[chosen].best!);
    links.push(leaves[chosen].link);
    const [left, right] = [leaves[chosen], leaves[leaves.length - 1]];
    left.link = (nodes.length - 1) * 2;
    right.link = left.link + 1;
    descend(ground, left, right, leaves.length - 1);
  }
  const tree = freeze(ground, nodes, links, leaves, rate);
  return { tree, leaves: leaves.map(({ first, sums }) => ({ first, count: sums.count })) };
}

function totals({ kernels, places, rows }: Ground): LeafSums {
  const pairs = new Float64Array(kernels.buffer, places.gradients, rows * 2);
  let gradient = 0;
  let hessian = 0;
  for (let i = 0; i < pairs.length; i += 2) {
    gradient += pairs[i];
    hessian += pairs[i + 1];
  }
  return { gradient, hessian, count: rows };
}

function fillHistogram({ kernels, places, slots, width }: Ground, leaf: Leaf): void {
  const target = places.histograms + leaf.histogram * slots * 16;
  new Float64Array(kernels.buffer, target, slots * 2).fill(0);
  kernels.histogram(places.bins, places.rows + leaf.first * 4, leaf.sums.count, places.gradients, target, width);
}

/** Finds the leaf's best cut; a feature that could not be cut above is not tried again below. */
function search(ground: Ground, leaf: Leaf): void {
  const { kernels, places, slots, offsets, bins, rules, width } = ground;
  const start = places.histograms + leaf.histogram * slots * 16;
  leaf.best = undefined;
  for (let feature = 0; feature < width; feature++) {
    if (leaf.cuttable[feature] === 0) continue;
    const place = { kernels, offset: start + offsets[feature] * 16, result: places.result };
    const found = bestSplit(feature, bins[feature], place, leaf.sums, rules);
    if (found === undefined) leaf.cuttable[feature] = 0;
    else if (leaf.best === undefined || found.gain > leaf.best.gain) leaf.best = found;
  }
}

function bestLeaf(leaves: readonly Leaf[]): number {
  let chosen = -1;
  leaves.forEach(({ best }, index) => {
    if (best === undefined || best.gain <= 0) return;
    const other = chosen < 0 ? undefined : leaves[chosen].best!;
    const wins = other === undefined || best.gain > other.gain;
    if (wins || (best.gain === other.gain && best.feature < other.feature)) chosen = index;
  });
  return chosen;
}

/** Parts a leaf's rows; the left child takes its place, the right one comes last. */
function cut({ kernels, places, offsets, bins, slots, width }: Ground, leaves: Leaf[], chosen: number): void {
  const leaf = leaves[chosen];
  const split = leaf.best!;
  const sides = new Uint8Array(kernels.buffer, places.sides, slots);
  const first = offsets[split.feature];
  const { count, kind } = bins[split.feature];
  for (let bin = 0; bin < count; bin++) sides[first + bin] = bin <= split.bin ? 1 : 0;
  if (kind === "category") for (const bin of split.categories!) sides[first + bin] = 1;
  const described = bins[split.feature];
  if (described.kind === "number" && described.hasMissing) sides[first + count - 1] = split.missingLeft ? 1 : 0;
  const left = kernels.partition(
    places.bins + split.feature * 2,
    width * 2,
    places.rows + leaf.first * 4,
    leaf.sums.count,
    places.sides,
    places.scratch,
  );
  leaves.push({
    first: leaf.first + left,
    sums: { ...split.right, count: leaf.sums.count - left },
    histogram: -1,
    cuttable: leaf.cuttable.slice(),
    best: undefined,
    link: -1,
    value: split.rightValue,
  });
  leaf.sums = { ...split.left, count: left };
  leaf.value = split.leftValue;
}

/** Gives both children of a cut their histograms and best cuts: the smaller is counted, the larger is what remains. */
function descend(ground: Ground, left: Leaf, right: Leaf, free: number): void {
  const { kernels, places, slots, rules } = ground;
  const parent = left.histogram;
  left.best = undefined;
  if (left.sums.count < rules.leastCount * 2 && right.sums.count < rules.leastCount * 2) return;
  const [smaller, larger] = left.sums.count < right.sums.count ? [left, right] : [right, left];
  smaller.histogram = free;
  larger.histogram = parent;
  fillHistogram(ground, smaller);
  const at = (leaf: Leaf): number => places.histograms + leaf.histogram * slots * 16;
  kernels.subtract(at(larger), at(smaller), slots);
  search(ground, smaller);
  search(ground, larger);
}

const never = 1e300;

function freeze(
  { bins }: Ground,
  nodes: readonly Split[],
  links: readonly number[],
  leaves: readonly Leaf[],
  rate: number,
): BoostedTree {
  const left = nodes.map(() => 0);
  const right = nodes.map(() => 0);
  const point = (link: number, to: number): void => {
    if (link >= 0) (link % 2 === 0 ? left : right)[link >> 1] = to;
  };
  links.forEach(point);
  leaves.forEach(({ link }, leaf) => {
    point(link, -1 - leaf);
  });
  return {
    feature: nodes.map(({ feature }) => feature),
    threshold: nodes.map(({ feature, bin }) => {
      const described = bins[feature];
      return described.kind === "number" ? Math.min(never, described.upper[bin]) : 0;
    }),
    missing: nodes.map(({ feature, missingLeft }) => {
      const described = bins[feature];
      if (described.kind === "number" && !described.hasMissing) return -1;
      return missingLeft ? 1 : 0;
    }),
    categories: nodes.map(({ feature, categories }) => {
      const described = bins[feature];
      if (described.kind !== "category") return null;
      const chosen = new Set(categories);
      return [...described.binOf].flatMap(([value, bin]) => (chosen.has(bin) ? [value] : [])).sort((a, b) => a - b);
    }),
    left,
    right,
    gain: nodes.map(({ gain }) => gain),
    values: leaves.map(({ value }) => value * rate),
  };
}
