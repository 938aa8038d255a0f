/**
 * @file Strict Mondrian's decision at a node whose tuples lie elsewhere. It is the kernel's decision, made from counts
 * that somebody else adds up: the decision asks for the records of each rank of one attribute, or of runs of ranks
 * where an axis is long, and narrows down on the run that holds the median until single ranks are counted. Counts are
 * whole numbers, so it does not matter in how many places they were added up.
 */

import type { Judge } from "../judge.ts";
import type { CutAxis } from "../run-costs.ts";
import { allowedPlace, aroundMedian, byCounting, nextAttribute, type Place } from "./median.ts";
import { type CutScore, scoreOf } from "./score.ts";

/** A numeric axis with too many ranks to know each: only what spans need. */
export type LongAxis = Pick<CutAxis, "size" | "missing" | "range" | "weight"> & { readonly long: true };

/** An axis as a node that lies elsewhere knows it. */
export type FarAxis = CutAxis | LongAxis;

/** A node whose tuples lie elsewhere. */
export type FarNode = {
  readonly records: number;
  /** Per attribute the lowest and highest rank of its members. */
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** Per long attribute where its lowest rank lies, and its highest that is not missing. */
  readonly ends: readonly (readonly [low: number, high: number] | undefined)[];
  /** Per sensitive column its histogram. */
  readonly histograms: readonly Float64Array[];
};

/** A request for the records of a node, by runs of `width` ranks of one attribute from `low` to `high`. */
export type CountRequest = {
  readonly attribute: number;
  readonly low: number;
  readonly high: number;
  readonly width: number;
};

/** Records by run and sensitive value; only what occurs. */
export type ValueCounts = {
  readonly run: readonly number[];
  readonly value: readonly number[];
  readonly count: readonly number[];
};

/** The answer: the records of each run, and for each sensitive column those of each value in it. */
export type NodeCounts = { readonly counts: Float64Array; readonly values: readonly ValueCounts[] };

/** A cut: up to which rank members go left, how many records, and their sensitive values. */
export type FarCut = {
  readonly attribute: number;
  readonly rank: number;
  readonly leftRecords: number;
  readonly left: readonly Float64Array[];
};

/** What decides: the axes, the judge, the score, and how many runs are counted at once. */
export type FarBench = {
  readonly axes: readonly FarAxis[];
  readonly judge: Judge;
  readonly score: CutScore;
  readonly runs: number;
};

/** A decision in steps: it yields what it must know and is told. */
export type Decision<T> = Generator<CountRequest, T, NodeCounts>;

/** Whether an axis is too long to know each of its ranks. */
export function isLong(axis: FarAxis): axis is LongAxis {
  return "long" in axis;
}

/** Decides where to cut a node, if at all. */
export function* decideCut(node: FarNode, bench: FarBench): Decision<FarCut | undefined> {
  if (node.records < 2 * bench.judge.least) return undefined;
  const scores = yield* scoresOf(node, bench);
  for (;;) {
    const attribute = nextAttribute(scores);
    if (attribute < 0) return undefined;
    const { places, leftOf } = yield* placesOf(node, attribute, bench);
    const place = allowedPlace(places, node, bench.judge, leftOf);
    if (place !== undefined) return { attribute, ...place, left: leftOf(place.rank) };
  }
}

function* scoresOf(node: FarNode, { axes, score }: FarBench): Decision<Float64Array> {
  const near = axes.map((axis, attribute) => nearAxis(axis, node, attribute));
  const { needsCounts, ofBounds, ofCounts } = scoreOf(
    score,
    near.map(({ axis }) => axis),
  );
  const scores = new Float64Array(axes.length);
  for (let attribute = 0; attribute < axes.length; attribute++) {
    const [low, high] = [node.low[attribute], node.high[attribute]];
    const { from, to } = near[attribute];
    if (low === high) scores[attribute] = -1;
    else if (!needsCounts) scores[attribute] = ofBounds(attribute, from, to);
    else {
      const told = yield { attribute, low, high, width: 1 };
      scores[attribute] = ofCounts(attribute, low, high, spread(told.counts, low, axes[attribute].size), node.records);
    }
  }
  return scores;
}

/** The part of an axis on which a node lies; of a long one the two ends and what is missing are all there is. */
function nearAxis(axis: FarAxis, node: FarNode, attribute: number): { axis: CutAxis; from: number; to: number } {
  const [low, high] = [node.low[attribute], node.high[attribute]];
  if (!isLong(axis)) return { axis, from: low, to: high };
  const [first, last] = node.ends[attribute] ?? [0, 0];
  const missing = high === axis.missing ? 2 : -1;
  const short: CutAxis = {
    name: "",
    column: attribute,
    kind: "number",
    size: 3,
    positions: Float64Array.of(first, last, Number.NaN),
    missing,
    range: axis.range,
    weight: axis.weight,
    ordered: true,
  };
  return { axis: short, from: 0, to: missing === 2 ? 2 : 1 };
}

type Places = { readonly places: Place[]; readonly leftOf: (rank: number) => readonly Float64Array[] };

/** The places after and before the median of an attribute, and the sensitive values up to each. */
function* placesOf(node: FarNode, attribute: number, { axes, runs }: FarBench): Decision<Places> {
  const axis = axes[attribute];
  let [low, high] = [node.low[attribute], node.high[attribute]];
  const before = node.histograms.map((histogram) => new Float64Array(histogram.length));
  let below = 0;
  const middle = Math.floor(node.records / 2);
  const narrows = isLong(axis) || axis.tree === undefined;
  while (narrows && high - low >= runs) {
    const width = 2 ** Math.ceil(Math.log2((high - low + 1) / runs));
    const told = yield { attribute, low, high, width };
    let run = 0;
    while (below + told.counts[run] < middle) below += told.counts[run++];
    told.values.forEach((values, nth) => {
      addUpTo(before[nth], values, run - 1);
    });
    // the cut before the median's value needs nothing below its run: what is left of it is counted already
    low += run * width;
    high = Math.min(high, low + width - 1);
  }
  const told = yield { attribute, low, high, width: 1 };
  const places = narrows
    ? aroundMedian(node.records, low, told.counts, 0, below)
    : byCounting(node, { low, high }, axis as CutAxis, spread(told.counts, low, axis.size));
  const leftOf = (rank: number): readonly Float64Array[] =>
    told.values.map((values, nth) => addUpTo(before[nth].slice(), values, rank - low));
  return { places, leftOf };
}

/** Counts of ranks from `low` on, laid on the whole axis. */
function spread(counts: Float64Array, low: number, size: number): Float64Array {
  const whole = new Float64Array(size);
  whole.set(counts, low);
  return whole;
}

function addUpTo(histogram: Float64Array, { run, value, count }: ValueCounts, last: number): Float64Array {
  for (let i = 0; i < run.length; i++) if (run[i] <= last) histogram[value[i]] += count[i];
  return histogram;
}
