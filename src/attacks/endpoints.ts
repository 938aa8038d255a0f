import { report } from "../base/index.ts";
import type { AttackEntry } from "./attack.ts";
import { cohortsFor, intervalColumns, positionOf, possibleValues, rankIn } from "./release-view.ts";
import { drawTargets, releasedRows } from "./scene.ts";
import { percent } from "./words.ts";

/**
 * Endpoint leak: the ends of a tight interval are values that somebody has; at k = 2 the interval is the pair. The
 * attacker guesses that a person has one of the two ends; blind is a guess among all values of the interval.
 */
export const endpoints: AttackEntry = {
  title: "endpoint leak",
  sentence: "Guesses that a person's exact value is one of the two ends of the published interval.",
  knows: "the person's cohort, and that intervals are drawn tightly round the values in them",
  mitigation: "ranges widened outward to a grid (snap); hierarchies",
  also: ["endpoint-leak", "endpoint"],
  sensitive: false,
  *run(scene) {
    const { view } = scene;
    const columns = intervalColumns(view.known);
    if (columns.length === 0) return { impossible: "needs a column of numbers or days published as intervals" };
    const own = releasedRows(scene);
    const rows = drawTargets(scene, Math.max(100, Math.floor(4e8 / Math.max(1, view.cohorts))));
    let hits = 0;
    let blind = 0;
    let targets = 0;
    for (let nth = 0; nth < rows.length; nth++) {
      if (nth % 64 === 0) yield* report("attack", nth, rows.length);
      const row = rows[nth];
      const cohorts = own === undefined ? cohortsFor(view, row) : own[row] < 0 ? [] : [view.cohortOf[own[row]]];
      let cells = 0;
      let right = 0;
      let chance = 0;
      for (const cohort of cohorts) {
        for (const column of columns) {
          const code = column.codeOf[cohort];
          const [low, high] = [column.cover.low[code], column.cover.high[code]];
          if (Number.isNaN(low) || !(low < high)) continue;
          const position = positionOf(column, rankIn(column, row));
          cells++;
          right += position === low || position === high ? 0.5 : 0;
          chance += 1 / possibleValues(column.cover, code);
        }
      }
      if (cells === 0) continue;
      targets++;
      hits += right / cells;
      blind += chance / cells;
    }
    if (targets === 0) return { impossible: "needs intervals wider than one value" };
    return {
      successes: hits,
      targets,
      baseline: blind / targets,
      says: `an end of the interval is the person's exact value in ${percent(hits / targets)} of guesses, a value out of it in ${percent(blind / targets)}`,
      details: { lift: blind === 0 ? 0 : hits / blind, columns: columns.map(({ name }) => name) },
    };
  },
};
