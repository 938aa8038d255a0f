import {
  byRank,
  groupCounts,
  type LevelContext,
  type LevelMeasure,
  type NodeCohorts,
  suppressedCohorts,
} from "./level-measure.ts";

/** Group sizes of one level, the widest first, so that the cheapest records to leave out can be summed. */
type LevelGroups = { readonly counts: Float64Array; readonly shares: Float64Array };

/**
 * Loss: the share of an attribute's values that a published value stands for, scaled so that unchanged data loses
 * nothing. With share(v) = values under v / D:
 * S = Σ kept g·n·share + Σ suppressed (n if s = 1, else n·share + s·(n − n·share)), L = (S − g·N/D) / (N − g·N/D).
 * Iyengar, *Transforming data to satisfy privacy constraints*, KDD 2002, section 3, with the weights of ARX.
 */
export function lossMeasure({ problem, ladders, g, s }: LevelContext): LevelMeasure {
  const records = problem.rows;
  const tables = ladders.map((ladder, attribute) => {
    const counts = groupCounts(problem, ladder, attribute);
    return {
      totals: counts.map((perGroup, level) => weigh(perGroup, ladder.leaves[level])),
      leaves: ladder.leaves.map((perGroup, level) => byRank(ladder, level, perGroup)),
      cheapest: counts.map((perGroup, level) => cheapestOf(perGroup, ladder.leaves[level], ladder.domain)),
    };
  });
  const scaled = (attribute: number, sum: number): number => {
    const low = (g * records) / ladders[attribute].domain;
    return records === low ? 0 : Math.max(0, (sum - low) / (records - low));
  };
  return {
    of: (node) => {
      const lost = suppressedLeaves(
        node,
        problem.ranks,
        tables.map((table, attribute) => table.leaves[node.levels[attribute]]),
      );
      return lost.map((left, attribute) => {
        const { domain } = ladders[attribute];
        const kept = tables[attribute].totals[node.levels[attribute]] - left;
        const gone = s === 1 ? node.records : left / domain + s * (node.records - left / domain);
        return scaled(attribute, (g * kept) / domain + gone);
      });
    },
    least: (levels, suppressed) =>
      Float64Array.from(ladders, ({ domain }, attribute) => {
        const { totals, cheapest } = tables[attribute];
        const level = levels[attribute];
        const extra = suppressed === 0 ? 0 : s * leastExtra(cheapest[level], suppressed, g);
        return scaled(attribute, (g * totals[level]) / domain + extra);
      }),
  };
}

/** Per attribute Σ n·values over the suppressed cohorts; whole numbers, so that no order of summing matters. */
export function suppressedLeaves(
  node: NodeCohorts,
  ranks: readonly ArrayLike<number>[],
  leaves: readonly Float64Array[],
): Float64Array {
  const sums = new Float64Array(ranks.length);
  if (node.records === 0) return sums;
  const gone = suppressedCohorts(node);
  for (let attribute = 0; attribute < ranks.length; attribute++) {
    sums[attribute] = sumGone(gone, node.tuple, node.size, ranks[attribute], leaves[attribute]);
  }
  return sums;
}

function sumGone(
  gone: Uint32Array,
  tuple: Uint32Array,
  size: Uint32Array,
  ranks: ArrayLike<number>,
  leaves: Float64Array,
): number {
  let sum = 0;
  for (let at = 0; at < gone.length; at++) {
    const cohort = gone[at];
    sum += size[cohort] * leaves[ranks[tuple[cohort]]];
  }
  return sum;
}

function weigh(counts: Float64Array, leaves: Float64Array): number {
  let sum = 0;
  for (let group = 0; group < counts.length; group++) sum += counts[group] * leaves[group];
  return sum;
}

function cheapestOf(counts: Float64Array, leaves: Float64Array, domain: number): LevelGroups {
  const order = Uint32Array.from(counts.keys()).sort((a, b) => leaves[b] - leaves[a]);
  return {
    counts: Float64Array.from(order, (group) => counts[group]),
    shares: Float64Array.from(order, (group) => leaves[group] / domain),
  };
}

/** What leaving out so many records adds at least: Σ 1 − g·share over those of the widest groups. */
function leastExtra({ counts, shares }: LevelGroups, suppressed: number, g: number): number {
  let left = suppressed;
  let extra = 0;
  for (let at = 0; at < counts.length && left > 0; at++) {
    const taken = Math.min(left, counts[at]);
    extra += taken * (1 - g * shares[at]);
    left -= taken;
  }
  return extra;
}
