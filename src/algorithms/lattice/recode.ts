import type { Recoding } from "../../cohort/index.ts";
import type { Explorer } from "./explorer.ts";
import type { Levels } from "./grid.ts";

/** The recoding that publishes every attribute at its level and leaves out the cohorts that do not hold. */
export function recodeAt(explorer: Explorer, levels: Levels): Recoding {
  const { count, cohortOf, tuple, records, suppressed } = withoutEmpty(explorer.judgeAnew(levels));
  return {
    kind: "global",
    cohorts: count,
    cohortOf,
    ...publishedAt(
      explorer,
      Array.from(tuple, (one) => ({ levels, tuple: one })),
    ),
    suppressed: records > 0 ? suppressed : undefined,
  };
}

/** What cohorts are published as, each at levels of its own and by a tuple that stands for it. */
export function publishedAt(
  { grid, ladders }: Explorer,
  cohorts: readonly { readonly levels: Levels; readonly tuple: number }[],
): Pick<Recoding, "low" | "high" | "texts" | "shares"> {
  const columns = ladders.map(({ groupOf, labels, leaves, domain }, attribute) => {
    const ranks = grid.problem.ranks[attribute];
    const ends = groupOf.map((groups, level) => groupEnds(groups, leaves[level].length));
    const of = cohorts.map(({ levels, tuple }) => {
      const level = levels[attribute];
      return { level, group: groupOf[level][ranks[tuple]] };
    });
    return {
      low: Uint32Array.from(of, ({ level, group }) => ends[level].low[group]),
      high: Uint32Array.from(of, ({ level, group }) => ends[level].high[group]),
      texts: of.map(({ level, group }) => labels[level][group]),
      shares: Float64Array.from(of, ({ level, group }) => shareOf(leaves[level][group], domain)),
    };
  });
  return {
    low: columns.map(({ low }) => low),
    high: columns.map(({ high }) => high),
    texts: columns.map(({ texts }) => texts),
    shares: columns.map(({ shares }) => shares),
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
function shareOf(leaves: number, domain: number): number {
  return leaves === 1 ? 0 : leaves / domain;
}

/** Per group its lowest and highest rank. */
function groupEnds(groupOf: Uint32Array, groups: number): { low: Uint32Array; high: Uint32Array } {
  const low = new Uint32Array(groups).fill(groupOf.length);
  const high = new Uint32Array(groups);
  groupOf.forEach((group, rank) => {
    low[group] = Math.min(low[group], rank);
    high[group] = Math.max(high[group], rank);
  });
  return { low, high };
}
