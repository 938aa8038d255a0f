import { report, type Task } from "../base/index.ts";
import { type Codes, type Column, labelsFrom, newCodes, type Table, takeRows } from "../table/index.ts";
import { any, valueText } from "./generalised.ts";
import type { Problem } from "./problem.ts";
import type { Published } from "./publish.ts";
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
  for (let row = from; row < to; row++) out[row] = table[keys[row]!]!;
}

/**
 * Writes the published values into the quasi-identifiers' columns and leaves out the dropped columns. Rows keep their
 * order; those of suppressed cohorts are left out, or kept with `*` in every quasi-identifier.
 */
export function* applyRecoding(
  table: Table,
  problem: Problem,
  recoding: Recoding,
  published: readonly Published[],
  options: { readonly dropped: ReadonlySet<number>; readonly keepSuppressed: boolean },
): Task<Table> {
  const cohorts = yield* rowCohorts(problem, recoding);
  const kept = options.keepSuppressed ? undefined : keptRows(cohorts, recoding);
  const replaced = new Map<number, Column>();
  for (let index = 0; index < problem.attributes.length; index++) {
    const { name, column, kind, wildcard, missing: rank, labels } = problem.attributes[index]!;
    const { texts, textOf } = starred(published[index]!, recoding);
    const codes = newCodes(table.rows, texts.length);
    for (let from = 0; from < codes.length; from += slice) {
      look(textOf, cohorts, codes, from, Math.min(codes.length, from + slice));
      yield* report("apply", index, problem.attributes.length);
    }
    const bare = Uint8Array.from(texts, (text) => +(kind === "number" && plainNumber.test(text)));
    const gap = wildcard === true && rank >= 0 ? texts.indexOf(valueText(labels[rank]!)) : -1;
    const missing = gap < 0 ? [] : [gap];
    replaced.set(column, { name, kind: "category", codes, labels: labelsFrom(texts), missing, bare });
  }
  const columns = table.columns
    .map((column, index) => replaced.get(index) ?? column)
    .filter((_, index) => !options.dropped.has(index));
  if (kept === undefined) return { rows: table.rows, columns };
  return { rows: kept.length, columns: columns.map((column) => takeRows(column, kept)) };
}

/** The rows that are not left out, or undefined when that is all of them. */
function keptRows(cohorts: Uint32Array, recoding: Recoding): Uint32Array | undefined {
  const { suppressed } = recoding;
  if (suppressed === undefined || !suppressed.includes(1)) return undefined;
  const rows: number[] = [];
  for (let row = 0; row < cohorts.length; row++) if (suppressed[cohorts[row]!] === 0) rows.push(row);
  return Uint32Array.from(rows);
}

function starred(published: Published, recoding: Recoding): Published {
  const { suppressed } = recoding;
  if (suppressed === undefined || !suppressed.includes(1)) return published;
  const star = published.texts.length;
  return {
    texts: [...published.texts, any],
    textOf: published.textOf.map((text, cohort) => (suppressed[cohort] === 1 ? star : text)),
  };
}
