/**
 * @file Where to cut a leaf. The gain of a cut is G_l²/(H_l+λ) + G_r²/(H_r+λ) − G²/(H+λ) over sums of gradients and
 * hessians; numbers are cut at a bin, what is missing tried on either side; categories are sorted by their gradient
 * ratio and a run of them from either end is sent left (Fisher 1958; LightGBM, section "optimal split for categorical
 * features"). Row counts of bins are estimated from hessians, as LightGBM does, so that equal trees come out.
 */
import type { Bins } from "./bins.ts";
import type { TreeKernels } from "./kernels.ts";

/** What may be cut, and how small the parts may be. */
export type SplitRules = {
  readonly leastCount: number;
  readonly leastHessian: number;
  readonly l2: number;
  /** Categories are tried one against the rest up to this many bins. */
  readonly oneAgainstRest: number;
  readonly categorySmooth: number;
  readonly categoryL2: number;
  readonly mostCategories: number;
  readonly leastPerGroup: number;
};

/** A leaf's sums. */
export type LeafSums = { readonly gradient: number; readonly hessian: number; readonly count: number };

/** A cut and what it leaves on both sides. */
export type Split = {
  readonly feature: number;
  readonly gain: number;
  /** The last bin on the left of a number. */
  readonly bin: number;
  readonly missingLeft: boolean;
  /** The bins on the left of a category. */
  readonly categories?: readonly number[];
  readonly left: LeafSums;
  readonly right: LeafSums;
  readonly leftValue: number;
  readonly rightValue: number;
};

/** LightGBM's kEpsilon, a float there. */
export const epsilon: number = /* @__PURE__ */ Math.fround(1e-15);

type Cut = { gradient: number; hessian: number; count: number; gain: number };

/** Where one feature's histogram stands. */
export type HistogramPlace = { readonly kernels: TreeKernels; readonly offset: number; readonly result: number };

/** The best cut of one feature; undefined when no cut gains anything. */
export function bestSplit(
  feature: number,
  bins: Bins,
  place: HistogramPlace,
  leaf: LeafSums,
  rules: SplitRules,
): Split | undefined {
  const hessian = leaf.hessian + 2 * epsilon;
  const floor = (leaf.gradient * leaf.gradient) / (hessian + rules.l2);
  const sums = { gradient: leaf.gradient, hessian, count: leaf.count };
  return bins.kind === "number"
    ? splitNumber(feature, bins, place, sums, floor, rules)
    : splitCategory(feature, bins, place, sums, floor, rules);
}

function finished(
  feature: number,
  cut: Cut,
  leaf: LeafSums,
  floor: number,
  l2: number,
  where: Pick<Split, "bin" | "missingLeft"> & { readonly categories?: readonly number[] },
): Split {
  const rightGradient = leaf.gradient - cut.gradient;
  const rightHessian = leaf.hessian - cut.hessian;
  return {
    feature,
    gain: cut.gain - floor,
    ...where,
    left: { gradient: cut.gradient, hessian: cut.hessian - epsilon, count: cut.count },
    right: { gradient: rightGradient, hessian: rightHessian - epsilon, count: leaf.count - cut.count },
    leftValue: -cut.gradient / (cut.hessian + l2),
    rightValue: -rightGradient / (rightHessian + l2),
  };
}

function splitNumber(
  feature: number,
  bins: Extract<Bins, { kind: "number" }>,
  { kernels, offset, result }: HistogramPlace,
  leaf: LeafSums,
  floor: number,
  rules: SplitRules,
): Split | undefined {
  const { leastCount, leastHessian, l2 } = rules;
  const sides = bins.hasMissing && bins.count > 2;
  const last = bins.count - 1 - (sides ? 1 : 0);
  const { gradient, hessian, count } = leaf;
  const fromRight = kernels.cutFromRight(
    offset,
    last,
    gradient,
    hessian,
    count,
    leastCount,
    leastHessian,
    l2,
    floor,
    epsilon,
    result,
  );
  let found: Split | undefined;
  if (fromRight >= 0) {
    const [g, h, c, gain] = new Float64Array(kernels.buffer, result, 4);
    const cut = { gradient: g, hessian: h, count: c, gain: gain };
    found = finished(feature, cut, leaf, floor, l2, { bin: fromRight, missingLeft: sides || !bins.hasMissing });
  }
  if (!sides) return found;
  const cut = cutFromLeft(
    new Float64Array(kernels.buffer, offset, bins.count * 2),
    bins.firstByRest,
    leaf,
    floor,
    rules,
  );
  if (cut === undefined || (found !== undefined && cut.gain <= found.gain + floor)) return found;
  return finished(feature, cut, leaf, floor, l2, { bin: cut.bin, missingLeft: false });
}

/** As from the right, but what is missing goes right. */
function cutFromLeft(
  data: Float64Array,
  firstByRest: boolean,
  leaf: LeafSums,
  floor: number,
  { leastCount, leastHessian, l2 }: SplitRules,
): (Cut & { bin: number }) | undefined {
  const factor = leaf.count / leaf.hessian;
  let best: (Cut & { bin: number }) | undefined;
  let gradient = 0;
  let hessian = epsilon;
  let count = 0;
  if (firstByRest) {
    gradient = leaf.gradient;
    hessian = leaf.hessian - epsilon;
    count = leaf.count;
    for (let at = 2; at < data.length; at += 2) {
      gradient -= data[at];
      hessian -= data[at + 1];
      count -= Math.floor(data[at + 1] * factor + 0.5);
    }
  }
  for (let bin = 0; bin <= data.length / 2 - 2; bin++) {
    if (bin > 0 || !firstByRest) {
      gradient += data[bin * 2];
      hessian += data[bin * 2 + 1];
      count += Math.floor(data[bin * 2 + 1] * factor + 0.5);
    }
    if (count < leastCount || hessian < leastHessian) continue;
    if (leaf.count - count < leastCount || leaf.hessian - hessian < leastHessian) break;
    const gain = gainOf(gradient, hessian, leaf, l2);
    if (gain > (best?.gain ?? floor)) best = { gradient, hessian, count, gain, bin };
  }
  return best;
}

function gainOf(gradient: number, hessian: number, leaf: LeafSums, l2: number): number {
  const rest = leaf.gradient - gradient;
  return (gradient * gradient) / (hessian + l2) + (rest * rest) / (leaf.hessian - hessian + l2);
}

function splitCategory(
  feature: number,
  bins: Extract<Bins, { kind: "category" }>,
  { kernels, offset }: HistogramPlace,
  leaf: LeafSums,
  floor: number,
  rules: SplitRules,
): Split | undefined {
  const data = new Float64Array(kernels.buffer, offset, bins.count * 2);
  if (bins.count <= rules.oneAgainstRest) {
    const cut = oneAgainstRest(data, leaf, floor, rules);
    if (cut === undefined) return undefined;
    return finished(feature, cut, leaf, floor, rules.l2, { bin: -1, missingLeft: false, categories: [cut.bin] });
  }
  const l2 = rules.l2 + rules.categoryL2;
  const factor = leaf.count / leaf.hessian;
  const sorted: number[] = [];
  for (let bin = 1; bin < bins.count; bin++) {
    if (Math.floor(data[bin * 2 + 1] * factor + 0.5) >= rules.categorySmooth) sorted.push(bin);
  }
  const ratio = (bin: number): number => data[bin * 2] / (data[bin * 2 + 1] + rules.categorySmooth);
  sorted.sort((a, b) => ratio(a) - ratio(b));
  const ascending = runFromStart(data, sorted, leaf, floor, rules);
  const reversed = sorted.slice().reverse();
  const descending = runFromStart(data, reversed, leaf, ascending?.gain ?? floor, rules);
  const cut = descending ?? ascending;
  if (cut === undefined) return undefined;
  const categories = (cut === descending ? reversed : sorted).slice(0, cut.taken);
  return finished(feature, cut, leaf, floor, l2, { bin: -1, missingLeft: false, categories });
}

function oneAgainstRest(
  data: Float64Array,
  leaf: LeafSums,
  floor: number,
  { leastCount, leastHessian, l2 }: SplitRules,
): (Cut & { bin: number }) | undefined {
  const factor = leaf.count / leaf.hessian;
  let best: (Cut & { bin: number }) | undefined;
  for (let bin = 1; bin < data.length / 2; bin++) {
    const gradient = data[bin * 2];
    const own = data[bin * 2 + 1];
    const count = Math.floor(own * factor + 0.5);
    if (count < leastCount || own < leastHessian || leaf.count - count < leastCount) continue;
    const hessian = own + epsilon;
    if (leaf.hessian - hessian < leastHessian) continue;
    const gain = gainOf(gradient, hessian, leaf, l2);
    if (gain > (best?.gain ?? floor)) best = { gradient, hessian, count, gain, bin };
  }
  return best;
}

/** The best run of categories from the start of an order, better than `atLeast`. */
function runFromStart(
  data: Float64Array,
  order: readonly number[],
  leaf: LeafSums,
  atLeast: number,
  rules: SplitRules,
): (Cut & { taken: number }) | undefined {
  const { leastCount, leastHessian, leastPerGroup } = rules;
  const l2 = rules.l2 + rules.categoryL2;
  const factor = leaf.count / leaf.hessian;
  const most = Math.min(rules.mostCategories, Math.floor((order.length + 1) / 2));
  let best: (Cut & { taken: number }) | undefined;
  let gradient = 0;
  let hessian = epsilon;
  let count = 0;
  let inGroup = 0;
  for (let i = 0; i < order.length && i < most; i++) {
    const bin = order[i];
    const rows = Math.floor(data[bin * 2 + 1] * factor + 0.5);
    gradient += data[bin * 2];
    hessian += data[bin * 2 + 1];
    count += rows;
    inGroup += rows;
    if (count < leastCount || hessian < leastHessian) continue;
    const rest = leaf.count - count;
    if (rest < leastCount || rest < leastPerGroup || leaf.hessian - hessian < leastHessian) break;
    if (inGroup < leastPerGroup) continue;
    inGroup = 0;
    const gain = gainOf(gradient, hessian, leaf, l2);
    if (gain > (best?.gain ?? atLeast)) best = { gradient, hessian, count, gain, taken: i + 1 };
  }
  return best;
}
