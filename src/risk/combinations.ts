/**
 * @file Which sets of columns single people out. Sets are grown depth first, a column at a time; what is carried along
 * are only the records that are not alone yet (stripped partitions; Huhtala et al., *TANE*, 1999), so that a set that
 * leaves nobody together ends its branch, and rows are folded into distinct tuples before the search starts.
 */
import { report, type Task } from "../base/index.ts";
import { foldRows, textFold } from "../cohort/index.ts";
import { columnIndex, type Table } from "../table/index.ts";

/** What a set of columns tells apart. Separation and distinction as in Motwani and Xu, 2007. */
export type Combination = {
  readonly columns: readonly string[];
  /** Records that are alone with their values of these columns, and their share. */
  readonly unique: number;
  readonly share: number;
  /** Of them, those that no smaller set among these columns singles out. */
  readonly minimal: number;
  /** The share of pairs of records that the columns tell apart. */
  readonly separation: number;
  /** Distinct combinations / records. */
  readonly distinction: number;
};

/** How far to look. */
export type CombinationOptions = {
  /** The most columns in a set; 3 unless stated. */
  readonly most?: number;
  /** How many sets may be looked at; 20,000 unless stated. */
  readonly limit?: number;
  readonly threads?: number;
  /** Looks at the set of all columns only. */
  readonly only?: boolean;
};

/** Records that share their values: tuples of group g are `members[starts[g] … starts[g + 1])`. */
type Groups = { readonly members: Uint32Array; readonly starts: Uint32Array };

/**
 * Every set of the columns up to a size, with the records it singles out. Sets that contain one that already singles
 * out everybody are left out: they tell nothing new.
 */
export function* combinationsOf(
  table: Table,
  columns: readonly string[],
  options: CombinationOptions = {},
): Task<Combination[]> {
  const { most = 3, limit = 20_000, threads = 1 } = options;
  const known = new Map(table.columns.map((column) => [column.name, column]));
  const chosen = columns.map((name) => known.get(name) ?? table.columns[columnIndex(table, name)]);
  const folded = yield* foldRows(chosen.map(textFold), table.rows, threads);
  if (options.only === true) return [wholeSet(columns, folded.weights, table.rows)];
  const first = new Uint32Array(folded.tuples);
  for (let row = table.rows - 1; row >= 0; row--) first[folded.tupleOf[row]] = row;
  const codes = chosen.map((column) => Uint32Array.from(first, (row) => column.codes[row]));
  const search: Search = {
    rows: table.rows,
    weights: folded.weights,
    codes,
    sizes: chosen.map((column) => column.labels.size),
    names: columns,
    most,
    limit,
    alone: new Map(),
    found: [],
  };
  const everybody: Groups = {
    members: Uint32Array.from({ length: folded.tuples }, (_, tuple) => tuple),
    starts: Uint32Array.of(0, folded.tuples),
  };
  // sizes one after the other, so that the smaller sets are known when a larger one asks what is new about it
  const total = Math.min(limit, setsUpTo(columns.length, most));
  const keys = new Set<string>();
  let looked = 0;
  let level: GrownSet[] = [{ columns: [], groups: everybody }];
  for (let size = 1; size <= Math.min(most, columns.length) && level.length > 0; size++) {
    const next: GrownSet[] = [];
    for (const from of level) {
      const last = from.columns[from.columns.length - 1] ?? -1;
      for (let column = last + 1; column < columns.length && search.found.length < limit; column++) {
        if (looked++ > looksPerSet * limit) return search.found;
        if (isKnownKey(keys, from.columns, column)) continue;
        yield* report("combinations", search.found.length, total);
        const grown = grow(search, from, column);
        if (grown.groups.starts.length === 1) keys.add(grown.columns.join());
        else if (size < most) next.push(grown);
      }
    }
    level = next;
  }
  return search.found;
}

/** How many sets are passed over at most, for each that may be looked at, since they tell nothing new. */
const looksPerSet = 100;

/** Whether a set with one more column contains one that singles out everybody; the set without it contains none. */
function isKnownKey(keys: ReadonlySet<string>, columns: readonly number[], column: number): boolean {
  if (keys.size === 0) return false;
  const subsets = 2 ** columns.length;
  for (let subset = 0; subset < subsets; subset++) {
    const chosen = columns.filter((_, place) => (subset >> place) & 1);
    if (keys.has([...chosen, column].join())) return true;
  }
  return false;
}

/** What all columns together tell apart, from how often each combination of values occurs. */
function wholeSet(columns: readonly string[], weights: Uint32Array, rows: number): Combination {
  let unique = 0;
  let pairs = 0;
  for (const weight of weights) {
    if (weight === 1) unique++;
    pairs += weight * (weight - 1);
  }
  return {
    columns,
    unique,
    share: rows === 0 ? 0 : unique / rows,
    minimal: 0,
    separation: rows < 2 ? 0 : 1 - pairs / (rows * (rows - 1)),
    distinction: rows === 0 ? 0 : weights.length / rows,
  };
}

/** How many sets of up to so many columns there are. */
function setsUpTo(columns: number, most: number): number {
  let sets = 0;
  for (let size = 1, ways = 1; size <= Math.min(most, columns); size++) {
    ways *= (columns - size + 1) / size;
    sets += ways;
  }
  return sets;
}

type GrownSet = { readonly columns: readonly number[]; readonly groups: Groups };

type Search = {
  readonly rows: number;
  readonly weights: Uint32Array;
  readonly codes: readonly Uint32Array[];
  readonly sizes: readonly number[];
  readonly names: readonly string[];
  readonly most: number;
  readonly limit: number;
  /** The tuples each set singles out, by the set's columns. */
  readonly alone: Map<string, Uint32Array>;
  readonly found: Combination[];
};

function grow(search: Search, from: GrownSet, column: number): GrownSet {
  const columns = [...from.columns, column];
  const groups = refine(from.groups, search.codes[column], search.sizes[column], search.weights);
  const together = new Uint8Array(search.weights.length);
  for (const tuple of groups.members) together[tuple] = 1;
  const alone: number[] = [];
  for (let tuple = 0; tuple < together.length; tuple++) if (together[tuple] === 0) alone.push(tuple);
  const unique = Uint32Array.from(alone);
  if (columns.length < search.most) search.alone.set(columns.join(), unique);
  let pairs = 0;
  for (let group = 0; group + 1 < groups.starts.length; group++) {
    let records = 0;
    for (let at = groups.starts[group]; at < groups.starts[group + 1]; at++) {
      records += search.weights[groups.members[at]];
    }
    pairs += records * (records - 1);
  }
  const { rows } = search;
  search.found.push({
    columns: columns.map((place) => search.names[place]),
    unique: unique.length,
    share: rows === 0 ? 0 : unique.length / rows,
    minimal: minimalOf(search, columns, unique),
    separation: rows < 2 ? 0 : 1 - pairs / (rows * (rows - 1)),
    distinction: rows === 0 ? 0 : (unique.length + groups.starts.length - 1) / rows,
  });
  return { columns, groups };
}

/** Unique records that no set with one column less singles out; larger gaps follow, since uniqueness is inherited. */
function minimalOf(search: Search, columns: readonly number[], unique: Uint32Array): number {
  if (columns.length === 1) return unique.length;
  const before = new Uint8Array(search.weights.length);
  for (let without = 0; without < columns.length; without++) {
    const smaller = columns.filter((_, place) => place !== without);
    for (const tuple of search.alone.get(smaller.join()) ?? []) before[tuple] = 1;
  }
  let minimal = 0;
  for (const tuple of unique) if (before[tuple] === 0) minimal++;
  return minimal;
}

/** Splits groups by one more column and drops who is alone; a tuple that stands for several records never is. */
function refine(groups: Groups, codes: Uint32Array, size: number, weights: Uint32Array): Groups {
  const counts = new Uint32Array(size);
  const records = new Uint32Array(size);
  const place = new Uint32Array(size);
  const members = new Uint32Array(groups.members.length);
  const starts = [0];
  let filled = 0;
  for (let group = 0; group + 1 < groups.starts.length; group++) {
    const from = groups.starts[group];
    const to = groups.starts[group + 1];
    const seen: number[] = [];
    for (let at = from; at < to; at++) {
      const tuple = groups.members[at];
      const code = codes[tuple];
      if (counts[code] === 0) seen.push(code);
      counts[code]++;
      records[code] += weights[tuple];
    }
    for (const code of seen) {
      if (records[code] < 2) continue;
      place[code] = filled;
      filled += counts[code];
      starts.push(filled);
    }
    for (let at = from; at < to; at++) {
      const tuple = groups.members[at];
      const code = codes[tuple];
      if (records[code] >= 2) members[place[code]++] = tuple;
    }
    for (const code of seen) {
      counts[code] = 0;
      records[code] = 0;
    }
  }
  return { members: members.slice(0, filled), starts: Uint32Array.from(starts) };
}
