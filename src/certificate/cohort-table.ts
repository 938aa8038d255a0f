/** @file The cohorts of a written release as a table that anybody can make again from the file alone. */
import { report, sha256, type Task } from "../base/index.ts";
import { any, foldRows, type PersonRows } from "../cohort/index.ts";
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
  const ranks = sensitive.map(({ name, values }) => {
    const rankOf = new Map(values.flatMap((same, rank) => same.map((text) => [text, String(rank)] as const)));
    const index = columnIndex(table, name);
    return { index, rankOf: texts[index].map((text) => rankOf.get(text) ?? text) };
  });
  const columns = places.map((place) => {
    const { codes, labels } = table.columns[place];
    return { codes, rankOf: Uint32Array.from({ length: labels.size }, (_, code) => code), size: labels.size };
  });
  const { tuples, tupleOf } = yield* foldRows(columns, table.rows, 1);
  const members: number[][] = Array.from({ length: tuples }, () => []);
  const isHidden = isBlank(table);
  for (let row = 0; row < table.rows; row++) if (!isHidden(row)) members[tupleOf[row]].push(row);
  const encoder = new TextEncoder();
  const found: CertifiedCohort[] = [];
  for (const rows of members) {
    if (rows.length === 0) continue;
    if (found.length % 64 === 0) yield* report("certify", found.length, tuples);
    const records = rows.map((row) => JSON.stringify(table.columns.map(({ codes }, at) => texts[at][codes[row]])));
    found.push({
      values: places.map((place) => texts[place][table.columns[place].codes[rows[0]]]),
      records: rows.length,
      people: persons === undefined ? undefined : new Set(rows.map((row) => persons.of[row])).size,
      sensitive: ranks.map(({ index, rankOf }) => {
        const rankAt = (row: number): string => rankOf[table.columns[index].codes[row]];
        return counted((persons === undefined ? rows : oncePerPerson(rows, persons, rankAt)).map(rankAt));
      }),
      sha256: hex(sha256(encoder.encode(records.sort().join("\n")))),
    });
  }
  return found
    .map((cohort) => ({ cohort, key: keyOf(cohort.values) }))
    .sort(byKey)
    .map(({ cohort }) => cohort);
}

/** One row for each person and value. */
function oncePerPerson(
  rows: readonly number[],
  { of }: PersonRows,
  rankAt: (row: number) => string,
): readonly number[] {
  return [...new Map(rows.map((row) => [`${of[row]} ${rankAt(row)}`, row])).values()];
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
  const isStarred = starred(table.columns);
  for (let row = 0; row < table.rows; row++) if (!isStarred(row)) return isStarred;
  return () => false;
}

/** How many records have `*` in each of some columns. */
export function starredRecords(table: Table, names: readonly string[]): number {
  const isStarred = starred(names.map((name) => table.columns[columnIndex(table, name)]));
  let records = 0;
  for (let row = 0; row < table.rows; row++) if (isStarred(row)) records++;
  return records;
}

function starred(columns: Table["columns"]): (row: number) => boolean {
  const stars = columns.map(({ codes, labels }) => ({ codes, star: labelStrings(labels).indexOf(any) }));
  return (row) => stars.every(({ codes, star }) => codes[row] === star);
}

function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

/** How often each text occurs, numbers of values in ascending order. */
function counted(texts: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return Object.fromEntries([...counts].sort((a, b) => Number(a[0]) - Number(b[0])));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
