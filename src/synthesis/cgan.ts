/**
 * @file The conditional GAN of Padmaja and Jayashree (preprint, 2024, section on generative AI; after Mirza and
 * Osindero 2014): noise and label go into the generator, a row and its label into the discriminator; both have two
 * hidden layers of 256 with LeakyReLU; binary cross-entropy with real rows labelled 0.9 instead of 1; Adam with β1 0.5.
 * That alone collapses onto a few kinds of rows on Adult; a gradient penalty on real rows (Mescheder, Geiger and Nowozin,
 * ICML 2018) keeps it from that and is on unless `penalty` is 0.
 * Batches are random rows, or eight of the rarest class and the rest of the others. An epoch is as many steps as it
 * takes to draw as many rows as there are.
 */
import { exp, type Random, randomFrom, report, reportBest, type Task } from "../base/index.ts";
import { layout, ln, logistic } from "../learning/index.ts";
import { type MatrixKernels, matrixKernels } from "./matrix.ts";
import { backward, clearGradients, forward, layNet, type Net, startNet, stepAdam } from "./network.ts";
import { drawNormal, seedFor } from "./noise.ts";
import { addPenalty, layPenalty, type PenaltyRoom } from "./penalty.ts";
import { drawRows, type Possible } from "./possible.ts";
import {
  decodeQuantiles,
  encodeQuantiles,
  fitQuantiles,
  type QuantileColumn,
  quantileWidth,
} from "./quantile-encoding.ts";
import type { Rows, Shape } from "./rows.ts";
import {
  isStopped,
  type KeptNet,
  keepNet,
  type LossEntry,
  labelPlace,
  restoreNet,
  rowsByLabel,
  type TrainOptions,
} from "./training.ts";

/** How the conditional GAN trains, beside what all models are told. */
export type CganSettings = {
  readonly batch: number;
  readonly noise: number;
  readonly hidden: number;
  readonly rate: number;
  /** What real rows are labelled, instead of 1. */
  readonly smooth: number;
  /** Standard deviation of the noise on every row the discriminator sees, real and made alike. */
  readonly blur: number;
  /** Weight of the gradient penalty on real rows (centred at 0); 0 for the plain loss. */
  readonly penalty: number;
  /** How batches are drawn. */
  readonly sampling: "random" | "eight-positives";
};

/** A trained conditional GAN, and the checkpoint from which training goes on. */
export type CganModel = {
  readonly model: "cgan";
  readonly label: string;
  readonly seed: number;
  readonly settings: CganSettings;
  readonly shapes: readonly Shape[];
  readonly encoding: readonly QuantileColumn[];
  /** The share of each class in the training rows. */
  readonly classShares: readonly number[];
  readonly epoch: number;
  readonly step: number;
  readonly losses: readonly LossEntry[];
  readonly generator: KeptNet;
  readonly discriminator: KeptNet;
};

const defaults: CganSettings = {
  batch: 500,
  noise: 128,
  hidden: 256,
  rate: 1e-3,
  smooth: 0.9,
  blur: 0,
  penalty: 0.5,
  sampling: "random",
};

type Nets = {
  readonly kernels: MatrixKernels;
  readonly generator: Net;
  readonly discriminator: Net;
  readonly room: PenaltyRoom;
  /** Noise and label. */
  readonly seeds: number;
  /** Rows and labels, the real ones first. */
  readonly rows: number;
  readonly rowGradients: number;
  readonly width: number;
  readonly classes: number;
  readonly batch: number;
};

/** Opens both nets for a batch size. */
function openNets(
  model: Pick<CganModel, "settings" | "encoding" | "classShares">,
  options: Pick<TrainOptions, "kernels">,
): Nets {
  const { settings, encoding, classShares } = model;
  const { batch, noise, hidden } = settings;
  const classes = classShares.length;
  const width = encoding.reduce((sum, column) => sum + quantileWidth(column), 0);
  const memory = layout();
  const generator = layNet(memory, [noise + classes, hidden, hidden, width], batch);
  const discriminator = layNet(memory, [width + classes, hidden, hidden, 1], batch * 2);
  const room = layPenalty(memory, discriminator);
  const seeds = memory.take(batch * (noise + classes) * 4);
  const rows = memory.take(batch * 2 * (width + classes) * 4);
  const rowGradients = memory.take(batch * (width + classes) * 4);
  const kernels = matrixKernels(memory.size(), options.kernels);
  return { kernels, generator, discriminator, room, seeds, rows, rowGradients, width, classes, batch };
}

/** Trains on a table, or goes on from a checkpoint up to `epochs` in all. */
export function* trainCgan(
  possible: Possible,
  options: TrainOptions & Partial<CganSettings>,
  from?: CganModel,
): Task<CganModel> {
  const shapes = possible.columns.map(({ shape }) => shape);
  const place = labelPlace(shapes, options.label);
  const start = from ?? begin(possible, shapes, place, options);
  const { settings, seed } = start;
  const nets = openNets(start, options);
  if (from === undefined) {
    startNet(nets.kernels, nets.generator, randomFrom(seedFor(seed, 1)));
    startNet(nets.kernels, nets.discriminator, randomFrom(seedFor(seed, 2)));
  } else {
    restoreNet(nets.kernels, nets.generator, from.generator);
    restoreNet(nets.kernels, nets.discriminator, from.discriminator);
  }
  const losses = [...start.losses];
  const steps = Math.max(1, Math.floor(possible.rows / settings.batch));
  const logEvery = options.logEvery ?? steps;
  let { step, epoch } = start;
  let isSettled = false;
  for (; epoch < options.epochs && !isSettled && !isStopped(options.control); epoch++) {
    const random = randomFrom(seedFor(seed, 3, epoch));
    const rows = withoutColumn(drawRows(possible, random), place);
    const lists = rowsByLabel(possible, rows.label, nets.classes);
    let last: LossEntry | undefined;
    for (let i = 0; i < steps; i++) {
      step += 1;
      const chosen = chooseBatch(settings, lists, possible.rows, random);
      last = { step, ...trainStep(nets, settings, start.encoding, rows, chosen, step, random) };
      if (step % logEvery === 0) losses.push(last);
      const note = `epoch ${epoch + 1}, discriminator ${last.discriminator.toFixed(3)}, generator ${last.generator.toFixed(3)}`;
      const { settle } = yield* reportBest("train", epoch * steps + i + 1, options.epochs * steps, note);
      isSettled ||= settle;
    }
  }
  const { kernels, generator, discriminator } = nets;
  return {
    ...start,
    epoch,
    step,
    losses,
    generator: keepNet(kernels, generator),
    discriminator: keepNet(kernels, discriminator),
  };
}

type LabelledRows = { readonly rest: Rows; readonly label: Float64Array };

/** The label apart from the other columns. */
function withoutColumn(rows: Rows, place: number): LabelledRows {
  const rest = { count: rows.count, columns: rows.columns.filter((_, index) => index !== place) };
  return { rest, label: rows.columns[place]! };
}

function begin(
  possible: Possible,
  shapes: readonly Shape[],
  place: number,
  options: TrainOptions & Partial<CganSettings>,
): Omit<CganModel, "generator" | "discriminator"> {
  const rows = drawRows(possible, randomFrom(seedFor(options.seed, 0)));
  const label = shapes[place]!;
  const counts = new Float64Array(label.kind === "category" ? label.labels.length : 0);
  for (const value of rows.columns[place]!) counts[value]! += 1;
  const { batch, noise, hidden, rate, smooth, blur, penalty, sampling } = { ...defaults, ...options };
  const others = shapes.filter((_, index) => index !== place);
  return {
    model: "cgan",
    label: options.label,
    seed: options.seed,
    settings: { batch: Math.min(batch, possible.rows), noise, hidden, rate, smooth, blur, penalty, sampling },
    shapes,
    encoding: fitQuantiles(withoutColumn(rows, place).rest, others),
    classShares: Array.from(counts, (count) => count / possible.rows),
    epoch: 0,
    step: 0,
    losses: [],
  };
}

function chooseBatch(
  { batch, sampling }: CganSettings,
  lists: readonly Uint32Array[],
  rows: number,
  random: Random,
): Uint32Array {
  if (sampling === "random") return Uint32Array.from({ length: batch }, () => random.below(rows));
  const rarest = lists
    .filter((list) => list.length > 0)
    .reduce((best, list) => (list.length < best.length ? list : best));
  const others = Uint32Array.from(lists.filter((list) => list !== rarest).flatMap((list) => [...list]));
  return Uint32Array.from({ length: batch }, (_, index) => {
    const list = index < 8 || others.length === 0 ? rarest : others;
    return list[random.below(list.length)]!;
  });
}

/** One update of the discriminator on a real and a made batch, then one of the generator. */
function trainStep(
  nets: Nets,
  settings: CganSettings,
  encoding: readonly QuantileColumn[],
  { rest, label }: LabelledRows,
  chosen: Uint32Array,
  step: number,
  random: Random,
): Omit<LossEntry, "step"> {
  const { kernels, generator, discriminator, rows, rowGradients, width, classes, batch } = nets;
  const { floats } = kernels;
  const stride = width + classes;
  const adam = { rate: settings.rate, beta1: 0.5, beta2: 0.999 };
  encodeQuantiles(encoding, rest, chosen, { floats, at: rows >> 2, stride }, random);
  const labels = Uint32Array.from(chosen, (row) => label[row]!);
  writeLabels(floats, (rows >> 2) + width, stride, classes, labels);
  const made = (rows >> 2) + batch * stride;
  makeRows(nets, settings.noise, labels, random, made);
  const clear = floats.slice(made, made + batch * stride);
  blurRows(floats, rows >> 2, batch * 2, width, stride, settings.blur, random);
  clearGradients(kernels, discriminator);
  forward(kernels, discriminator, rows, batch * 2);
  const discriminatorLoss = crossEntropy(floats, discriminator, batch * 2, (row) =>
    row < batch ? settings.smooth : 0,
  );
  backward(kernels, discriminator, rows, batch * 2, { weights: true });
  if (settings.penalty > 0) {
    addPenalty(kernels, discriminator, nets.room, rows, batch, { strength: settings.penalty, centre: 0 });
  }
  stepAdam(kernels, discriminator, step, adam);
  forward(kernels, discriminator, made * 4, batch);
  const generatorLoss = crossEntropy(floats, discriminator, batch, () => 1);
  backward(kernels, discriminator, made * 4, batch, { weights: false, input: rowGradients });
  const last = generator.layers[generator.layers.length - 1]!;
  for (let row = 0; row < batch; row++) {
    for (let j = 0; j < width; j++) {
      const value = clear[row * stride + j]!;
      floats[(last.valueGradients >> 2) + row * width + j] =
        floats[(rowGradients >> 2) + row * stride + j]! * (1 - value * value);
    }
  }
  clearGradients(kernels, generator);
  backward(kernels, generator, nets.seeds, batch, { weights: true });
  stepAdam(kernels, generator, step, adam);
  return { discriminator: discriminatorLoss * 2, generator: generatorLoss };
}

/** Adds noise to rows, not to their labels: what is soft and what is sharp can then not be told apart by that alone. */
function blurRows(
  floats: Float32Array,
  at: number,
  count: number,
  width: number,
  stride: number,
  deviation: number,
  random: Random,
): void {
  if (deviation === 0) return;
  for (let row = 0; row < count; row++) {
    const first = at + row * stride;
    for (let j = first; j < first + width; j++) floats[j]! += deviation * drawNormal(random);
  }
}

function writeLabels(
  floats: Float32Array,
  at: number,
  stride: number,
  classes: number,
  labels: ArrayLike<number>,
): void {
  for (let row = 0; row < labels.length; row++) {
    floats.fill(0, at + row * stride, at + row * stride + classes);
    floats[at + row * stride + labels[row]!] = 1;
  }
}

/** Draws noise, runs the generator for the labels given, and writes rows with their labels from `to` on. */
function makeRows(
  { kernels, generator, seeds, width, classes }: Nets,
  noise: number,
  labels: ArrayLike<number>,
  random: Random,
  to: number,
): void {
  const { floats } = kernels;
  const stride = noise + classes;
  for (let row = 0; row < labels.length; row++) {
    const at = (seeds >> 2) + row * stride;
    for (let j = 0; j < noise; j++) floats[at + j] = drawNormal(random);
  }
  writeLabels(floats, (seeds >> 2) + noise, stride, classes, labels);
  const from = forward(kernels, generator, seeds, labels.length) >> 2;
  for (let row = 0; row < labels.length; row++) {
    for (let j = 0; j < width; j++)
      floats[to + row * (width + classes) + j] = hyperbolic(floats[from + row * width + j]!);
  }
  writeLabels(floats, to + width, width + classes, classes, labels);
}

/** tanh, the same bits everywhere. */
function hyperbolic(x: number): number {
  if (x > 20) return 1;
  if (x < -20) return -1;
  const e = exp(2 * x);
  return (e - 1) / (e + 1);
}

/** Mean cross-entropy of the net's scores against wanted chances; its gradient goes to the last layer. */
function crossEntropy(floats: Float32Array, net: Net, rows: number, wanted: (row: number) => number): number {
  const { values, valueGradients } = net.layers[net.layers.length - 1]!;
  let loss = 0;
  for (let row = 0; row < rows; row++) {
    const chance = logistic(floats[(values >> 2) + row]!);
    const want = wanted(row);
    floats[(valueGradients >> 2) + row] = (chance - want) / rows;
    loss -= want * ln(Math.max(chance, 1e-12)) + (1 - want) * ln(Math.max(1 - chance, 1e-12));
  }
  return loss / rows;
}

/** Makes rows with a trained generator; labels are drawn by their shares unless stated. */
export function* sampleCgan(
  model: CganModel,
  count: number,
  seed: number,
  options: Pick<TrainOptions, "kernels"> & { readonly labels?: ArrayLike<number> } = {},
): Task<Rows> {
  const nets = openNets(model, options);
  restoreNet(nets.kernels, nets.generator, model.generator);
  const random = randomFrom(seedFor(seed, 4));
  const place = labelPlace(model.shapes, model.label);
  const others = model.shapes.filter((_, index) => index !== place);
  const columns = model.shapes.map(() => new Float64Array(count));
  const to = nets.rows >> 2;
  for (let done = 0; done < count; done += nets.batch) {
    const size = Math.min(nets.batch, count - done);
    const labels = Uint32Array.from({ length: size }, (_, index) =>
      options.labels === undefined ? drawClass(model.classShares, random) : options.labels[done + index]!,
    );
    makeRows(nets, model.settings.noise, labels, random, to);
    const source = { floats: nets.kernels.floats, at: to, stride: nets.width + nets.classes };
    const rest = decodeQuantiles(model.encoding, size, source, others);
    let other = 0;
    columns.forEach((column, index) => {
      column.set(index === place ? labels : rest.columns[other++]!, done);
    });
    yield* report("generate", done + size, count);
  }
  return { count, columns };
}

function drawClass(shares: readonly number[], random: Random): number {
  let wanted = random.unit();
  for (let index = 0; index < shares.length; index++) if ((wanted -= shares[index]!) < 0) return index;
  return shares.findLastIndex((share) => share > 0);
}

/** The class whose label makes the discriminator believe a row most: chances per row and class, from its scores. */
export function* judgeCgan(
  model: CganModel,
  rows: Rows,
  options: Pick<TrainOptions, "kernels"> = {},
): Task<Float64Array> {
  const nets = openNets(model, options);
  restoreNet(nets.kernels, nets.discriminator, model.discriminator);
  const place = labelPlace(model.shapes, model.label);
  const { rest } = withoutColumn(rows, place);
  const { kernels, discriminator, width, classes, batch } = nets;
  const stride = width + classes;
  const random = randomFrom(seedFor(model.seed, 5));
  const scores = new Float64Array(rows.count * classes);
  for (let done = 0; done < rows.count; done += batch) {
    const chosen = Uint32Array.from({ length: Math.min(batch, rows.count - done) }, (_, index) => done + index);
    encodeQuantiles(model.encoding, rest, chosen, { floats: kernels.floats, at: nets.rows >> 2, stride }, random);
    for (let chosenClass = 0; chosenClass < classes; chosenClass++) {
      writeLabels(
        kernels.floats,
        (nets.rows >> 2) + width,
        stride,
        classes,
        chosen.map(() => chosenClass),
      );
      const values = forward(kernels, discriminator, nets.rows, chosen.length) >> 2;
      chosen.forEach((row, index) => {
        scores[row * classes + chosenClass] = exp(kernels.floats[values + index]!) * model.classShares[chosenClass]!;
      });
    }
    yield* report("judge", done + chosen.length, rows.count);
  }
  return chancesOf(scores, classes);
}

/** Scores scaled to chances; of two classes the second's alone. */
function chancesOf(scores: Float64Array, classes: number): Float64Array {
  const rows = scores.length / classes;
  const chances = new Float64Array(classes === 2 ? rows : scores.length);
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let c = 0; c < classes; c++) sum += scores[row * classes + c]!;
    if (classes === 2) chances[row] = scores[row * 2 + 1]! / sum;
    else for (let c = 0; c < classes; c++) chances[row * classes + c] = scores[row * classes + c]! / sum;
  }
  return chances;
}
