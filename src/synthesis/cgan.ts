/**
 * @file The conditional GAN of Padmaja and Jayashree (preprint, 2024, section on generative AI; after Mirza and
 * Osindero 2014): noise and label go into the generator, a row and its label into the discriminator; both have two
 * hidden layers of 256 with LeakyReLU; binary cross-entropy with real rows labelled 0.9 instead of 1; Adam with β1 0.5.
 * That alone collapses onto a few kinds of rows on Adult; a gradient penalty on real rows (Mescheder, Geiger and Nowozin,
 * ICML 2018) keeps it from that and is on unless `penalty` is 0.
 * Batches are random rows, or eight of the rarest class and the rest of the others. An epoch is as many steps as it
 * takes to draw as many rows as there are.
 */
import { exp, randomFrom, report, type Task } from "../base/index.ts";
import {
  batchDraw,
  type CganPlan,
  type CganSettings,
  makeRows,
  openCgan,
  stepCgan,
  withoutColumn,
  writeLabels,
} from "./cgan-step.ts";
import { forward } from "./network.ts";
import { drawShare, seedFor } from "./noise.ts";
import { drawRows, type PossibleTable } from "./possible.ts";
import { decodeQuantiles, encodeQuantiles, fitQuantiles } from "./quantile-encoding.ts";
import type { Rows, Shape } from "./rows.ts";
import {
  type KeptNet,
  keepNet,
  labelPlace,
  restoreNet,
  runEpochs,
  type SettingRules,
  startNets,
  stepsPerEpoch,
  type TrainingPoint,
  type TrainOptions,
  withUsual,
} from "./training.ts";

/** A trained conditional GAN, and the checkpoint from which training goes on. */
export type CganModel = CganPlan &
  TrainingPoint & {
    readonly model: "cgan";
    readonly label: string;
    readonly seed: number;
    readonly shapes: readonly Shape[];
    readonly generator: KeptNet;
    readonly discriminator: KeptNet;
  };

/** The settings, and what they are unless stated. */
export const cganSettings: SettingRules<CganSettings> = {
  batch: { usual: 500, least: 2, most: 20_000, whole: true },
  noise: { usual: 128, least: 1, most: 4096, whole: true },
  hidden: { usual: 256, least: 1, most: 4096, whole: true },
  rate: { usual: 1e-3, least: 1e-9, most: 1 },
  smooth: { usual: 0.9, least: 0, most: 1 },
  blur: { usual: 0, least: 0, most: 10 },
  penalty: { usual: 0.5, least: 0, most: 1000 },
  sampling: { usual: "random", values: ["random", "eight-positives"] },
};

/** Trains on a table, or goes on from a checkpoint up to `epochs` in all. */
export function* trainCgan(
  possible: PossibleTable,
  options: TrainOptions & Partial<CganSettings>,
  from?: CganModel,
): Task<CganModel> {
  const shapes = possible.columns.map(({ shape }) => shape);
  const place = labelPlace(shapes, options.label);
  const start = from ?? begin(possible, shapes, place, options);
  const { settings, encoding } = start;
  const nets = openCgan(start, options);
  const { kernels, generator, discriminator } = nets;
  startNets(kernels, nets, start.seed, from);
  const steps = stepsPerEpoch(possible.rows, settings.batch);
  const reached = yield* runEpochs(start, steps, options, (random) => {
    const rows = withoutColumn(drawRows(possible, random), place);
    const draw = batchDraw(settings, rows.label, nets.classes);
    return (step) => stepCgan(nets, settings, encoding, rows, draw(random), step, random);
  });
  return {
    ...start,
    ...reached,
    generator: keepNet(kernels, generator),
    discriminator: keepNet(kernels, discriminator),
  };
}

function begin(
  possible: PossibleTable,
  shapes: readonly Shape[],
  place: number,
  options: TrainOptions & Partial<CganSettings>,
): Omit<CganModel, "generator" | "discriminator"> {
  const rows = drawRows(possible, randomFrom(seedFor(options.seed, 0)));
  const label = shapes[place];
  const counts = new Float64Array(label.kind === "category" ? label.labels.length : 0);
  for (const value of rows.columns[place]) counts[value] += 1;
  const settings = withUsual(cganSettings, options);
  const others = shapes.filter((_, index) => index !== place);
  return {
    model: "cgan",
    label: options.label,
    seed: options.seed,
    settings: { ...settings, batch: Math.min(settings.batch, possible.rows) },
    shapes,
    encoding: fitQuantiles(withoutColumn(rows, place).rest, others),
    classShares: Array.from(counts, (count) => count / possible.rows),
    epoch: 0,
    step: 0,
    losses: [],
  };
}

/** Makes rows with a trained generator; labels are drawn by their shares unless stated. */
export function* sampleCgan(
  model: CganModel,
  count: number,
  seed: number,
  options: Pick<TrainOptions, "kernels"> & { readonly labels?: ArrayLike<number> } = {},
): Task<Rows> {
  const nets = openCgan(model, options);
  restoreNet(nets.kernels, nets.generator, model.generator);
  const random = randomFrom(seedFor(seed, 4));
  const place = labelPlace(model.shapes, model.label);
  const others = model.shapes.filter((_, index) => index !== place);
  const columns = model.shapes.map(() => new Float64Array(count));
  const to = nets.rows >> 2;
  for (let done = 0; done < count; done += nets.batch) {
    const size = Math.min(nets.batch, count - done);
    const labels = Uint32Array.from({ length: size }, (_, index) =>
      options.labels === undefined ? drawShare(model.classShares, random) : options.labels[done + index],
    );
    makeRows(nets, model.settings.noise, labels, random, to);
    const source = { floats: nets.kernels.floats, at: to, stride: nets.width + nets.classes };
    const rest = decodeQuantiles(model.encoding, size, source, others);
    let other = 0;
    columns.forEach((column, index) => {
      column.set(index === place ? labels : rest.columns[other++], done);
    });
    yield* report("generate", done + size, count);
  }
  return { count, columns };
}

/** The class whose label makes the discriminator believe a row most: chances per row and class, from its scores. */
export function* judgeCgan(
  model: CganModel,
  rows: Rows,
  options: Pick<TrainOptions, "kernels"> = {},
): Task<Float64Array> {
  const nets = openCgan(model, options);
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
        scores[row * classes + chosenClass] = exp(kernels.floats[values + index]) * model.classShares[chosenClass];
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
    for (let c = 0; c < classes; c++) sum += scores[row * classes + c];
    if (classes === 2) chances[row] = scores[row * 2 + 1] / sum;
    else for (let c = 0; c < classes; c++) chances[row * classes + c] = scores[row * classes + c] / sum;
  }
  return chances;
}
