/** @file The cohorts of a written release as a table that anybody can make again from the file alone. */
import { report, sha256, type Task } from "../base/index.ts";
import {
  distinctPairs,
  foldRows,
  groupedCohorts,
  groupPeople,
  groupTuples,
  type PersonRows,
  textFold,
} from "../cohort/index.ts";
import { starredIn } from "../problem/index.ts";
import { columnIndex, labelStrings, type Table } from "../table/index.ts";

/** A cohort as it stands in a release. */
export type CertifiedCohort = {
  /** The published value of each quasi-identifier. */
  readonly values: readonly string[];
  readonly records: number;
  /** Different people, where these are counted. */
  readonly people?: number;
  /** Per sensitive column how many records or people have each value, by its place in the column's `values`. */
  readonly sensitive: readonly Readonly<Record<string, number>>[];
  /** The hash of its whole records, each as a JSON list of texts, sorted and parted by line ends. */
  readonly sha256: string;
};

/** A sensitive column: which texts are one value, in the order of the values. */
export type SensitiveTexts = { readonly name: string; readonly values: readonly (readonly string[])[] };

/**
 * Counts the cohorts of a table whose columns are all read as texts, in the order of their published values. A record
 * with `*` in every column is in none. Given whose each row is, people are counted, each once per value.
 */
export function* cohortTable(
  table: Table,
  quasiIdentifiers: readonly string[],
  sensitive: readonly SensitiveTexts[],
  persons?: PersonRows,
): Task<CertifiedCohort[]> {
  const texts = table.columns.map(({ labels }) => labelStrings(labels));
  const places = quasiIdentifiers.map((name) => columnIndex(table, name));
  const columns = places.map((place) => textFold(table.columns[place]));
  const { tuples, tupleOf } = yield* foldRows(columns, table.rows, 1);
  const isHidden = isBlank(table);
  const groupOf = Int32Array.from(tupleOf, (tuple, row) => (isHidden(row) ? -1 : tuple));
  const groups = groupTuples(groupOf, tuples);
  const people = persons && groupPeople(persons, groupOf, tuples).sizes;
  const counted = sensitive.map(({ name, values }): Readonly<Record<string, number>>[] => {
    const rankOf = new Map(values.flatMap((same, rank) => same.map((text) => [text, String(rank)] as const)));
    const { codes } = table.columns[columnIndex(table, name)];
    const ranks = texts[columnIndex(table, name)].map((text) => rankOf.get(text) ?? text);
    const known = [...new Set(ranks)];
    const place = new Map(known.map((rank, at) => [rank, at]));
    const own = Uint32Array.from(codes, (code) => place.get(ranks[code])!);
    const kinds = known.length;
    const listed = persons === undefined ? groups : distinctPairs(persons, groupOf, tuples, own, kinds);
    return Array.from(groupedCohorts({ groups: listed, codes: own, kinds }), ({ values: present, histogram }) =>
      Object.fromEntries(present.map((value) => [known[value], histogram[value]])),
    );
  });
  const encoder = new TextEncoder();
  const found: CertifiedCohort[] = [];
  for (let tuple = 0; tuple < tuples; tuple++) {
    const rows = [...groups.list.subarray(groups.starts[tuple], groups.starts[tuple + 1])];
    if (rows.length === 0) continue;
    if (found.length % 64 === 0) yield* report("certify", found.length, tuples);
    const records = rows.map((row) => JSON.stringify(table.columns.map(({ codes }, at) => texts[at][codes[row]])));
    found.push({
      values: places.map((place) => texts[place][table.columns[place].codes[rows[0]]]),
      records: rows.length,
      people: people?.[tuple],
      sensitive: counted.map((own) => own[tuple]),
      sha256: hex(sha256(encoder.encode(records.sort().join("\n")))),
    });
  }
  return found
    .map((cohort) => ({ cohort, key: keyOf(cohort.values) }))
    .sort(byKey)
    .map(({ cohort }) => cohort);
}

/** What cohorts are told apart by. */
export function keyOf(values: readonly string[]): string {
  return JSON.stringify(values);
}

/**
 * Tells which records show nothing, with `*` in every column; they are in no cohort. Where no record shows anything, all
 * are one cohort.
 */
export function isBlank(table: Table): (row: number) => boolean {
  const isStarred = starredIn(table.columns);
  for (let row = 0; row < table.rows; row++) if (!isStarred(row)) return isStarred;
  return () => false;
}

/** How many records have `*` in each of some columns. */
export function starredRecords(table: Table, names: readonly string[]): number {
  const isStarred = starredIn(names.map((name) => table.columns[columnIndex(table, name)]));
  let records = 0;
  for (let row = 0; row < table.rows; row++) if (isStarred(row)) records++;
  return records;
}

function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
