import { log2 } from "../../base/index.ts";
import type { Ladder, Problem } from "../../cohort/index.ts";
import {
  groupCounts,
  type LevelContext,
  type LevelMeasure,
  type NodeCohorts,
  suppressedCohorts,
} from "./level-measure.ts";

/** Which of the entropies: of generalization alone, with suppression, or with suppression and per bit of the original. */
export type EntropyForm = "monotone" | "plain" | "normalised";

/**
 * Non-uniform entropy: how many bits the published values leave open about the original ones,
 * −g·Σ c(a)·log2(c(a) / c(gen(a))) over original values a. The plain form adds what suppression hides,
 * s·Σ −c(x)·log2(c(x) / R) over the generalised values x among the R suppressed records; the normalised one divides by
 * the bits of the original. Gionis and Tassa, *k-anonymization with minimal loss of information*, TKDE 2009.
 */
export function entropyMeasure(form: EntropyForm): (context: LevelContext) => LevelMeasure {
  return ({ problem, ladders, g, s }) => {
    const tables = ladders.map((ladder, attribute) => openBits(problem, ladder, attribute));
    const whole = tables.map(({ all }) => all);
    const share = (attribute: number, bits: number): number => {
      if (form !== "normalised") return bits;
      return whole[attribute] === 0 ? 0 : bits / whole[attribute];
    };
    const base = (levels: Uint8Array): Float64Array =>
      Float64Array.from(tables, ({ open }, attribute) => share(attribute, g * open[levels[attribute]]));
    if (form === "monotone") return { of: ({ levels }) => base(levels), least: base };
    return {
      of: (node) => {
        const values = base(node.levels);
        if (node.records === 0) return values;
        const gone = suppressedCohorts(node);
        return values.map(
          (value, attribute) =>
            value +
            share(attribute, s * hiddenBits(node, gone, problem.ranks[attribute], ladders[attribute], attribute)),
        );
      },
      least: base,
    };
  };
}

/** Per level the bits left open, and the bits of the original. */
function openBits(problem: Problem, ladder: Ladder, attribute: number): { open: number[]; all: number } {
  const counts = groupCounts(problem, ladder, attribute);
  const values = counts[0];
  const bits = (of: (value: number) => number): number => {
    let sum = 0;
    for (let value = 0; value < values.length; value++) {
      if (values[value] > 0) sum -= values[value] * log2(values[value] / of(value));
    }
    return sum === 0 ? 0 : sum;
  };
  return {
    open: counts.map((perGroup, level) => bits((value) => perGroup[ladder.groupOf[level][value]])),
    all: bits(() => problem.rows),
  };
}

/** The entropy of the generalised values among the suppressed records, times their number. */
function hiddenBits(
  { levels, tuple, size, records }: NodeCohorts,
  gone: Uint32Array,
  ranks: ArrayLike<number>,
  ladder: Ladder,
  attribute: number,
): number {
  const level = levels[attribute];
  const counts = new Float64Array(ladder.leaves[level].length);
  countGone(gone, tuple, size, ranks, ladder.groupOf[level], counts);
  let bits = 0;
  for (const count of counts) if (count > 0) bits -= count * log2(count / records);
  return bits === 0 ? 0 : bits;
}

function countGone(
  gone: Uint32Array,
  tuple: Uint32Array,
  size: Uint32Array,
  ranks: ArrayLike<number>,
  groupOf: Uint32Array,
  counts: Float64Array,
): void {
  for (let at = 0; at < gone.length; at++) {
    const cohort = gone[at];
    counts[groupOf[ranks[tuple[cohort]]]] += size[cohort];
  }
}
