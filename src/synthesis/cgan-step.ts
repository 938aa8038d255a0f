/** @file The nets of the paper's conditional GAN in memory, how it makes rows, and one step of its training. */
import type { Random } from "../base/index.ts";
import { layout, ln, logistic } from "../learning/index.ts";
import { hyperbolic } from "./choice-rows.ts";
import { type MatrixKernels, matrixKernels } from "./matrix.ts";
import { backward, clearGradients, forward, type Layer, layNet, type Net, stepAdam } from "./network.ts";
import { drawNormal } from "./noise.ts";
import { addPenalty, layPenalty, type PenaltyRoom } from "./penalty.ts";
import { encodeQuantiles, type QuantileColumn, quantileWidth } from "./quantile-encoding.ts";
import type { Rows } from "./rows.ts";
import type { LossEntry, TrainOptions } from "./training.ts";

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

/** The nets and where rows stand, each followed by its label. */
export type CganNets = {
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

/** What the nets are made for. */
export type CganPlan = {
  readonly settings: CganSettings;
  readonly encoding: readonly QuantileColumn[];
  /** The share of each class in the training rows. */
  readonly classShares: readonly number[];
};

/** Opens both nets for a batch size. */
export function openCgan(model: CganPlan, options: Pick<TrainOptions, "kernels">): CganNets {
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

/** Rows and their labels. */
export type LabelledRows = { readonly rest: Rows; readonly label: Float64Array };

/** The label apart from the other columns. */
export function withoutColumn(rows: Rows, place: number): LabelledRows {
  const rest = { count: rows.count, columns: rows.columns.filter((_, index) => index !== place) };
  return { rest, label: rows.columns[place] };
}

/** Draws the rows of a batch: any, or eight of the rarest class and the rest of the others. */
export type BatchDraw = (random: Random) => Uint32Array;

/** How batches are drawn from rows with these labels. */
export function batchDraw({ batch, sampling }: CganSettings, label: Float64Array, classes: number): BatchDraw {
  if (sampling === "random") {
    return (random) => Uint32Array.from({ length: batch }, () => random.below(label.length));
  }
  const counts = new Float64Array(classes);
  for (const value of label) counts[value] += 1;
  const rarest = counts.reduce((best, count, at) => (count > 0 && !(counts[best] <= count) ? at : best), -1);
  const rows = Uint32Array.from(label, (_, row) => row);
  const positives = rows.filter((row) => label[row] === rarest);
  const others = rows.filter((row) => label[row] !== rarest);
  return (random) =>
    Uint32Array.from({ length: batch }, (_, index) => {
      const list = index < 8 || others.length === 0 ? positives : others;
      return list[random.below(list.length)];
    });
}

/** One update of the discriminator on a real and a made batch, then one of the generator. */
export function stepCgan(
  nets: CganNets,
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
  const last = discriminator.layers[2];
  const adam = { rate: settings.rate, beta1: 0.5, beta2: 0.999 };
  encodeQuantiles(encoding, rest, chosen, { floats, at: rows >> 2, stride }, random);
  const labels = Uint32Array.from(chosen, (row) => label[row]);
  writeLabels(floats, (rows >> 2) + width, stride, classes, labels);
  const made = (rows >> 2) + batch * stride;
  makeRows(nets, settings.noise, labels, random, made);
  const clear = floats.slice(made, made + batch * stride);
  blurRows(floats, rows >> 2, batch * 2, width, stride, settings.blur, random);
  clearGradients(kernels, discriminator);
  forward(kernels, discriminator, rows, batch * 2);
  const discriminatorLoss = crossEntropy(floats, last, batch * 2, (row) => (row < batch ? settings.smooth : 0));
  backward(kernels, discriminator, rows, batch * 2, { weights: true });
  if (settings.penalty > 0) {
    addPenalty(kernels, discriminator, nets.room, rows, batch, { strength: settings.penalty, centre: 0 });
  }
  stepAdam(kernels, discriminator, step, adam);
  forward(kernels, discriminator, made * 4, batch);
  const generatorLoss = crossEntropy(floats, last, batch, () => 1);
  backward(kernels, discriminator, made * 4, batch, { weights: false, input: rowGradients });
  for (let row = 0; row < batch; row++) {
    for (let j = 0; j < width; j++) {
      const value = clear[row * stride + j];
      floats[(generator.layers[2].valueGradients >> 2) + row * width + j] =
        floats[(rowGradients >> 2) + row * stride + j] * (1 - value * value);
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
    for (let j = first; j < first + width; j++) floats[j] += deviation * drawNormal(random);
  }
}

/** Writes labels as a 1 among 0s. */
export function writeLabels(
  floats: Float32Array,
  at: number,
  stride: number,
  classes: number,
  labels: ArrayLike<number>,
): void {
  for (let row = 0; row < labels.length; row++) {
    floats.fill(0, at + row * stride, at + row * stride + classes);
    floats[at + row * stride + labels[row]] = 1;
  }
}

/** Draws noise, runs the generator for the labels given, and writes rows with their labels from `to` on. */
export function makeRows(
  { kernels, generator, seeds, width, classes }: CganNets,
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
      floats[to + row * (width + classes) + j] = hyperbolic(floats[from + row * width + j]);
  }
  writeLabels(floats, to + width, width + classes, classes, labels);
}

/** Mean cross-entropy of a layer's scores, one per row, against wanted chances; its gradient goes to the layer's. */
export function crossEntropy(
  floats: Float32Array,
  { values, valueGradients }: Pick<Layer, "values" | "valueGradients">,
  rows: number,
  wanted: (row: number) => number,
): number {
  let loss = 0;
  for (let row = 0; row < rows; row++) {
    const chance = logistic(floats[(values >> 2) + row]);
    const want = wanted(row);
    floats[(valueGradients >> 2) + row] = (chance - want) / rows;
    loss -= want * ln(Math.max(chance, 1e-12)) + (1 - want) * ln(Math.max(1 - chance, 1e-12));
  }
  return loss / rows;
}
