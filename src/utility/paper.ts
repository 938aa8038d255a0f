/**
 * @file The story of Padmaja and Jayashree (2024) from end to end: k, then l, then t on several sets of attributes; a
 * conditional GAN trained on the original and on the t-close rows; classifiers trained on all four tables and judged on
 * the same held-out rows; attacks on what was made. Beyond the paper, all stages and rows made from each are compared over
 * several seeds by the fast model `trees`.
 */
import { mondrian } from "../algorithms/index.ts";
import { KohortError, parallel, randomFrom, type Task } from "../base/index.ts";
import { kAnonymity, lDiversity, tCloseness } from "../privacy/index.ts";
import type { Spec } from "../spec/index.ts";
import {
  attackRows,
  type Classification,
  classify,
  drawRows,
  generateRows,
  type Leaks,
  type LossEntry,
  type PossibleTable,
  possibleRows,
  rowsLike,
  type SynthesisModel,
  type TrainRequest,
  trainWork,
} from "../synthesis/index.ts";
import { type Table, takeRows } from "../table/index.ts";
import { splitByLabel } from "./held-out.ts";
import { type SeedSummary, seedsFrom } from "./over-seeds.ts";
import { selfJudged } from "./self-judged.ts";
import { type StageTables, stageUtility } from "./stage-utility.ts";
import { type Stages, stages } from "./stages.ts";

/** What the story is told about. */
export type PaperOptions = {
  /** The sensitive column, which is also what classifiers predict. */
  readonly label: string;
  /** Sets of quasi-identifiers; the GAN learns from the t-close release of the last. */
  readonly cases: readonly (readonly string[])[];
  readonly k: number;
  readonly l: number;
  readonly t: number;
  /** Epochs of the two models that make rows. */
  readonly epochs: number;
  /** Further runs whose losses are laid over each other, and their epochs. */
  readonly runs: number;
  readonly overlay: number;
  readonly seed: number;
  /** Over how many seeds all stages are compared. */
  readonly seeds: number;
  readonly attempts?: number;
  readonly threads?: number;
  /** Further settings of the GAN. */
  readonly settings?: Partial<TrainRequest["options"]>;
};

/** What training on one table came to. */
export type TrainingResult = {
  readonly losses: readonly LossEntry[];
  /** The loss logs of the further runs. */
  readonly overlays: readonly (readonly LossEntry[])[];
  /** Boosted trees trained on the table itself, and on the rows made from it. */
  readonly own: Classification;
  readonly made: Classification;
  readonly discriminator: Classification;
  readonly privacy: Leaks;
};

/** The whole story. */
export type PaperStory = {
  readonly rows: number;
  readonly heldOut: number;
  readonly cases: readonly { readonly name: string; readonly found: Stages }[];
  readonly original: TrainingResult;
  readonly anonymized: TrainingResult;
  /** Classifiers trained on the original, on every stage and on rows made from each, over seeds. */
  readonly overSeeds: SeedSummary;
};

/** Tells the story of a table. */
export function* paperStory(table: Table, options: PaperOptions): Task<PaperStory> {
  const { label, seed } = options;
  const run = { threads: options.threads ?? 1 };
  const cases: { name: string; found: Stages }[] = [];
  for (const quasi of options.cases) {
    cases.push({ name: quasi.join(", "), found: yield* stages.task(table, specOf(quasi, options), run) });
  }
  const quasi = options.cases[options.cases.length - 1];
  if (quasi === undefined) throw new KohortError("usage", "the story needs a set of quasi-identifiers");
  const tablesOf = function* (own: number): Task<StageTables> {
    const { train, test } = splitByLabel(table, label, 0.2, own);
    const kept = rowsOf(table, train);
    const { stages: found } = yield* stages.task(kept, specOf(quasi, options), run);
    const releases = found.map(({ name, release }) => ({ name, table: release.table }));
    return { kept, heldOut: rowsOf(table, test), releases };
  };
  const { kept, heldOut, releases } = yield* tablesOf(seed);
  const close = releases[releases.length - 1].table;
  const sources = [possibleRows(kept), possibleRows(close, { original: kept })] as const;
  const models = yield* trainAll(sources, options);
  const learned: TrainingResult[] = [];
  for (const [index, possible] of sources.entries()) {
    learned.push(yield* judgeAll(possible, models[index], { kept, heldOut }, options));
  }
  const compared = { label, seeds: seedsFrom(seed, options.seeds), model: "trees" as const, epochs: 1 };
  return {
    rows: table.rows,
    heldOut: heldOut.rows,
    cases,
    original: learned[0],
    anonymized: learned[1],
    overSeeds: yield* stageUtility(tablesOf, compared),
  };
}

function specOf(quasi: readonly string[], { label, k, l, t }: PaperOptions): Spec {
  return {
    version: 1,
    attributes: {
      ...Object.fromEntries(quasi.map((name) => [name, { role: "quasi-identifying" as const }])),
      [label]: { role: "sensitive" },
    },
    rest: "insensitive",
    privacy: [kAnonymity(k), lDiversity(label, l), tCloseness(label, t)],
    algorithm: mondrian({ variant: "paper" }),
  };
}

/** The models of each source: the first makes rows, the others only show how losses go. */
function* trainAll(sources: readonly PossibleTable[], options: PaperOptions): Task<SynthesisModel[][]> {
  const requests = sources.flatMap((possible) =>
    Array.from({ length: options.runs + 1 }, (_, run): TrainRequest => {
      const epochs = run === 0 ? options.epochs : options.overlay;
      return {
        name: "cgan",
        possible,
        options: { ...options.settings, label: options.label, seed: options.seed + run, epochs },
      };
    }),
  );
  const models = (yield* parallel("train", trainWork, requests)) as SynthesisModel[];
  return sources.map((_, index) => models.slice(index * (options.runs + 1), (index + 1) * (options.runs + 1)));
}

function* judgeAll(
  possible: PossibleTable,
  [model, ...others]: readonly SynthesisModel[],
  { kept, heldOut }: { readonly kept: Table; readonly heldOut: Table },
  { label, seed, attempts }: PaperOptions,
): Task<TrainingResult> {
  const { shapes, losses } = model;
  const tested = rowsLike(heldOut, shapes);
  const made = yield* generateRows(model, possible.rows, seed);
  const control = { made, training: rowsLike(kept, shapes), holdout: tested, shapes, secret: label, seed };
  return {
    losses,
    overlays: others.map((other) => other.losses),
    own: yield* classify(drawRows(possible, randomFrom(seed)), tested, shapes, label),
    made: yield* classify(made, tested, shapes, label),
    discriminator: yield* selfJudged(model as Extract<SynthesisModel, { model: "cgan" }>, tested, label),
    privacy: yield* attackRows(attempts === undefined ? control : { ...control, attempts }),
  };
}

function rowsOf(table: Table, rows: Uint32Array): Table {
  return { rows: rows.length, columns: table.columns.map((column) => takeRows(column, rows)) };
}
