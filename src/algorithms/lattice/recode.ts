import type { Recoding } from "../../cohort/index.ts";
import type { Explorer } from "./explorer.ts";
import type { Levels } from "./grid.ts";

/** The recoding that publishes every attribute at its level and leaves out the cohorts that do not hold. */
export function recodeAt(explorer: Explorer, levels: Levels): Recoding {
  const { problem } = explorer.grid;
  const node = withoutEmpty(explorer.judgeAnew(levels));
  const { tuple } = node;
  const columns = explorer.ladders.map((ladder, attribute) => {
    const level = levels[attribute];
    const groupOf = ladder.groupOf[level];
    const ranks = problem.ranks[attribute];
    const groups = tuple.map((one) => groupOf[ranks[one]]);
    const ends = groupEnds(groupOf, ladder.leaves[level].length);
    return {
      low: groups.map((group) => ends.low[group]),
      high: groups.map((group) => ends.high[group]),
      texts: Array.from(groups, (group) => ladder.labels[level][group]),
      shares: Float64Array.from(groups, (group) => shareOf(ladder.leaves[level][group], ladder.domain)),
    };
  });
  return {
    kind: "global",
    cohorts: node.count,
    cohortOf: node.cohortOf,
    low: columns.map(({ low }) => low),
    high: columns.map(({ high }) => high),
    texts: columns.map(({ texts }) => texts),
    shares: columns.map(({ shares }) => shares),
    suppressed: node.records > 0 ? node.suppressed : undefined,
  };
}

type NodeRecords = Pick<ReturnType<Explorer["judgeAnew"]>, "tuple" | "suppressed" | "cohortOf" | "count" | "records">;

/** Without cohorts that only people of a population are in; their tuples are nobody's record and may go anywhere. */
function withoutEmpty(node: ReturnType<Explorer["judgeAnew"]>): NodeRecords {
  const { count, size, records } = node;
  const number = new Uint32Array(count);
  const kept: number[] = [];
  for (let cohort = 0; cohort < count; cohort++) if (size[cohort] > 0) number[cohort] = kept.push(cohort) - 1;
  return {
    count: kept.length,
    records,
    tuple: Uint32Array.from(kept, (cohort) => node.tuple[cohort]),
    suppressed: Uint8Array.from(kept, (cohort) => node.suppressed[cohort]),
    cohortOf: node.cohortOf.map((cohort) => number[cohort]),
  };
}

/** The share of its attribute that a group covers, 0 for a single value. */
export function shareOf(leaves: number, domain: number): number {
  return leaves === 1 ? 0 : leaves / domain;
}

/** Per group its lowest and highest rank. */
export function groupEnds(groupOf: Uint32Array, groups: number): { low: Uint32Array; high: Uint32Array } {
  const low = new Uint32Array(groups).fill(groupOf.length);
  const high = new Uint32Array(groups);
  groupOf.forEach((group, rank) => {
    low[group] = Math.min(low[group], rank);
    high[group] = Math.max(high[group], rank);
  });
  return { low, high };
}
