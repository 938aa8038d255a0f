/**
 * @file Agglomerative repair: a group that a privacy model does not allow is joined to another until none is left. Of the
 * groups that make it allowed it is the one with which it loses least. Where none does, it is one with which it is
 * nearer to the table's sensitive values than either was, by most for what that loses: near, and complementary.
 */

import { indices, report, type Task } from "../../base/index.ts";
import type { Judge } from "../judge.ts";
import { runCost } from "../run-costs.ts";
import { type Boxes, boxesOf } from "./boxes.ts";
import type { Grouping, RecordInput, Records, SensitiveCodes } from "./records.ts";

/** Joins groups until all are allowed; undefined when not even all records together are. */
export function* repairGroups(
  input: RecordInput,
  { groupOf, count }: Grouping,
  judge: Judge,
): Task<Grouping | undefined> {
  const { records, sensitive } = input;
  const boxes = boxesOf(input, { groupOf, count });
  const into = indices(count);
  const alive = new Set<number>(into);
  const scratch = sensitive.sizes.map((values) => new Float64Array(values));
  const holds = (a: number, b: number): boolean => {
    scratch.forEach((histogram, nth) => {
      const values = histogram.length;
      const from = boxes.histograms[nth];
      for (let value = 0; value < values; value++) {
        histogram[value] = from[a * values + value] + (b < 0 ? 0 : from[b * values + value]);
      }
    });
    return judge.holds(scratch, boxes.sizes[a] + (b < 0 ? 0 : boxes.sizes[b]));
  };
  const apart = gapIn(boxes, records.count, scratch);
  const failing = [...alive].filter((group) => !holds(group, -1));
  for (let at = 0; at < failing.length; at++) {
    if ((at & 15) === 0) yield* report("search", at, failing.length);
    const group = failing[at];
    // whom another group was joined to may be allowed by now
    if (!alive.has(group) || holds(group, -1)) continue;
    if (alive.size === 1) return undefined;
    const partner = partnerOf(records, boxes, group, alive, holds, apart);
    absorb(records, boxes, group, partner, sensitive);
    alive.delete(group);
    into[group] = partner;
    if (!holds(partner, -1)) failing.push(partner);
  }
  const root = (group: number): number => {
    let top = group;
    while (into[top] !== top) top = into[top];
    return top;
  };
  const numbers = new Map([...alive].map((group, number) => [group, number]));
  return { groupOf: groupOf.map((group) => numbers.get(root(group))!), count: numbers.size };
}

function partnerOf(
  { attributes, costs }: Records,
  { low, high, sizes, widths }: Boxes,
  group: number,
  alive: ReadonlySet<number>,
  holds: (a: number, b: number) => boolean,
  apart: (a: number, b: number) => number,
): number {
  const before = apart(group, -1);
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  let nearest = -1;
  let nearestAdded = Number.POSITIVE_INFINITY;
  let complement = -1;
  let leastRate = Number.POSITIVE_INFINITY;
  for (const other of alive) {
    if (other === group) continue;
    const size = sizes[group] + sizes[other];
    const now = sizes[group] * widths[group] + sizes[other] * widths[other];
    let width = 0;
    for (let attribute = 0; attribute < attributes; attribute++) {
      const [a, b] = [group * attributes + attribute, other * attributes + attribute];
      width += runCost(costs, attribute, Math.min(low[a], low[b]), Math.max(high[a], high[b]));
      if (size * width - now >= least) break;
    }
    const added = size * width - now;
    if (added >= least) continue;
    if (added < nearestAdded) {
      nearestAdded = added;
      nearest = other;
    }
    if (holds(group, other)) {
      least = added;
      best = other;
    }
    if (best >= 0) continue;
    const [own, joint] = [apart(other, -1), apart(group, other)];
    // two of one kind, or one of a kind that the other has enough of, do not complement each other
    if (joint >= Math.min(before, own) - 1e-12) continue;
    const nearer = sizes[group] * before + sizes[other] * own - size * joint;
    if (added >= leastRate * nearer) continue;
    leastRate = added / nearer;
    complement = other;
  }
  return best >= 0 ? best : complement >= 0 ? complement : nearest;
}

/** How far the values of a group, or of two together, are from the table's: total variation, summed over columns. */
function gapIn(
  { histograms, sizes }: Boxes,
  rows: number,
  scratch: readonly Float64Array[],
): (a: number, b: number) => number {
  const shares = scratch.map(({ length: values }, nth) => {
    const share = new Float64Array(values);
    histograms[nth].forEach((count, at) => {
      share[at % values] += count / rows;
    });
    return share;
  });
  return (a, b) => {
    const size = sizes[a] + (b < 0 ? 0 : sizes[b]);
    let gap = 0;
    shares.forEach((share, nth) => {
      const counts = histograms[nth];
      const values = share.length;
      for (let value = 0; value < values; value++) {
        const count = counts[a * values + value] + (b < 0 ? 0 : counts[b * values + value]);
        gap += Math.abs(count / size - share[value]) / 2;
      }
    });
    return gap;
  };
}

function absorb(
  { attributes, costs }: Records,
  boxes: Boxes,
  group: number,
  to: number,
  sensitive: SensitiveCodes,
): void {
  const { low, high, sizes, widths, histograms } = boxes;
  sizes[to] += sizes[group];
  let width = 0;
  for (let attribute = 0; attribute < attributes; attribute++) {
    const [a, b] = [group * attributes + attribute, to * attributes + attribute];
    low[b] = Math.min(low[a], low[b]);
    high[b] = Math.max(high[a], high[b]);
    width += runCost(costs, attribute, low[b], high[b]);
  }
  widths[to] = width;
  histograms.forEach((histogram, nth) => {
    const values = sensitive.sizes[nth];
    for (let value = 0; value < values; value++) histogram[to * values + value] += histogram[group * values + value];
  });
}
