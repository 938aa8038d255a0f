/**
 * @file What a published value says of the values of another table, so that it can be widened by a value that it does
 * not hold and joined with another. A widened range ends where the release prints an end, or is open; names are widened
 * only by names that the release prints; groups only by groups of the hierarchy. What none of these can say is `*`.
 */

import {
  type Attribute,
  any,
  endPosition,
  intervalText,
  parseGeneralised,
  setText,
  valueText,
} from "../cohort/index.ts";
import { roundedTo } from "../transform/index.ts";
import { endOf } from "./label-ends.ts";
import { groupMembers, type Reading, ranksIn } from "./label-reading.ts";
import type { RecipeAttribute } from "./recipe.ts";

/** A published value and what it stands for. */
export type Span =
  | { readonly form: "any"; readonly text: string }
  | { readonly form: "missing"; readonly text: string }
  /** Numbers or days from `low` to `high`, which may be infinite; without `high` itself if `isOpen`. */
  | {
      readonly form: "line";
      readonly text: string;
      readonly low: number;
      readonly high: number;
      readonly isOpen: boolean;
      readonly lowText: string;
      readonly highText: string;
    }
  | { readonly form: "names"; readonly text: string; readonly names: ReadonlySet<string> }
  /** Ranks of the new table. */
  | { readonly form: "group"; readonly text: string; readonly ranks: ReadonlySet<number> }
  /** Does not say what it stands for. */
  | { readonly form: "opaque"; readonly text: string };

type Line = Extract<Span, { form: "line" }>;

/** Between which positions a leaf's values lie, the upper end left out. */
export type Region = readonly [low: number, high: number];

/** A span that also holds a value, and whether that is the span of its whole cohort or of records apart. */
export type WidenedSpan = { readonly span: Span; readonly apart: boolean };

/** How the labels of one column are read, widened and joined. */
export type ColumnSpans = {
  readonly axis: Attribute;
  /** `line`: cut by position; `set`: by members. */
  readonly form: "line" | "set";
  /** What each label of the recipe stands for. */
  readonly spans: readonly Span[];
  /** What a text stands for, unless it does not say so. */
  readonly read: (text: string) => Span;
  readonly holds: (span: Span, rank: number) => boolean;
  /** A span that holds a rank which the given one does not. */
  readonly widen: (span: Span, rank: number, region: Region) => WidenedSpan;
  readonly join: (a: Span, b: Span) => Span;
  /** The share of the column that a span covers: 0 a value, 1 everything. */
  readonly share: (span: Span) => number;
};

/** A group of a hierarchy by the ranks that it holds, and the level that it is on. */
export type Group = { readonly text: string; readonly ranks: readonly number[]; readonly level: number };

/** Anything at all. */
export const anySpan: Span = { form: "any", text: any };

/** No label of a column stands for a value. */
export const noSpan: Span = { form: "names", text: "", names: new Set() };

/** Everything. */
export const everywhere: Region = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/** Reads the labels of a column; `known` are the groups that a recipe's key tells. */
export function columnSpans(
  recipe: RecipeAttribute,
  axis: Attribute,
  reading: Reading,
  known: readonly Group[] = [],
): ColumnSpans {
  const { hierarchy, missing, grouped } = reading;
  const parsed = recipe.labels.map(({ text }) => parseGeneralised(text));
  const isLine =
    hierarchy === undefined &&
    known.length === 0 &&
    recipe.kind !== "category" &&
    parsed.every(({ form }) => form !== "set");
  const listed = new Set(
    parsed.flatMap((read) => (read.form === "set" ? read.values : read.form === "value" ? [read.value] : [])),
  );
  const built = hierarchy === undefined ? undefined : groupMembers(recipe, axis, hierarchy, "all");
  // a label may be of a level that only the recipe's table had; what is widened is of a level of this one
  const widening = hierarchy === undefined ? [] : [...groupMembers(recipe, axis, hierarchy, "own")];
  const spanOf = (text: string, opaque: boolean): Span => {
    if (text === any) return anySpan;
    if (opaque) return { form: "opaque", text };
    const read = parseGeneralised(text);
    if (read.form === "value" && missing.includes(read.value)) return { form: "missing", text };
    if (hierarchy !== undefined) {
      const ranks = hierarchy.kind === "intervals" ? ranksIn(axis, text) : (built!.get(text)?.ranks ?? []);
      return { form: "group", text, ranks: new Set(ranks) };
    }
    if (isLine) return lineOf(recipe, text) ?? { form: "opaque", text };
    const names = read.form === "set" ? read.values : read.form === "value" ? [read.value] : [];
    const kept = names.filter((name) => !grouped.has(name));
    return { form: "names", text: kept.length === names.length ? text : namesText(kept), names: new Set(kept) };
  };
  const spans = recipe.labels.map(({ text, opaque }) => spanOf(text, opaque === true));
  const printed = printedEnds(spans);
  const members: readonly Group[] = [...widening.map(([text, one]) => ({ text, ...one })), ...known];
  const groups = members
    .filter(({ text, level }) => text !== any && level > 0)
    .map(({ text, ranks, level }) => ({ span: { form: "group", text, ranks: new Set(ranks) } as const, level }))
    .sort((a, b) => a.span.ranks.size - b.span.ranks.size || (a.span.text < b.span.text ? -1 : 1));
  const groupOf = (ranks: Iterable<number>): Span => {
    const needed = [...ranks];
    return groups.find(({ span }) => needed.every((rank) => span.ranks.has(rank)))?.span ?? anySpan;
  };
  const printedLevel = recipe.labels.reduce(
    (most, { text }) => Math.max(most, members.find((group) => group.text === text)?.level ?? 0),
    1,
  );
  /** The group of a value that no label stands for, on the level of the labels. */
  const groupLike = (rank: number): Span =>
    groups.findLast(({ span, level }) => level <= printedLevel && span.ranks.has(rank))?.span ?? anySpan;
  const step = reading.width ?? (isWhole(axis) ? 1 : undefined);
  const knownRanks = axis.missing < 0 ? axis.size : axis.missing;
  const holds = (span: Span, rank: number): boolean => {
    if (span.form === "any") return true;
    if (rank === axis.missing) return span.form === "missing";
    if (span.form === "line") return isWithin(span, axis.positions[rank]);
    if (span.form === "names") return span.names.has(axis.labels[rank]);
    return span.form === "group" && span.ranks.has(rank);
  };
  const namesSpan = (names: ReadonlySet<string>): Span =>
    [...listed].every((name) => names.has(name))
      ? anySpan
      : { form: "names", text: namesText([...names].sort()), names };
  return {
    axis,
    form: isLine ? "line" : "set",
    spans,
    read: (text) => spanOf(text, false),
    holds,
    widen: (span, rank, region) => {
      if (rank === axis.missing) return { span: anySpan, apart: true };
      if (span.form === "line") {
        return { span: widenedLine(span, axis.positions[rank], region, printed, step), apart: false };
      }
      if (span.form === "names" && listed.has(axis.labels[rank])) {
        return { span: namesSpan(new Set([...span.names, axis.labels[rank]])), apart: false };
      }
      if (span === noSpan) return { span: groupLike(rank), apart: true };
      return { span: span.form === "group" ? groupOf([...span.ranks, rank]) : anySpan, apart: true };
    },
    join: (a, b) => {
      if (a.text === b.text) return a;
      if (a.form === "line" && b.form === "line") return hullOf(a, b);
      if (a.form === "names" && b.form === "names") return namesSpan(new Set([...a.names, ...b.names]));
      if (a.form === "group" && b.form === "group") return groupOf([...a.ranks, ...b.ranks]);
      return anySpan;
    },
    share: (span) => {
      if (span.form === "any") return 1;
      if (span.form === "names") return (span.names.size - 1) / Math.max(1, listed.size - 1);
      if (span.form === "group") return (span.ranks.size - 1) / Math.max(1, knownRanks - 1);
      if (span.form !== "line" || axis.range === 0) return 0;
      const [first, last] = [axis.positions[0], axis.positions[knownRanks - 1]];
      return Math.max(0, Math.min(span.high, last) - Math.max(span.low, first)) / axis.range;
    },
  };
}

function namesText(names: readonly string[]): string {
  return names.length === 1 ? valueText(names[0]) : setText(names);
}

function isWhole({ kind, positions }: Attribute): boolean {
  return kind === "number" && positions.every((place) => Number.isNaN(place) || place % 1 === 0);
}

function lineOf(recipe: RecipeAttribute, text: string): Line | undefined {
  const read = parseGeneralised(text);
  if (read.form !== "interval" && read.form !== "value") return undefined;
  const [lowText, highText] = read.form === "interval" ? [read.low, read.high] : [read.value, read.value];
  const low = endPosition(lowText, "low", (end) => endOf(recipe, end));
  const stated = endPosition(highText, "high", (end) => endOf(recipe, end));
  if (Number.isNaN(low) || Number.isNaN(stated)) return undefined;
  const isOpen = read.form === "interval" && read.open === true;
  // a day as the upper end is there until its midnight
  const isDay = recipe.kind === "date" && Number.isInteger(stated) && !isOpen;
  return { form: "line", text, low, high: isDay ? stated + 1 : stated, isOpen: isOpen || isDay, lowText, highText };
}

function isWithin({ low, high, isOpen }: Line, place: number): boolean {
  return place >= low && (isOpen ? place < high : place <= high);
}

/** The lower ends that a release prints in a column, the lowest first. */
function printedEnds(spans: readonly Span[]): readonly { readonly at: number; readonly text: string }[] {
  const ends = new Map(spans.flatMap((span) => (span.form === "line" ? [[span.low, span.lowText] as const] : [])));
  return [...ends]
    .filter(([at]) => Number.isFinite(at))
    .map(([at, text]) => ({ at, text }))
    .sort((a, b) => a.at - b.at);
}

/**
 * A range that reaches a place: to the ends of its region as far as the release prints them, open otherwise. Where all
 * values are multiples of a step, its upper end is one.
 */
function widenedLine(
  span: Line,
  place: number,
  [from, to]: Region,
  printed: ReturnType<typeof printedEnds>,
  step: number | undefined,
): Span {
  if (place < span.low) {
    const end = printed.findLast(({ at }) => at <= from && at <= place) ?? { at: Number.NEGATIVE_INFINITY, text: "" };
    return written({ ...span, low: end.at, lowText: end.text });
  }
  const end = printed.find(({ at }) => at >= to && at > place);
  if (end === undefined) return written({ ...span, high: Number.POSITIVE_INFINITY, highText: "", isOpen: false });
  const high = step === undefined ? Number.NaN : Number((end.at - step).toFixed(9));
  if (step === undefined || roundedTo(high, step) !== high) {
    return written({ ...span, high: end.at, highText: end.text, isOpen: true }, ")");
  }
  return written({ ...span, high, highText: String(high), isOpen: false });
}

function hullOf(a: Line, b: Line): Span {
  const { low, lowText } = a.low <= b.low ? a : b;
  const isHigher = a.high > b.high || (a.high === b.high && !a.isOpen);
  const { high, highText, isOpen, text } = isHigher ? a : b;
  return written({ form: "line", text, low, lowText, high, highText, isOpen }, text.endsWith(")") ? ")" : "]");
}

function written(line: Line, close: "]" | ")" = line.text.endsWith(")") ? ")" : "]"): Span {
  const { lowText, highText } = line;
  if (lowText === "" && highText === "") return anySpan;
  if (lowText === highText && close === "]") return { ...line, text: valueText(lowText) };
  const text = intervalText(lowText, highText);
  return { ...line, text: highText === "" || close === "]" ? text : `${text.slice(0, -1)}${close}` };
}
