import type { LevelContext, LevelMeasure } from "./level-measure.ts";
import { byRank, groupCounts } from "./level-measure.ts";
import { suppressedLeaves } from "./loss.ts";

/** NCP of a node: values under a group / D, 0 for a single value, 1 for every cell of a record that is left out. */
export function ncpMeasure({ problem, ladders }: LevelContext): LevelMeasure {
  const tables = ladders.map((ladder, attribute) => {
    const counts = groupCounts(problem, ladder, attribute);
    const wide = ladder.leaves.map((leaves) => leaves.map((values) => (values === 1 ? 0 : values)));
    return {
      totals: counts.map((perGroup, level) => perGroup.reduce((sum, n, group) => sum + n * wide[level][group], 0)),
      leaves: wide.map((perGroup, level) => byRank(ladder, level, perGroup)),
      widest: wide.map((perGroup) => perGroup.reduce((most, values) => Math.max(most, values), 0)),
    };
  });
  return {
    of: (node) => {
      const lost = suppressedLeaves(
        node,
        problem.ranks,
        tables.map((table, attribute) => table.leaves[node.levels[attribute]]),
      );
      return lost.map((left, attribute) => {
        const kept = tables[attribute].totals[node.levels[attribute]] - left;
        return (kept / ladders[attribute].domain + node.records) / problem.rows;
      });
    },
    least: (levels, suppressed) =>
      Float64Array.from(ladders, ({ domain }, attribute) => {
        const { totals, widest } = tables[attribute];
        const level = levels[attribute];
        const extra = suppressed * (1 - Math.min(1, widest[level] / domain));
        return (totals[level] / domain + extra) / problem.rows;
      }),
  };
}
