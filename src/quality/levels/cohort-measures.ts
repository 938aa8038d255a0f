/** @file Measures that look at the cohorts as wholes: one value for a node, a bound from any finer node's cohorts. */
import { log2 } from "../../base/index.ts";
import type { LevelContext, LevelMeasure, NodeCohorts } from "./level-measure.ts";

/** Discernibility of a node: Σ n² over kept cohorts, and N for every record left out; `monotone` keeps all. */
export function discernibilityMeasure(form: "monotone" | "plain"): (context: LevelContext) => LevelMeasure {
  return ({ problem: { rows } }) => ({
    of: (node) => {
      if (form === "monotone") return Float64Array.of(squares(node, false));
      return Float64Array.of(squares(node, true) + rows * node.records);
    },
    least: (_, suppressed) => Float64Array.of(form === "monotone" ? rows : rows * suppressed + rows - suppressed),
    floor: (node) => squares(node, false),
  });
}

function squares({ count, size, suppressed }: NodeCohorts, keptOnly: boolean): number {
  let sum = 0;
  for (let cohort = 0; cohort < count; cohort++) {
    if (!keptOnly || suppressed[cohort] === 0) sum += size[cohort] * size[cohort];
  }
  return sum;
}

/** The average cohort of a node: N / (kept cohorts, and one for all that is left out). */
export function averageCohortMeasure({ problem: { rows } }: LevelContext): LevelMeasure {
  return {
    of: ({ kept, records }) => Float64Array.of(rows / (kept + (records > 0 ? 1 : 0))),
    least: () => Float64Array.of(1),
    floor: ({ count }) => rows / count,
  };
}

/** Ambiguity: over all records, how many combinations of original values a published one may stand for. */
export function ambiguityMeasure(context: LevelContext): LevelMeasure {
  const { problem, ladders } = context;
  const everything = ladders.reduce((product, { domain }) => product * domain, 1);
  const fewest = ladders.map((ladder) => ladder.leaves.map((leaves) => leaves.reduce((a, b) => Math.min(a, b))));
  const areas = areasOf(context);
  const sum = (node: NodeCohorts, keptOnly: boolean): number => {
    const area = areas(node);
    let total = 0;
    for (let cohort = 0; cohort < node.count; cohort++) {
      if (!keptOnly || node.suppressed[cohort] === 0) total += node.size[cohort] * area[cohort];
    }
    return total;
  };
  return {
    of: (node) => Float64Array.of(sum(node, true) + node.records * everything),
    least: (levels, suppressed) => {
      const smallest = fewest.reduce((product, leaves, attribute) => product * leaves[levels[attribute]], 1);
      return Float64Array.of(suppressed * everything + (problem.rows - suppressed) * smallest);
    },
    floor: (node) => sum(node, false),
  };
}

/**
 * Kullback–Leibler divergence in bits between the original distribution over distinct tuples and the published one,
 * which spreads a cohort's records evenly over the combinations that its values stand for (those left out over all):
 * Σ p(x)·log2(p(x) / q(x)), p(x) = c(x)/N, q(x) = n/(N·combinations). Kifer and Gehrke, *Injecting utility into
 * anonymized datasets*, SIGMOD 2006; ARX weighs tuples by their number twice, we do not.
 */
export function klDivergenceMeasure(context: LevelContext): LevelMeasure {
  const { problem, ladders, original } = context;
  const rows = problem.rows;
  const bitsOfAll = ladders.reduce((sum, { domain }) => sum + log2(domain), 0);
  const areas = areasOf(context);
  let known = 0;
  for (let tuple = 0; tuple < original.length; tuple++) known += original[tuple] * log2(original[tuple] / rows);
  const divergence = (node: NodeCohorts, keptOnly: boolean): number => {
    const area = areas(node);
    let published = 0;
    for (let cohort = 0; cohort < node.count; cohort++) {
      if (keptOnly && node.suppressed[cohort] === 1) continue;
      published += node.size[cohort] * (log2(node.size[cohort] / rows) - log2(area[cohort]));
    }
    if (keptOnly && node.records > 0) published += node.records * (log2(node.records / rows) - bitsOfAll);
    return Math.max(0, (known - published) / rows);
  };
  return {
    of: (node) => Float64Array.of(divergence(node, true)),
    least: () => Float64Array.of(0),
    floor: (node) => divergence(node, false),
  };
}

/** How many combinations of original values each cohort of a node stands for. */
function areasOf({ problem, ladders }: LevelContext): (node: NodeCohorts) => Float64Array {
  return ({ levels, count, tuple }) => {
    const area = new Float64Array(count).fill(1);
    ladders.forEach((ladder, attribute) => {
      const level = levels[attribute];
      const leaves = ladder.leaves[level];
      const groupOf = ladder.groupOf[level];
      const ranks = problem.ranks[attribute];
      for (let cohort = 0; cohort < count; cohort++) area[cohort] *= leaves[groupOf[ranks[tuple[cohort]]]];
    });
    return area;
  };
}
