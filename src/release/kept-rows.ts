/**
 * @file Suppressed records that are kept. They are published with `*` in every quasi-identifier, so whoever reads the
 * release takes them for a cohort, and as one they must hold what is asked. Where they do not, or the others do not
 * beside them, the rest of their cells becomes `*` as well: then they tell nothing but how many they are.
 */

import { audit } from "../audit/index.ts";
import { few, KohortError, type Task } from "../base/index.ts";
import type { Problem, PublishedColumn, SuppressedRows } from "../cohort/index.ts";
import type { JoinedCohorts, SetLoss } from "../problem/index.ts";
import { columnsWith, type FullSpec } from "../spec/index.ts";
import type { Table } from "../table/index.ts";
import { releaseAuditOptions } from "./release-audit.ts";

/** A table as it would be released, and what its cohorts are. */
export type WrittenTable = {
  readonly suppressedAs: SuppressedRows;
  readonly joined: JoinedCohorts;
  /** How the values of each quasi-identifier are written, those of suppressed records among them where they are kept. */
  readonly texts: readonly PublishedColumn[];
  readonly sets: readonly SetLoss[];
  readonly table: Table;
};

/** What kept records are held against. */
export type KeptRowsQuestion = {
  readonly spec: FullSpec;
  readonly problem: Problem;
  readonly original: Table;
  /** The table before its values were coded. */
  readonly uncoded: Table;
  /** Whether ranges end where no record needs to lie, as those of a recipe do. */
  readonly widened?: true;
  readonly files: ReadonlyMap<string, Uint8Array> | undefined;
};

/** Keeps suppressed records as a cohort where the release holds with it, as blank rows otherwise. */
export function* keptAs<Kept extends { readonly table: Table }>(
  write: (suppressedAs: SuppressedRows) => Task<Kept>,
  { spec, problem, original, uncoded, files = new Map(), ...how }: KeptRowsQuestion,
): Task<Kept> {
  for (const suppressedAs of ["starred", "blank"] as const) {
    const written = yield* write(suppressedAs);
    const { table } = written;
    const { countRows, ...options } = releaseAuditOptions(
      { table, spec, problem, original, suppressed: 0, ...how },
      uncoded,
      files,
    );
    const whose = problem.persons === undefined ? { countRows: countRows ?? false } : { persons: problem.persons };
    if ((yield* audit.task(table, { ...options, ...whose })).holds) return written;
  }
  throw new KohortError("infeasible", "the release does not hold what is asked with its suppressed records kept", {
    where: `asked of ${few(columnsWith(spec, "quasi-identifying"))}`,
    hint: "leave `keepSuppressed` out",
  });
}
