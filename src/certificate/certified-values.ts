/** @file The values of a sensitive column as a release shows them: which texts are one value, their order, their tree. */
import { KohortError } from "../base/index.ts";
import type { Axis } from "../cohort/index.ts";
import type { ValueTree } from "../privacy/index.ts";
import { sensitiveCounts } from "../problem/index.ts";
import { columnIndex, fromSafeCell, labelStrings, type Table, valueKey, withPoints } from "../table/index.ts";
import { type CertifiedGoal, isHierarchical, isOrdered } from "./certified-goals.ts";
import { meansMissing } from "./certified-missing.ts";
import { isBlank } from "./cohort-table.ts";

/** A group of a hierarchy: its level above the values, and what lies in it: values by their place, or groups. */
export type CertifiedTree = { readonly level: number; readonly of: readonly (number | CertifiedTree)[] };

/** A sensitive column as requirements see it. */
export type CertifiedSensitive = {
  readonly name: string;
  /** The texts that are one value, value by value. */
  readonly values: readonly (readonly string[])[];
  /** Stated where texts that differ only in spelling are values of their own. */
  readonly spelling?: "exact";
  /** Stated where commas part the decimals of its numbers. */
  readonly decimal?: ",";
  /** The hierarchy over the values, where a requirement looks at it. */
  readonly tree?: CertifiedTree;
  /** How many people have each value, where people are counted. */
  readonly pairs?: readonly number[];
};

/** A column with the texts that the release shows; by its own order where a requirement looks at that. */
export function certifiedColumn(written: Table, axis: Axis, goals: readonly CertifiedGoal[]): CertifiedSensitive {
  const { attribute, rankOf, source } = axis;
  const { name } = attribute;
  const ranks = new Map(labelStrings(source.labels).map((text, code) => [text, rankOf[code]]));
  const byRank: string[][] = Array.from({ length: attribute.size }, () => []);
  for (const text of textsIn(written, name)) {
    const plain = plainText(text, source.decimal);
    const rank = ranks.get(plain) ?? ranks.get(fromSafeCell(plain));
    if (rank === undefined) {
      throw new KohortError("audit", `column "${name}" of the release has a value that the original does not`);
    }
    byRank[rank].push(text);
  }
  for (const texts of byRank) texts.sort();
  const places = [...byRank.keys()].filter((rank) => byRank[rank].length > 0);
  if (!isOrdered(goals, name)) places.sort((a, b) => (byRank[a][0] < byRank[b][0] ? -1 : 1));
  const { tree } = sensitiveCounts(attribute, new Float64Array(attribute.size));
  const values = places.map((rank) => byRank[rank]);
  const certified: CertifiedSensitive = {
    name,
    values,
    spelling: areSpelledApart(values, source.decimal) ? "exact" : undefined,
    decimal: source.decimal,
    tree: tree !== undefined && isHierarchical(goals, name) ? shownTree(tree, places) : undefined,
  };
  const problem = valuesProblem(certified, textsIn(written, name), goals);
  if (problem === undefined) return certified;
  throw new KohortError("audit", `column "${name}" cannot be certified: ${problem}`, {
    hint: "give the column one way to write each value, or leave `certificate` out",
  });
}

/** What is wrong with the values of a column whose cells have these texts. */
export function valuesProblem(
  { name, values, spelling, decimal, tree }: CertifiedSensitive,
  texts: ReadonlySet<string>,
  goals: readonly CertifiedGoal[],
): string | undefined {
  const stated = values.flat();
  if (new Set(stated).size !== stated.length) return "a text is in two values";
  if (stated.length !== texts.size || stated.some((text) => !texts.has(text)))
    return "its values are not those of the file";
  if (values.some((same) => same.length === 0 || !isSorted(same)))
    return "the texts of a value are empty or in no order";
  const odd = values.find((same) => !areAlike(same.map((text) => plainText(text, decimal))));
  if (odd !== undefined) return `${JSON.stringify(odd[0])} and ${JSON.stringify(odd[1])} are not the same value`;
  if (areSpelledApart(values, decimal) !== (spelling === "exact"))
    return "spellings of one value are not counted as stated";
  const firsts = values.map(([first]) => first);
  if (!isOrdered(goals, name)) {
    if (!isSorted(firsts)) return "its values are in no order";
  } else if (!isAscending(firsts.map((text) => plainText(text, decimal))))
    return "its numbers or days are not in their order";
  if ((tree !== undefined) !== isHierarchical(goals, name))
    return "it lacks a hierarchy, or has one that nothing asks for";
  return tree === undefined ? undefined : treeProblem(tree, values.length);
}

/** The texts of a column's cells in records that show anything. */
export function textsIn(table: Table, name: string): Set<string> {
  const { codes, labels } = table.columns[columnIndex(table, name)];
  const isHidden = isBlank(table);
  const seen = new Uint8Array(labels.size);
  for (let row = 0; row < table.rows; row++) if (!isHidden(row)) seen[codes[row]] = 1;
  return new Set(labelStrings(labels).filter((_, code) => seen[code] === 1));
}

const numberForm = /^ *[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)? *$/;
const dayForm = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** A text as it would stand with a decimal point. */
function plainText(text: string, decimal: CertifiedSensitive["decimal"]): string {
  return decimal === undefined ? text : withPoints(text);
}

/** Texts that are one value: the same number, the same but for spelling, or all of those that mean a missing value. */
function areAlike(texts: readonly string[]): boolean {
  return new Set(texts.map(valueKey)).size === 1 || texts.every(meansMissing);
}

/** Whether two values have texts that differ only in spelling, or are the same number. */
function areSpelledApart(values: readonly (readonly string[])[], decimal: CertifiedSensitive["decimal"]): boolean {
  const keys = values.flatMap((texts) => [...new Set(texts.map((text) => valueKey(plainText(text, decimal))))]);
  return new Set(keys).size < keys.length;
}

/** Numbers and days have an order of their own; what is missing may stand behind them, and names stand as stated. */
function isAscending(texts: readonly string[]): boolean {
  const known = (form: RegExp): boolean => texts.slice(0, -1).every((text) => form.test(text));
  const without = (form: RegExp): readonly string[] => (form.test(texts.at(-1)!) ? texts : texts.slice(0, -1));
  if (known(numberForm)) {
    return without(numberForm).every((text, i, all) => i === 0 || Number(all[i - 1]) < Number(text));
  }
  return !known(dayForm) || isSorted(without(dayForm));
}

function isSorted(texts: readonly string[]): boolean {
  return texts.every((text, i) => i === 0 || texts[i - 1] < text);
}

/** The part of a hierarchy that leads to the values at these ranks; groups with one part are passed over. */
function shownTree({ parent, nodeOf }: ValueTree, ranks: readonly number[]): CertifiedTree {
  const level = new Int32Array(parent.length);
  const below: number[][] = Array.from(parent, () => []);
  for (let node = parent.length - 1; node > 0; node--) {
    const above = parent[node];
    level[above] = Math.max(level[above], level[node] + 1);
    below[above].push(node);
  }
  const placeAt = new Map(ranks.map((rank, place) => [nodeOf[rank], place]));
  const build = (node: number): number | CertifiedTree | undefined => {
    const place = placeAt.get(node);
    if (place !== undefined) return place;
    const parts = below[node].map(build).filter((part) => part !== undefined);
    if (parts.length === 0 || (parts.length === 1 && node !== 0)) return parts[0];
    return { level: level[node], of: parts.sort((a, b) => firstOf(a) - firstOf(b)) };
  };
  const whole = build(0);
  return typeof whole === "object" ? whole : { level: Math.max(1, level[0]), of: [0] };
}

/** The first value of a part. */
function firstOf(part: number | CertifiedTree): number {
  return typeof part === "number" ? part : firstOf(part.of[0]);
}

/** The most levels that a hierarchy may have. */
const highest = 255;

/** A tree must hold every value once, in groups of two and more that get larger level by level. */
function treeProblem(tree: CertifiedTree, values: number): string | undefined {
  const seen: number[] = [];
  const isTree = ({ level, of }: CertifiedTree, below: number, isRoot: boolean): boolean => {
    if (level < 1 || level > below || of.length < (isRoot ? 1 : 2)) return false;
    if (of.some((part, i) => i > 0 && firstOf(of[i - 1]) >= firstOf(part))) return false;
    return of.every((part) => {
      if (typeof part !== "number") return isTree(part, level - 1, false);
      seen.push(part);
      return true;
    });
  };
  if (!isTree(tree, highest, true)) return "its hierarchy is no tree";
  const all = new Set(seen);
  const isWhole = seen.length === values && all.size === values && seen.every((place) => place < values);
  return isWhole ? undefined : "its hierarchy does not hold every value once";
}

/** A hierarchy as bare numbers, with a node for every level. */
export function valueTreeOf(tree: CertifiedTree, values: number): ValueTree {
  const parent: number[] = [-1];
  const nodeOf = new Int32Array(values);
  const add = (part: number | CertifiedTree, above: number, levels: number): void => {
    let node = above;
    const own = typeof part === "number" ? 0 : part.level;
    for (let level = levels; level > own; level--) node = parent.push(node) - 1;
    if (typeof part === "number") nodeOf[part] = node;
    else for (const inner of part.of) add(inner, node, part.level);
  };
  for (const part of tree.of) add(part, 0, tree.level);
  return { parent: Int32Array.from(parent), nodeOf };
}
