/**
 * @file For the matching meaning of k: everything a row may be published as, told apart only by which original rows it
 * covers and what it costs. An option that covers no more than another and costs no less is never needed for the
 * optimum; for the list of all optima it is.
 */
import type { Task } from "../../base/index.ts";
import { candidatesOf, covers } from "./cell-axis.ts";
import { hasTime, type TimeLeft } from "./ending.ts";
import { cellCost, type Grid } from "./grid.ts";

/** One way to publish a row. */
export type RowOption = {
  readonly cost: number;
  /** The originals it covers, as bits. */
  readonly cover: Uint32Array;
  /** Every choice of candidates, one per attribute, that covers just these at this cost. */
  readonly labels: readonly (readonly number[])[];
};

/** Which options are wanted: every one or only those an optimum may need, covering at least so many rows. */
export type OptionLimits = { readonly every: boolean; readonly least: number };

/** The options of each row, cheapest first; undefined where the time is up before they are listed. */
export function* optionsOfRows(grid: Grid, wanted: OptionLimits, time: TimeLeft): Task<RowOption[][] | undefined> {
  const options: RowOption[][] = [];
  for (let row = 0; row < grid.rows; row++) {
    const own = yield* rowOptions(grid, row, wanted, time);
    if (own === undefined) return undefined;
    options.push(own);
  }
  return options;
}

function* rowOptions(
  grid: Grid,
  row: number,
  { every, least }: OptionLimits,
  time: TimeLeft,
): Task<RowOption[] | undefined> {
  const words = Math.max(1, Math.ceil(grid.rows / 32));
  const everything = new Uint32Array(words);
  for (let other = 0; other < grid.rows; other++) everything[other >>> 5] |= 1 << (other & 31);
  let options: RowOption[] = [{ cost: 0, cover: everything, labels: [[]] }];
  for (let attribute = 0; attribute < grid.axes.length; attribute++) {
    const cells = yield* cellOptions(grid, attribute, row, words, every, time);
    if (cells === undefined) return undefined;
    const joined = new Map<string, RowOption>();
    for (const option of options) {
      for (const cell of cells) {
        const both = joinOptions(option, cell);
        if (bits(both.cover) >= least) merge(joined, both, every);
        if (!(yield* hasTime(time, 32 * words))) return undefined;
      }
    }
    const merged = [...joined.values()];
    const kept = every ? merged : yield* undominated(merged, time);
    if (kept === undefined) return undefined;
    options = kept;
  }
  return options.sort(byCost);
}

function byCost(a: RowOption, b: RowOption): number {
  return a.cost - b.cost;
}

/** The options of one cell. */
function* cellOptions(
  grid: Grid,
  attribute: number,
  row: number,
  words: number,
  every: boolean,
  time: TimeLeft,
): Task<RowOption[] | undefined> {
  const axis = grid.axes[attribute];
  const ranks = grid.ranks[attribute];
  const options = new Map<string, RowOption>();
  for (const candidate of candidatesOf(axis, ranks[row])) {
    const cover = new Uint32Array(words);
    for (let other = 0; other < grid.rows; other++) {
      if (covers(axis, candidate, ranks[other])) cover[other >>> 5] |= 1 << (other & 31);
    }
    merge(options, { cost: cellCost(axis, ranks[row], candidate), cover, labels: [[candidate]] }, every);
    if (!(yield* hasTime(time, grid.rows))) return undefined;
  }
  const merged = [...options.values()];
  return every ? merged : yield* undominated(merged, time);
}

function joinOptions(a: RowOption, b: RowOption): RowOption {
  return {
    cost: a.cost + b.cost,
    cover: a.cover.map((word, w) => word & b.cover[w]),
    labels: a.labels.flatMap((first) => b.labels.map((second) => [...first, ...second])),
  };
}

/** Takes an option in, with one of equal cover and cost as one; every label is kept only where all are wanted. */
function merge(known: Map<string, RowOption>, option: RowOption, every: boolean): void {
  const key = `${option.cover.join()}|${option.cost.toFixed(9)}`;
  const same = known.get(key);
  if (same === undefined) known.set(key, option);
  else if (every) known.set(key, { ...same, labels: [...same.labels, ...option.labels] });
}

/** Drops every option that covers no more than another one that costs no more; one label of each is enough. */
function* undominated(options: readonly RowOption[], time: TimeLeft): Task<RowOption[] | undefined> {
  const sorted = [...options].sort((a, b) => a.cost - b.cost || bits(b.cover) - bits(a.cover));
  const kept: RowOption[] = [];
  for (const option of sorted) {
    if (!(yield* hasTime(time, kept.length * option.cover.length))) return undefined;
    if (kept.some((better) => isWithin(option.cover, better.cover))) continue;
    kept.push({ ...option, labels: option.labels.slice(0, 1) });
  }
  return kept;
}

function isWithin(inner: Uint32Array, outer: Uint32Array): boolean {
  for (let w = 0; w < inner.length; w++) if ((inner[w] & ~outer[w]) !== 0) return false;
  return true;
}

/** How many rows a set holds. */
function bits(set: Uint32Array): number {
  let count = 0;
  for (let word of set) for (; word !== 0; word &= word - 1) count++;
  return count;
}
