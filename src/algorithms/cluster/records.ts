import type { Codes } from "../../table/index.ts";
import type { Tuples } from "../cut-tree.ts";
import { type RunCosts, runCosts, type SearchMeasure } from "../run-costs.ts";

/** Distinct tuples with the records that share them: what clustering works on. */
export type Records = {
  /** How many tuples differ. */
  readonly tuples: number;
  readonly attributes: number;
  /** Tuple after tuple the rank on each attribute. */
  readonly ranks: Int32Array;
  /** The records of tuple t are numbered first[t] … first[t + 1] − 1. */
  readonly first: Uint32Array;
  /** How many records there are. */
  readonly count: number;
  readonly costs: RunCosts;
};

/** Lays columns of ranks out tuple by tuple; records are numbered in the order of their tuples. */
export function layRecords(columns: readonly Codes[], weights: Uint32Array, costs: RunCosts): Records {
  const attributes = columns.length;
  const tuples = weights.length;
  const ranks = new Int32Array(tuples * attributes);
  columns.forEach((column, attribute) => {
    for (let tuple = 0, at = attribute; tuple < tuples; tuple++, at += attributes) ranks[at] = column[tuple];
  });
  const first = new Uint32Array(tuples + 1);
  for (let tuple = 0; tuple < tuples; tuple++) first[tuple + 1] = first[tuple] + weights[tuple];
  return { tuples, attributes, ranks, first, count: first[tuples], costs };
}

/** The tuple of each record. */
export function tuplesOf({ tuples, first, count }: Records): Uint32Array {
  const tupleOf = new Uint32Array(count);
  for (let tuple = 0; tuple < tuples; tuple++) tupleOf.fill(tuple, first[tuple], first[tuple + 1]);
  return tupleOf;
}

/** What each record has by its tuple. */
export function ofRecords(column: Codes | Int32Array, tupleOf: Uint32Array): Int32Array {
  const values = new Int32Array(tupleOf.length);
  for (let record = 0; record < tupleOf.length; record++) values[record] = column[tupleOf[record]];
  return values;
}

/** The sensitive codes of each record, and how many values each sensitive column has. */
export type SensitiveCodes = { readonly codes: readonly Int32Array[]; readonly sizes: readonly number[] };

/** The group of each record, in the order of the tuples; groups are numbered from 0. */
export type Grouping = { readonly groupOf: Int32Array; readonly count: number };

/** What clustering works on: records with what runs cost by a measure, the tuple of each, and its sensitive codes. */
export type RecordInput = {
  readonly records: Records;
  readonly tupleOf: Uint32Array;
  readonly sensitive: SensitiveCodes;
};

/** Lays tuples out as records. */
export function recordsIn(
  { axes, ranks, weights, sensitive, requirement }: Tuples,
  measure: SearchMeasure,
): RecordInput {
  const records = layRecords(ranks, weights, runCosts(axes, measure, weights.length));
  const tupleOf = tuplesOf(records);
  const sizes = sensitive.map((_, nth) => requirement.table.sensitive[nth].totals.length);
  return { records, tupleOf, sensitive: { codes: sensitive.map((codes) => ofRecords(codes, tupleOf)), sizes } };
}
