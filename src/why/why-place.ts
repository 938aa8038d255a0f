/**
 * @file Which records of the original stand in which cohort of the release, as far as the two tables tell: a record
 * can stand behind a row whose cohort covers it and which agrees with it in the columns that were left alone.
 */
import { cohortsFor, type ReleaseView, rankIn, ranksCovered } from "../attacks/index.ts";
import { type FullSpec, roleOf } from "../spec/index.ts";
import { type Column, labelStrings, type Table } from "../table/index.ts";

/** What records and released rows say in the columns that were left alone: the same number where they agree. */
export type UnchangedCodes = { readonly ofRecord: Uint32Array; readonly ofRow: Uint32Array };

/** The records of a cohort, and whether they are known to be just these. */
export type Members = { readonly rows: readonly number[]; readonly certain: boolean };

/** A cohort that a record may be in, and the rows of it that agree with the record in what was left alone. */
export type PossiblePlace = { readonly cohort: number; readonly rows: readonly number[] };

/** Where a record can be: the cohorts that remain, of which a single one may be known to be the right one. */
export type RecordPlaces = { readonly possible: readonly PossiblePlace[]; readonly certain: boolean };

/** The two tables in the columns that tell who is who. */
export type Sides = { readonly view: ReleaseView; readonly alone: UnchangedCodes };

/** The cohort of each record of the original where a truth tells it; −1 for those that were left out. */
export function cohortsByTruth(view: ReleaseView, truth: Uint32Array, rows: number): Int32Array {
  const found = new Int32Array(rows).fill(-1);
  truth.forEach((row, released) => {
    found[row] = view.cohortOf[released];
  });
  return found;
}

/** Numbers what the records and the released rows say in the columns that a spec leaves alone. */
export function leftAlone(
  original: Table,
  release: Table,
  { attributes }: Pick<FullSpec, "attributes">,
): UnchangedCodes {
  const pairs = release.columns.flatMap((after): [Column, Column][] => {
    const role = roleOf({ attributes, rest: "insensitive" }, after.name);
    const before = original.columns.find(({ name }) => name === after.name);
    if (before === undefined || (role !== "sensitive" && role !== "insensitive")) return [];
    const known = new Set(labelStrings(before.labels));
    // a column with values that no record has was changed afterwards, and tells nothing
    return labelStrings(after.labels).every((label) => known.has(label)) ? [[before, after]] : [];
  });
  const numbers = new Map<string, number>();
  const side = (columns: readonly Column[], rows: number, names: readonly Map<string, number>[]): Uint32Array => {
    const labels = columns.map((column, at) => labelStrings(column.labels).map((label) => names[at].get(label)!));
    return Uint32Array.from({ length: rows }, (_, row) => {
      const key = columns.map(({ codes }, at) => labels[at][codes[row]]).join(",");
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      return number;
    });
  };
  const names = pairs.map(([before]) => new Map(labelStrings(before.labels).map((label, code) => [label, code])));
  return {
    ofRecord: side(
      pairs.map(([before]) => before),
      original.rows,
      names,
    ),
    ofRow: side(
      pairs.map(([, after]) => after),
      release.rows,
      names,
    ),
  };
}

/** The records that a cohort covers. */
function recordsCovered({ view, alone }: Sides, cohort: number): number[] {
  const covered = ranksCovered(view, cohort);
  const found: number[] = [];
  for (let record = 0; record < alone.ofRecord.length; record++) {
    if (covered.every((ranks, column) => ranks[rankIn(view.known[column], record)] === 1)) found.push(record);
  }
  return found;
}

/** The released rows of a cohort that say one thing in the columns left alone. */
function rowsSaying({ view, alone }: Sides, cohort: number, what: number): number[] {
  const found: number[] = [];
  view.cohortOf.forEach((own, row) => {
    if (own === cohort && alone.ofRow[row] === what) found.push(row);
  });
  return found;
}

/** The records that may stand behind a released row. */
export function recordsFor(sides: Sides, row: number): number[] {
  const { view, alone } = sides;
  return recordsCovered(sides, view.cohortOf[row]).filter((record) => alone.ofRecord[record] === alone.ofRow[row]);
}

/**
 * The cohorts that a record may be in; none if it was left out. One is certain if no other is possible and nobody was
 * left out, or if it has as many rows that agree with the record as there are records that could stand behind them.
 */
export function placesOf(sides: Sides, record: number): RecordPlaces {
  const { view, alone } = sides;
  const what = alone.ofRecord[record];
  const possible = cohortsFor(view, record)
    .map((cohort) => ({ cohort, rows: rowsSaying(sides, cohort, what) }))
    .filter(({ rows }) => rows.length > 0);
  // means cover everything, and the nearest is only the likeliest
  if (view.known.some(({ hasCentres }) => hasCentres)) return { possible, certain: possible.length === 0 };
  const settled = possible.find(({ rows }) => recordsFor(sides, rows[0]).length <= rows.length);
  if (settled !== undefined) return { possible: [settled], certain: true };
  const isAnyLeftOut = alone.ofRow.length < alone.ofRecord.length;
  return { possible, certain: possible.length === 0 || (possible.length === 1 && !isAnyLeftOut) };
}

/** The records that a cohort is known to hold. */
export function knownMembers(known: Int32Array, cohort: number): Members {
  const rows: number[] = [];
  known.forEach((own, row) => {
    if (own === cohort) rows.push(row);
  });
  return { rows, certain: true };
}

/**
 * The records that a cohort may hold, one for each of its rows: those it covers that agree with its rows in what was
 * left alone. Where these are too many the one that is asked about comes first, then those that fit no other cohort.
 */
export function likelyMembers(sides: Sides, cohort: number, own: number): Members {
  const { view, alone } = sides;
  const needed = new Map<number, number>();
  view.cohortOf.forEach((at, row) => {
    if (at === cohort) needed.set(alone.ofRow[row], (needed.get(alone.ofRow[row]) ?? 0) + 1);
  });
  const saying = new Map([...needed.keys()].map((what) => [what, [] as number[]]));
  for (const record of recordsCovered(sides, cohort)) saying.get(alone.ofRecord[record])?.push(record);
  let certain = true;
  const rows = [...saying].flatMap(([what, records]) => {
    const size = needed.get(what)!;
    if (records.length !== size) certain = false;
    if (records.length <= size) return records;
    const others = new Map(records.map((row) => [row, row === own ? 0 : cohortsFor(view, row).length]));
    return [...records].sort((a, b) => others.get(a)! - others.get(b)! || a - b).slice(0, size);
  });
  return { rows: rows.sort((a, b) => a - b), certain };
}
