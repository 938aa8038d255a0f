import type { Kind } from "../table/index.ts";

/** What a builder may know of a column beside its distinct values; arrays stand in the order of the values. */
export type BuildContext = {
  /** The column's or attribute's name, for errors. */
  readonly name?: string;
  readonly kind?: Kind;
  /** Numbers, or for dates the days since 1970-01-01. */
  readonly numbers?: ArrayLike<number>;
  /** How many records hold each value. */
  readonly counts?: ArrayLike<number>;
  /** The bytes of the files that settings name by path. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
};

/** Compares by UTF-16 code unit, alike on every machine. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const numberForm = /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/** The number that a label is, or NaN. */
export function numberOf(label: string): number {
  const trimmed = label.trim();
  return numberForm.test(trimmed) ? Number(trimmed) : Number.NaN;
}
