import { finish, KohortError, largest, smallest, type Task } from "../base/index.ts";
import {
  type Attribute,
  axisOf,
  daysIn,
  endPosition,
  type Generalised,
  parseCell,
  parseTilde,
  spanOf,
  withoutStars,
} from "../cohort/index.ts";
import type { Hierarchy } from "../hierarchy/index.ts";
import type { Spec } from "../spec/index.ts";
import { type Column, columnIndex, labelAt, labelCounts, type Table } from "../table/index.ts";
import { audit } from "./audit.ts";
import { isSet } from "./baskets.ts";
import { rowsCounted, severalRows } from "./persons.ts";
import { type Coded, prepareTable } from "./prepare.ts";
import type { Release } from "./release.ts";

/** How to compare. */
export type CompareOptions = {
  /** The generalised columns; without them every column of the release whose values changed. */
  readonly quasiIdentifiers?: readonly string[];
  /** Hierarchies by column name, to know what their nodes cover. */
  readonly hierarchies?: Readonly<Record<string, Hierarchy>>;
  /** What a spec says of the columns: how they are coded, and what their missing values mean. */
  readonly attributes?: Spec["attributes"];
  /** Weights by column name. */
  readonly weights?: Readonly<Record<string, number>>;
  /** How generalised values are written: ours, or the C Mondrian's. */
  readonly form?: "kohort" | "tilde";
  /** Says nothing where rows are counted although people have several. */
  readonly countRows?: boolean;
  /** The k that C_avg is relative to; the release's own smallest cohort unless stated. */
  readonly k?: number;
};

/** What was lost between two tables. */
export type Comparison = {
  readonly ncp: number;
  readonly discernibility: number;
  readonly averageCohort: number;
  readonly cAvg: number;
  readonly distinctLost: number;
  /** Records of the original that the release does not have. */
  readonly suppressed: number;
  /** Records of the original that were left out of both for missing values. */
  readonly leftOut: number;
  /** How values were coded before the search. */
  readonly coded: readonly Coded[];
  /** NCP of each compared column. */
  readonly attributes: Readonly<Record<string, number>>;
  /** What whoever reads the figures should know of them. */
  readonly warnings: readonly string[];
};

/** Measures what a release lost against its original, from the two tables alone; rows need not stand in the same order. */
export const compare: {
  (original: Table, release: Table | Release, options?: CompareOptions): Comparison;
  task(original: Table, release: Table | Release, options?: CompareOptions): Task<Comparison>;
} = /* @__PURE__ */ Object.assign(
  (original: Table, release: Table | Release, options: CompareOptions = {}): Comparison =>
    finish(compareTask(original, release, options)),
  { task: compareTask },
);

function* compareTask(read: Table, given: Table | Release, asked: CompareOptions = {}): Task<Comparison> {
  const options = "table" in given ? withOwn(given, asked) : asked;
  const stated = options.attributes ?? ("table" in given ? given.spec.attributes : {});
  const { table: original, leftOut, coded } = yield* prepareTable(read, stated);
  const release = "table" in given ? given.table : given;
  const names = (options.quasiIdentifiers ?? namesOf(original, given)).filter((name) => !isSet(stated, name));
  if (names.length === 0) {
    throw new KohortError("input", "the two tables have no generalised column in common", {
      hint: "name the columns to compare with --quasi",
    });
  }
  const attributes: Record<string, number> = {};
  let sum = 0;
  let weights = 0;
  for (const name of names) {
    const before = original.columns[columnIndex(original, name)]!;
    const after = release.columns[columnIndex(release, name)]!;
    attributes[name] = columnNcp(before, after, release.rows, options, stated[name]?.missing === "wildcard");
    const weight = options.weights?.[name] ?? 1;
    sum += attributes[name] * weight;
    weights += weight;
  }
  const before = yield* audit.task(original, { quasiIdentifiers: names, countRows: true });
  const after = yield* audit.task(release, { quasiIdentifiers: names, attributes: stated, countRows: true });
  const { rest, person } = "table" in given ? given.spec : {};
  const countsRows = options.countRows === true || person === "none";
  const several = countsRows ? undefined : severalRows(original, { attributes: stated, ...(rest && { rest }) });
  const isOverlapping = names.some((name) => stated[name]?.missing === "wildcard");
  const averageCohort = isOverlapping ? 1 / after.risk.average : after.release.rows / after.release.cohorts;
  return {
    ncp: sum / weights,
    discernibility: after.release.squares,
    averageCohort,
    cAvg: averageCohort / (options.k ?? after.k),
    distinctLost: before.release.cohorts - after.release.cohorts,
    suppressed: original.rows - release.rows,
    leftOut,
    coded,
    attributes,
    warnings: several === undefined ? [] : [rowsCounted("compare", several)],
  };
}

/** A Release knows its hierarchies and weights; what the caller states goes before them. */
function withOwn({ problem }: Release, asked: CompareOptions): CompareOptions {
  const hierarchies = problem.attributes.flatMap(({ name, tree }) =>
    tree === undefined ? [] : [[name, tree.hierarchy]],
  );
  const weights = problem.attributes.map(({ name, weight }) => [name, weight]);
  return {
    ...asked,
    hierarchies: { ...Object.fromEntries(hierarchies), ...asked.hierarchies },
    weights: { ...Object.fromEntries(weights), ...asked.weights },
  };
}

/** The quasi-identifiers of a Release, or the columns whose sets of values differ. */
function namesOf(original: Table, given: Table | Release): string[] {
  if ("table" in given) return given.problem.attributes.map((attribute) => attribute.name);
  return changedColumns(original, given);
}

/** The columns of a release that hold values which the original does not have there. */
export function changedColumns(original: Table, release: Table): string[] {
  return release.columns.flatMap((after) => {
    const before = original.columns.find((column) => column.name === after.name);
    return before !== undefined && hasOtherValues(before, after) ? [after.name] : [];
  });
}

function hasOtherValues(before: Column, after: Column): boolean {
  const known = new Set<string>();
  for (let code = 0; code < before.labels.size; code++) known.add(labelAt(before.labels, code));
  for (let code = 0; code < after.labels.size; code++) if (!known.has(labelAt(after.labels, code))) return true;
  return false;
}

function columnNcp(before: Column, after: Column, rows: number, options: CompareOptions, wildcard: boolean): number {
  const hierarchy = options.hierarchies?.[before.name];
  const axis = axisOf(before, 0, {
    ...(hierarchy === undefined ? {} : { hierarchy }),
    ...(wildcard ? { wildcard: true as const } : {}),
  }).attribute;
  const ranks = new Map(axis.labels.map((label, rank) => [label, rank]));
  const nodes = new Map(axis.tree?.tree.labels.map((label, node) => [label, node]) ?? []);
  const counts = labelCounts(after);
  let lost = 0;
  for (let code = 0; code < after.labels.size; code++) {
    if (counts[code] === 0) continue;
    const text = labelAt(after.labels, code);
    const node = nodes.get(text);
    if (node !== undefined) {
      lost += counts[code]! * nodeShare(axis, node);
      continue;
    }
    const read =
      options.form === "tilde"
        ? parseTilde(text, axis.kind !== "category")
        : parseCell(text, (end) => ranks.has(end) || (end.trim() !== "" && Number.isFinite(Number(end))));
    lost += counts[code]! * shareOf(axis, ranks, read, before.name);
  }
  return lost / rows;
}

function nodeShare(axis: Attribute, node: number): number {
  const { tree } = axis.tree!;
  return tree.children[node]!.length === 0 ? 0 : (tree.high[node]! - tree.low[node]! + 1) / tree.leaves.length;
}

/** The share of its attribute that a released value covers. */
function shareOf(axis: Attribute, ranks: ReadonlyMap<string, number>, read: Generalised, name: string): number {
  if (read.form === "any") return axis.size - (axis.wildcard === true && axis.missing >= 0 ? 1 : 0) <= 1 ? 0 : 1;
  if (read.form === "value") {
    if (ranks.has(read.value) || axis.kind === "number") return 0;
    if (axis.kind === "date" && dayOn(axis, ranks, read.value) !== undefined) return 0;
    return prefixShare(axis, read.value) ?? unknown(name, read.value);
  }
  if (read.form === "set") {
    // a release by a recipe names values in a set that its own table need not have
    const found = read.values.flatMap((value) => ranks.get(value) ?? []);
    return found.length === 0 ? unknown(name, read.values[0]!) : spanOf(axis, smallest(found), largest(found));
  }
  if (axis.tree === undefined && axis.kind !== "category") {
    const place = (end: string): number =>
      axis.kind === "number" ? Number(end) : (dayOn(axis, ranks, end) ?? unknown(name, end));
    return lineShare(axis, endPosition(read.low, "low", place), endPosition(read.high, "high", place));
  }
  if (axis.kind === "number") return lineShare(axis, Number(read.low), Number(read.high));
  const low = ranks.get(read.low) ?? unknown(name, read.low);
  const high = ranks.get(read.high) ?? unknown(name, read.high);
  return spanOf(axis, low, high);
}

/** The share of an axis between two ends; one that is open is the axis's own. */
function lineShare({ range, positions, missing }: Attribute, low: number, high: number): number {
  if (range === 0) return 0;
  const known = positions.subarray(0, missing < 0 ? positions.length : missing);
  const from = Number.isFinite(low) ? low : Math.min(known[0]!, high);
  const to = Number.isFinite(high) ? high : Math.max(known[known.length - 1]!, low);
  return Math.min(1, (to - from) / range);
}

/** The day a text stands for: one of the original's, or ISO text where ranges were widened to a grid. */
function dayOn(axis: Attribute, ranks: ReadonlyMap<string, number>, text: string): number | undefined {
  const rank = ranks.get(text);
  if (rank !== undefined) return axis.positions[rank]!;
  const days = daysIn(text);
  return Number.isNaN(days) ? undefined : days;
}

/** `021**` covers every value that begins with `021`. */
function prefixShare(axis: Attribute, text: string): number | undefined {
  const prefix = withoutStars(text);
  if (prefix === text || prefix === "") return undefined;
  const covered = axis.labels.flatMap((label, rank) => (label.startsWith(prefix) ? [rank] : []));
  if (covered.length === 0) return undefined;
  return axis.size === 1 ? 0 : (covered.length - 1) / (axis.size - 1);
}

function unknown(name: string, value: string): never {
  throw new KohortError("input", `the release's value "${value}" of column "${name}" is not of the original's`, {
    hint: "give the hierarchy that was used with --hierarchy, or check that the files belong together",
  });
}
