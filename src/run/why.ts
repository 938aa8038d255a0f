/**
 * @file Why a record is published as it is. A cell could be finer if the records of its cohort that share the finer
 * value, and the others, could both be published: the goals are asked about these two groups, and where one of them
 * fails the records that are missing are named. A record that was left out is asked about in the same way.
 */
import { finish, KohortError, type Task } from "../base/index.ts";
import type { FullSpec, SpecInCode } from "../spec/index.ts";
import type { Table } from "../table/index.ts";
import type { RunOptions } from "./axes.ts";
import type { Release } from "./release.ts";
import { cohortOfRecord, likeliest, openCase } from "./why-case.ts";
import { cellsOf } from "./why-cell.ts";
import type { Bound } from "./why-missing.ts";
import { membersOf } from "./why-place.ts";
import { suppressedOf } from "./why-suppressed.ts";

/** Of what to say why; whatever a Release knows of itself need not be said. */
export type WhyOptions = Pick<RunOptions, "files"> & {
  /** A row of the release, from 0. */
  readonly row?: number | undefined;
  /** A record of the original, from 0. */
  readonly record?: number | undefined;
  /** The one column to explain; all quasi-identifiers unless stated. */
  readonly column?: string | undefined;
  readonly spec?: SpecInCode | undefined;
  /** The record of each released row. */
  readonly truth?: Uint32Array | undefined;
};

/** Records that are missing, with what they would be published as. */
export type Missing = { readonly values: Readonly<Record<string, string>>; readonly records: number };

/** A finer value and what stood against it. */
export type Finer = {
  readonly value: string;
  /** Records of the cohort that have it, and the others. */
  readonly records: number;
  readonly rest: number;
  /** The goals that fail for those records, or for the rest that stays as it is. */
  readonly binds: readonly (Bound & { readonly of: "these" | "rest" })[];
  /** The records without which it cannot be; none if nothing but the method stood against it. */
  readonly missing: readonly Missing[] | undefined;
};

/** Why one cell is published as it is. */
export type WhyCell = {
  readonly attribute: string;
  readonly value: string;
  readonly published: string;
  /** Finer values, the ones that lack least first; none where the cell is as it was. */
  readonly finer: readonly Finer[];
};

/** Why a record is published as it is, or why it was left out. */
export type Why = {
  /** The record of the original, and whether it is known to be this one. */
  readonly record: number;
  readonly certain: boolean;
  /** The row of the release, where one was asked about. */
  readonly row?: number;
  /** Records in its cohort; 0 where it was left out. */
  readonly cohort: number;
  readonly cells: readonly WhyCell[];
  /** The columns for whose missing values the record was left out before the search. */
  readonly misses?: readonly string[];
  /** For a record that was left out: what it would be published as, how many are like it, and what they lack. */
  readonly suppressed?: Pick<Finer, "records" | "missing"> & {
    readonly values: Readonly<Record<string, string>>;
    readonly binds: readonly Bound[];
  };
};

/** Says why a record of a release is published as it is; `why.task` is the same work in steps. */
export const why: {
  (original: Table, release: Table | Release, options: WhyOptions): Why;
  task(original: Table, release: Table | Release, options: WhyOptions): Task<Why>;
} = /* @__PURE__ */ Object.assign(
  (original: Table, release: Table | Release, options: WhyOptions): Why => finish(whyTask(original, release, options)),
  { task: whyTask },
);

function* whyTask(read: Table, given: Table | Release, options: WhyOptions): Task<Why> {
  const found = yield* openCase(read, given, options);
  const { view, original, release } = found;
  const { row, record } = options;
  if (row !== undefined) {
    refuseOutside(row, release.rows, "the release");
    const cohort = view.cohortOf[row]!;
    const members = membersOf(view, cohort, original.rows, found.known);
    const truth = options.truth ?? ("table" in given ? given.truth : undefined);
    const own = truth?.[row] ?? likeliest(found, members, row);
    if (own === undefined) {
      throw new KohortError("input", `no record of the original fits row ${row + 1} of the release`, {
        hint: "check that the files belong together and that the spec is the one the release was made by",
      });
    }
    const record = found.rows?.[own] ?? own;
    const certain = truth !== undefined || (members.certain && members.rows.length === 1);
    return {
      record,
      certain,
      row,
      cohort: view.sizes[cohort]!,
      cells: cellsOf(found, cohort, members, own, options),
    };
  }
  if (record === undefined) {
    throw new KohortError("usage", "neither a row nor a record is named", { hint: "name one with --row or --record" });
  }
  refuseOutside(record, read.rows, "the original");
  const own = found.rows === undefined ? record : found.rows.indexOf(record);
  if (own < 0) return { record, certain: true, cohort: 0, cells: [], misses: missedBy(read, record, found.spec) };
  const cohort = cohortOfRecord(found, own);
  if (cohort === undefined) {
    return { record, certain: true, cohort: 0, cells: [], suppressed: suppressedOf(found, own) };
  }
  const members = membersOf(view, cohort, original.rows, found.known);
  const cells = cellsOf(found, cohort, members, own, options);
  return { record, certain: found.known !== undefined || members.certain, cohort: view.sizes[cohort]!, cells };
}

/** The columns in which a record misses a value and is left out for it. */
function missedBy({ columns }: Table, row: number, { attributes }: Pick<FullSpec, "attributes">): string[] {
  return columns
    .filter(({ name, codes, missing }) => attributes[name]?.missing === "leave-out" && missing.includes(codes[row]!))
    .map(({ name }) => name);
}

function refuseOutside(row: number, rows: number, what: string): void {
  if (row >= 0 && row < rows) return;
  throw new KohortError("usage", `row ${row + 1} is not in ${what}, which has ${rows}`, {
    hint: "rows are counted from 1",
  });
}
