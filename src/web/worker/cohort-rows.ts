import type { Task } from "../../base/index.ts";
import { cohortSizes, isSuppressed, rowCohorts } from "../../cohort/index.ts";
import { inOneSpelling } from "../../problem/index.ts";
import type { Release } from "../../release/index.ts";
import { dominant } from "../../report/index.ts";
import { columnIndex, type Table } from "../../table/index.ts";
import { marks } from "../protocol.ts";

/** Rows by cohort: those of cohort c are `rows[starts[c] … starts[c + 1])`. */
export type CohortRows = { readonly of: Uint32Array; readonly starts: Uint32Array; readonly rows: Uint32Array };

/** Which rows of the original are in which cohort. */
export function* cohortRowsOf({ problem, recoding }: Release): Task<CohortRows> {
  const of = yield* rowCohorts(problem, recoding);
  const starts = new Uint32Array(recoding.cohorts + 1);
  for (const cohort of of) starts[cohort + 1] += 1;
  for (let cohort = 0; cohort < recoding.cohorts; cohort++) starts[cohort + 1] += starts[cohort];
  const next = starts.slice(0, recoding.cohorts);
  const rows = new Uint32Array(of.length);
  for (let row = 0; row < of.length; row++) rows[next[of[row]]++] = row;
  return { of, starts, rows };
}

/** What there is to say of each cohort, as places in `marks`, and how many records each has. */
export function marksOf(
  release: Release,
  original: Table,
  { starts, rows }: CohortRows,
  options: { readonly k: number; readonly sensitive: readonly string[] },
): { readonly marks: Uint8Array; readonly sizes: Uint32Array } {
  const { problem, recoding } = release;
  const sizes = Uint32Array.from(cohortSizes(problem, recoding));
  const alike = new Uint8Array(recoding.cohorts);
  for (const name of options.sensitive) {
    const { codes, labels } = inOneSpelling(original.columns[columnIndex(original, name)], release.spec.spelling);
    const counts = new Uint32Array(labels.size);
    for (let cohort = 0; cohort < recoding.cohorts; cohort++) {
      let most = 0;
      for (let i = starts[cohort]; i < starts[cohort + 1]; i++) {
        most = Math.max(most, (counts[codes[rows[i]]] += 1));
      }
      for (let i = starts[cohort]; i < starts[cohort + 1]; i++) counts[codes[rows[i]]] = 0;
      if (most >= dominant * sizes[cohort]) alike[cohort] = 1;
    }
  }
  const found = Uint8Array.from(sizes, (size, cohort) => {
    if (isSuppressed(recoding, cohort)) return marks.indexOf("gone");
    const isLimit = size === options.k;
    if (alike[cohort] === 1) return marks.indexOf(isLimit ? "both" : "alike");
    return marks.indexOf(isLimit ? "limit" : "plain");
  });
  return { marks: found, sizes };
}
