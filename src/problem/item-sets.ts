import { byCodePoint } from "../base/index.ts";
import { type Column, labelStrings } from "../table/index.ts";

/** A column of sets: its items in the order of their code points, and the items of each of its labels, ascending. */
export type ItemSets = { readonly items: readonly string[]; readonly ofLabel: readonly (readonly number[])[] };

/** Reads every label of a column as a set of items; spaces around items and empty items do not count. */
export function setsIn(column: Column, separator: string): ItemSets {
  const missing = new Set(column.missing);
  const ofLabel = labelStrings(column.labels).map((label, code) => {
    if (missing.has(code)) return [];
    const found = new Set(label.split(separator).map((part) => part.trim()));
    found.delete("");
    return [...found];
  });
  const items = [...new Set(ofLabel.flat())].sort(byCodePoint);
  const places = new Map(items.map((item, place) => [item, place]));
  return { items, ofLabel: ofLabel.map((set) => set.map((item) => places.get(item)!).sort((a, b) => a - b)) };
}
