/**
 * @file What a published text costs, read from the text alone, so that whoever made a release and whoever holds it
 * against its original price every cell alike.
 */
import { largest, smallest } from "../base/index.ts";
import {
  type Attribute,
  any,
  daysIn,
  endPosition,
  type GeneralisedValue,
  parseCell,
  parseTilde,
  withoutStars,
} from "../cohort/index.ts";

/** How generalised values are written: ours, the C Mondrian's, or the C Mondrian's with codes for names. */
export type TextForm = "kohort" | "tilde" | "tilde-codes";

/** The share of its attribute that a text covers, 0 … 1: as NCP counts it, and as `loss` does. */
export type TextShare = { readonly ncp: number; readonly loss: number };

/**
 * What a text is on an attribute: something whose cost is known, a single value of the original (by its rank), or a value
 * that the original does not have, which stands for others (a mean). Undefined where it cannot be read.
 */
export type TextReading =
  | { readonly kind: "share"; readonly share: TextShare }
  | { readonly kind: "value"; readonly rank: number }
  | { readonly kind: "centre" };

/** Reads the texts of one attribute. */
export type TextReader = (text: string) => TextReading | undefined;

/** How texts are to be read. */
export type TextReaderOptions = {
  readonly form?: TextForm;
  /** The rank of every text that a value has, where values are written in several ways. */
  readonly ranks?: ReadonlyMap<string, number>;
};

/** Nothing is lost. */
export const nothingLost: TextShare = { ncp: 0, loss: 0 };

/** All is lost: `*`, and every cell of a record that is not published. */
export const allLost: TextShare = { ncp: 1, loss: 1 };

/**
 * Reads what texts cover of an attribute of the original. `*` costs 1. An interval costs the part of the attribute's
 * range that it covers, (high − low) / range, ends beyond the data cut off. A set of names costs (members − 1) /
 * (values − 1), and so does a prefix. A hierarchy's node costs leaves under it / all leaves, and 0 where it covers a
 * single leaf (Ghinita, Karras, Kalnis, Mamoulis, *Fast data anonymization with low information loss*, VLDB 2007,
 * section 3, after Xu et al. 2006); by `loss` (leaves − 1) / (all leaves − 1). A label that is a value and a group counts
 * as the group: whoever reads it cannot tell.
 */
export function textReader(
  attribute: Attribute,
  { form = "kohort", ranks = ranksOf(attribute) }: TextReaderOptions = {},
): TextReader {
  const known = attribute.missing < 0 ? attribute.size : attribute.missing;
  const byNumber = new Map(
    attribute.kind === "category"
      ? []
      : attribute.labels.slice(0, known).map((_, rank) => [placeOf(attribute, rank), rank]),
  );
  const axis: ReadAxis = { attribute, known, ranks, byNumber, nodes: nodeLeaves(attribute), form };
  return (text) => readText(axis, text);
}

function ranksOf({ labels }: Attribute): Map<string, number> {
  return new Map(labels.map((label, rank) => [label, rank]));
}

type ReadAxis = {
  readonly attribute: Attribute;
  /** Ranks that are known; what is missing stands after them. */
  readonly known: number;
  readonly ranks: ReadonlyMap<string, number>;
  /** The rank of each number or day. */
  readonly byNumber: ReadonlyMap<number, number>;
  /** The leaves under each node of the hierarchy, the most where several nodes bear a label. */
  readonly nodes: ReadonlyMap<string, number>;
  readonly form: TextForm;
};

function placeOf({ numbers, positions }: Attribute, rank: number): number {
  return numbers?.[rank] ?? positions[rank];
}

function nodeLeaves({ tree: laid }: Attribute): Map<string, number> {
  const found = new Map<string, number>();
  if (laid === undefined) return found;
  const { labels, low, high } = laid.tree;
  for (const [node, label] of labels.entries()) {
    found.set(label, Math.max(found.get(label) ?? 0, high[node] - low[node] + 1));
  }
  return found;
}

function readText(axis: ReadAxis, text: string): TextReading | undefined {
  const { attribute, nodes, ranks } = axis;
  if (text === any) return { kind: "share", share: allLost };
  const leaves = nodes.get(text);
  const rank = ranks.get(text);
  if (leaves === 1 && rank !== undefined) return { kind: "value", rank };
  if (leaves !== undefined) return shared(leavesShare(attribute, leaves));
  const read = parsed(axis, text);
  if (read.form === "any") return { kind: "share", share: allLost };
  if (read.form === "set") return shared(setShare(axis, read.values));
  if (read.form === "interval") return shared(intervalShare(axis, read.low, read.high));
  return readValue(axis, read.value);
}

function shared(share: TextShare | undefined): TextReading | undefined {
  return share === undefined ? undefined : { kind: "share", share };
}

function parsed({ attribute, ranks, form }: ReadAxis, text: string): GeneralisedValue {
  if (form === "tilde-codes" && attribute.kind === "category") return inLabels(attribute, text);
  // the C program has no form for a value that looks generalised, and none for ranges widened to a grid
  if (form !== "kohort" && ranks.has(text)) return { form: "value", value: text };
  if (form !== "kohort" && text.includes("~")) return parseTilde(text, attribute.kind !== "category");
  return parseCell(text, (end) => ranks.has(end) || (end.trim() !== "" && Number.isFinite(Number(end))));
}

/** A run of codes such as `2~5` as the names from one to the other. */
function inLabels({ labels }: Attribute, text: string): GeneralisedValue {
  const [low = "", high = low] = text.split("~");
  const values = labels.slice(Number(low), Number(high) + 1);
  return values.length === 1 ? { form: "value", value: values[0] } : { form: "set", values };
}

function leavesShare({ tree }: Attribute, leaves: number): TextShare {
  const all = tree!.tree.leaves.length;
  if (leaves <= 1) return nothingLost;
  return { ncp: leaves / all, loss: (leaves - 1) / (all - 1) };
}

function alike(share: number): TextShare {
  const cut = Math.min(1, Math.max(0, share));
  return { ncp: cut, loss: cut };
}

/** `count` of the known values, of which one would lose nothing. */
function valuesShare({ attribute, known }: ReadAxis, count: number): TextShare {
  if (attribute.tree !== undefined) return leavesShare(attribute, count);
  return alike(known <= 1 ? 0 : (count - 1) / (known - 1));
}

function setShare(axis: ReadAxis, values: readonly string[]): TextShare | undefined {
  const { attribute, ranks } = axis;
  if (attribute.kind !== "category" && attribute.tree === undefined) {
    const places = values.map((value) => endOf(axis, value));
    if (values.length === 0 || places.includes(undefined)) return undefined;
    return rangeShare(axis, smallest(places as number[]), largest(places as number[]));
  }
  // a release by a recipe names values in a set that its own table need not have
  const members = new Set(values.flatMap((value) => ranks.get(value) ?? []));
  return members.size === 0 ? undefined : valuesShare(axis, members.size);
}

function intervalShare(axis: ReadAxis, low: string, high: string): TextShare | undefined {
  const { attribute, ranks } = axis;
  if (attribute.kind !== "category" && attribute.tree === undefined) {
    const place = (end: string): number => endOf(axis, end) ?? Number.NaN;
    const [from, to] = [endPosition(low, "low", place), endPosition(high, "high", place)];
    return Number.isNaN(from) || Number.isNaN(to) ? undefined : rangeShare(axis, from, to);
  }
  const [from, to] = [ranks.get(low), ranks.get(high)];
  if (attribute.tree === undefined) {
    return from === undefined || to === undefined ? undefined : valuesShare(axis, to - from + 1);
  }
  const [first, last] = [endPosition(low, "low", Number), endPosition(high, "high", Number)];
  if (Number.isNaN(first) || Number.isNaN(last)) return undefined;
  const inside = attribute.tree.tree.leaves.filter((leaf) => Number(leaf) >= first && Number(leaf) <= last);
  return leavesShare(attribute, inside.length);
}

/** The part of the attribute's range between two places. */
function rangeShare({ attribute: { positions, range }, known }: ReadAxis, from: number, to: number): TextShare {
  if (range === 0 || known === 0) return nothingLost;
  return alike((Math.min(to, positions[known - 1]) - Math.max(from, positions[0])) / range);
}

/** Where the end of a range lies: one of the original's values, another number, or ISO text of a day. */
function endOf({ attribute, ranks }: ReadAxis, text: string): number | undefined {
  const rank = ranks.get(text);
  if (rank !== undefined) return attribute.positions[rank];
  const place = attribute.kind === "date" ? daysIn(text) : text.trim() === "" ? Number.NaN : Number(text);
  return Number.isNaN(place) ? undefined : place;
}

function readValue(axis: ReadAxis, value: string): TextReading | undefined {
  const { attribute, ranks, byNumber } = axis;
  const rank = ranks.get(value);
  if (rank !== undefined) return { kind: "value", rank };
  const place = attribute.kind === "category" ? undefined : endOf(axis, value);
  if (place !== undefined) {
    const same = byNumber.get(place);
    if (same !== undefined) return { kind: "value", rank: same };
    return attribute.kind === "date" && attribute.tree === undefined ? dayReading(axis, place) : { kind: "centre" };
  }
  return shared(prefixShare(axis, value));
}

/** A day among moments covers those of the day; one on which nothing lies stands for others. */
function dayReading(axis: ReadAxis, day: number): TextReading {
  const { positions } = axis.attribute;
  const isInside = positions.some((place) => place >= day && place < day + 1);
  return isInside ? { kind: "share", share: rangeShare(axis, day, day + 1) } : { kind: "centre" };
}

/** `021**` covers every value that begins with `021`. */
function prefixShare(axis: ReadAxis, text: string): TextShare | undefined {
  const prefix = withoutStars(text);
  if (prefix === text || prefix === "") return undefined;
  const covered = axis.attribute.labels.filter((label, rank) => rank < axis.known && label.startsWith(prefix)).length;
  return covered === 0 ? undefined : valuesShare(axis, covered);
}
