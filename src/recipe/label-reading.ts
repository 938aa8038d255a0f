/**
 * @file Which values of another table a published value stands for, as far as its text and the spec tell. A text that
 * does not say what it stands for may stand for anything.
 */

import { type Attribute, any, endPosition, parseGeneralised, valueText } from "../cohort/index.ts";
import { buildHierarchy, type HierarchySetting, liesIn, parseIntervalLabel } from "../hierarchy/index.ts";
import type { FullSpec } from "../spec/index.ts";
import { columnIndex, marksFor, type Table, valueKey } from "../table/index.ts";
import { groupedNames, type Transformation } from "../transform/index.ts";
import { endOf } from "./label-ends.ts";
import type { Recipe, RecipeAttribute, RecipeLabel } from "./recipe.ts";

/** How a column's labels are to be read. */
export type Reading = {
  /** The hierarchy that the spec states, where its setting tells the members of every group. */
  readonly hierarchy?: HierarchySetting;
  /** The marks of what is missing. */
  readonly missing: readonly string[];
  /** The width whose multiples the column's numbers are rounded to. */
  readonly width?: number;
  /** Names of the new table that are published under one name, since few records have them. */
  readonly grouped: ReadonlySet<string>;
};

/** How the labels of a recipe's columns are read in a table, as it was before its values were coded. */
export function readingsOf(recipe: Recipe, { attributes, input }: FullSpec, uncoded: Table): Reading[] {
  return recipe.attributes.map(({ name }) => {
    const { hierarchy, transform = [] } = attributes[name];
    return {
      hierarchy,
      missing: marksFor(input.missing, name),
      width: widthOf(transform),
      grouped: groupedNames(uncoded.columns[columnIndex(uncoded, name)], transform),
    };
  });
}

function widthOf(transform: readonly Transformation[]): number | undefined {
  return transform.find((one) => one.kind === "round")?.to;
}

/** The ranks of the new table that a label may stand for: all from `low` to `high`, or those of them in `only`. */
export type LabelCover = {
  readonly low: number;
  readonly high: number;
  readonly only?: ReadonlySet<number>;
  /** Whether it surely stands for them. */
  readonly sure: boolean;
};

const nothing: LabelCover = { low: 0, high: -1, sure: true };

/** What each of a column's labels stands for. */
export function labelCovers(recipe: RecipeAttribute, axis: Attribute, reading: Reading): LabelCover[] {
  const everything = { low: 0, high: axis.size - 1 };
  const read = textReader(recipe, axis, reading.hierarchy);
  return recipe.labels.map(({ text, opaque }: RecipeLabel) => {
    if (text === any) return { ...everything, sure: true };
    if (opaque === true) return { ...everything, sure: false };
    const found = read(text);
    const plain = parseGeneralised(text);
    const isMark = plain.form === "value" && reading.missing.includes(plain.value);
    return isMark && axis.missing >= 0 ? coverOf([...ranksOf(found), axis.missing]) : found;
  });
}

/** Whether a label may stand for a rank. */
export function mayBe({ low, high, only }: LabelCover, rank: number): boolean {
  return rank >= low && rank <= high && (only?.has(rank) ?? true);
}

function coverOf(ranks: readonly number[]): LabelCover {
  if (ranks.length === 0) return nothing;
  const low = ranks.reduce((least, rank) => Math.min(least, rank), ranks[0]);
  const high = ranks.reduce((most, rank) => Math.max(most, rank), ranks[0]);
  return { low, high, only: new Set(ranks), sure: true };
}

function ranksOf({ low, high, only }: LabelCover): number[] {
  return only === undefined ? Array.from({ length: high - low + 1 }, (_, at) => low + at) : [...only];
}

/** Reads texts as the column's hierarchy writes them, or as kohort writes ranges, sets and values. */
function textReader(
  recipe: RecipeAttribute,
  axis: Attribute,
  setting: HierarchySetting | undefined,
): (text: string) => LabelCover {
  if (setting === undefined) return plainReader(recipe, axis);
  if (setting.kind === "intervals") return (text) => coverOf(ranksIn(axis, text));
  const byName = groupMembers(recipe, axis, setting, "all");
  return (text) => coverOf(byName.get(text)?.ranks ?? []);
}

function plainReader(recipe: RecipeAttribute, axis: Attribute): (text: string) => LabelCover {
  const places = new Map(axis.labels.map((label, rank) => [label, rank]));
  if (axis.missing >= 0) places.delete(axis.labels[axis.missing]);
  const named = (names: readonly string[]): LabelCover => coverOf(names.flatMap((name) => places.get(name) ?? []));
  return (text) => {
    const read = parseGeneralised(text);
    if (read.form === "set") return named(read.values);
    if (recipe.kind === "category" || read.form === "any") return read.form === "value" ? named([read.value]) : nothing;
    const [low, high] = read.form === "interval" ? [read.low, read.high] : [read.value, read.value];
    const from = endPosition(low, "low", (end) => endOf(recipe, end));
    const to = endPosition(high, "high", (end) => endOf(recipe, end));
    const isOpen = read.form === "interval" && read.open === true;
    // a day as the upper end is there until its midnight
    const isDay = recipe.kind === "date" && Number.isInteger(to) && !isOpen;
    return between(axis, from, isDay ? to + 1 : to, isOpen || isDay);
  };
}

/** The ranks whose positions lie between two ends, the upper one left out if it is open. */
function between({ positions, missing, size }: Attribute, from: number, to: number, isOpen: boolean): LabelCover {
  if (Number.isNaN(from) || Number.isNaN(to)) return nothing;
  const known = missing < 0 ? size : missing;
  const firstPast = (isPast: (position: number) => boolean): number => {
    let [low, high] = [0, known];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isPast(positions[middle])) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return {
    low: firstPast((position) => position >= from),
    high: firstPast((position) => (isOpen ? position >= to : position > to)) - 1,
    sure: true,
  };
}

/** The ranks in an interval of a hierarchy, or the one that a text names. */
export function ranksIn(axis: Attribute, text: string): number[] {
  const interval = parseIntervalLabel(text);
  return axis.labels.flatMap((label, rank) => {
    if (rank === axis.missing) return [];
    const number = axis.numbers?.[rank] ?? Number(label);
    const isIn =
      interval === undefined
        ? valueText(label) === text || (number === Number(text) && valueKey(label) === valueKey(text))
        : liesIn(number, interval);
    return isIn ? [rank] : [];
  });
}

/** The ranks in a group, and the lowest level of the hierarchy that has it; values have level 0. */
export type GroupMembers = { readonly ranks: number[]; readonly level: number };

/** The ranks in each group, on every level of the hierarchy that a setting states, by the group's text. */
export function groupMembers(
  { labels }: RecipeAttribute,
  axis: Attribute,
  setting: HierarchySetting,
  levelsOf: "all" | "own",
): Map<string, GroupMembers> {
  const widest = labels.reduce((most, { text }) => Math.max(most, [...text].length), 0);
  const isRead = (label: string, rank: number): boolean => {
    if (setting.kind === "intervals") return Number.isFinite(axis.numbers?.[rank] ?? Number(label));
    return setting.kind !== "masking" || [...label].length <= widest;
  };
  const ranks = axis.labels.flatMap((label, rank) => (rank !== axis.missing && isRead(label, rank) ? [rank] : []));
  if (ranks.length === 0) return new Map();
  // masks are as long as the longest value of the table they were made of, which may not be in this one
  const more = setting.kind === "masking" ? ["?".repeat(widest)] : [];
  const { levels, parents } = buildHierarchy(
    [...new Set([...ranks.map((rank) => axis.labels[rank]), ...more])],
    levelsOf === "all" ? withAllLevels(setting) : setting,
    {
      name: axis.name,
      kind: axis.kind,
      numbers: axis.numbers === undefined ? undefined : ranks.map((rank) => axis.numbers![rank]),
    },
  );
  const leaf = new Map(levels[0].map((label, place) => [label, place]));
  const members = new Map<string, GroupMembers>();
  const add = (name: string, rank: number, level: number): void => {
    const known = members.get(name);
    if (known === undefined || known.level > level) members.set(name, { ranks: known?.ranks ?? [], level });
    const { ranks: own } = members.get(name)!;
    if (own[own.length - 1] !== rank) own.push(rank);
  };
  for (const [rank, label] of axis.labels.entries()) {
    let place = leaf.get(label);
    if (place === undefined) continue;
    add(valueText(label), rank, 0);
    for (let level = 1; level < levels.length; level++) {
      place = parents[level - 1][place];
      add(levels[level][place], rank, level);
    }
  }
  return members;
}

/** Which spans of time a setting uses may depend on the table unless they are stated; here all that it might use are. */
function withAllLevels(setting: HierarchySetting): HierarchySetting {
  if (setting.kind !== "dates" || setting.levels !== undefined) return setting;
  return { ...setting, levels: ["day", "month", "quarter", "year", "decade"] };
}
