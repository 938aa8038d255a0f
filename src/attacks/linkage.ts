import { report } from "../base/index.ts";
import type { AttackEntry } from "./attack.ts";
import { cohortsFor } from "./release-view.ts";
import { drawTargets, releasedRows } from "./scene.ts";
import { percent } from "./words.ts";

/**
 * Record linkage: the attacker knows some columns of a person, takes all released records that agree with them and picks
 * one. The chance is 1 / candidates; blind, 1 / records. A chance that k or the highest risk asked for allows for everybody
 * is what was promised, and exposes nobody. Sweeney, *Weaving technology and policy together*, 1997;
 * Domingo-Ferrer and Torra, *Disclosure risk assessment via record linkage*, 2003.
 */
export const linkage: AttackEntry = {
  title: "record linkage",
  sentence: "Takes every released record that agrees with what is known of a person and picks one of them.",
  knows: "the person's values in the known columns, and that the person is in the release",
  mitigation: "a larger k; fewer or coarser quasi-identifiers",
  also: ["record-linkage", "re-identification", "prosecutor-attack"],
  sensitive: false,
  *run(scene) {
    const { view, truth, promised } = scene;
    const own = releasedRows(scene);
    const most = Math.max(100, Math.floor(4e8 / Math.max(1, view.cohorts)));
    const rows = drawTargets(scene, most);
    let successes = 0;
    let highest = 0;
    let unmatched = 0;
    for (let nth = 0; nth < rows.length; nth++) {
      if (nth % 64 === 0) yield* report("attack", nth, rows.length);
      const row = rows[nth];
      const matches = cohortsFor(view, row);
      let candidates = 0;
      for (const cohort of matches) candidates += view.sizes[cohort];
      if (candidates === 0) unmatched++;
      const hit = candidates > 0 && (own === undefined || isAmong(own[row], matches, view.cohortOf));
      const chance = hit ? 1 / candidates : 0;
      successes += chance;
      highest = Math.max(highest, chance);
    }
    return {
      successes,
      targets: rows.length,
      baseline: view.table.rows === 0 ? 0 : 1 / view.table.rows,
      promise: promised === undefined ? undefined : { atMost: promised, highest },
      says: `whoever knows ${view.known.map((column) => column.name).join(", ")} picks a person's record with a chance of ${percent(successes / Math.max(1, rows.length))}, at most ${percent(highest)}`,
      details: { highest, unmatched, exact: truth !== undefined, knows: view.known.map((column) => column.name) },
    };
  },
};

function isAmong(released: number, cohorts: readonly number[], cohortOf: Uint32Array): boolean {
  return released >= 0 && cohorts.includes(cohortOf[released]);
}
