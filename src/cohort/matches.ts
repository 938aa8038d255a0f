/**
 * @file Who matches whom where a missing value matches anything, as statistics offices count (Hundepool et al.,
 * *Statistical Disclosure Control*, 2012, section 3.3; sdcMicro's frequencies): two records match if in every column
 * they are written alike or one of them misses the value. That is no equivalence: a may match b and b match c while a
 * and c differ. Tuples are sorted by which columns they miss; two such kinds are compared in the columns both have.
 */
import { remember, report, type Task } from "../base/index.ts";
import type { Column } from "../table/index.ts";
import { type Fold, firstRows } from "./compress.ts";
import type { Sizes } from "./measured.ts";

/** A column of tuples: the code of each, and the codes that match any. */
export type MatchColumn = { readonly codes: ArrayLike<number>; readonly wild: ReadonlySet<number> };

type Kind = { readonly misses: readonly boolean[]; readonly tuples: number[] };

/** For each tuple all that match it, itself among them; undefined where nothing is missing and each matches itself only. */
export function* matchingTuples(columns: readonly MatchColumn[], tuples: number): Task<Uint32Array[] | undefined> {
  const kinds = new Map<string, Kind>();
  for (let tuple = 0; tuple < tuples; tuple++) {
    const misses = columns.map(({ codes, wild }) => wild.has(codes[tuple]));
    const name = misses.map(Number).join("");
    remember(kinds, name, () => ({ misses, tuples: [] })).tuples.push(tuple);
  }
  if ([...kinds.values()].every(({ misses }) => !misses.includes(true))) return undefined;
  const found = new Array<Uint32Array>(tuples);
  for (const kind of kinds.values()) {
    const others = [...kinds.values()].map((other) => indexOf(columns, kind, other));
    yield* report("match", 0, tuples);
    for (const tuple of kind.tuples) {
      const lists = others.map(({ shared, byKey }) => byKey.get(keyOf(columns, shared, tuple)) ?? []);
      found[tuple] = Uint32Array.from(lists.flat());
    }
  }
  return found;
}

/** The tuples of another kind by their codes in the columns that neither kind misses. */
function indexOf(
  columns: readonly MatchColumn[],
  kind: Kind,
  other: Kind,
): { shared: number[]; byKey: Map<string, number[]> } {
  const shared = [...columns.keys()].filter((column) => !kind.misses[column] && !other.misses[column]);
  const byKey = new Map<string, number[]>();
  for (const tuple of other.tuples) remember(byKey, keyOf(columns, shared, tuple), () => []).push(tuple);
  return { shared, byKey };
}

function keyOf(columns: readonly MatchColumn[], shared: readonly number[], tuple: number): string {
  let key = "";
  for (const column of shared) key += `${columns[column].codes[tuple]},`;
  return key;
}

/** For each tuple of folded rows all that match it; `isWild` says of a column whether what it misses matches anything. */
export function* matchesOf(
  columns: readonly Column[],
  folded: Fold,
  isWild: (column: Column) => boolean,
): Task<Uint32Array[] | undefined> {
  if (!columns.some((column) => isWild(column) && column.missing.length > 0)) return undefined;
  const first = firstRows(folded);
  const asked = columns.map((column) => ({
    codes: Uint32Array.from(first, (row) => column.codes[row]),
    wild: new Set(isWild(column) ? column.missing : []),
  }));
  return yield* matchingTuples(asked, folded.tuples);
}

/** The records that match each tuple, its own where nothing is missing. */
export function matchedSizes<Own extends Sizes>(
  weights: Own,
  matches: readonly Uint32Array[] | undefined,
): Own | Float64Array {
  if (matches === undefined) return weights;
  return Float64Array.from(matches, (list) => list.reduce((sum, tuple) => sum + weights[tuple], 0));
}
