import { largest, type Task } from "../../base/index.ts";
import { cohortSizes, groupedCohorts, groupTuples, isSuppressed, rowCohorts } from "../../cohort/index.ts";
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
  const { starts, list } = groupTuples(of, recoding.cohorts);
  return { of, starts, rows: list };
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
    let cohort = 0;
    for (const { values, histogram } of groupedCohorts({ groups: { starts, list: rows }, codes, kinds: labels.size })) {
      const most = largest(values.map((value) => histogram[value]));
      if (most >= dominant * sizes[cohort]) alike[cohort] = 1;
      cohort++;
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
