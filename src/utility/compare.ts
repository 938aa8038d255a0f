import { leastSize, matchedFigures } from "../audit/index.ts";
import { KohortError, report, type Task, type Verb, verb } from "../base/index.ts";
import {
  axisOf,
  cohortSizes,
  type FoldColumn,
  foldRows,
  matchesOf,
  parseGeneralised,
  textFold,
  valueFold,
} from "../cohort/index.ts";
import type { Hierarchy } from "../hierarchy/index.ts";
import {
  holdsSets,
  pointedAttributes,
  prepareTable,
  rowsCounted,
  severalRows,
  type TransformationEffect,
  withoutBlank,
} from "../problem/index.ts";
import {
  nothingLost,
  type PricedCells,
  publishedLoss,
  type TextForm,
  type TextShare,
  textReader,
} from "../quality/index.ts";
import {
  attributeCells,
  type Quality,
  qualityOf,
  type Release,
  type UnknownFigure,
  valueIds,
  writtenForm,
} from "../release/index.ts";
import type { Spec } from "../spec/index.ts";
import {
  type Column,
  checkTable,
  columnIndex,
  labelAt,
  labelCounts,
  labelStrings,
  readLike,
  type Table,
} from "../table/index.ts";
import { otherName, type Transformation } from "../transform/index.ts";

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
  readonly form?: TextForm;
  /** Says nothing where rows are counted although people have several. */
  readonly countRows?: boolean;
  /** The k that was asked, to which C_avg is relative; without it there is no C_avg. */
  readonly k?: number;
  /** Columns published by a mean, median or mode: what these cover the two tables do not say. */
  readonly centres?: readonly string[];
};

/** What was lost between two tables. */
export type Comparison = Omit<Quality, "ncp"> & {
  /** There unless a column is published by values that stand for others; `notKnown` names it. */
  readonly ncp?: number;
  /** Records of the original that were left out of both for missing values. */
  readonly leftOut: number;
  /** How values were coded before the search. */
  readonly coded: readonly TransformationEffect[];
  /** What whoever reads the figures should know of them. */
  readonly warnings: readonly string[];
};

/** Measures what a release lost against its original, from the two tables alone; rows need not stand in the same order. */
export const compare: Verb<[original: Table, release: Table | Release, options?: CompareOptions], Comparison> =
  /* @__PURE__ */ verb(compareTask);

function* compareTask(read: Table, given: Table | Release, asked: CompareOptions = {}): Task<Comparison> {
  const options = "table" in given ? withOwn(given, asked) : asked;
  const stated = pointedAttributes(options.attributes ?? ("table" in given ? given.spec.attributes : {}), read);
  const { table: original, leftOut, coded } = yield* prepareTable(read, stated);
  const published = "table" in given ? given.table : given;
  checkTable(published);
  const { table: release } = yield* withoutBlank(readLike(published, read), {});
  const wanted = new Set(
    (options.quasiIdentifiers ?? namesOf(original, given)).filter((name) => !holdsSets(stated, name)),
  );
  for (const name of wanted) columnIndex(original, name);
  // in the order of the table, so that every command adds up in the same order
  const names = original.columns.flatMap(({ name }) => (wanted.has(name) ? [name] : []));
  if (names.length === 0) {
    throw new KohortError("input", "the two tables have no generalised column in common", {
      hint: 'name the columns to compare with `role: "quasi-identifying"`',
    });
  }
  const suppressed = original.rows - release.rows;
  if (suppressed < 0) {
    throw new KohortError("input", `the release has ${release.rows} records, and the original ${original.rows}`, {
      hint: "check that the files belong together, and that both are read with the same settings",
    });
  }
  const columns: ComparedColumn[] = [];
  for (const name of names) {
    yield* report("compare", columns.length, names.length);
    const before = original.columns[columnIndex(original, name)];
    const after = release.columns[columnIndex(release, name)];
    const { missing, transform = [] } = stated[name] ?? {};
    const grouped = namesGrouped(read.columns[columnIndex(read, name)], transform);
    columns.push(comparedColumn(before, after, given, options, { wildcard: missing === "wildcard", names: grouped }));
  }
  const lost = publishedLoss(
    columns.map(({ cells }) => cells ?? { weight: 0, cells: [] }),
    {
      records: original.rows,
      leftOut: suppressed,
    },
  );
  const { rest, person } = "table" in given ? given.spec : {};
  const countsRows = options.countRows === true || person === "none";
  const several = countsRows ? undefined : severalRows(original, { attributes: stated, rest });
  const texts = names.map((name) => release.columns[columnIndex(release, name)]);
  const cohorts = yield* foldRows(texts.map(textFold), release.rows, 1);
  const matches = yield* matchesOf(texts, cohorts, ({ name }) => stated[name]?.missing === "wildcard");
  const before = yield* foldRows(
    names.map((name) => valueFold(original.columns[columnIndex(original, name)])),
    original.rows,
    1,
  );
  const seen = yield* foldRows(
    columns.map(({ published }) => published),
    release.rows,
    1,
  );
  const quality = qualityOf({
    lost,
    names,
    hasTree: columns.some(({ hasTree }) => hasTree),
    distinct: { before: before.tuples, after: seen.tuples },
    sizes: Float64Array.from(cohorts.weights),
    matched: matches === undefined ? undefined : matchedFigures(cohorts.weights, matches),
    k: options.k,
    records: original.rows,
    leftOut: suppressed,
  });
  const unpriced = columns.flatMap(({ notKnown }) => notKnown ?? []);
  const notKnown = [...unpriced, ...(quality.notKnown ?? [])];
  const attributes = Object.entries(quality.attributes).filter((_, index) => columns[index].cells !== undefined);
  return {
    ...quality,
    ...(unpriced.length === 0 ? {} : { ncp: undefined, loss: undefined }),
    leftOut,
    coded,
    attributes: Object.fromEntries(attributes),
    notKnown: notKnown.length === 0 ? undefined : notKnown,
    warnings: several === undefined ? [] : [rowsCounted("compare", several)],
  };
}

/** A Release knows its hierarchies and weights; what the caller states goes before them. */
function withOwn({ problem, spec }: Release, asked: CompareOptions): CompareOptions {
  const hierarchies = problem.attributes.flatMap(({ name, tree }) =>
    tree === undefined ? [] : [[name, tree.hierarchy]],
  );
  const weights = problem.attributes.map(({ name, weight }) => [name, weight]);
  const k = asked.k ?? leastSize(spec);
  const { form = writtenForm(spec) } = asked;
  return {
    ...asked,
    form,
    ...(k === undefined ? {} : { k }),
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

/** A column of a release held against that of the original. */
type ComparedColumn = {
  /** What its cells cost, where that can be known. */
  readonly cells?: PricedCells;
  readonly notKnown?: readonly UnknownFigure[];
  /** Its values, each number once however it is written. */
  readonly published: FoldColumn;
  readonly hasTree: boolean;
};

function comparedColumn(
  before: Column,
  after: Column,
  given: Table | Release,
  options: CompareOptions,
  { wildcard, names }: { readonly wildcard: boolean; readonly names: ReadonlySet<string> | undefined },
): ComparedColumn {
  const hierarchy = options.hierarchies?.[before.name];
  const { attribute, rankOf } = axisOf(before, 0, {
    hierarchy,
    wildcard: wildcard ? (true as const) : undefined,
  });
  const own = labelCounts(before);
  const ranks = new Map<string, number>();
  const records = new Float64Array(attribute.size);
  own.forEach((count, code) => {
    if (count === 0) return;
    ranks.set(labelAt(before.labels, code), rankOf[code]);
    records[rankOf[code]] += count;
  });
  const read = textReader(attribute, { form: options.form, ranks });
  const texts = labelStrings(after.labels);
  const published = { codes: after.codes, rankOf: valueIds(attribute, read, texts), size: texts.length };
  const hasTree = attribute.tree !== undefined;
  const weight = options.weights?.[before.name] ?? 1;
  const centres = "table" in given ? centreCells(given, before.name) : options.centres?.includes(before.name);
  if (typeof centres === "object") return { cells: { ...centres, weight }, published, hasTree };
  const cells: [TextShare, number][] = [];
  const found = new Float64Array(attribute.size);
  let standsForOthers = centres === true;
  labelCounts(after).forEach((count, code) => {
    if (count === 0) return;
    const reading = read(texts[code]);
    if (reading === undefined) {
      if (!isNamed(texts[code], names)) throw unknown(before.name, texts[code]);
      standsForOthers = true;
    } else if (reading.kind === "share") cells.push([reading.share, count]);
    else if (reading.kind === "centre") standsForOthers = true;
    else {
      cells.push([nothingLost, count]);
      found[reading.rank] += count;
    }
  });
  // a value cannot be unchanged in more records than had it
  if (standsForOthers || found.some((count, rank) => count > records[rank])) {
    const what =
      names === undefined
        ? "publishes values that stand for others, such as means"
        : "groups other names than those that are rare in the original, as a recipe does";
    const reason = `column "${before.name}" ${what}, and the two tables do not say for which`;
    return { notKnown: [{ figure: "ncp", attribute: before.name, reason }], published, hasTree };
  }
  return { cells: { weight, cells }, published, hasTree };
}

/** What a column of means costs, which the release that made them knows; undefined where it has none. */
function centreCells(release: Release, name: string): PricedCells | undefined {
  const { problem, recoding, published, original } = release;
  const index = problem.attributes.findIndex((attribute) => attribute.name === name);
  if (published[index]?.centre !== true) return undefined;
  const sizes = cohortSizes(problem, recoding);
  return attributeCells({ table: original, problem, recoding, published, form: "range", sizes }, index);
}

/** The names of a column before its rare ones were grouped, with that of the group; undefined where none are. */
function namesGrouped({ labels }: Column, transform: readonly Transformation[]): Set<string> | undefined {
  const grouping = transform.find((one) => one.kind === "rare" || one.kind === "group");
  return grouping === undefined ? undefined : new Set([...labelStrings(labels), grouping.as ?? otherName]);
}

/** Whether a text is one of the names, or a set of them. */
function isNamed(text: string, names: ReadonlySet<string> | undefined): boolean {
  const read = parseGeneralised(text);
  const values = read.form === "set" ? read.values : read.form === "value" ? [read.value] : undefined;
  return values?.every((value) => names?.has(value) === true) === true;
}

function unknown(name: string, value: string): KohortError {
  return new KohortError("input", `the release's value "${value}" of column "${name}" is not of the original's`, {
    hint: "give the hierarchy that was used with `hierarchy`, or check that the files belong together",
  });
}
