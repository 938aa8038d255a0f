import { randomFrom, type Task, type Verb, verb } from "../base/index.ts";
import type { Hierarchy } from "../hierarchy/index.ts";
import {
  type Classification,
  type ClassifierName,
  classify,
  drawRows,
  possibleRows,
  rowsLike,
} from "../synthesis/index.ts";
import { columnIndex, type Table, takeRows } from "../table/index.ts";
import { splitByLabel } from "./held-out.ts";
import { overSeeds, type SeedSummary, seedsFrom } from "./over-seeds.ts";

/** What to predict, and how. */
export type UtilityOptions = {
  readonly label: string;
  readonly hierarchies?: Readonly<Record<string, Hierarchy>>;
  readonly seed?: number;
  /** What is trained; boosted trees unless stated. */
  readonly classifier?: ClassifierName;
};

/** Classifiers trained on the original and on its release, judged on the same rows. */
export type ClassifierUtility = { readonly original: Classification; readonly anonymized: Classification };

/** The same by boosted trees and, where it was asked for, by logistic regression; and over several seeds. */
export type SeededUtility = {
  readonly utility: ClassifierUtility;
  readonly logistic?: ClassifierUtility;
  readonly overSeeds?: SeedSummary;
};

/**
 * Trains a classifier on four fifths of the original and on the release, and judges both on the other fifth of the
 * original. The release may hold those rows too, generalised; make it from the four fifths where that matters.
 */
export const classifierUtility: Verb<[original: Table, release: Table, options: UtilityOptions], ClassifierUtility> =
  /* @__PURE__ */ verb(oneSeed);

/** Compares classifiers over several seeds, each with a split of its own; the figures apart are of the first. */
export function* utilityOverSeeds(
  original: Table,
  release: Table,
  options: Omit<UtilityOptions, "classifier"> & { readonly seeds?: number; readonly logistic?: boolean },
): Task<SeededUtility> {
  const seeds = seedsFrom(options.seed ?? 1, options.seeds ?? 1);
  const runs: Omit<SeededUtility, "overSeeds">[] = [];
  for (const seed of seeds) {
    const utility = yield* oneSeed(original, release, { ...options, seed });
    const logistic =
      options.logistic === true
        ? { logistic: yield* oneSeed(original, release, { ...options, seed, classifier: "logistic" }) }
        : {};
    runs.push({ utility, ...logistic });
  }
  return { ...runs[0], overSeeds: seeds.length > 1 ? overSeeds(seeds, runs) : undefined };
}

function* oneSeed(
  original: Table,
  release: Table,
  { label, hierarchies, classifier, seed = 1 }: UtilityOptions,
): Task<ClassifierUtility> {
  const { train, test } = splitByLabel(original, label, 0.2, seed);
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
  const after = possibleRows(shared, { original, hierarchies });
  const judged = function* (possible: typeof before): Task<Classification> {
    const shapes = possible.columns.map(({ shape }) => shape);
    return yield* classify(drawRows(possible, randomFrom(seed)), rowsLike(heldOut, shapes), shapes, label, classifier);
  };
  return { original: yield* judged(before), anonymized: yield* judged(after) };
}
