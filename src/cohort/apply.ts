import { report, type Task } from "../base/index.ts";
import { type Codes, type Column, labelStrings, labelsFrom, newCodes, type Table, takeRows } from "../table/index.ts";
import { any, valueText } from "./generalised.ts";
import type { Problem } from "./problem.ts";
import type { PublishedColumn } from "./publish.ts";
import type { Recoding } from "./recoding.ts";

/** A number that stayed itself, which JSON writes without quotes; one that is missing becomes null there. */
const plainNumber = /^(-?(0|[1-9]\d*)(\.\d+)?)?$/;

/** Rows handled between two moments in which Cancel can be heard. */
const slice = 0x10_0000;

/** The cohort of each record. */
export function* rowCohorts(problem: Problem, recoding: Recoding): Task<Uint32Array> {
  const cohorts = new Uint32Array(problem.rows);
  for (let from = 0; from < cohorts.length; from += slice) {
    look(recoding.cohortOf, problem.tupleOf, cohorts, from, Math.min(cohorts.length, from + slice));
    yield* report("apply", 0, 1);
  }
  return cohorts;
}

/** `out[i] = table[keys[i]]` for a range of rows. */
function look(table: Uint32Array, keys: Uint32Array, out: Codes, from: number, to: number): void {
  for (let row = from; row < to; row++) out[row] = table[keys[row]];
}

/**
 * What becomes of suppressed records: `dropped`, kept with `*` in every quasi-identifier (`starred`), or kept with `*` in
 * every cell (`blank`).
 */
export type SuppressedRows = "dropped" | "starred" | "blank";

/**
 * Writes the published values into the quasi-identifiers' columns and leaves out the dropped columns. Rows keep their
 * order; those of suppressed cohorts become what is asked.
 */
export function* applyRecoding(
  table: Table,
  problem: Problem,
  recoding: Recoding,
  published: readonly PublishedColumn[],
  options: { readonly dropped: ReadonlySet<number>; readonly suppressed: SuppressedRows },
): Task<Table> {
  const cohorts = yield* rowCohorts(problem, recoding);
  const kept = options.suppressed === "dropped" ? keptRows(cohorts, recoding) : undefined;
  const replaced = new Map<number, Column>();
  for (let index = 0; index < problem.attributes.length; index++) {
    const { name, column, kind, wildcard, missing: rank, labels } = problem.attributes[index];
    const { texts, textOf } = withStars(published[index], recoding);
    const codes = newCodes(table.rows, texts.length);
    for (let from = 0; from < codes.length; from += slice) {
      look(textOf, cohorts, codes, from, Math.min(codes.length, from + slice));
      yield* report("apply", index, problem.attributes.length);
    }
    const bare = Uint8Array.from(texts, (text) => +(kind === "number" && plainNumber.test(text)));
    const gap = wildcard === true && rank >= 0 ? texts.indexOf(valueText(labels[rank])) : -1;
    const missing = gap < 0 ? [] : [gap];
    replaced.set(column, { name, kind: "category", codes, labels: labelsFrom(texts), missing, bare });
  }
  const columns: Column[] = [];
  for (const [index, column] of table.columns.entries()) {
    if (options.dropped.has(index)) continue;
    const isWhole = replaced.has(index) || options.suppressed !== "blank";
    columns.push(isWhole ? (replaced.get(index) ?? column) : blanked(column, cohorts, recoding));
    yield* report("apply", 0, 1);
  }
  if (kept === undefined) return { rows: table.rows, columns };
  return { rows: kept.length, columns: columns.map((column) => takeRows(column, kept)) };
}

/** The rows that are not left out, or undefined when that is all of them. */
function keptRows(cohorts: Uint32Array, recoding: Recoding): Uint32Array | undefined {
  const { suppressed } = recoding;
  if (suppressed === undefined || !suppressed.includes(1)) return undefined;
  const rows: number[] = [];
  for (let row = 0; row < cohorts.length; row++) if (suppressed[cohorts[row]] === 0) rows.push(row);
  return Uint32Array.from(rows);
}

/** A column with `*` in the cells of suppressed records, and without the values that only they had. */
function blanked(column: Column, cohorts: Uint32Array, recoding: Recoding): Column {
  const { suppressed } = recoding;
  if (suppressed === undefined || !suppressed.includes(1)) return column;
  const { name, kind, labels, missing, bare } = column;
  const texts = labelStrings(labels);
  const known = texts.indexOf(any);
  const star = known < 0 ? texts.length : known;
  const all = known < 0 ? [...texts, any] : texts;
  const codes = newCodes(column.codes.length, all.length);
  for (let row = 0; row < codes.length; row++) codes[row] = suppressed[cohorts[row]] === 1 ? star : column.codes[row];
  const isBare = (text: string, code: number): boolean =>
    bare === undefined ? kind === "number" && plainNumber.test(text) : bare[code] === 1;
  const asBare = Uint8Array.from(all, (text, code) => +isBare(text, code));
  const starry = { name, kind: "category", codes, labels: labelsFrom(all), missing, bare: asBare } as const;
  return takeRows(
    starry,
    Uint32Array.from(codes, (_, row) => row),
  );
}

/** What every cohort is published as where suppressed records are kept: `*` for those. */
export function withStars(published: PublishedColumn, recoding: Recoding): PublishedColumn {
  const { suppressed } = recoding;
  if (suppressed === undefined || !suppressed.includes(1)) return published;
  const known = published.texts.indexOf(any);
  const star = known < 0 ? published.texts.length : known;
  return {
    ...published,
    texts: known < 0 ? [...published.texts, any] : published.texts,
    textOf: published.textOf.map((text, cohort) => (suppressed[cohort] === 1 ? star : text)),
  };
}
