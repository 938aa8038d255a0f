import { finish, parallel, randomFrom, report, type Task } from "../base/index.ts";
import type { Hierarchy } from "../hierarchy/index.ts";
import { splitStratified } from "../learning/index.ts";
import {
  attackRows,
  type Classified,
  type Constraints,
  classify,
  drawRows,
  generateRows,
  type Leaks,
  type Possible,
  possibleRows,
  type Rows,
  rowsLike,
  type Shape,
  type Similarity,
  type SynthesisModel,
  type SynthesizerName,
  similarity,
  type TrainRequest,
  tableOf,
  trainWork,
} from "../synthesis/index.ts";
import { columnIndex, type Table, takeRows } from "../table/index.ts";
import { selfJudged } from "./self-judged.ts";

/** How to make rows. */
export type SynthesizeOptions = {
  /** The column that classifiers predict and that models condition on. */
  readonly label: string;
  readonly model?: SynthesizerName;
  /** A release to learn from instead of the original. */
  readonly from?: Table;
  /** Hierarchies of that release, by column. */
  readonly hierarchies?: Readonly<Record<string, Hierarchy>>;
  /** Rows to make; as many as were trained on unless stated. */
  readonly rows?: number;
  readonly epochs?: number;
  readonly seed?: number;
  /** The share of the original that is kept from training, to judge by; 0.2 unless stated. */
  readonly holdout?: number;
  /** Further settings of the model. */
  readonly settings?: Partial<TrainRequest["options"]>;
  /** Goes on training from here. */
  readonly resume?: SynthesisModel;
  readonly constraints?: Omit<Constraints, "noCopiesOf">;
  /** Makes no row that is a training row. */
  readonly noCopies?: boolean;
  /** Attacks of each kind; 1000 unless stated. */
  readonly attempts?: number;
};

/** Made rows, the model that made them, and what they are worth. */
export type Synthesis = {
  readonly table: Table;
  readonly model: SynthesisModel;
  readonly training: { readonly rows: number; readonly holdout: number };
  /** Classifiers trained on each table and judged on the same held-out rows of the original. */
  readonly utility: {
    readonly original: Classified;
    readonly anonymized?: Classified;
    readonly synthetic: Classified;
    /** The conditional GAN's own discriminator as a classifier. */
    readonly discriminator?: Classified;
  };
  readonly similarity: Similarity;
  readonly privacy: Leaks;
};

/** Epochs where none are stated. */
const usualEpochs = 100;

/** Trains a model on a table or on a release of it, makes rows, and judges them by rows that were not trained on. */
export const synthesize: {
  (original: Table, options: SynthesizeOptions): Synthesis;
  task(original: Table, options: SynthesizeOptions): Task<Synthesis>;
} = /* @__PURE__ */ Object.assign(
  (original: Table, options: SynthesizeOptions): Synthesis => finish(synthesizeTask(original, options)),
  { task: synthesizeTask },
);

function* synthesizeTask(original: Table, options: SynthesizeOptions): Task<Synthesis> {
  const { seed = 1, holdout = 0.2, model: name = options.resume?.model ?? "ctgan" } = options;
  const label = original.columns[columnIndex(original, options.label)]!;
  const { train, test } = splitStratified(label.codes, holdout, seed);
  const kept = rowsOf(original, train);
  const possible = possibleRows(sameColumns(options.from ?? kept, original), {
    ...(options.hierarchies && { hierarchies: options.hierarchies }),
  });
  const request = {
    name,
    possible,
    options: { label: options.label, seed, epochs: options.epochs ?? usualEpochs, ...options.settings },
    ...(options.resume && { from: options.resume }),
  };
  const [model] = (yield* parallel("train", trainWork, [request])) as [SynthesisModel];
  const made = yield* generateRows(model, options.rows ?? possible.rows, seed, {
    ...options.constraints,
    ...(options.noCopies === true ? { noCopiesOf: possible } : {}),
  });
  const { shapes } = model;
  const training = rowsLike(kept, shapes);
  const heldOut = rowsOf(original, test);
  const tested = rowsLike(heldOut, shapes);
  const context = { possible, made, kept, heldOut, tested, shapes, label: options.label, seed };
  return {
    table: tableOf(made, shapes),
    model,
    training: { rows: possible.rows, holdout: test.length },
    utility: yield* utilityOf(context, model, options.from !== undefined),
    similarity: yield* similarity(training, made, shapes, seed),
    privacy: yield* attackRows({
      made,
      training,
      holdout: tested,
      shapes,
      secret: options.label,
      seed,
      ...(options.attempts === undefined ? {} : { attempts: options.attempts }),
    }),
  };
}

type JudgeContext = {
  readonly possible: Possible;
  readonly made: Rows;
  readonly kept: Table;
  readonly heldOut: Table;
  readonly tested: Rows;
  readonly shapes: readonly Shape[];
  readonly label: string;
  readonly seed: number;
};

function* utilityOf(
  { possible, made, kept, heldOut, tested, shapes, label, seed }: JudgeContext,
  model: SynthesisModel,
  isRelease: boolean,
): Task<Synthesis["utility"]> {
  yield* report("classify", 0, 3);
  const own = isRelease ? possibleRows(kept).columns.map(({ shape }) => shape) : shapes;
  const original = yield* classify(rowsLike(kept, own), rowsLike(heldOut, own), own, label);
  yield* report("classify", 1, 3);
  const drawn = isRelease ? drawRows(possible, randomFrom(seed)) : undefined;
  const anonymized = drawn && (yield* classify(drawn, tested, shapes, label));
  yield* report("classify", 2, 3);
  const synthetic = yield* classify(made, tested, shapes, label);
  return {
    original,
    ...(anonymized && { anonymized }),
    synthetic,
    ...(model.model === "cgan" ? { discriminator: yield* selfJudged(model, tested, label) } : {}),
  };
}

function rowsOf(table: Table, rows: Uint32Array): Table {
  return { rows: rows.length, columns: table.columns.map((column) => takeRows(column, rows)) };
}

/** The columns of a release that the original has, in the release's order. */
function sameColumns(release: Table, original: Table): Table {
  const names = new Set(original.columns.map(({ name }) => name));
  return { rows: release.rows, columns: release.columns.filter(({ name }) => names.has(name)) };
}
