import { finish, randomFrom, type Task } from "../base/index.ts";
import type { Hierarchy } from "../hierarchy/index.ts";
import { splitStratified } from "../learning/index.ts";
import { type Classified, classify, drawRows, possibleRows, rowsLike } from "../synthesis/index.ts";
import { columnIndex, type Table, takeRows } from "../table/index.ts";

/** What to predict, and how. */
export type UtilityOptions = {
  readonly label: string;
  readonly hierarchies?: Readonly<Record<string, Hierarchy>>;
  readonly seed?: number;
};

/** Classifiers trained on the original and on its release, judged on the same rows. */
export type ClassifierUtility = { readonly original: Classified; readonly anonymized: Classified };

/**
 * Trains boosted trees on four fifths of the original and on the release, and judges both on the other fifth of the
 * original. The release may hold those rows too, generalised; make it from the four fifths where that matters.
 */
export const classifierUtility: {
  (original: Table, release: Table, options: UtilityOptions): ClassifierUtility;
  task(original: Table, release: Table, options: UtilityOptions): Task<ClassifierUtility>;
} = /* @__PURE__ */ Object.assign(
  (original: Table, release: Table, options: UtilityOptions): ClassifierUtility =>
    finish(utilityTask(original, release, options)),
  { task: utilityTask },
);

function* utilityTask(original: Table, release: Table, options: UtilityOptions): Task<ClassifierUtility> {
  const { label, seed = 1 } = options;
  const { train, test } = splitStratified(original.columns[columnIndex(original, label)]!.codes, 0.2, seed);
  columnIndex(release, label);
  const names = new Set(release.columns.map(({ name }) => name));
  const common = original.columns.filter(({ name }) => names.has(name));
  const part = (rows: Uint32Array): Table => ({ rows: rows.length, columns: common.map((c) => takeRows(c, rows)) });
  const heldOut = part(test);
  const before = possibleRows(part(train));
  const shared = {
    rows: release.rows,
    columns: release.columns.filter(({ name }) => common.some((c) => c.name === name)),
  };
  const after = possibleRows(shared, options.hierarchies === undefined ? {} : { hierarchies: options.hierarchies });
  const judged = function* (possible: typeof before): Task<Classified> {
    const shapes = possible.columns.map(({ shape }) => shape);
    return yield* classify(drawRows(possible, randomFrom(seed)), rowsLike(heldOut, shapes), shapes, label);
  };
  return { original: yield* judged(before), anonymized: yield* judged(after) };
}
