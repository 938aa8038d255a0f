import type { AttributeDisclosure, PrivacyWarning, Telling } from "../audit/index.ts";
import type { PersonRows, Problem, PublishedColumn, Recoding, SuppressedRows } from "../cohort/index.ts";
import type { PreparedTable, SetLoss } from "../problem/index.ts";
import type { FullSpec, UnpublishedColumn } from "../spec/index.ts";
import type { Table } from "../table/index.ts";

/** What a release lost, in several measures; shares are 0 … 1. */
export type Quality = {
  readonly ncp: number;
  /** As NCP but with a hierarchy's nodes counted from 0; there when hierarchies are used. */
  readonly loss?: number;
  readonly discernibility: number;
  readonly averageCohort: number;
  /** The average cohort over the k that was asked of cohorts; there when one was. */
  readonly cAvg?: number;
  /** Distinct quasi-identifier combinations before − after. */
  readonly distinctLost: number;
  /** Records of which nothing is published: left out, or with `*` in every cell, whatever made it so. */
  readonly suppressed: number;
  /** NCP of each quasi-identifier. */
  readonly attributes: Readonly<Record<string, number>>;
  /** The figures that are not there, and why. */
  readonly notKnown?: readonly UnknownFigure[];
};

/** A figure that cannot be known. */
export type UnknownFigure = { readonly figure: string; readonly attribute?: string; readonly reason: string };

/** RowOwner rows a release has. */
export type ReleasePersons = {
  readonly column: string;
  /** Whether the column was taken without being named, since it repeats. */
  readonly taken: boolean;
  /** Different people in the table that was searched; rows without an identifier are nobody. */
  readonly people: number;
  /** The person of each released row, as a number, or −1; where counting people makes a difference. Never published. */
  readonly of?: PersonRows;
};

/** A table in which nobody stands out, and how it came to be. */
export type Release = {
  /** The released rows, in the order in which they are to be written. */
  readonly table: Table;
  readonly spec: FullSpec;
  /** The table that was searched: what was read, less the records left out for missing values, its values coded. */
  readonly original: Table;
  /** What was left out and coded before the search. */
  readonly prepared: Omit<PreparedTable, "table">;
  readonly cohorts: {
    readonly count: number;
    readonly sizes: Float64Array;
    readonly smallest: number;
    readonly largest: number;
    /** Different people in each cohort, where people are counted. */
    readonly people?: Float64Array;
  };
  /** RowOwner rows they are, where a column says so. */
  readonly persons?: ReleasePersons;
  readonly problem: Problem;
  readonly recoding: Recoding;
  /** How the values of each quasi-identifier are written. */
  readonly published: readonly PublishedColumn[];
  readonly quality: Quality;
  /** What became of columns of sets. */
  readonly sets: readonly SetLoss[];
  /** What is given away about each sensitive column. */
  readonly disclosure: readonly AttributeDisclosure[];
  /** What the algorithm has to say about its search. */
  readonly search: Readonly<Record<string, unknown>>;
  readonly suppressed: number;
  /** How suppressed records stand in the table. */
  readonly suppressedAs: SuppressedRows;
  /** The columns of the table that are not published. */
  readonly unpublished: readonly UnpublishedColumn[];
  /** The input row of each released row, where that was asked for; never part of what is published. */
  readonly truth?: Uint32Array;
  /** What the published columns tell that no goal speaks of. */
  readonly told: Telling;
  /** Those of the warnings that bear on people's privacy, as data. */
  readonly privacyWarnings: readonly PrivacyWarning[];
  /** What the publisher should know before it goes out, in sentences. */
  readonly warnings: readonly string[];
};
