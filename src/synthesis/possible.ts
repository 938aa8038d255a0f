/**
 * @file What a cell of a release may have been, so that a model can learn from any release. A single value is itself; an
 * interval is drawn from evenly, whole numbers where its ends are whole; a set or a node of a hierarchy is drawn from by
 * the shares of its members, which are estimated from the whole column (expectation–maximisation on coarsened data;
 * Dempster, Laird and Rubin 1977); `*` is drawn from the column as a whole. Models draw anew for every epoch.
 */
import { indices, KohortError, numberIn, type Random } from "../base/index.ts";
import { any, endPosition, parseGeneralised } from "../cohort/index.ts";
import { type Hierarchy, parseIntervalLabel, type Tree, treeOf } from "../hierarchy/index.ts";
import { type Codes, type Column, labelCounts, labelStrings, type Table } from "../table/index.ts";
import { drawBetween, drawRunning } from "./noise.ts";
import { mostDecimals, numberOf, type Rows, type Shape } from "./rows.ts";

type NumberCells = { readonly kind: "number"; readonly low: Float64Array; readonly high: Float64Array };
type CategoryCells = {
  readonly kind: "category";
  /** Per label the places it may stand for. */
  readonly members: readonly Uint32Array[];
  /** Per label the running sums of its members' shares. */
  readonly running: readonly Float64Array[];
};

/** A column whose cells may be generalised. */
export type PossibleColumn = {
  readonly shape: Shape;
  readonly codes: Codes;
  readonly cells: NumberCells | CategoryCells;
};

/** A table whose cells may be generalised; plain data that can be posted to a worker. */
export type PossibleTable = { readonly rows: number; readonly columns: readonly PossibleColumn[] };

/** What helps to understand a release. */
export type PossibleOptions = {
  readonly hierarchies?: Readonly<Record<string, Hierarchy>>;
  /** What it was made from: a column that holds no categories there holds none here if it can be read so. */
  readonly original?: Table;
};

/** Understands every column of a table. */
export function possibleRows(table: Table, options: PossibleOptions = {}): PossibleTable {
  if (table.rows === 0) throw new KohortError("input", "there are no rows to learn from");
  const before = new Map(options.original?.columns.map((column) => [column.name, column]));
  const columns = table.columns.map((column) => {
    const hierarchy = options.hierarchies?.[column.name];
    const tree = hierarchy === undefined ? undefined : treeOf(hierarchy);
    return possibleColumn(column, tree, before.get(column.name));
  });
  return { rows: table.rows, columns };
}

type Range = readonly [number, number];

function possibleColumn(column: Column, tree: Tree | undefined, before: Column | undefined): PossibleColumn {
  const texts = labelStrings(column.labels);
  const counts = labelCounts(column);
  const missing = new Set(column.missing);
  const wasNumber = column.kind !== "category" || (before !== undefined && before.kind !== "category");
  const days = [before, column].find((one) => one?.kind === "date");
  const readRange = days === undefined ? rangeOf : dayRanges(days, tree);
  const ranges = texts.map((text, code) => (missing.has(code) ? ([Number.NaN, Number.NaN] as const) : readRange(text)));
  const isNumber = ranges.every((range, code) => range !== undefined || counts[code] === 0 || texts[code] === any);
  const says = ranges.some((range, code) => range !== undefined && counts[code] > 0 && !missing.has(code));
  const isRanged = texts.some(
    (text, code) => text.startsWith("[") || (tree !== undefined && counts[code] > 0 && isWide(ranges[code])),
  );
  return isNumber && says && (wasNumber || isRanged)
    ? numberColumn(column, texts, ranges, counts, days !== undefined)
    : categoryColumn(column, texts, counts, days === undefined ? tree : undefined);
}

function isWide(range: Range | undefined): boolean {
  return range !== undefined && range[0] < range[1];
}

/** Reads the days of a column, in the form it has them, and the spans that its hierarchy puts them into. */
function dayRanges(column: Column, tree: Tree | undefined): (text: string) => Range | undefined {
  const days = new Map(labelStrings(column.labels).map((text, code) => [text, Math.floor(column.numbers![code])]));
  const nodes = new Map(tree?.labels.map((label, node) => [label, node]) ?? []);
  return (text) => {
    const day = days.get(text);
    if (day !== undefined) return Number.isNaN(day) ? undefined : [day, day];
    const node = text === any ? undefined : nodes.get(text);
    if (node === undefined) return rangeOf(text);
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const leaf of tree!.leaves.slice(tree!.low[node], tree!.high[node] + 1)) {
      low = Math.min(low, days.get(leaf) ?? Number.NaN);
      high = Math.max(high, days.get(leaf) ?? Number.NaN);
    }
    return Number.isNaN(low) ? rangeOf(text) : [low, high];
  };
}

/** The ends of a number, a day or an interval; undefined for anything else. */
function rangeOf(text: string): Range | undefined {
  const plain = numberOf(text.slice(0, 10).length === 10 && text[4] === "-" ? text.slice(0, 10) : text);
  if (!Number.isNaN(plain)) return [plain, plain];
  const read = parseGeneralised(text);
  if (read.form === "interval") {
    const ends = [endPosition(read.low, "low", numberOf), endPosition(read.high, "high", numberOf)] as const;
    return Number.isNaN(ends[0]) || Number.isNaN(ends[1]) ? undefined : ends;
  }
  if (read.form === "value" && read.value !== text) return rangeOf(read.value);
  const labelled = parseIntervalLabel(text);
  return labelled === undefined ? undefined : [labelled.low, labelled.high];
}

function numberColumn(
  column: Column,
  texts: readonly string[],
  ranges: readonly (Range | undefined)[],
  counts: Float64Array,
  holdsDays: boolean,
): PossibleColumn {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  let decimals = 0;
  for (const [code, range] of ranges.entries()) {
    if (range === undefined || counts[code] === 0) continue;
    for (const end of range) {
      if (!Number.isFinite(end)) continue;
      refuseUnlearnable(column.name, end);
      lowest = Math.min(lowest, end);
      highest = Math.max(highest, end);
      decimals = Math.max(decimals, decimalsOf(end));
    }
  }
  const within = (value: number | undefined, otherwise: number): number =>
    value === undefined ? otherwise : Number.isNaN(value) ? value : Math.min(highest, Math.max(lowest, value));
  const low = Float64Array.from(ranges, (range) => within(range?.[0], Number.NEGATIVE_INFINITY));
  const high = Float64Array.from(ranges, (range) => within(range?.[1], Number.POSITIVE_INFINITY));
  const unknown = column.missing.find((code) => counts[code] > 0);
  const isDate = holdsDays || texts.some((text) => /^\[?\d{4}-\d\d-\d\d/.test(text));
  const shape = { name: column.name, kind: "number" as const, decimals, low: lowest, high: highest, isDate };
  return {
    shape: unknown === undefined ? shape : { ...shape, missing: texts[unknown] },
    codes: column.codes,
    cells: { kind: "number", low, high },
  };
}

/** The size of numbers, and of one over them, past which squares and sums of many are more than a double holds. */
const largestSize = 1e100;

function refuseUnlearnable(name: string, value: number): void {
  const size = Math.abs(value);
  if (size === 0 || (size <= largestSize && size >= 1 / largestSize)) return;
  throw new KohortError(
    "column",
    `column "${name}" has ${value}, which is too ${size > 1 ? "large" : "small"} to learn from`,
    {
      hint: `numbers from ${1 / largestSize} to ${largestSize} can be learned; write it in another unit, leave the column out, or read it as a category`,
    },
  );
}

/** The digits behind the point that a number is written with in full. */
function decimalsOf(value: number): number {
  const [digits, power = "0"] = String(value).split("e");
  const point = digits.indexOf(".");
  const written = point < 0 ? 0 : digits.length - point - 1;
  return Math.min(mostDecimals, Math.max(0, written - Number(power)));
}

function categoryColumn(
  column: Column,
  texts: readonly string[],
  counts: Float64Array,
  tree: Tree | undefined,
): PossibleColumn {
  const places = new Map<string, number>();
  const placeOf = (label: string): number => numberIn(places, label);
  const nodes = new Map(tree?.labels.map((label, node) => [label, node]) ?? []);
  const members = texts.map((text, code) => {
    if (counts[code] === 0) return new Uint32Array(0);
    const node = nodes.get(text);
    if (node !== undefined) {
      return Uint32Array.from(tree!.leaves.slice(tree!.low[node], tree!.high[node] + 1), placeOf);
    }
    const read = parseGeneralised(text);
    if (read.form === "set") return Uint32Array.from(read.values, placeOf);
    if (read.form === "any") return new Uint32Array(0);
    return Uint32Array.of(placeOf(read.form === "value" ? read.value : text));
  });
  if (places.size === 0) placeOf(any);
  const labels = [...places.keys()];
  const all = indices(labels.length);
  const filled = members.map((found, code) => (found.length === 0 && counts[code] > 0 ? all : found));
  const shares = estimateShares(filled, counts, labels.length);
  const running = filled.map((found) => {
    let sum = 0;
    return Float64Array.from(found, (place) => (sum += shares[place]));
  });
  return {
    shape: { name: column.name, kind: "category", labels },
    codes: column.codes,
    cells: { kind: "category", members: filled, running },
  };
}

/** The share of each value, when some cells only say which values are possible. */
function estimateShares(members: readonly Uint32Array[], counts: Float64Array, size: number): Float64Array {
  let shares = new Float64Array(size).fill(1 / size);
  const isExact = members.every((found) => found.length <= 1);
  for (let round = 0; round < (isExact ? 1 : 30); round++) {
    const next = new Float64Array(size).fill(1e-9);
    members.forEach((found, code) => {
      let sum = 0;
      for (const place of found) sum += shares[place];
      for (const place of found) next[place] += (counts[code] * shares[place]) / sum;
    });
    const total = next.reduce((sum, share) => sum + share, 0);
    shares = next.map((share) => share / total);
  }
  return shares;
}

/** Draws one value for every cell. */
export function drawRows(possible: PossibleTable, random: Random): Rows {
  const columns = possible.columns.map(({ shape, codes, cells }) =>
    cells.kind === "number"
      ? drawNumbers(codes, cells, shape as Extract<Shape, { kind: "number" }>, random)
      : drawCategories(codes, cells, random),
  );
  return { count: possible.rows, columns };
}

function drawNumbers(
  codes: Codes,
  { low, high }: NumberCells,
  { decimals }: Extract<Shape, { kind: "number" }>,
  random: Random,
): Float64Array {
  const values = new Float64Array(codes.length);
  for (let row = 0; row < codes.length; row++) {
    let code = codes[row];
    for (let tries = 0; low[code] === Number.NEGATIVE_INFINITY && tries < 100; tries++) {
      code = codes[random.below(codes.length)];
    }
    const [from, to] = [low[code], high[code]];
    if (from === to || !(to > from)) values[row] = from;
    else if (from === Number.NEGATIVE_INFINITY) values[row] = Number.NaN;
    else values[row] = drawBetween(from, to, decimals, random);
  }
  return values;
}

function drawCategories(codes: Codes, { members, running }: CategoryCells, random: Random): Float64Array {
  const values = new Float64Array(codes.length);
  for (let row = 0; row < codes.length; row++) {
    const found = members[codes[row]];
    values[row] = found[found.length === 1 ? 0 : drawRunning(running[codes[row]], random)];
  }
  return values;
}
