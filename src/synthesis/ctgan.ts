/**
 * @file A conditional GAN for tables after CTGAN (Xu, Skoularidou, Cuesta-Infante and Veeramachaneni, NeurIPS 2019):
 * mode-specific normalisation, Gumbel-softmax choices, a condition on one category drawn by the logarithm of its
 * frequency, real rows drawn to match (training by sampling), several rows judged together (PacGAN, Lin et al. 2018),
 * Wasserstein loss with gradient penalty and dropout. Where we differ: the generator has LeakyReLU layers without batch
 * normalisation, its update uses the rows the discriminator has just seen, rows are made by the generator's averaged
 * parameters, and on Adult two rows together, no dropout and a rate of 0.001 learn several times faster than ten, a half
 * and 0.0002.
 */
import { type Random, randomFrom, report, reportBest, type Task } from "../base/index.ts";
import { layout } from "../learning/index.ts";
import { pullConditions, pullRows, rowWidth, softRows, writeConditions, writeRows } from "./choice-rows.ts";
import { type Condition, type Conditions, conditionsOf, drawCondition, drawSampleCondition } from "./conditions.ts";
import { type MatrixKernels, matrixKernels } from "./matrix.ts";
import { choices, type EncodedColumn, encodeModes, fitModes, type ModeColumn, valueOfMode } from "./mode-encoding.ts";
import { backward, clearGradients, forward, layNet, type Net, startNet, stepAdam } from "./network.ts";
import { drawNormal, seedFor } from "./noise.ts";
import { addPenalty, layPenalty, type PenaltyRoom } from "./penalty.ts";
import { drawRows, type Possible } from "./possible.ts";
import { largest } from "./quantile-encoding.ts";
import type { Rows, Shape } from "./rows.ts";
import {
  average,
  averageOf,
  isStopped,
  type KeptNet,
  keepNet,
  type LossEntry,
  labelPlace,
  restoreNet,
  type TrainOptions,
} from "./training.ts";

/** How the CTGAN-style model trains, beside what all models are told. */
export type CtganSettings = {
  readonly batch: number;
  readonly noise: number;
  readonly hidden: number;
  readonly rate: number;
  /** Rows judged together. */
  readonly pack: number;
  /** Weight of the gradient penalty. */
  readonly penalty: number;
  /** Share of the discriminator's hidden values left out at each step. */
  readonly dropout: number;
};

/** A trained model, and the checkpoint from which training goes on. */
export type CtganModel = {
  readonly model: "ctgan";
  readonly label: string;
  readonly seed: number;
  readonly settings: CtganSettings;
  readonly shapes: readonly Shape[];
  readonly encoding: readonly ModeColumn[];
  readonly conditions: Conditions;
  readonly epoch: number;
  readonly step: number;
  readonly losses: readonly LossEntry[];
  readonly generator: KeptNet;
  readonly discriminator: KeptNet;
};

const defaults: CtganSettings = {
  batch: 500,
  noise: 128,
  hidden: 256,
  rate: 1e-3,
  pack: 2,
  penalty: 10,
  dropout: 0,
};

type Nets = {
  readonly kernels: MatrixKernels;
  readonly generator: Net;
  readonly discriminator: Net;
  readonly room: PenaltyRoom;
  readonly seeds: number;
  /** Real rows, made rows and rows between them, each with its condition. */
  readonly rows: number;
  readonly between: number;
  readonly rowGradients: number;
  readonly masks: readonly number[];
  readonly width: number;
  /** Floats from row to row: the row and its condition. */
  readonly stride: number;
  readonly batch: number;
};

function openNets(
  { settings, encoding, conditions }: Pick<CtganModel, "settings" | "encoding" | "conditions">,
  options: Pick<TrainOptions, "kernels">,
): Nets {
  const { batch, noise, hidden, pack } = settings;
  const width = rowWidth(encoding);
  const stride = width + conditions.width;
  const packs = batch / pack;
  const memory = layout();
  const generator = layNet(memory, [noise + conditions.width, hidden, hidden, width], batch);
  const discriminator = layNet(memory, [stride * pack, hidden, hidden, 1], packs * 2);
  const room = layPenalty(memory, discriminator);
  const seeds = memory.take(batch * (noise + conditions.width) * 4);
  const rows = memory.take(batch * 2 * stride * 4);
  const between = memory.take(batch * stride * 4);
  const rowGradients = memory.take(batch * stride * 4);
  const masks = [memory.take(packs * 2 * hidden * 4), memory.take(packs * 2 * hidden * 4)];
  const kernels = matrixKernels(memory.size(), options.kernels);
  return { kernels, generator, discriminator, room, seeds, rows, between, rowGradients, masks, width, stride, batch };
}

type Training = {
  readonly encoded: readonly EncodedColumn[];
  /** Per condition column and category the rows that have it. */
  readonly rowsOf: readonly (readonly Uint32Array[])[];
};

/** Trains on a table, or goes on from a checkpoint up to `epochs` in all. */
export function* trainCtgan(
  possible: Possible,
  options: TrainOptions & Partial<CtganSettings>,
  from?: CtganModel,
): Task<CtganModel> {
  const shapes = possible.columns.map(({ shape }) => shape);
  labelPlace(shapes, options.label);
  const start = from ?? begin(possible, shapes, options);
  const { settings, seed, encoding, conditions } = start;
  const nets = openNets(start, options);
  const { kernels, generator, discriminator } = nets;
  if (from === undefined) {
    startNet(kernels, generator, randomFrom(seedFor(seed, 1)));
    startNet(kernels, discriminator, randomFrom(seedFor(seed, 2)));
  } else {
    restoreNet(kernels, generator, from.generator);
    restoreNet(kernels, discriminator, from.discriminator);
  }
  const averaged = averageOf(kernels, generator, from?.generator);
  const losses = [...start.losses];
  const steps = Math.max(1, Math.floor(possible.rows / settings.batch));
  const logEvery = options.logEvery ?? steps;
  let { step, epoch } = start;
  let isSettled = false;
  for (; epoch < options.epochs && !isSettled && !isStopped(options.control); epoch++) {
    const random = randomFrom(seedFor(seed, 3, epoch));
    const encoded = encodeModes(encoding, drawRows(possible, random), random);
    const training = { encoded, rowsOf: rowsByChoice(encoded, conditions) };
    for (let i = 0; i < steps; i++) {
      step += 1;
      const loss = { step, ...trainStep(nets, start, training, step, random) };
      average(kernels, generator, averaged, step);
      if (step % logEvery === 0) losses.push(loss);
      const note = `epoch ${epoch + 1}, discriminator ${loss.discriminator.toFixed(3)}, generator ${loss.generator.toFixed(3)}`;
      const { settle } = yield* reportBest("train", epoch * steps + i + 1, options.epochs * steps, note);
      isSettled ||= settle;
    }
  }
  return {
    ...start,
    epoch,
    step,
    losses,
    generator: keepNet(kernels, generator, averaged),
    discriminator: keepNet(kernels, discriminator),
  };
}

function begin(
  possible: Possible,
  shapes: readonly Shape[],
  options: TrainOptions & Partial<CtganSettings>,
): Omit<CtganModel, "generator" | "discriminator"> {
  const random = randomFrom(seedFor(options.seed, 0));
  const rows = drawRows(possible, random);
  const encoding = fitModes(rows, shapes);
  const { noise, hidden, rate, pack, penalty, dropout, ...rest } = { ...defaults, ...options };
  const batch = Math.max(pack, Math.floor(Math.min(rest.batch, possible.rows) / pack) * pack);
  return {
    model: "ctgan",
    label: options.label,
    seed: options.seed,
    settings: { batch, noise, hidden, rate, pack, penalty, dropout },
    shapes,
    encoding,
    conditions: conditionsOf(encoding, encodeModes(encoding, rows, random)),
    epoch: 0,
    step: 0,
    losses: [],
  };
}

function rowsByChoice(encoded: readonly EncodedColumn[], { columns, shares }: Conditions): Uint32Array[][] {
  return columns.map((column, index) => {
    const lists: number[][] = shares[index]!.map(() => []);
    encoded[column]!.choice.forEach((choice, row) => {
      lists[choice]!.push(row);
    });
    return lists.map((list) => Uint32Array.from(list));
  });
}

/** One update of the discriminator and one of the generator. */
function trainStep(
  nets: Nets,
  { settings, encoding, conditions }: Pick<CtganModel, "settings" | "encoding" | "conditions">,
  { encoded, rowsOf }: Training,
  step: number,
  random: Random,
): Omit<LossEntry, "step"> {
  const { kernels, generator, discriminator, rows, rowGradients, width, stride, batch } = nets;
  const { floats } = kernels;
  const packs = batch / settings.pack;
  const asked = Array.from({ length: batch }, () => drawMatched(conditions, rowsOf, random));
  const real = { floats, at: rows >> 2, stride };
  const made = { floats, at: (rows >> 2) + batch * stride, stride };
  writeRows(
    encoding,
    encoded,
    asked.map(({ column, choice }) => {
      const list = rowsOf[column]![choice]!;
      return list[random.below(list.length)]!;
    }),
    real,
  );
  writeConditions(conditions, asked, { ...real, at: real.at + width });
  const scores = makeRows(nets, { settings, encoding, conditions }, asked, random, made.at);
  mixRows(nets, settings.pack, random);
  const loss = criticStep(nets, settings, step, random);
  const masks = drawMasks(nets, packs, settings.dropout, random);
  forward(kernels, discriminator, made.at * 4, packs, masks);
  const last = discriminator.layers[2]!;
  const realism = setScores(floats, last, 0, packs, -1 / packs);
  backward(kernels, discriminator, made.at * 4, packs, { weights: false, input: rowGradients, masks });
  const scoreGradients = { floats, at: generator.layers[2]!.valueGradients >> 2, stride: width };
  pullRows(encoding, batch, made, { floats, at: rowGradients >> 2, stride }, scoreGradients);
  const conditionLoss = pullConditions(encoding, conditions, asked, scores, scoreGradients);
  clearGradients(kernels, generator);
  backward(kernels, generator, nets.seeds, batch, { weights: true });
  stepAdam(kernels, generator, step, { rate: settings.rate, beta1: 0.5, beta2: 0.9, decay: 1e-6 });
  return { discriminator: loss, generator: conditionLoss - realism };
}

/** A condition that at least one row has. */
function drawMatched(conditions: Conditions, rowsOf: Training["rowsOf"], random: Random): Condition {
  for (;;) {
    const condition = drawCondition(conditions, random);
    if (rowsOf[condition.column]![condition.choice]!.length > 0) return condition;
  }
}

/** Draws noise and writes made rows with their conditions; gives the scores they were made from. */
function makeRows(
  { kernels, generator, seeds, width, stride }: Nets,
  { settings, encoding, conditions }: Pick<CtganModel, "settings" | "encoding" | "conditions">,
  asked: readonly Condition[],
  random: Random,
  to: number,
) {
  const { floats } = kernels;
  const seedStride = settings.noise + conditions.width;
  for (let row = 0; row < asked.length; row++) {
    const at = (seeds >> 2) + row * seedStride;
    for (let j = 0; j < settings.noise; j++) floats[at + j] = drawNormal(random);
  }
  writeConditions(conditions, asked, { floats, at: (seeds >> 2) + settings.noise, stride: seedStride });
  const scores = { floats, at: forward(kernels, generator, seeds, asked.length) >> 2, stride: width };
  softRows(encoding, asked.length, scores, { floats, at: to, stride }, random);
  writeConditions(conditions, asked, { floats, at: to + width, stride });
  return scores;
}

/** Rows on the lines between real and made packs, where the penalty is taken. */
function mixRows({ kernels, rows, between, stride, batch }: Nets, pack: number, random: Random): void {
  const { floats } = kernels;
  const size = pack * stride;
  for (let first = 0; first < batch * stride; first += size) {
    const share = random.unit();
    const [a, b, to] = [(rows >> 2) + first, (rows >> 2) + batch * stride + first, (between >> 2) + first];
    for (let j = 0; j < size; j++) floats[to + j] = share * floats[a + j]! + (1 - share) * floats[b + j]!;
  }
}

function criticStep(nets: Nets, settings: CtganSettings, step: number, random: Random): number {
  const { kernels, discriminator, room, rows, between, batch } = nets;
  const packs = batch / settings.pack;
  const last = discriminator.layers[2]!;
  clearGradients(kernels, discriminator);
  const masks = drawMasks(nets, packs * 2, settings.dropout, random);
  forward(kernels, discriminator, rows, packs * 2, masks);
  const real = setScores(kernels.floats, last, 0, packs, -1 / packs);
  const made = setScores(kernels.floats, last, packs, packs, 1 / packs);
  backward(kernels, discriminator, rows, packs * 2, { weights: true, masks });
  const others = drawMasks(nets, packs, settings.dropout, random);
  const penalty = addPenalty(
    kernels,
    discriminator,
    room,
    between,
    packs,
    { strength: settings.penalty, centre: 1 },
    others,
  );
  stepAdam(kernels, discriminator, step, { rate: settings.rate, beta1: 0.5, beta2: 0.9, decay: 1e-6 });
  return made - real + penalty;
}

/** Sets the gradient of some scores and gives their mean. */
function setScores(floats: Float32Array, layer: Net["layers"][0], from: number, count: number, value: number): number {
  let sum = 0;
  for (let i = from; i < from + count; i++) {
    sum += floats[(layer.values >> 2) + i]!;
    floats[(layer.valueGradients >> 2) + i] = value;
  }
  return sum / count;
}

function drawMasks(
  { kernels, masks, discriminator }: Nets,
  rows: number,
  dropout: number,
  random: Random,
): readonly (number | undefined)[] {
  if (dropout === 0) return [];
  const limit = dropout * 0x1_0000_0000;
  masks.forEach((mask, index) => {
    const count = rows * discriminator.layers[index]!.outputs;
    for (let i = 0; i < count; i++) {
      kernels.floats[(mask >> 2) + i] = random.next() < limit ? 0 : 1 / (1 - dropout);
    }
  });
  return masks;
}

/** Makes rows with a trained generator, conditioned on categories as often as they occur. */
export function* sampleCtgan(
  model: CtganModel,
  count: number,
  seed: number,
  options: Pick<TrainOptions, "kernels"> = {},
): Task<Rows> {
  const nets = openNets(model, options);
  nets.kernels.floats.set(averageOf(nets.kernels, nets.generator, model.generator), nets.generator.parameters >> 2);
  const random = randomFrom(seedFor(seed, 4));
  const columns = model.shapes.map(() => new Float64Array(count));
  const { floats } = nets.kernels;
  for (let done = 0; done < count; done += nets.batch) {
    const size = Math.min(nets.batch, count - done);
    const asked = Array.from({ length: size }, () => drawSampleCondition(model.conditions, random));
    makeRows(nets, model, asked, random, nets.rows >> 2);
    for (let row = 0; row < size; row++) {
      let at = (nets.rows >> 2) + row * nets.stride;
      model.encoding.forEach((column, index) => {
        const place = column.kind === "number" ? floats[at++]! : 0;
        const choice = largest(floats, at, choices(column));
        at += choices(column);
        columns[index]![done + row] =
          column.kind === "number" ? valueOfMode(column, choice, place, model.shapes[index]!) : choice;
      });
    }
    yield* report("generate", done + size, count);
  }
  return { count, columns };
}
