import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CountRequest,
  type CutAxis,
  cutStrict,
  decideCut,
  type FarAxis,
  type FarBench,
  type FarNode,
  judgeOf,
  type NodeCounts,
  type Requirement,
  restOf,
} from "../../src/algorithms/index.ts";
import { finish } from "../../src/base/index.ts";

type Tuple = { readonly ranks: readonly number[]; readonly value: number; readonly weight: number };

/** Adds up what a decision asks for by going through all members: the slow definition of an answer. */
function tell(members: readonly Tuple[], { attribute, low, high, width }: CountRequest): NodeCounts {
  const counts = new Float64Array(Math.floor((high - low) / width) + 1);
  const values = { run: [] as number[], value: [] as number[], count: [] as number[] };
  for (const { ranks, value, weight } of members) {
    const rank = ranks[attribute];
    if (rank < low || rank > high) continue;
    const run = Math.floor((rank - low) / width);
    counts[run] += weight;
    values.run.push(run);
    values.value.push(value);
    values.count.push(weight);
  }
  return { counts, values: [values] };
}

function nodeOf(members: readonly Tuple[], axes: readonly CutAxis[], histogram: Float64Array): FarNode {
  const low = axes.map((_, i) => Math.min(...members.map(({ ranks }) => ranks[i])));
  const high = axes.map((_, i) => Math.max(...members.map(({ ranks }) => ranks[i])));
  return {
    records: members.reduce((sum, { weight }) => sum + weight, 0),
    low,
    high,
    ends: axes.map((axis, i) => {
      const known = Math.max(...members.map(({ ranks }) => (ranks[i] === axis.missing ? -1 : ranks[i])));
      return [axis.positions[low[i]], axis.positions[known]] as const;
    }),
    histograms: [histogram],
  };
}

/** Cuts by counts alone, node after node; returns the members of each leaf. */
function cutFar(
  members: readonly Tuple[],
  axes: readonly CutAxis[],
  bench: FarBench,
  histogram: Float64Array,
): number[][] {
  const node = nodeOf(members, axes, histogram);
  const deciding = decideCut(node, bench);
  let step = deciding.next();
  while (step.done !== true) step = deciding.next(tell(members, step.value));
  const cut = step.value;
  if (cut === undefined) return [members.map((tuple) => all.indexOf(tuple))];
  const left = members.filter(({ ranks }) => ranks[cut.attribute] <= cut.rank);
  const right = members.filter(({ ranks }) => ranks[cut.attribute] > cut.rank);
  return [...cutFar(left, axes, bench, cut.left[0]), ...cutFar(right, axes, bench, restOf([histogram], cut.left)[0])];
}

let all: readonly Tuple[] = [];

const sizes = [40, 7, 200];

const tuple = fc.record({
  ranks: fc.tuple(...sizes.map((size) => fc.nat(size - 1))),
  value: fc.nat(2),
  weight: fc.integer({ min: 1, max: 4 }),
});

function axisOf(size: number, missing: number): CutAxis {
  const positions = Float64Array.from({ length: size }, (_, rank) => (rank === missing ? Number.NaN : rank * rank));
  const last = missing < 0 ? size - 1 : missing - 1;
  return {
    name: "",
    column: 0,
    kind: "number",
    size,
    positions,
    missing,
    range: last * last,
    weight: 1,
    ordered: true,
  };
}

describe("a cut that is decided from counts", () => {
  for (const goals of [
    [{ model: "k-anonymity" as const, k: 3 }],
    [
      { model: "k-anonymity" as const, k: 2 },
      { model: "l-diversity" as const, l: 2, variant: "distinct" as const },
    ],
    [
      { model: "k-anonymity" as const, k: 2 },
      { model: "t-closeness" as const, t: 0.3 },
    ],
  ]) {
    it(`is the kernel's cut for ${goals.map(({ model }) => model).join(" and ")}, whole or narrowed down`, () => {
      fc.assert(
        fc.property(fc.array(tuple, { minLength: 1, maxLength: 60 }), fc.constantFrom(2, 3, 64), (tuples, runs) => {
          const axes = [axisOf(40, 39), axisOf(7, -1), axisOf(200, -1)];
          const totals = new Float64Array(3);
          for (const { value, weight } of tuples) totals[value] += weight;
          const rows = totals.reduce((sum, count) => sum + count, 0);
          const requirement: Requirement = { goals, table: { rows, sensitive: [{ name: "s", totals }] } };
          const kernel = finish(
            cutStrict({
              axes,
              ranks: axes.map((_, i) => Uint16Array.from(tuples, ({ ranks }) => ranks[i])),
              weights: Uint32Array.from(tuples, ({ weight }) => weight),
              sensitive: [Uint8Array.from(tuples, ({ value }) => value)],
              requirement,
              score: "normalised-span",
              deferBelow: 0,
            }),
          );
          all = tuples;
          const far: FarAxis[] = axes.map((axis, i) =>
            i === 1 ? axis : { long: true, size: axis.size, missing: axis.missing, range: axis.range, weight: 1 },
          );
          const bench: FarBench = { axes: far, judge: judgeOf(requirement), score: "normalised-span", runs };
          const leaves = cutFar(tuples, axes, bench, totals);
          const numbers = new Set(leaves.map((leaf) => new Set(leaf.map((i) => kernel.cohortOf[i])).size));
          expect([...numbers]).toEqual([1]);
          expect(leaves.length).toBe(kernel.low.length / axes.length);
        }),
        { numRuns: 150 },
      );
    });
  }
});
