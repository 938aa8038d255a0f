import type { HierarchySetting } from "../hierarchy/index.ts";
import type { Kind } from "../table/index.ts";

/** What the numbers of a column are like. */
export type NumberFigures = {
  readonly least: number;
  readonly greatest: number;
  /** Whether all are whole, and whether all have one decimal at most. */
  readonly whole: boolean;
  readonly tenths: boolean;
  /** Whether each is written in one way. */
  readonly plain: boolean;
};

/** What is known of a column before anything is decided. */
export type ColumnSummary = {
  readonly name: string;
  readonly kind: Kind;
  /** How many different values it has, missing ones left out. */
  readonly distinct: number;
  readonly rows: number;
  /** In how many rows its value is missing. */
  readonly missing: number;
  /** What its numbers are like, if it has any. */
  readonly figures?: NumberFigures;
  /** Whether its whole numbers are taken for codes, so that `kind` is that of categories. */
  readonly coded?: boolean;
  /** Whether its kind is stated, and not found. */
  readonly isStated?: boolean;
  /** The column of households within which it numbers people: the same numbers recur in many of them. */
  readonly within?: string;
  /** The hierarchy proposed for it, if one is needed, and why. */
  readonly hierarchy?: HierarchySetting;
  readonly evidence?: string;
};
