import { type OddName, oddNamesIn } from "../audit/index.ts";
import { few, KohortError, parallel, randomFrom, report, stated, type Task, type Verb, verb } from "../base/index.ts";
import type { Hierarchy } from "../hierarchy/index.ts";
import { type Repetition, severalRows } from "../problem/index.ts";
import type { Rest, Spec } from "../spec/index.ts";
import {
  attackRows,
  type Classification,
  type ClassifierName,
  type Constraints,
  classify,
  drawRows,
  generateRows,
  type Leaks,
  loneValues,
  type PossibleTable,
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
import { canonicalOrder, checkTable, type Table, takeRows, takingRows, writtenLike } from "../table/index.ts";
import { splitByLabel } from "./held-out.ts";
import { learnedColumns } from "./learned-columns.ts";
import { overSeeds, type SeedSummary, seedsFrom } from "./over-seeds.ts";
import { selfJudged } from "./self-judged.ts";

/** How to make rows. */
export type SynthesizeOptions = {
  /** The column that classifiers predict and that models condition on. */
  readonly label: string;
  /** What each column is; columns without a role are not learned from, except the label and those of a release. */
  readonly attributes?: Spec["attributes"];
  /** What becomes of columns without a role; "insensitive" learns from all of them. */
  readonly rest?: Rest;
  /** Says nothing where every row is taken for a person although people have several. */
  readonly countRows?: boolean;
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
  /** Over how many seeds classifiers are compared, each with its split and its training; 1 unless stated. */
  readonly seeds?: number;
  /** Also compares logistic regression. */
  readonly logistic?: boolean;
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
    readonly original: Classification;
    readonly anonymized?: Classification;
    readonly synthetic: Classification;
    /** The conditional GAN's own discriminator as a classifier. */
    readonly discriminator?: Classification;
  };
  /** The same by logistic regression, where it was asked for. */
  readonly logistic?: Omit<Synthesis["utility"], "discriminator">;
  /** Means and intervals of `utility` where there were several seeds; rows and all other figures are of the first. */
  readonly overSeeds?: SeedSummary;
  readonly similarity: Similarity;
  readonly privacy: Leaks;
  /** Per column, the made rows that carry a value which only one record of the original has. */
  readonly lone: Readonly<Record<string, number>>;
  /** The column by which people have several rows, and how many; every row is taken for a person. */
  readonly people?: Repetition;
  /** Names of columns that look like values; made rows have the same names. */
  readonly oddNames: readonly OddName[];
};

/** Epochs where none are stated. */
const usualEpochs = 100;

/** Trains a model on a table or on a release of it, makes rows, and judges them by rows that were not trained on. */
export const synthesize: Verb<[original: Table, options: SynthesizeOptions], Synthesis> =
  /* @__PURE__ */ verb(synthesizeTask);

function* synthesizeTask(whole: Table, asked: SynthesizeOptions): Task<Synthesis> {
  checkTable(whole);
  const original = yield* inCanonicalOrder(learnedColumns(whole, asked));
  const options = asked.from === undefined ? asked : { ...asked, from: yield* inCanonicalOrder(asked.from) };
  const { attributes = {}, rest, countRows = false } = options;
  const people = countRows ? undefined : severalRows(whole, { attributes, rest });
  const seeds = seedsFrom(options.seed ?? 1, options.seeds ?? 1);
  refuseResume(options);
  const plans = seeds.map((seed) => planOf(original, options, seed));
  const models = (yield* parallel(
    "train",
    trainWork,
    plans.map(({ request }) => request),
  )) as SynthesisModel[];
  const runs: { scene: JudgeScene; utility: Synthesis["utility"]; logistic?: Synthesis["utility"] }[] = [];
  for (const [index, plan] of plans.entries()) {
    const scene = yield* sceneOf(plan, models[index], options);
    const utility = yield* utilityOf(scene, "trees");
    runs.push({
      scene,
      utility,
      logistic: options.logistic === true ? yield* utilityOf(scene, "logistic") : undefined,
    });
  }
  const { scene, utility, logistic } = runs[0];
  const { possible, made, kept, tested, shapes, model, seed } = scene;
  const training = rowsLike(kept, shapes);
  const attempts = options.attempts === undefined ? {} : { attempts: options.attempts };
  const table = writtenLike(tableOf(made, shapes), original);
  return {
    table,
    model,
    training: { rows: possible.rows, holdout: tested.count },
    utility,
    logistic,
    overSeeds: seeds.length > 1 ? overSeeds(seeds, runs) : undefined,
    similarity: yield* similarity(training, made, shapes, seed),
    privacy: yield* attackRows({ made, training, holdout: tested, shapes, secret: options.label, seed, ...attempts }),
    lone: loneValues(table, original),
    people,
    oddNames: oddNamesIn(whole),
  };
}

function refuseResume({ resume, seeds = 1, settings = {} }: SynthesizeOptions): void {
  if (resume === undefined) return;
  if (seeds > 1) {
    throw new KohortError("usage", "training goes on from one model, not over several seeds", {
      hint: "leave out `seeds` or `resume`",
    });
  }
  if (Object.keys(settings).length > 0) {
    throw new KohortError("usage", "a model that training goes on from keeps its settings", {
      hint: "leave out `settings` or `resume`",
    });
  }
}

type Plan = {
  readonly seed: number;
  readonly kept: Table;
  readonly heldOut: Table;
  readonly request: TrainRequest;
};

/** What one seed trains on and is judged by. */
function planOf(original: Table, options: SynthesizeOptions, seed: number): Plan {
  const { holdout = 0.2, model: name = options.resume?.model ?? "ctgan" } = options;
  const { train, test } = splitByLabel(original, options.label, holdout, seed);
  const kept = rowsOf(original, train);
  const possible = possibleRows(sameColumns(options.from ?? kept, original), {
    original,
    // the original's own values are as they stand; groups are what a release has
    hierarchies: options.from && options.hierarchies,
  });
  if (options.from !== undefined) refuseRanges(possible, options.label);
  const request = {
    name,
    possible,
    options: { label: options.label, seed, epochs: options.epochs ?? usualEpochs, ...stated(options.settings ?? {}) },
    from: options.resume,
  };
  return { seed, kept, heldOut: rowsOf(original, test), request };
}

/** Refuses a label of which a release tells ranges: reading it as names would not make classes of them. */
function refuseRanges({ columns }: PossibleTable, label: string): void {
  const place = columns.findIndex(({ shape }) => shape.name === label);
  const cells = columns[place]?.cells;
  if (cells?.kind !== "number" || cells.low.every((low, code) => !(low < cells.high[code]))) return;
  const classes = columns.filter(({ cells: { kind } }) => kind === "category").map(({ shape }) => shape.name);
  throw new KohortError("column", `the release has ranges of the label "${label}", and no classes`, {
    hint:
      classes.length === 0
        ? "make a release in which it is sensitive, so that its values are published"
        : `name a column that the release has classes of, such as ${few(classes)}`,
  });
}

/** A trained model, the rows it made, and what these are judged by. */
type JudgeScene = {
  readonly model: SynthesisModel;
  readonly possible: PossibleTable;
  readonly isRelease: boolean;
  readonly made: Rows;
  readonly kept: Table;
  readonly heldOut: Table;
  readonly tested: Rows;
  readonly shapes: readonly Shape[];
  readonly label: string;
  readonly seed: number;
};

function* sceneOf(plan: Plan, model: SynthesisModel, options: SynthesizeOptions): Task<JudgeScene> {
  const { seed, kept, heldOut } = plan;
  const { possible } = plan.request;
  const made = yield* generateRows(model, options.rows ?? possible.rows, seed, {
    ...options.constraints,
    noCopiesOf: options.noCopies === true ? possible : undefined,
  });
  const { shapes } = model;
  const tested = rowsLike(heldOut, shapes);
  const isRelease = options.from !== undefined;
  return { model, possible, isRelease, made, kept, heldOut, tested, shapes, label: options.label, seed };
}

function* utilityOf(
  { model, possible, isRelease, made, kept, heldOut, tested, shapes, label, seed }: JudgeScene,
  classifier: ClassifierName,
): Task<Synthesis["utility"]> {
  yield* report("classify", 0, 3);
  const own = isRelease ? possibleRows(kept).columns.map(({ shape }) => shape) : shapes;
  const original = yield* classify(rowsLike(kept, own), rowsLike(heldOut, own), own, label, classifier);
  yield* report("classify", 1, 3);
  const drawn = isRelease ? drawRows(possible, randomFrom(seed)) : undefined;
  const anonymized = drawn && (yield* classify(drawn, tested, shapes, label, classifier));
  yield* report("classify", 2, 3);
  const synthetic = yield* classify(made, tested, shapes, label, classifier);
  const isOwn = classifier === "trees" && model.model === "cgan";
  const discriminator = isOwn ? yield* selfJudged(model, tested, label) : undefined;
  return stated({ original, anonymized, synthetic, discriminator });
}

/** The table with its rows, and thereby its values, in an order that does not depend on the one they stand in. */
function* inCanonicalOrder(table: Table): Task<Table> {
  const order = yield* canonicalOrder(table);
  const columns = [];
  for (const column of table.columns) columns.push(yield* takingRows(column, order, "order"));
  return { rows: table.rows, columns };
}

function rowsOf(table: Table, rows: Uint32Array): Table {
  return { rows: rows.length, columns: table.columns.map((column) => takeRows(column, rows)) };
}

/** The columns of a release that the original has, in the release's order. */
function sameColumns(release: Table, original: Table): Table {
  const names = new Set(original.columns.map(({ name }) => name));
  return { rows: release.rows, columns: release.columns.filter(({ name }) => names.has(name)) };
}
