/** @file The figures of a release from its texts and its original, record by record, sharing no formula with ours. */
import type { Release } from "../../src/release/release.ts";
import { cell, type Table } from "../../src/table/index.ts";

/** What the definitions on the docs page say of a release. */
export type SlowFigures = {
  /** NCP of each column whose texts say what they cover. */
  readonly attributes: Readonly<Record<string, number>>;
  readonly discernibility: number;
  readonly averageCohort: number;
  readonly cAvg: number | undefined;
  readonly distinctLost: number;
  /** Records of the original, and those that are not published or carry nothing. */
  readonly records: number;
  readonly leftOut: number;
};

/** Counts everything anew. */
export function slowFigures(release: Release): SlowFigures {
  const { table, original, problem, spec, published } = release;
  const names = problem.attributes.map(({ name }) => name);
  const all = rowsOf(table).filter((row) => Object.values(row).some((text) => text !== "*"));
  const kept = all.length === 0 ? rowsOf(table) : all;
  const leftOut = original.rows - kept.length;
  const isWild = (name: string): boolean => spec.attributes[name]?.missing === "wildcard";
  const gaps = (name: string): Set<string> => {
    const column = original.columns.find((one) => one.name === name)!;
    return new Set(isWild(name) && column.missing.length > 0 ? [""] : []);
  };
  const wild = new Map(names.map((name) => [name, gaps(name)]));
  const alike = (a: Row, b: Row): boolean =>
    names.every((name) => a[name] === b[name] || wild.get(name)!.has(a[name]) || wild.get(name)!.has(b[name]));
  const sizes = kept.map((one) => kept.filter((other) => alike(one, other)).length);
  const average = kept.length / sum(sizes.map((size) => 1 / size));
  const ks = spec.privacy.flatMap((goal) => (goal.model === "k-anonymity" ? [goal.k] : []));
  const distinct = (rows: readonly Row[]): number =>
    new Set(rows.map((row) => names.map((name) => meaningOf(row[name], original, name)).join("\n"))).size;
  const attributes = problem.attributes.flatMap(({ name, tree }, at) => {
    if (published[at].centre === true) return [];
    const values = rowsOf(original).map((row) => row[name]);
    const column = original.columns.find((one) => one.name === name)!;
    const shares = kept.map((row) => {
      if (tree === undefined) return plainShare(row[name], values, column.kind);
      return treeShare(row[name], tree.hierarchy.levels, tree.hierarchy.parents, values, column.kind);
    });
    return [[name, (sum(shares) + leftOut) / original.rows] as const];
  });
  return {
    attributes: Object.fromEntries(attributes),
    discernibility: sum(sizes) + leftOut * original.rows,
    averageCohort: average,
    cAvg: ks.length === 0 ? undefined : average / Math.max(...ks),
    distinctLost: distinct(rowsOf(original)) - distinct(kept),
    records: original.rows,
    leftOut,
  };
}

type Row = Readonly<Record<string, string>>;

function rowsOf(table: Table): Row[] {
  return Array.from({ length: table.rows }, (_, row) =>
    Object.fromEntries(table.columns.map(({ name }, at) => [name, cell(table, row, at)])),
  );
}

function sum(list: readonly number[]): number {
  return list.reduce((all, one) => all + one, 0);
}

/** Equal numbers are one value. */
function meaningOf(text: string, original: Table, name: string): string {
  const column = original.columns.find((one) => one.name === name)!;
  return column.kind === "number" && text !== "" && Number.isFinite(Number(text)) ? `= ${Number(text)}` : text;
}

/** The share of a column without a hierarchy that a text covers. */
function plainShare(text: string, column: readonly string[], kind: string): number {
  if (text === "*") return 1;
  const values = [...new Set(column)].filter((value) => value !== "");
  if (text === "" || values.includes(text)) return 0;
  const members = text.startsWith("{")
    ? text.slice(1, -1).split("|")
    : text.includes("~")
      ? text.split("~")
      : undefined;
  const place = (value: string): number => (kind === "date" ? Date.parse(value) / 86_400_000 : Number(value));
  if (text.endsWith("*")) {
    const meanings = (texts: readonly string[]): number =>
      new Set(texts.map((value) => (kind === "number" ? String(Number(value)) : value))).size;
    const covered = values.filter((value) => value.startsWith(text.replace(/\*+$/, "")));
    return (meanings(covered) - 1) / (meanings(values) - 1);
  }
  if (kind === "category") return (members!.length - 1) / (values.length - 1);
  const ends = (members ?? text.slice(1, -1).split("..")).map(place);
  const [low, high] = [Math.min(...values.map(place)), Math.max(...values.map(place))];
  if (ends.length === 1 || members?.length === 1 || !Number.isNaN(Number(text))) return 0;
  if (low === high) return 0;
  return (Math.min(high, Math.max(...ends)) - Math.max(low, Math.min(...ends))) / (high - low);
}

/** The share of a column with a hierarchy that a text covers: the leaves that have it somewhere above them. */
function treeShare(
  text: string,
  levels: readonly (readonly string[])[],
  parents: readonly Uint32Array[],
  column: readonly string[],
  kind: string,
): number {
  if (text === "*") return 1;
  const above = levels[0].map((leaf, at) => {
    const labels = [leaf];
    let place = at;
    parents.forEach((up, level) => {
      place = up[place];
      labels.push(levels[level + 1][place]);
    });
    return labels;
  });
  const covered = above.filter((labels) => labels.includes(text)).length;
  if (covered > 0) return covered === 1 ? 0 : covered / above.length;
  return plainShare(text, column, kind);
}
