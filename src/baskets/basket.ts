import { type Column, labelStrings } from "../table/index.ts";

/** A column of sets: its items in order of first appearance, and the items of each of its labels, ascending. */
export type Baskets = { readonly items: readonly string[]; readonly ofLabel: readonly (readonly number[])[] };

/** Reads every label of a column as a set of items; spaces around items and empty items do not count. */
export function basketsIn(column: Column, separator: string): Baskets {
  const places = new Map<string, number>();
  const missing = new Set(column.missing);
  const ofLabel = labelStrings(column.labels).map((label, code) => {
    if (missing.has(code)) return [];
    const found = new Set<number>();
    for (const part of label.split(separator)) {
      const item = part.trim();
      if (item === "") continue;
      if (!places.has(item)) places.set(item, places.size);
      found.add(places.get(item)!);
    }
    return [...found].sort((a, b) => a - b);
  });
  return { items: [...places.keys()], ofLabel };
}
