/**
 * @file A fast baseline without nets: columns one after the other, each drawn from what boosted trees say about it given
 * the columns before (sequential synthesis; Reiter 2005, Nowok, Raab and Dibben 2016). The label comes first. Numbers
 * are cut into at most 24 parts of about equal weight, values that many rows share parts of their own; a drawn part is
 * drawn from evenly.
 */
import { type Random, randomFrom, report, type Task } from "../base/index.ts";
import { type BoostedTrees, type Feature, fitTrees, predictTrees } from "../learning/index.ts";
import { drawBetween, seedFor } from "./noise.ts";
import { drawRows, type PossibleTable } from "./possible.ts";
import type { Rows, Shape } from "./rows.ts";
import { isStopped, type LossEntry, labelPlace, type SettingRules, type TrainOptions, withUsual } from "./training.ts";

/** How the trees are fitted, beside what all models are told. */
export type SequentialSettings = { readonly trees: number; readonly leaves: number; readonly parts: number };

/** The parts a number is cut into; the last is what is missing, where that occurs. */
type Parts = { readonly low: readonly number[]; readonly high: readonly number[]; readonly hasMissing: boolean };

/** One column given those before it: trees, or the shares where nothing can be told apart. */
type Link = {
  readonly column: number;
  readonly parts?: Parts;
  readonly size: number;
  readonly shares: readonly number[];
  readonly trees?: BoostedTrees;
};

/** A chain of trees; also the checkpoint from which fitting goes on. */
export type SequentialModel = {
  readonly model: "trees";
  readonly label: string;
  readonly seed: number;
  readonly settings: SequentialSettings;
  readonly shapes: readonly Shape[];
  readonly links: readonly Link[];
  readonly epoch: number;
  readonly losses: readonly LossEntry[];
};

/** The settings, and what they are unless stated. */
export const sequentialSettings: SettingRules<SequentialSettings> = {
  trees: { usual: 12, least: 1, most: 10_000, whole: true },
  leaves: { usual: 15, least: 2, most: 1000, whole: true },
  parts: { usual: 24, least: 2, most: 1000, whole: true },
};

/** Fits the chain; goes on where a checkpoint ends. */
export function* trainSequential(
  possible: PossibleTable,
  options: TrainOptions & Partial<SequentialSettings>,
  from?: SequentialModel,
): Task<SequentialModel> {
  const shapes = possible.columns.map(({ shape }) => shape);
  const label = labelPlace(shapes, options.label);
  const settings = from?.settings ?? withUsual(sequentialSettings, options);
  const seed = from?.seed ?? options.seed;
  const rows = drawRows(possible, randomFrom(seedFor(seed, 0)));
  const order = [label, ...shapes.map((_, index) => index).filter((index) => index !== label)];
  const links = [...(from?.links ?? [])];
  while (links.length < order.length && !isStopped(options.control)) {
    const column = order[links.length];
    const before = featuresOf(rows, shapes, order.slice(0, links.length));
    links.push(yield* fitLink(rows.columns[column], column, shapes[column], before, settings, options));
    yield* report("train", links.length, order.length, shapes[column].name);
  }
  return { model: "trees", label: options.label, seed, settings, shapes, links, epoch: links.length, losses: [] };
}

function featuresOf(rows: Rows, shapes: readonly Shape[], columns: readonly number[]): Feature[] {
  return columns.map((column) => ({
    name: shapes[column].name,
    kind: shapes[column].kind,
    values: rows.columns[column],
  }));
}

function* fitLink(
  values: Float64Array,
  column: number,
  shape: Shape,
  before: readonly Feature[],
  settings: SequentialSettings,
  options: TrainOptions,
): Task<Link> {
  const parts = shape.kind === "number" ? partsOf(values, settings.parts) : undefined;
  const size = shape.kind === "category" ? shape.labels.length : parts!.low.length;
  const target = parts === undefined ? values : values.map((value) => partOf(parts, value));
  const counts = new Array<number>(size).fill(0);
  for (const value of target) counts[value] += 1;
  const link = { column, size, shares: counts.map((count) => count / values.length), parts };
  if (before.length === 0 || size < 2) return link;
  const trees = yield* fitTrees({ rows: values.length, columns: before }, target, {
    objective: size === 2 ? "binary" : "multiclass",
    classes: size,
    trees: settings.trees,
    leaves: settings.leaves,
    leastCount: Math.min(50, Math.max(2, Math.floor(values.length / 100))),
    kernels: options.kernels,
  });
  return { ...link, trees };
}

function partsOf(values: Float64Array, most: number): Parts {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const least = Math.max(1, sorted.length / most);
  const [low, high]: [number[], number[]] = [[], []];
  for (let start = 0; start < sorted.length; ) {
    let end = start;
    while (end < sorted.length && sorted[end] === sorted[start]) end++;
    while (end < sorted.length && end - start < least) {
      const next = sorted[end];
      let run = end;
      while (run < sorted.length && sorted[run] === next) run++;
      if (run - end >= least) break;
      end = run;
    }
    low.push(sorted[start]);
    high.push(sorted[end - 1]);
    start = end;
  }
  const hasMissing = sorted.length < values.length;
  return hasMissing ? { low: [...low, 0], high: [...high, 0], hasMissing } : { low, high, hasMissing };
}

function partOf({ high, hasMissing }: Parts, value: number): number {
  if (Number.isNaN(value)) return high.length - 1;
  let first = 0;
  let last = high.length - (hasMissing ? 2 : 1);
  while (first < last) {
    const middle = (first + last) >> 1;
    if (value <= high[middle]) last = middle;
    else first = middle + 1;
  }
  return first;
}

/** Draws rows column by column. */
export function* sampleSequential(model: SequentialModel, count: number, seed: number): Task<Rows> {
  const random = randomFrom(seedFor(seed, 4));
  const columns = model.shapes.map(() => new Float64Array(count));
  const rows: Rows = { count, columns };
  const done: number[] = [];
  for (const link of model.links) {
    const before = featuresOf(rows, model.shapes, done);
    const chances = link.trees === undefined ? undefined : predictTrees(link.trees, { rows: count, columns: before });
    const shape = model.shapes[link.column];
    for (let row = 0; row < count; row++) {
      const choice = drawChoice(link, chances, row, random);
      columns[link.column][row] = link.parts === undefined ? choice : valueIn(link.parts, choice, shape, random);
    }
    done.push(link.column);
    yield* report("generate", done.length, model.links.length);
  }
  return rows;
}

function drawChoice({ size, shares }: Link, chances: Float64Array | undefined, row: number, random: Random): number {
  let wanted = random.unit();
  if (chances !== undefined && size === 2) return wanted < chances[row] ? 1 : 0;
  for (let choice = 0; choice < size; choice++) {
    wanted -= chances === undefined ? shares[choice] : chances[row * size + choice];
    if (wanted < 0) return choice;
  }
  return size - 1;
}

function valueIn({ low, high, hasMissing }: Parts, part: number, shape: Shape, random: Random): number {
  if (hasMissing && part === low.length - 1) return Number.NaN;
  if (low[part] === high[part] || shape.kind === "category") return low[part];
  return drawBetween(low[part], high[part], shape.decimals, random);
}
