/**
 * @file What released values may stand for. Every text of a released column is read back as runs of ranks on the axis of
 * the original column: an interval, a set, a node of a hierarchy, a prefix, anything at all, or a mean, which stands for
 * no value but for a place.
 */
import { KohortError } from "../base/index.ts";
import { type Hierarchy, parseIntervalLabel } from "../hierarchy/index.ts";
import { type Column, type DateForm, evidence, labelAt, readDate } from "../table/index.ts";
import { axisOf } from "./axis.ts";
import { daysIn } from "./day-text.ts";
import { any, endPosition, type GeneralisedValue, parseGeneralised, parseTilde } from "./generalised.ts";
import type { Attribute } from "./problem.ts";

/** How the texts of a released column are to be read. */
export type CoverOptions = {
  readonly hierarchy?: Hierarchy;
  /** How generalised values are written: ours, or the C Mondrian's. */
  readonly form?: "kohort" | "tilde";
  /** The order of a category's values, where the release was made by one. */
  readonly order?: readonly string[];
  /** Takes a value that the original does not have for one that covers nothing, instead of an error. */
  readonly lenient?: boolean;
  /** Lets a missing value match anything, in the release and in the original. */
  readonly wildcard?: boolean;
};

/** What each text of a released column covers of the original column. */
export type Cover = {
  readonly attribute: Attribute;
  /** The rank of each code of the original column. */
  readonly rankOf: Uint32Array;
  /** Released code c covers the ranks `runs[2i] … runs[2i + 1]` for i in `starts[c] … starts[c + 1] − 1`. */
  readonly starts: Uint32Array;
  readonly runs: Uint32Array;
  /** How many ranks each released code covers. */
  readonly count: Uint32Array;
  /** The ends that an interval states, as positions; NaN where the text is none. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Where a mean or median lies; NaN where the text is none. */
  readonly centre: Float64Array;
  /** The node of the hierarchy that a text is, −1 where it is none. */
  readonly node: Int32Array;
};

/** Reads back what every text of a released column may have been in the original. */
export function coverOf(original: Column, released: Column, options: CoverOptions = {}): Cover {
  const { hierarchy, order, form } = options;
  const { attribute, rankOf } = axisOf(original, 0, {
    hierarchy,
    order: order === undefined || original.kind !== "category" ? undefined : order,
    layout: form === "tilde" ? ("appearance" as const) : undefined,
  });
  const reader = readerOf(original, attribute, rankOf, form ?? "kohort");
  const size = released.labels.size;
  const cover = {
    low: new Float64Array(size).fill(Number.NaN),
    high: new Float64Array(size).fill(Number.NaN),
    centre: new Float64Array(size).fill(Number.NaN),
    node: new Int32Array(size).fill(-1),
  };
  const starts = new Uint32Array(size + 1);
  const count = new Uint32Array(size);
  const runs: number[] = [];
  const readings = Array.from({ length: size }, (_, code) => {
    const text = labelAt(released.labels, code);
    return options.lenient === true ? readLeniently(reader, text) : readText(reader, text);
  });
  const hasMeans = readings.some(({ centre }) => centre !== undefined);
  for (let code = 0; code < size; code++) {
    const stated = hasMeans ? asMean(reader, readings[code], labelAt(released.labels, code)) : readings[code];
    const read = options.wildcard === true ? withWildcard(reader, stated, released.missing.includes(code)) : stated;
    for (const [from, to] of read.runs) {
      runs.push(from, to);
      count[code] += to - from + 1;
    }
    starts[code + 1] = runs.length / 2;
    if (read.ends !== undefined) [cover.low[code], cover.high[code]] = read.ends;
    if (read.centre !== undefined) cover.centre[code] = read.centre;
    if (read.node !== undefined) cover.node[code] = read.node;
  }
  return { attribute, rankOf, starts, runs: Uint32Array.from(runs), count, ...cover };
}

/** Whether a released code may stand for a rank; a mean may for any number, and only its distance tells anything. */
export function covers({ starts, runs }: Cover, code: number, rank: number): boolean {
  for (let run = starts[code]; run < starts[code + 1]; run++) {
    if (rank >= runs[2 * run] && rank <= runs[2 * run + 1]) return true;
  }
  return false;
}

type Run = readonly [from: number, to: number];
type Reading = {
  readonly runs: readonly Run[];
  readonly ends?: readonly [number, number];
  readonly centre?: number;
  readonly node?: number;
};

type Reader = {
  readonly attribute: Attribute;
  readonly ranks: ReadonlyMap<string, number>;
  readonly nodes: ReadonlyMap<string, number>;
  readonly form: "kohort" | "tilde";
  /** Ranks that are known; what is missing stands after them. */
  readonly known: number;
  readonly isWhole: boolean;
  /** How the original writes its days. */
  readonly dateForm: DateForm | undefined;
};

function readerOf(original: Column, attribute: Attribute, rankOf: Uint32Array, form: Reader["form"]): Reader {
  const ranks = new Map<string, number>();
  for (let code = 0; code < original.labels.size; code++) ranks.set(labelAt(original.labels, code), rankOf[code]);
  const labels = attribute.tree?.tree.labels ?? [];
  // the lowest node of a name comes last, since nodes stand before their children
  const nodes = new Map(labels.map((label, node) => [label, node]));
  const known = attribute.missing < 0 ? attribute.size : attribute.missing;
  const isWhole = attribute.positions.subarray(0, known).every(Number.isInteger);
  const dateForm = original.kind === "date" ? evidence(original).dateForm : undefined;
  return { attribute, ranks, nodes, form, known, isWhole, dateForm };
}

function readText(reader: Reader, text: string): Reading {
  const { attribute, ranks, nodes, form } = reader;
  const whole: Run = [0, attribute.size - 1];
  const node = nodes.get(text);
  if (node !== undefined) return nodeReading(reader, node);
  const read = form === "tilde" ? parseTilde(text, attribute.kind !== "category") : parseGeneralised(text);
  if (read.form === "any") return { runs: attribute.size === 0 ? [] : [whole] };
  if (read.form === "set") {
    // a release by a recipe names values in a set that its own table need not have
    const found = read.values.flatMap((value) => ranks.get(value) ?? []);
    return found.length === 0 ? unknown(attribute.name, text) : { runs: asRuns(found) };
  }
  if (read.form === "interval") return intervalReading(reader, read);
  const rank = ranks.get(read.value);
  return rank === undefined ? otherReading(reader, read.value) : { runs: [[rank, rank]] };
}

/** Reads a text of which parts may be unknown: a set of names keeps those that are known. */
function readLeniently(reader: Reader, text: string): Reading {
  try {
    return readText(reader, text);
  } catch (error) {
    if (!(error instanceof KohortError)) throw error;
    const read = reader.form === "tilde" ? parseTilde(text, false) : parseGeneralised(text);
    return { runs: asRuns(read.form === "set" ? read.values.flatMap((value) => reader.ranks.get(value) ?? []) : []) };
  }
}

/** In a column of means a number that somebody has is a mean all the same. */
function asMean({ known, attribute }: Reader, read: Reading, text: string): Reading {
  const isValue = read.ends === undefined && read.runs.length === 1 && read.runs[0][0] === read.runs[0][1];
  if (!isValue || read.runs[0][0] === attribute.missing) return read;
  return { runs: [[0, known - 1]], centre: Number(text) };
}

/** What is missing in the original fits any text, and a text that is missing fits any value. */
function withWildcard({ attribute, known }: Reader, read: Reading, isMissing: boolean): Reading {
  if (isMissing) return { runs: attribute.size === 0 ? [] : [[0, attribute.size - 1]] };
  if (attribute.missing < 0 || read.runs.some(([, to]) => to === attribute.missing)) return read;
  const last = read.runs[read.runs.length - 1];
  if (last !== undefined && last[1] === known - 1) {
    return { ...read, runs: [...read.runs.slice(0, -1), [last[0], attribute.missing]] };
  }
  return { ...read, runs: [...read.runs, [attribute.missing, attribute.missing]] };
}

function nodeReading({ attribute, known }: Reader, node: number): Reading {
  const { tree, leafOf } = attribute.tree!;
  const ranks: number[] = [];
  for (let rank = 0; rank < known; rank++) {
    if (leafOf[rank] >= tree.low[node] && leafOf[rank] <= tree.high[node]) ranks.push(rank);
  }
  // the root stands for what is missing too, as `*` does
  if (node === 0 && attribute.missing >= 0) ranks.push(attribute.missing);
  return { runs: asRuns(ranks), node };
}

function intervalReading(reader: Reader, read: Extract<GeneralisedValue, { form: "interval" }>): Reading {
  const { attribute, ranks } = reader;
  if (attribute.kind === "category" || attribute.tree !== undefined) {
    const numeric = [endPosition(read.low, "low", Number), endPosition(read.high, "high", Number)];
    if (attribute.tree !== undefined && !numeric.some(Number.isNaN)) {
      const inside = attribute.labels.flatMap((label, rank) =>
        Number(label) >= numeric[0] && (read.open ? Number(label) < numeric[1] : Number(label) <= numeric[1])
          ? [rank]
          : [],
      );
      return { runs: asRuns(inside), ends: [numeric[0], numeric[1]] };
    }
    const from = ranks.get(read.low) ?? unknown(attribute.name, read.low);
    return { runs: [[from, ranks.get(read.high) ?? unknown(attribute.name, read.high)]] };
  }
  const low = endPosition(read.low, "low", (end) => endOf(reader, end));
  const stated = endPosition(read.high, "high", (end) => endOf(reader, end));
  // a day as the upper end is there until its midnight
  const isDay = attribute.kind === "date" && !reader.isWhole && Number.isInteger(stated) && read.open !== true;
  const high = isDay ? stated + 1 - 1e-9 : stated;
  return { runs: within(reader, low, high, read.open === true), ends: [low, stated] };
}

function endOf({ attribute, ranks, dateForm }: Reader, text: string): number {
  if (attribute.kind === "number") {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    return Number.isNaN(value) ? unknown(attribute.name, text) : value;
  }
  const rank = ranks.get(text);
  if (rank !== undefined) return attribute.positions[rank];
  const bytes = new TextEncoder().encode(text);
  const read = dateForm === undefined ? Number.NaN : readDate(bytes, 0, bytes.length, dateForm);
  const days = Number.isNaN(read) ? daysIn(text) : read;
  return Number.isNaN(days) ? unknown(attribute.name, text) : days;
}

/** The ranks whose positions lie between two ends. */
function within({ attribute, known }: Reader, low: number, high: number, open: boolean): Run[] {
  const { positions } = attribute;
  let from = 0;
  while (from < known && positions[from] < low) from++;
  let to = known - 1;
  while (to >= 0 && (open ? positions[to] >= high : positions[to] > high)) to--;
  return from > to ? [] : [[from, to]];
}

/** A text without the stars at its end: `021` of `021**`. */
export function withoutStars(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === any) end--;
  return text.slice(0, end);
}

/** A single value that the original does not have: another way to write one, a prefix, an interval, a mean. */
function otherReading(reader: Reader, text: string): Reading {
  const { attribute, known } = reader;
  const prefix = withoutStars(text);
  if (prefix !== text && prefix !== "") return byPrefix(attribute, prefix, text);
  if (attribute.kind === "date") {
    const days = daysIn(text);
    if (!Number.isNaN(days)) return { runs: within(reader, days, days + (reader.isWhole ? 0 : 1 - 1e-9), false) };
    return byPrefix(attribute, text, text);
  }
  if (attribute.kind !== "number") return unknown(attribute.name, text);
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isNaN(value)) {
    const interval = parseIntervalLabel(text);
    if (interval === undefined) return unknown(attribute.name, text);
    const { low, high, lowIncluded } = interval;
    const runs = within(reader, lowIncluded ? low : low + Number.EPSILON * Math.abs(low), high, !interval.highIncluded);
    return { runs, ends: [low, high] };
  }
  const same = within(reader, value, value, false);
  if (same.length > 0) return { runs: same };
  return { runs: known === 0 ? [] : [[0, known - 1]], centre: value };
}

function byPrefix(attribute: Attribute, prefix: string, text: string): Reading {
  const found = attribute.labels.flatMap((label, rank) => (label.startsWith(prefix) ? [rank] : []));
  return found.length === 0 ? unknown(attribute.name, text) : { runs: asRuns(found) };
}

/** Ranks as runs, in order and without gaps. */
function asRuns(ranks: readonly number[]): Run[] {
  const sorted = [...new Set(ranks)].sort((a, b) => a - b);
  const runs: [number, number][] = [];
  for (const rank of sorted) {
    const last = runs[runs.length - 1];
    if (last !== undefined && last[1] + 1 === rank) last[1] = rank;
    else runs.push([rank, rank]);
  }
  return runs;
}

function unknown(name: string, value: string): never {
  throw new KohortError("input", `the release's value "${value}" of column "${name}" is not of the original's`, {
    hint: "give the hierarchy that was used with `hierarchy`, or check that the files belong together",
  });
}
