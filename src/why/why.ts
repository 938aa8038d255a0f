/**
 * @file Why a record is published as it is. A cell could be finer if the records of its cohort that share the finer
 * value, and the others, could both be published: the goals are asked about these two groups, and where one of them
 * fails the records that are missing are named. A record that was left out is asked about in the same way.
 */
import { KohortError, type Task, type Verb, verb } from "../base/index.ts";
import type { RunOptions } from "../problem/index.ts";
import type { Release } from "../release/index.ts";
import type { FullSpec, SpecInCode } from "../spec/index.ts";
import { labelAt, type Table } from "../table/index.ts";
import type { Bound } from "./lacking-records.ts";
import { type Case, openCase } from "./why-case.ts";
import { cellsOf } from "./why-cell.ts";
import {
  knownMembers,
  likelyMembers,
  type PossiblePlace,
  placesOf,
  type RecordPlaces,
  recordsFor,
} from "./why-place.ts";
import { suppressedOf } from "./why-suppressed.ts";

/** Of what to say why; whatever a Release knows of itself need not be said. */
export type WhyOptions = Pick<RunOptions, "files"> & {
  /** A row of the release, from 0. */
  readonly row?: number;
  /** A record of the original, from 0. */
  readonly record?: number;
  /** The one column to explain; all quasi-identifiers unless stated. */
  readonly column?: string;
  readonly spec?: SpecInCode;
  /** The record of each released row. */
  readonly truth?: Uint32Array;
};

/** Records that are missing, with what they would be published as. */
export type RecordShortfall = { readonly values: Readonly<Record<string, string>>; readonly records: number };

/** A finer value and what stood against it. */
export type FinerValue = {
  readonly value: string;
  /** Records of the cohort that have it, and the others. */
  readonly records: number;
  readonly rest: number;
  /** The goals that fail for those records, or for the rest that stays as it is. */
  readonly binds: readonly (Bound & { readonly of: "these" | "rest" })[];
  /** The records without which it cannot be; none if nothing but the method stood against it. */
  readonly missing: readonly RecordShortfall[] | undefined;
};

/** Why one cell is published as it is. */
export type WhyCell = {
  readonly attribute: string;
  readonly value: string;
  readonly published: string;
  /** Finer values, the ones that lack least first; none where the cell is as it was. */
  readonly finer: readonly FinerValue[];
  /** The lowest level that the spec allows for the column, where finer values are below it. */
  readonly floor?: number;
};

/** A cohort that a record may be in: its first row that can be the record's, its size, and what it is published as. */
export type WhyPlace = {
  readonly row: number;
  readonly cohort: number;
  readonly values: Readonly<Record<string, string>>;
};

/** Why a record is published as it is, or why it was left out. */
export type Why = {
  /** The record of the original, and whether it is known to stand there. */
  readonly record: number;
  readonly certain: boolean;
  /** The row of the release, where one was asked about, and the records that may stand behind it, where several may. */
  readonly row?: number;
  readonly records?: readonly number[];
  /** Records in its cohort; 0 where it was left out or where that is not known. */
  readonly cohort: number;
  /** Whether the records of the cohort are known; otherwise those that fit it best are counted. */
  readonly exact: boolean;
  /** The cohorts that the record may be in, where several are possible; then nothing is said of its cells. */
  readonly possible?: readonly WhyPlace[];
  /** Records that were left out, where this may be one of them. */
  readonly leftOut?: number;
  readonly cells: readonly WhyCell[];
  /** The columns for whose missing values the record was left out before the search. */
  readonly misses?: readonly string[];
  /** For a record that was left out: what it would be published as, how many are like it, and what they lack. */
  readonly suppressed?: Pick<FinerValue, "records" | "missing"> & {
    readonly values: Readonly<Record<string, string>>;
    readonly binds: readonly Bound[];
  };
};

/** Says why a record of a release is published as it is; `why.task` is the same work in steps. */
export const why: Verb<[original: Table, release: Table | Release, options: WhyOptions], Why> =
  /* @__PURE__ */ verb(whyTask);

function* whyTask(read: Table, given: Table | Release, options: WhyOptions): Task<Why> {
  const found = yield* openCase(read, given, options);
  const { row, record } = options;
  if (row !== undefined) {
    refuseOutside(row, found.release.rows, "the release");
    return whyRow(found, row, options.truth ?? ("table" in given ? given.truth : undefined), options);
  }
  if (record === undefined) {
    throw new KohortError("usage", "neither a row nor a record is named", { hint: "name one with `row` or `record`" });
  }
  refuseOutside(record, read.rows, "the original");
  const own = found.rows === undefined ? record : found.rows.indexOf(record);
  const nowhere = { record, certain: true, exact: true, cohort: 0, cells: [] };
  if (own < 0) return { ...nowhere, misses: missedBy(read, record, found.spec) };
  const { possible, certain } = knownPlaces(found, own) ?? placesOf(found, own);
  if (possible.length === 0) return { ...nowhere, suppressed: suppressedOf(found, own) };
  const out = found.original.rows - found.release.rows;
  const leftOut = certain || out <= 0 ? {} : { leftOut: out };
  if (possible.length > 1) {
    const places = possible.map((place) => described(found, place));
    return { ...nowhere, certain: false, exact: false, possible: places, ...leftOut };
  }
  return { record, certain, ...cohortAnswer(found, possible[0].cohort, own, options), ...leftOut };
}

/** Why a row of the release is as it is, told of the record behind it or of the first that may be. */
function whyRow(found: Case, row: number, truth: Uint32Array | undefined, options: WhyOptions): Why {
  const { known, view } = found;
  const isThere = (record: number): boolean => known === undefined || known[record] === view.cohortOf[row];
  const fitting = truth === undefined ? recordsFor(found, row).filter(isThere) : [truth[row]];
  const own = fitting[0];
  if (own === undefined) {
    throw new KohortError("input", `no record of the original fits row ${row + 1} of the release`, {
      hint: "check that the files belong together and that the spec is the one the release was made by",
    });
  }
  const records = fitting.map((one) => found.rows?.[one] ?? one);
  return {
    record: records[0],
    certain: records.length === 1,
    row,
    records: records.length === 1 ? undefined : records,
    ...cohortAnswer(found, view.cohortOf[row], own, options),
  };
}

function cohortAnswer(
  found: Case,
  cohort: number,
  own: number,
  options: WhyOptions,
): Pick<Why, "cohort" | "exact" | "cells"> {
  const members = found.known === undefined ? likelyMembers(found, cohort, own) : knownMembers(found.known, cohort);
  return {
    cohort: found.view.sizes[cohort],
    exact: members.certain,
    cells: cellsOf(found, cohort, members, own, options),
  };
}

/** Where a record is if that is known. */
function knownPlaces({ known }: Case, own: number): RecordPlaces | undefined {
  if (known === undefined) return undefined;
  return { possible: known[own] < 0 ? [] : [{ cohort: known[own], rows: [] }], certain: true };
}

function described({ view }: Case, { cohort, rows }: PossiblePlace): WhyPlace {
  const values = view.known.map(({ name, released, codeOf }) => [name, labelAt(released.labels, codeOf[cohort])]);
  return { row: rows[0], cohort: view.sizes[cohort], values: Object.fromEntries(values) };
}

/** The columns in which a record misses a value and is left out for it. */
function missedBy({ columns }: Table, row: number, { attributes }: Pick<FullSpec, "attributes">): string[] {
  return columns
    .filter(({ name, codes, missing }) => attributes[name]?.missing === "leave-out" && missing.includes(codes[row]))
    .map(({ name }) => name);
}

function refuseOutside(row: number, rows: number, what: string): void {
  if (row >= 0 && row < rows) return;
  throw new KohortError("usage", `row ${row + 1} is not in ${what}, which has ${rows}`, {
    hint: "rows are counted from 1",
  });
}
