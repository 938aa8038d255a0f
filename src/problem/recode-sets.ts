/**
 * @file Columns of sets beside the other quasi-identifiers. Cohorts are found without them; then, cohort by cohort, items
 * are generalised until every combination of up to m of them is frequent enough in the cohort, and the sets are written
 * with items in the order of their hierarchy, so that the order of a set tells nothing.
 */

import { KohortError, report, type Task } from "../base/index.ts";
import { any } from "../cohort/index.ts";
import { resolveHierarchy, type Tree, treeOf } from "../hierarchy/index.ts";
import { isOfSets, type KmAnonymity, type PrivacyGoal } from "../privacy/index.ts";
import type { AttributeSpec, Spec } from "../spec/index.ts";
import { type Column, columnIndex, labelCounts, labelsFrom, newCodes, type Table } from "../table/index.ts";
import type { RunOptions } from "./axes.ts";
import { generaliseItems, publishedItems } from "./generalise.ts";
import { setsIn } from "./item-sets.ts";

/** What became of a column of sets. */
export type SetLoss = {
  readonly attribute: string;
  /** The mean over items of the share of all items that what is published stands for; one left out counts 1. */
  readonly loss: number;
  /** Items in all sets, and how many were left out. */
  readonly items: number;
  readonly removed: number;
};

/** Whether a column holds sets. */
export function holdsSets(attributes: Spec["attributes"], name: string): boolean {
  return attributes[name]?.separator !== undefined;
}

/** The column of sets that a goal is about. */
export function setOf(goal: KmAnonymity, attributes: Spec["attributes"]): string {
  const name = goal.attribute ?? Object.keys(attributes).find((one) => holdsSets(attributes, one));
  if (name !== undefined && holdsSets(attributes, name)) return name;
  throw new KohortError(
    "spec",
    `${goal.model} is asked of ${name === undefined ? "no column" : `"${name}"`}, which holds no sets`,
    {
      hint: 'say what separates the items of its cells with `separator`, such as "|"',
    },
  );
}

/** A table with its sets generalised, cohort by cohort; rows of cohort −1 get empty sets. */
export function* recodeSets(
  table: Table,
  attributes: Spec["attributes"],
  goals: readonly PrivacyGoal[],
  cohortOf: Int32Array,
  options: RunOptions,
): Task<{ readonly table: Table; readonly sets: readonly SetLoss[] }> {
  const columns = [...table.columns];
  const sets: SetLoss[] = [];
  for (const goal of goals) {
    if (!isOfSets(goal)) continue;
    const name = setOf(goal, attributes);
    const index = columnIndex(table, name);
    const done = yield* recodeColumn(table.columns[index], attributes[name], goal, cohortOf, options);
    columns[index] = done.column;
    sets.push(done.loss);
  }
  return { table: sets.length === 0 ? table : { rows: table.rows, columns }, sets };
}

function* recodeColumn(
  column: Column,
  attribute: AttributeSpec,
  goal: KmAnonymity,
  cohortOf: Int32Array,
  options: RunOptions,
): Task<{ readonly column: Column; readonly loss: SetLoss }> {
  const separator = attribute.separator!;
  const { items, ofLabel } = setsIn(column, separator);
  const tree = treeFor(column, items, ofLabel, attribute, options);
  const places = new Map(tree.leaves.map((leaf, place) => [leaf, place]));
  const leaves = ofLabel.map((set) => set.map((item) => places.get(items[item])!));
  const rows = new Map<number, number[]>();
  cohortOf.forEach((cohort, row) => {
    const list = rows.get(cohort);
    if (list === undefined) rows.set(cohort, [row]);
    else list.push(row);
  });
  const texts = new Map<string, number>();
  const codes = new Uint32Array(cohortOf.length);
  let all = 0;
  let lost = 0;
  let removed = 0;
  for (const [cohort, members] of rows) {
    yield* report("search", 0, 1);
    const own = members.map((row) => (cohort < 0 ? [] : leaves[column.codes[row]]));
    const count = own.reduce((sum, set) => sum + set.length, 0);
    const { nodeOf, loss } = generaliseItems(own, tree, goal);
    all += count;
    lost += loss * count;
    members.forEach((row, at) => {
      removed += own[at].filter((leaf) => nodeOf.get(leaf) === -1).length;
      const text = publishedItems(own[at], nodeOf)
        .map((node) => tree.labels[node])
        .join(separator);
      if (!texts.has(text)) texts.set(text, texts.size);
      codes[row] = texts.get(text)!;
    });
  }
  const narrow = newCodes(codes.length, texts.size);
  narrow.set(codes);
  return {
    column: { name: column.name, kind: "category", codes: narrow, labels: labelsFrom([...texts.keys()]), missing: [] },
    loss: { attribute: column.name, loss: all === 0 ? 0 : lost / all, items: all, removed },
  };
}

/** The hierarchy over items: the stated one, or all of them under `*`. */
function treeFor(
  column: Column,
  items: readonly string[],
  ofLabel: readonly (readonly number[])[],
  { hierarchy, separator }: AttributeSpec,
  options: RunOptions,
): Tree {
  const counts = new Array<number>(items.length).fill(0);
  const labels = labelCounts(column);
  ofLabel.forEach((set, code) => {
    for (const item of set) counts[item] += labels[code];
  });
  const named = { name: column.name, kind: "category" as const, values: items, counts, numbers: undefined };
  const tree = treeOf(
    hierarchy === undefined
      ? { levels: [[...items], [any]], parents: [new Uint32Array(items.length)] }
      : resolveHierarchy(hierarchy, named, options.files),
  );
  const wrong = tree.labels.find((label) => label.includes(separator!));
  if (wrong === undefined) return tree;
  throw new KohortError(
    "hierarchy",
    `the group "${wrong}" of "${column.name}" has the sign in it that separates items`,
    {
      hint: "rename the group, or separate items by another sign",
    },
  );
}
