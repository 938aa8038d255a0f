/**
 * @file Whether a published value stands for a value of another table, as far as its text and the spec tell. A text that
 * does not say what it stands for may stand for anything.
 */
import { type Attribute, any, daysIn, parseGeneralised, valueText } from "../cohort/index.ts";
import { buildHierarchy, type HierarchySetting, liesIn, parseIntervalLabel } from "../hierarchy/index.ts";
import { readDate } from "../table/index.ts";
import type { RecipeAttribute, RecipeLabel } from "./recipe.ts";

/** How a column's labels are to be read. */
export type Reading = {
  /** The hierarchy that the spec states, where its setting tells the members of every group. */
  readonly hierarchy?: HierarchySetting | undefined;
  /** The marks of what is missing. */
  readonly missing: readonly string[];
};

/** Says for a rank of the new table whether a label stands for it: surely, surely not, or that cannot be told. */
export type LabelTest = (rank: number) => "yes" | "no" | "unknown";

/** The tests of a column's labels, in their order. */
export function labelTests(recipe: RecipeAttribute, axis: Attribute, reading: Reading): LabelTest[] {
  const reader = textReader(recipe, axis, reading.hierarchy);
  return recipe.labels.map((label) => testOf(label, axis, reading.missing, reader));
}

function testOf(
  { text, opaque }: RecipeLabel,
  axis: Attribute,
  missing: readonly string[],
  reader: (text: string) => (rank: number) => boolean,
): LabelTest {
  if (text === any) return () => "yes";
  if (opaque === true) return () => "unknown";
  const read = parseGeneralised(text);
  const isMark = read.form === "value" && missing.includes(read.value);
  const stands = reader(text);
  return (rank) => {
    if (rank === axis.missing && isMark) return "yes";
    return stands(rank) ? "yes" : "no";
  };
}

/** Reads texts as the column's hierarchy writes them, or as kohort writes ranges, sets and values. */
function textReader(
  recipe: RecipeAttribute,
  axis: Attribute,
  setting: HierarchySetting | undefined,
): (text: string) => (rank: number) => boolean {
  if (setting === undefined) return (text) => known(axis, plainTest(recipe, axis, text));
  if (setting.kind === "intervals") return (text) => known(axis, intervalTest(axis, text));
  const namesOf = groupNames(recipe, axis, setting);
  return (text) => (rank) => namesOf[rank]!.has(text);
}

/** A test that is asked of known values only. */
function known({ missing }: Attribute, test: (rank: number) => boolean): (rank: number) => boolean {
  return (rank) => rank !== missing && test(rank);
}

function plainTest(recipe: RecipeAttribute, axis: Attribute, text: string): (rank: number) => boolean {
  const read = parseGeneralised(text);
  if (read.form === "set") {
    const members = new Set(read.values);
    return (rank) => members.has(axis.labels[rank]!);
  }
  const [low, high] =
    read.form === "interval" ? [read.low, read.high] : read.form === "value" ? [read.value, read.value] : [];
  if (low === undefined || high === undefined) return () => false;
  if (recipe.kind === "category") return (rank) => axis.labels[rank] === low && low === high;
  const [from, to] = [endOf(recipe, low), endOf(recipe, high)];
  // a day as the upper end is there until its midnight
  const until = recipe.kind === "date" && Number.isInteger(to) ? to + 1 - 1e-9 : to;
  return (rank) => axis.positions[rank]! >= from && axis.positions[rank]! <= until;
}

/** The number or day that an end of a range is, NaN where it is none. */
function endOf({ kind, dateForm }: RecipeAttribute, text: string): number {
  if (kind === "number") return text.trim() === "" ? Number.NaN : Number(text);
  const bytes = new TextEncoder().encode(text);
  const day = dateForm === undefined ? Number.NaN : readDate(bytes, 0, bytes.length, dateForm);
  return Number.isNaN(day) ? daysIn(text) : day;
}

function intervalTest(axis: Attribute, text: string): (rank: number) => boolean {
  const numberAt = (rank: number): number => axis.numbers?.[rank] ?? Number(axis.labels[rank]!);
  const interval = parseIntervalLabel(text);
  if (interval !== undefined) return (rank) => liesIn(numberAt(rank), interval);
  return (rank) => valueText(axis.labels[rank]!) === text || numberAt(rank) === Number(text);
}

/** Per rank the texts of the groups that it is in, on every level of the hierarchy that a setting states. */
function groupNames({ labels }: RecipeAttribute, axis: Attribute, setting: HierarchySetting): ReadonlySet<string>[] {
  const widest = labels.reduce((most, { text }) => Math.max(most, [...text].length), 0);
  const isRead = (label: string): boolean => setting.kind !== "masking" || [...label].length <= widest;
  const ranks = axis.labels.flatMap((label, rank) => (rank !== axis.missing && isRead(label) ? [rank] : []));
  // masks are as long as the longest value of the table they were made of, which may not be in this one
  const more = setting.kind === "masking" ? ["?".repeat(widest)] : [];
  const { levels, parents } = buildHierarchy(
    [...new Set([...ranks.map((rank) => axis.labels[rank]!), ...more])],
    withAllLevels(setting),
    {
      name: axis.name,
      kind: axis.kind,
      ...(axis.numbers === undefined ? {} : { numbers: ranks.map((rank) => axis.numbers![rank]!) }),
    },
  );
  const leaf = new Map(levels[0]!.map((label, place) => [label, place]));
  return axis.labels.map((label) => {
    const names = new Set<string>();
    let place = leaf.get(label);
    if (place === undefined) return names;
    names.add(valueText(label));
    for (let level = 1; level < levels.length; level++) {
      place = parents[level - 1]![place]!;
      names.add(levels[level]![place]!);
    }
    return names;
  });
}

/** Which spans of time a setting uses may depend on the table unless they are stated; here all that it might use are. */
function withAllLevels(setting: HierarchySetting): HierarchySetting {
  if (setting.kind !== "dates" || setting.levels !== undefined) return setting;
  return { ...setting, levels: ["day", "month", "quarter", "year", "decade"] };
}
