/** @file A release as an attacker reads it: its cohorts, and which of them may hold a person with given values. */
import { remember, type Task } from "../base/index.ts";
import {
  type Cover,
  type CoverOptions,
  coverOf,
  covers,
  firstRows,
  foldRows,
  matchedSizes,
  matchesOf,
  plainColumn,
} from "../cohort/index.ts";
import { type Codes, type Column, columnIndex, type Table } from "../table/index.ts";

/** A column the attacker knows of people, and what the release says in it. */
export type KnownColumn = {
  readonly name: string;
  readonly original: Column;
  readonly released: Column;
  readonly cover: Cover;
  /** The released code of each cohort. */
  readonly codeOf: Uint32Array;
  /** For a rank, 1 for every released code that covers it; filled as they are asked for. */
  readonly byRank: Map<number, Uint8Array>;
  /** For a released code, 1 for every rank it covers. */
  readonly byCode: Map<number, Uint8Array>;
  readonly hasCentres: boolean;
};

/** The cohorts of a release in the columns an attacker knows. */
export type ReleaseView = {
  readonly table: Table;
  readonly known: readonly KnownColumn[];
  readonly cohorts: number;
  readonly sizes: Uint32Array;
  /** Where missing values match anything: for each cohort those that match it, itself among them. */
  readonly matches?: readonly Uint32Array[];
  /** The records that match each cohort: its own, where nothing else does. */
  readonly around: ArrayLike<number>;
  /** The cohort of each released row. */
  readonly cohortOf: Uint32Array;
};

/** Finds the cohorts of a release and reads back what their values cover. */
export function* viewRelease(
  original: Table,
  release: Table,
  names: readonly string[],
  optionsOf: (name: string) => CoverOptions,
): Task<ReleaseView> {
  const columns = names.map((name) => ({
    before: original.columns[columnIndex(original, name)],
    after: release.columns[columnIndex(release, name)],
  }));
  const folded = yield* foldRows(
    columns.map(({ after: { codes, labels } }) => plainColumn(codes, labels.size)),
    release.rows,
    1,
  );
  const first = firstRows(folded);
  const known = columns.map(({ before, after }): KnownColumn => {
    const cover = coverOf(before, after, optionsOf(before.name));
    return {
      name: before.name,
      original: before,
      released: after,
      cover,
      codeOf: Uint32Array.from(first, (row) => after.codes[row]),
      byRank: new Map(),
      byCode: new Map(),
      hasCentres: cover.centre.some((centre) => !Number.isNaN(centre)),
    };
  });
  const matches = yield* matchesOf(
    columns.map(({ after }) => after),
    folded,
    ({ name }) => optionsOf(name).wildcard === true,
  );
  return {
    table: release,
    known,
    cohorts: folded.tuples,
    sizes: folded.weights,
    matches,
    around: matchedSizes(folded.weights, matches),
    cohortOf: folded.tupleOf,
  };
}

/** The rank that a row of the original has in a known column. */
export function rankIn({ cover, original }: KnownColumn, row: number): number {
  return cover.rankOf[original.codes[row]];
}

/** For a rank, 1 for every released code that may stand for it. */
function codesCovering(column: KnownColumn, rank: number): Uint8Array {
  return remember(column.byRank, rank, () =>
    Uint8Array.from({ length: column.released.labels.size }, (_, code) => +covers(column.cover, code, rank)),
  );
}

/** For a cohort, per known column, 1 for every rank that its value covers. */
export function ranksCovered({ known }: ReleaseView, cohort: number): Uint8Array[] {
  return known.map((column) => {
    const code = column.codeOf[cohort];
    const { attribute, starts, runs } = column.cover;
    return remember(column.byCode, code, () => {
      const found = new Uint8Array(attribute.size);
      for (let run = starts[code]; run < starts[code + 1]; run++) found.fill(1, runs[2 * run], runs[2 * run + 1] + 1);
      return found;
    });
  });
}

/** The cohorts that may hold a row of the original; of several with means only the nearest. */
export function cohortsFor(view: ReleaseView, row: number): number[] {
  const { known, cohorts } = view;
  const allowed = known.map((column) => codesCovering(column, rankIn(column, row)));
  const codes = known.map((column) => column.codeOf);
  const found: number[] = [];
  for (let cohort = 0; cohort < cohorts; cohort++) {
    let column = 0;
    while (column < codes.length && allowed[column][codes[column][cohort]] === 1) column++;
    if (column === codes.length) found.push(cohort);
  }
  return known.some((column) => column.hasCentres) ? nearest(view, row, found) : found;
}

/** Of several cohorts those whose means lie nearest to a row, distances measured in shares of the range. */
function nearest({ known }: ReleaseView, row: number, cohorts: readonly number[]): number[] {
  let least = Number.POSITIVE_INFINITY;
  let found: number[] = [];
  for (const cohort of cohorts) {
    let distance = 0;
    for (const column of known) {
      const { attribute, centre } = column.cover;
      if (!column.hasCentres) continue;
      const code = column.codeOf[cohort];
      const position = attribute.positions[rankIn(column, row)];
      const place = Number.isNaN(centre[code]) ? position : centre[code];
      distance += attribute.range === 0 || Number.isNaN(position) ? 0 : Math.abs(position - place) / attribute.range;
    }
    if (distance < least - 1e-12) found = [];
    if (distance < least + 1e-12) found.push(cohort);
    least = Math.min(least, distance);
  }
  return found;
}

/** The people of the original, folded: those with equal values in the known columns are one tuple with a weight. */
export type People = {
  readonly tuples: number;
  readonly weights: Uint32Array;
  readonly tupleOf: Uint32Array;
  /** Per known column the rank of each tuple. */
  readonly ranks: readonly Codes[];
};

/** Folds the original's rows by the columns the attacker knows. */
export function* peopleOf({ known }: ReleaseView, rows: number): Task<People> {
  const folded = yield* foldRows(
    known.map(({ original, cover }) => ({ codes: original.codes, rankOf: cover.rankOf, size: cover.attribute.size })),
    rows,
    1,
  );
  const { tuples, weights, tupleOf } = folded;
  const first = firstRows(folded);
  return { tuples, weights, tupleOf, ranks: known.map((column) => first.map((row) => rankIn(column, row))) };
}

/** The tuples of people that a cohort may hold. */
export function tuplesIn(view: ReleaseView, people: People, cohort: number): number[] {
  const allowed = ranksCovered(view, cohort);
  const found: number[] = [];
  for (let tuple = 0; tuple < people.tuples; tuple++) {
    let column = 0;
    while (column < allowed.length && allowed[column][people.ranks[column][tuple]] === 1) column++;
    if (column === allowed.length) found.push(tuple);
  }
  return found;
}

/** The original's rows of each tuple of people. */
export function rowsByTuple({ tuples, tupleOf }: People): number[][] {
  const rows: number[][] = Array.from({ length: tuples }, () => []);
  for (let row = 0; row < tupleOf.length; row++) rows[tupleOf[row]].push(row);
  return rows;
}

/** Known columns of numbers or days with at least one interval. */
export function intervalColumns(known: readonly KnownColumn[]): KnownColumn[] {
  return known.filter(({ cover }) => cover.low.some((low) => !Number.isNaN(low)));
}

/** How many values an interval may stand for: whole numbers one by one, others as the original has them. */
export function possibleValues({ attribute, low, high, count }: Cover, code: number): number {
  const ends = attribute.positions.subarray(0, attribute.missing < 0 ? attribute.size : attribute.missing);
  const whole = Number.isInteger(low[code]) && Number.isInteger(high[code]) && ends.every(Number.isInteger);
  return whole && attribute.tree === undefined ? high[code] - low[code] + 1 : Math.max(1, count[code]);
}

/** The position of a rank as a number, also where the axis is a hierarchy's. */
export function positionOf({ cover }: KnownColumn, rank: number): number {
  return cover.attribute.tree === undefined ? cover.attribute.positions[rank] : Number(cover.attribute.labels[rank]);
}
