/**
 * @file For the matching meaning of k: everything a row may be published as, told apart only by which original rows it
 * covers and what it costs. An option that covers no more than another and costs no less is never needed for the
 * optimum; for the list of all optima it is.
 */
import { candidatesOf, covers } from "./cell-axis.ts";
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
export type OptionsWanted = { readonly every: boolean; readonly least: number };

/** The options of one row, cheapest first. */
export function rowOptions(grid: Grid, row: number, { every, least }: OptionsWanted): RowOption[] {
  const words = Math.max(1, Math.ceil(grid.rows / 32));
  const everything = new Uint32Array(words);
  for (let other = 0; other < grid.rows; other++) everything[other >>> 5]! |= 1 << (other & 31);
  let options: RowOption[] = [{ cost: 0, cover: everything, labels: [[]] }];
  grid.axes.forEach((_, attribute) => {
    const cells = cellOptions(grid, attribute, row, words, every);
    const joined = options
      .flatMap((option) => cells.map((cell) => joinOptions(option, cell)))
      .filter((option) => bits(option.cover) >= least);
    options = every ? merged(joined) : undominated(merged(joined));
  });
  return options.sort(byCost);
}

function byCost(a: RowOption, b: RowOption): number {
  return a.cost - b.cost;
}

/** The options of one cell. */
function cellOptions(grid: Grid, attribute: number, row: number, words: number, every: boolean): RowOption[] {
  const axis = grid.axes[attribute]!;
  const ranks = grid.ranks[attribute]!;
  const options = candidatesOf(axis, ranks[row]!).map((candidate) => {
    const cover = new Uint32Array(words);
    for (let other = 0; other < grid.rows; other++) {
      if (covers(axis, candidate, ranks[other]!)) cover[other >>> 5]! |= 1 << (other & 31);
    }
    return { cost: cellCost(axis, ranks[row]!, candidate), cover, labels: [[candidate]] };
  });
  return every ? merged(options) : undominated(merged(options));
}

function joinOptions(a: RowOption, b: RowOption): RowOption {
  return {
    cost: a.cost + b.cost,
    cover: a.cover.map((word, w) => word & b.cover[w]!),
    labels: a.labels.flatMap((first) => b.labels.map((second) => [...first, ...second])),
  };
}

/** Options of equal cover and cost as one. */
function merged(options: readonly RowOption[]): RowOption[] {
  const known = new Map<string, RowOption>();
  for (const option of options) {
    const key = `${option.cover.join()}|${option.cost.toFixed(9)}`;
    const same = known.get(key);
    known.set(key, same === undefined ? option : { ...same, labels: [...same.labels, ...option.labels] });
  }
  return [...known.values()];
}

/** Drops every option that covers no more than another one that costs no more; one label of each is enough. */
function undominated(options: readonly RowOption[]): RowOption[] {
  const sorted = [...options].sort((a, b) => a.cost - b.cost || bits(b.cover) - bits(a.cover));
  const kept: RowOption[] = [];
  for (const option of sorted) {
    if (kept.some((better) => isWithin(option.cover, better.cover))) continue;
    kept.push({ ...option, labels: option.labels.slice(0, 1) });
  }
  return kept;
}

function isWithin(inner: Uint32Array, outer: Uint32Array): boolean {
  for (let w = 0; w < inner.length; w++) if ((inner[w]! & ~outer[w]!) !== 0) return false;
  return true;
}

/** How many rows a set holds. */
function bits(set: Uint32Array): number {
  let count = 0;
  for (let word of set) for (; word !== 0; word &= word - 1) count++;
  return count;
}
