import { numberIn } from "../base/index.ts";
import { dayText } from "../cohort/index.ts";
import { type Codes, type Column, daysSince1970, labelsFrom, newCodes, type Table } from "../table/index.ts";

/** What a column's values look like: what is learned is written back in the same form. */
export type Shape =
  | {
      readonly name: string;
      readonly kind: "number";
      /** Digits behind the point. */
      readonly decimals: number;
      readonly low: number;
      readonly high: number;
      readonly isDate: boolean;
      /** How "not known" is written, where it occurs. */
      readonly missing?: string;
    }
  | { readonly name: string; readonly kind: "category"; readonly labels: readonly string[] };

/** Rows without any generalised value: per column numbers (NaN for not known) or places among the labels. */
export type Rows = { readonly count: number; readonly columns: readonly Float64Array[] };

/** The most digits behind the point that a number is written with. */
export const mostDecimals = 100;

/** Writes rows as a table. */
export function tableOf(rows: Rows, shapes: readonly Shape[]): Table {
  return { rows: rows.count, columns: shapes.map((shape, index) => columnOf(rows.columns[index], shape)) };
}

function columnOf(values: Float64Array, shape: Shape): Column {
  if (shape.kind === "category") {
    const codes = newCodes(values.length, shape.labels.length);
    codes.set(values);
    return { name: shape.name, kind: "category", codes, labels: labelsFrom([...shape.labels]), missing: [] };
  }
  const known = new Map<string, number>();
  const places = Uint32Array.from(values, (value) => numberIn(known, textOf(value, shape)));
  const codes: Codes = newCodes(values.length, known.size);
  codes.set(places);
  const labels = [...known.keys()];
  const unknown = known.get(shape.missing ?? "");
  return {
    name: shape.name,
    kind: shape.isDate ? "date" : "number",
    codes,
    labels: labelsFrom(labels),
    numbers: Float64Array.from(labels, (text) => numberOf(text)),
    missing: unknown === undefined ? [] : [unknown],
  };
}

/** A value as text, with the digits its column has. */
function textOf(value: number, shape: Extract<Shape, { kind: "number" }>): string {
  if (Number.isNaN(value)) return shape.missing ?? "";
  return shape.isDate ? dayText(Math.round(value)) : String(Number(value.toFixed(shape.decimals)));
}

/** A number, or the days since 1970 of a day written as 2024-03-01; NaN for anything else. */
export function numberOf(text: string): number {
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (day !== null) return daysSince1970(Number(day[1]), Number(day[2]), Number(day[3]));
  return text.trim() === "" ? Number.NaN : Number(text);
}
