import { byCodePoint } from "../base/index.ts";
import { groupedCohorts, groupTuples } from "../cohort/index.ts";
import {
  type Column,
  columnIndex,
  foldSpelling,
  labelAt,
  labelCounts,
  labelStrings,
  labelsFrom,
  newCodes,
  valueKey,
} from "../table/index.ts";
import type { ReleaseView } from "./release-view.ts";
import type { Scene } from "./scene.ts";

/** A sensitive column of a release: what each cohort holds of it. */
export type SensitiveView = {
  readonly name: string;
  readonly released: Column;
  /** The released values as text. */
  readonly labels: readonly string[];
  /** The original's column, where it has one of that name. */
  readonly original: Column | undefined;
  /** For each code of the original's column the released code with the same label, −1 where there is none. */
  readonly releasedCode: Int32Array;
  /** How often each released value occurs. */
  readonly totals: Float64Array;
  /** Cohort c holds the values `values[i]`, `counts[i]` times each, for i in `starts[c] … starts[c + 1] − 1`. */
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
  readonly counts: Uint32Array;
};

/** Counts a sensitive column cohort by cohort. */
export function viewSensitive(scene: Scene, view: ReleaseView, name: string): SensitiveView {
  const counted = (column: Column): Column => countedColumn(column, scene.spellings);
  const released = inOwnOrder(counted(view.table.columns[columnIndex(view.table, name)]));
  const own = scene.original.columns.find((column) => column.name === name);
  const before = own === undefined ? undefined : counted(own);
  const size = released.labels.size;
  const totals = new Float64Array(size);
  const starts = new Uint32Array(view.cohorts + 1);
  const values: number[] = [];
  const counts: number[] = [];
  const groups = groupTuples(view.cohortOf, view.cohorts);
  let cohort = 0;
  for (const { values: present, histogram } of groupedCohorts({ groups, codes: released.codes, kinds: size })) {
    for (const value of present) {
      values.push(value);
      counts.push(histogram[value]);
      totals[value] += histogram[value];
    }
    starts[++cohort] = values.length;
  }
  return {
    name,
    released,
    labels: labelStrings(released.labels),
    original: before,
    releasedCode: before === undefined ? new Int32Array(0) : sameLabels(before, released),
    totals,
    starts,
    values: Uint32Array.from(values),
    counts: Uint32Array.from(counts),
  };
}

/**
 * The column with the values it holds by code point, and no others: whoever learns from a release that was read must
 * come to what is learned from the same release before it was written, whose dictionary also has suppressed values.
 */
function inOwnOrder(column: Column): Column {
  const texts = labelStrings(column.labels);
  const counts = labelCounts(column);
  const held = [...texts.keys()].filter((code) => counts[code] > 0);
  held.sort((a, b) => byCodePoint(texts[a], texts[b]));
  const place = new Map(held.map((code, nth) => [code, nth]));
  const codes = newCodes(column.codes.length, held.length);
  for (let row = 0; row < codes.length; row++) codes[row] = place.get(column.codes[row])!;
  const { numbers, bare: _, ...rest } = column;
  return {
    ...rest,
    codes,
    labels: labelsFrom(held.map((code) => texts[code])),
    numbers: numbers === undefined ? undefined : Float64Array.from(held, (code) => numbers[code]),
    missing: column.missing.flatMap((code) => place.get(code) ?? []),
  };
}

/** A sensitive column with every value written in the one way it is counted as. */
export function countedColumn(column: Column, spellings: Scene["spellings"]): Column {
  if (spellings === undefined && column.kind === "category") return column;
  return foldSpelling(column, spellings?.(column.name)).column;
}

/** For each code of one column the code with the same label, or the same number, in another; −1 where there is none. */
export function sameLabels(from: Column, to: Column): Int32Array {
  const keyOf = from.kind === "number" ? valueKey : (text: string): string => text;
  const codes = new Map<string, number>();
  for (let code = 0; code < to.labels.size; code++) codes.set(keyOf(labelAt(to.labels, code)), code);
  return Int32Array.from({ length: from.labels.size }, (_, code) => codes.get(keyOf(labelAt(from.labels, code))) ?? -1);
}

/** How often each value occurs among the records that match a cohort, and how many of its own records have it. */
export function valuesAround(
  { starts, values, counts }: SensitiveView,
  { matches }: ReleaseView,
  cohort: number,
): { readonly value: number; readonly count: number; readonly own: number }[] {
  if (matches === undefined) {
    return Array.from({ length: starts[cohort + 1] - starts[cohort] }, (_, nth) => {
      const at = starts[cohort] + nth;
      return { value: values[at], count: counts[at], own: counts[at] };
    });
  }
  const found = new Map<number, { value: number; count: number; own: number }>();
  for (const other of matches[cohort]) {
    for (let at = starts[other]; at < starts[other + 1]; at++) {
      const one = found.get(values[at]) ?? { value: values[at], count: 0, own: 0 };
      one.count += counts[at];
      if (other === cohort) one.own += counts[at];
      found.set(values[at], one);
    }
  }
  return [...found.values()];
}
