/**
 * @file Unsorted matching: rows that keep their order from table to table are joined by position, whatever was done to
 * their values (Sweeney 2002, section 4.1). Without the truth a join counts as right when the two rows could be the same
 * person's: every known column agrees and every other shared column is equal; blind is how often that is so for rows put
 * together at random.
 */
import { randomFrom, remember, report, type Task } from "../base/index.ts";
import { covers } from "../cohort/index.ts";
import type { Column, Table } from "../table/index.ts";
import type { AttackEntry, Outcome } from "./attack.ts";
import { type KnownColumn, type ReleaseView, rankIn } from "./release-view.ts";
import type { Scene } from "./scene.ts";
import { sameLabels } from "./sensitive-view.ts";
import { percent } from "./words.ts";

/** Random pairs from which chance is estimated. */
const pairs = 400_000;

/** Joins rows by position; with a second release that one to the first, otherwise the release to the original. */
export const unsortedMatching: AttackEntry = {
  title: "unsorted matching",
  sentence: "Joins two tables row by row because both stand in the same order.",
  knows: "the order of the original, or another release in the same order",
  mitigation: "canonical row order (the default) or shuffled",
  also: ["unsorted", "position", "row-order"],
  sensitive: false,
  *run(scene) {
    if (scene.second !== undefined) {
      return yield* joined(agreesAcross(scene.view, scene.second.view), scene.second.table, scene.release, scene);
    }
    if (scene.truth === undefined) return yield* joined(agrees(scene), scene.original, scene.release, scene);
    const { truth } = scene;
    let right = 0;
    for (let row = 0; row < truth.length; row++) if (truth[row] === row) right++;
    return {
      successes: right,
      targets: truth.length,
      baseline: truth.length === 0 ? 0 : 1 / truth.length,
      says: `the released row at a person's place in the original is that person's for ${percent(right / Math.max(1, truth.length))} of rows`,
      details: { exact: true },
    };
  },
};

type Agreement = (first: number, released: number) => boolean;

function* joined(agree: Agreement, first: Table, release: Table, { seed }: Scene): Task<Outcome> {
  const rows = Math.min(first.rows, release.rows);
  let right = 0;
  for (let row = 0; row < rows; row++) {
    if (row % 8192 === 0) yield* report("attack", row, rows + pairs);
    if (agree(row, row)) right++;
  }
  const random = randomFrom(seed);
  let chance = 0;
  for (let pair = 0; pair < pairs && rows > 0; pair++) {
    if (pair % 8192 === 0) yield* report("attack", rows + pair, rows + pairs);
    if (agree(random.below(first.rows), random.below(release.rows))) chance++;
  }
  return {
    successes: right,
    targets: rows,
    baseline: chance / pairs,
    says: `rows at the same place agree in ${percent(right / Math.max(1, rows))} of cases, rows put together at random in ${percent(chance / pairs)}`,
    details: { exact: false },
  };
}

/** Whether a row of the original could be the person of a released row. */
function agrees({ original, release, view }: Scene): Agreement {
  const others = sharedColumns(original, release, view);
  const { known } = view;
  return (row, released) => {
    for (const column of known) {
      if (!covers(column.cover, column.released.codes[released], rankIn(column, row))) return false;
    }
    return others.every(({ before, after, same }) => same[before.codes[row]] === after.codes[released]);
  };
}

/** Whether a row of one release and a row of another could be the same person's. */
function agreesAcross(view: ReleaseView, second: ReleaseView): Agreement {
  const others = sharedColumns(second.table, view.table, view);
  const shared = view.known.flatMap((column) => {
    const other = second.known.find(({ name }) => name === column.name);
    return other === undefined ? [] : [{ column, other, seen: new Map<number, boolean>() }];
  });
  return (row, released) => {
    for (const { column, other, seen } of shared) {
      const [a, b] = [other.released.codes[row], column.released.codes[released]];
      const key = a * column.released.labels.size + b;
      if (!remember(seen, key, () => haveCommonRank(other, a, column, b))) return false;
    }
    return others.every(({ before, after, same }) => same[before.codes[row]] === after.codes[released]);
  };
}

function haveCommonRank(first: KnownColumn, a: number, second: KnownColumn, b: number): boolean {
  for (let rank = 0; rank < first.cover.attribute.size; rank++) {
    if (covers(first.cover, a, rank) && covers(second.cover, b, rank)) return true;
  }
  return false;
}

/** Columns that both tables have and the attacker's known ones are not among; they were published as they are. */
function sharedColumns(first: Table, release: Table, { known }: ReleaseView) {
  const generalised = new Set(known.map(({ name }) => name));
  return release.columns.flatMap((after: Column) => {
    const before = first.columns.find(({ name }) => name === after.name);
    if (before === undefined || generalised.has(after.name)) return [];
    return [{ before, after, same: sameLabels(before, after) }];
  });
}
