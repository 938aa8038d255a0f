/**
 * @file Complementary release: two releases of the same people, each safe alone, are laid over each other. A person's
 * candidates are those who could be in a cohort that holds the person in the first and in one that does in the second.
 * Sweeney 2002, section 4.2; Ganta, Kasiviswanathan and Smith, *Composition attacks and auxiliary information*, 2008.
 */
import { largest, report } from "../base/index.ts";
import type { AttackEntry } from "./attack.ts";
import { cohortsFor, type People, type ReleaseView, tuplesIn } from "./release-view.ts";
import { drawTargets } from "./scene.ts";
import { type SensitiveView, viewSensitive } from "./sensitive-view.ts";
import { percent } from "./words.ts";

/** Rows of people that are compared with targets before fewer targets are drawn. */
const mostWork = 1e9;

/** Counts who is left when two cohorts of a person are laid over each other; one left is isolated. */
export const intersection: AttackEntry = {
  title: "complementary release",
  sentence: "Lays two releases of the same people over each other and takes who is in both of a person's cohorts.",
  knows: "the quasi-identifiers of everybody, and two releases",
  mitigation: "a ledger of releases that refuses what is not shown to be safe; releasing once; m-invariance",
  also: ["complementary-release", "composition"],
  sensitive: false,
  *run(scene) {
    const { view, second, people } = scene;
    if (second === undefined) return { impossible: "needs a second release of the same people" };
    const rows = drawTargets(scene, Math.max(50, Math.floor(mostWork / (8 * Math.max(1, scene.original.rows)))));
    const shared = scene.sensitive.filter((name) => second.table.columns.some((column) => column.name === name));
    const views = shared.map(
      (name) => [viewSensitive(scene, view, name), viewSensitive(scene, second.view, name)] as const,
    );
    let isolated = 0;
    let pinned = 0;
    let alone = [0, 0];
    let missing = 0;
    for (let nth = 0; nth < rows.length; nth++) {
      if (nth % 16 === 0) yield* report("attack", nth, rows.length);
      const first = cohortsFor(view, rows[nth]);
      const other = cohortsFor(second.view, rows[nth]);
      if (first.length === 0 || other.length === 0) {
        missing++;
        continue;
      }
      const inFirst = marksOf(view, people, first);
      const inOther = marksOf(second.view, second.people, other);
      const counts = overlap(people, second.people, inFirst, inOther);
      if (counts.both === 1) isolated++;
      alone = [alone[0] + (counts.first === 1 ? 1 : 0), alone[1] + (counts.other === 1 ? 1 : 0)];
      if (views.some(([a, b]) => commonValues(a, first, b, other) === 1)) pinned++;
    }
    const targets = rows.length;
    return {
      successes: isolated,
      targets,
      baseline: targets === 0 ? 0 : largest(alone) / targets,
      says: `${percent(isolated / Math.max(1, targets))} of people are alone in what their two cohorts have in common${
        views.length === 0 ? "" : `, and for ${percent(pinned / Math.max(1, targets))} one sensitive value is left`
      }`,
      details: { isolated, missing, pinned: views.length === 0 ? undefined : pinned },
    };
  },
};

/** 1 for every tuple of people that one of the cohorts may hold. */
export function marksOf(view: ReleaseView, people: People, cohorts: readonly number[]): Uint8Array {
  const marks = new Uint8Array(people.tuples);
  for (const cohort of cohorts) for (const tuple of tuplesIn(view, people, cohort)) marks[tuple] = 1;
  return marks;
}

/** How many people are marked in one release, in another, and in both. */
export function overlap(
  people: People,
  others: People,
  inFirst: Uint8Array,
  inOther: Uint8Array,
): { readonly first: number; readonly other: number; readonly both: number } {
  const counts = { first: 0, other: 0, both: 0 };
  for (let row = 0; row < people.tupleOf.length; row++) {
    const a = inFirst[people.tupleOf[row]];
    const b = inOther[others.tupleOf[row]];
    counts.first += a;
    counts.other += b;
    counts.both += a & b;
  }
  return counts;
}

/** How many sensitive values a person's cohorts of two releases have in common. */
function commonValues(a: SensitiveView, inA: readonly number[], b: SensitiveView, inB: readonly number[]): number {
  const values = (view: SensitiveView, cohorts: readonly number[]): Set<string> => {
    const found = new Set<string>();
    for (const cohort of cohorts) {
      for (let at = view.starts[cohort]; at < view.starts[cohort + 1]; at++) {
        found.add(view.labels[view.values[at]]);
      }
    }
    return found;
  };
  const second = values(b, inB);
  let common = 0;
  for (const value of values(a, inA)) if (second.has(value)) common++;
  return common;
}
