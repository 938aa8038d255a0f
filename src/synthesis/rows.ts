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
  const places = Uint32Array.from(values, (value) => {
    const text = textOf(value, shape);
    const found = known.get(text);
    if (found !== undefined) return found;
    known.set(text, known.size);
    return known.size - 1;
  });
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

/** The day of a number of days since 1970-01-01, by the calendar's own arithmetic. */
function dayText(days: number): string {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}
