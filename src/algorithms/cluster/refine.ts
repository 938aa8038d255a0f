/**
 * @file Cuts inside the cells of a partition that keep the mix of sensitive values: the records of every value are cut
 * by themselves, all at the same share, so that both halves have the cell's mix and the models go on holding where a
 * plain cut would break them. The halves' boxes may overlap, which is local recoding; of all attributes and shares the
 * cut is made that loses least.
 */

import { append, remember, report, type Task } from "../../base/index.ts";
import type { Judge } from "../judge.ts";
import { runCost } from "../run-costs.ts";
import type { Grouping, Records, SensitiveCodes } from "./records.ts";

/** Shares of each value that may go to the first half. */
const cutShares = [1 / 2, 1 / 3, 2 / 3];

type Half = { readonly tuples: readonly number[]; readonly records: number; readonly width: number };

/** Cuts every cell as long as that loses less; `cellOf` says in which cell a tuple is, −1 for none and for no group. */
export function* refineCells(
  records: Records,
  cellOf: Int32Array,
  judge: Judge,
  sensitive: SensitiveCodes,
): Task<Grouping> {
  const cells = new Map<number, number[]>();
  cellOf.forEach((cell, tuple) => {
    remember(cells, cell, () => []).push(tuple);
  });
  const groupOf = new Int32Array(records.count);
  let count = 0;
  let done = 0;
  for (const [cell, tuples] of cells) {
    if (cell < 0) {
      for (const tuple of tuples) groupOf.fill(-1, records.first[tuple], records.first[tuple + 1]);
      continue;
    }
    yield* report("search", done++, cells.size);
    const stack = [halfOf(records, tuples)];
    while (stack.length > 0) {
      const half = stack.pop()!;
      const halves = bestHalves(records, half, judge, sensitive);
      if (halves !== undefined) {
        append(stack, halves);
        continue;
      }
      for (const tuple of half.tuples) groupOf.fill(count, records.first[tuple], records.first[tuple + 1]);
      count += 1;
    }
  }
  return { groupOf, count };
}

function halfOf({ attributes, ranks, costs, first }: Records, tuples: readonly number[]): Half {
  let width = 0;
  for (let attribute = 0; attribute < attributes; attribute++) {
    let [low, high] = [0x7fff_ffff, -1];
    for (const tuple of tuples) {
      const rank = ranks[tuple * attributes + attribute];
      if (rank < low) low = rank;
      if (rank > high) high = rank;
    }
    width += runCost(costs, attribute, low, high);
  }
  return { tuples, records: tuples.reduce((sum, tuple) => sum + first[tuple + 1] - first[tuple], 0), width };
}

/** The cut after which the two halves lose least, if it is less than now and both are allowed. */
function bestHalves(records: Records, whole: Half, judge: Judge, sensitive: SensitiveCodes): Half[] | undefined {
  if (whole.records < 2 * judge.least || whole.width === 0) return undefined;
  const { attributes, ranks, first } = records;
  const codeOf = (tuple: number): number => sensitive.codes[0][first[tuple]];
  let best: Half[] | undefined;
  let least = whole.records * whole.width - 1e-9;
  for (let attribute = 0; attribute < attributes; attribute++) {
    const sorted = [...whole.tuples].sort(
      (a, b) => ranks[a * attributes + attribute] - ranks[b * attributes + attribute] || a - b,
    );
    if (ranks[sorted[0] * attributes + attribute] === ranks[sorted[sorted.length - 1] * attributes + attribute]) {
      continue;
    }
    for (const share of cutShares) {
      const halves = cutEvenly(records, sorted, codeOf, sensitive.sizes[0], share).map((side) => halfOf(records, side));
      const lost = halves.reduce((sum, half) => sum + half.records * half.width, 0);
      if (lost >= least || !halves.every(({ tuples }) => allows(records, tuples, judge, sensitive))) continue;
      least = lost;
      best = halves;
    }
  }
  return best;
}

/** The first tuples of every value, up to a share of its records, and the others. */
function cutEvenly(
  { first }: Records,
  sorted: readonly number[],
  codeOf: (tuple: number) => number,
  values: number,
  share: number,
): [number[], number[]] {
  const totals = new Float64Array(values);
  for (const tuple of sorted) totals[codeOf(tuple)] += first[tuple + 1] - first[tuple];
  const taken = new Float64Array(values);
  const sides: [number[], number[]] = [[], []];
  let owed = 0;
  for (const tuple of sorted) {
    const value = codeOf(tuple);
    const weight = first[tuple + 1] - first[tuple];
    const before = share * totals[value] - taken[value];
    // odd records go to where too few went so far
    const goes = before >= weight || (before > 0 && owed >= 0);
    if (before > 0 && before < weight) owed += goes ? before - weight : before;
    if (goes) taken[value] += weight;
    else taken[value] = totals[value];
    sides[goes ? 0 : 1].push(tuple);
  }
  return sides;
}

function allows(
  { first }: Records,
  tuples: readonly number[],
  judge: Judge,
  { codes, sizes }: SensitiveCodes,
): boolean {
  const histograms = sizes.map((values) => new Float64Array(values));
  let size = 0;
  for (const tuple of tuples) {
    const weight = first[tuple + 1] - first[tuple];
    size += weight;
    for (let nth = 0; nth < sizes.length; nth++) histograms[nth][codes[nth][first[tuple]]] += weight;
  }
  return judge.holds(histograms, size);
}
