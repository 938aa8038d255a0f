/**
 * @file What each stage of anonymization still teaches: classifiers trained on the original, on the release of every
 * stage and on rows made from each of these, all judged on the same held-out original rows, over several seeds.
 */
import { parallel, randomFrom, type Task } from "../base/index.ts";
import type { Scores } from "../learning/index.ts";
import {
  classify,
  drawRows,
  generateRows,
  type PossibleTable,
  possibleRows,
  rowsLike,
  type SynthesisModel,
  type SynthesizerName,
  trainWork,
} from "../synthesis/index.ts";
import type { Table } from "../table/index.ts";
import { overSeeds, type SeedSummary } from "./over-seeds.ts";

/** Rows to train on, rows to judge by, and the releases made from the former, by name. */
export type StageTables = {
  readonly kept: Table;
  readonly heldOut: Table;
  readonly releases: readonly { readonly name: string; readonly table: Table }[];
};

/** What classifiers predict, over which seeds, and by which model rows are made. */
export type StageUtilityOptions = {
  readonly label: string;
  readonly seeds: readonly number[];
  readonly model: SynthesizerName;
  readonly epochs: number;
};

/** Compares all tables over the seeds; `tablesOf` parts the rows and makes the releases of one seed. */
export function* stageUtility(
  tablesOf: (seed: number) => Task<StageTables>,
  options: StageUtilityOptions,
): Task<SeedSummary> {
  const runs: { utility: Record<string, Scores> }[] = [];
  for (const seed of options.seeds) runs.push({ utility: yield* oneSeed(yield* tablesOf(seed), options, seed) });
  return overSeeds(options.seeds, runs);
}

function* oneSeed(
  { kept, heldOut, releases }: StageTables,
  { label, model: name, epochs }: StageUtilityOptions,
  seed: number,
): Task<Record<string, Scores>> {
  const tables = [{ name: "original", table: kept }, ...releases];
  const sources = tables.map(({ table }) => possibleRows(table, { original: kept }));
  const requests = sources.map((possible) => ({ name, possible, options: { label, seed, epochs } }));
  const models = (yield* parallel("train", trainWork, requests)) as SynthesisModel[];
  const [own, made]: [[string, Scores][], [string, Scores][]] = [[], []];
  for (const [index, { name: table }] of tables.entries()) {
    const possible = sources[index];
    own.push([table, yield* judged(possible, drawRows(possible, randomFrom(seed)), heldOut, label)]);
    const rows = yield* generateRows(models[index], possible.rows, seed);
    made.push([`made from ${table}`, yield* judged(possible, rows, heldOut, label)]);
  }
  return Object.fromEntries([...own, ...made]);
}

function* judged(
  { columns }: PossibleTable,
  rows: ReturnType<typeof drawRows>,
  heldOut: Table,
  label: string,
): Task<Scores> {
  const shapes = columns.map(({ shape }) => shape);
  return yield* classify(rows, rowsLike(heldOut, shapes), shapes, label);
}
