/** @file The nets of the CTGAN-style model in memory, how it makes rows, and one step of its training. */
import type { Random } from "../base/index.ts";
import { layout } from "../learning/index.ts";
import {
  choiceStarts,
  type FloatRows,
  pullConditions,
  pullRows,
  rowWidth,
  softRows,
  writeConditions,
  writeRows,
} from "./choice-rows.ts";
import type { Condition, ConditionDraw, Conditions, RowsByChoice } from "./conditions.ts";
import { type MatrixKernels, matrixKernels } from "./matrix.ts";
import { choices, type EncodedColumn, type ModeColumn } from "./mode-encoding.ts";
import { backward, clearGradients, forward, layNet, type Net, stepAdam } from "./network.ts";
import { drawNormal } from "./noise.ts";
import { addPenalty, layPenalty, type PenaltyRoom } from "./penalty.ts";
import { layTeacher, pullOpinions, type Teacher, writeOpinions } from "./teacher.ts";
import type { LossEntry, TrainOptions } from "./training.ts";

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
  /** Whether a made row has the class that was asked for, or one drawn by what the classifier says of the row. */
  readonly labels: "asked" | "classified";
};

/** What the nets are made for. */
export type CtganPlan = {
  readonly settings: CtganSettings;
  readonly encoding: readonly ModeColumn[];
  readonly conditions: Conditions;
};

/** The nets and where rows stand; a row is followed by its condition and the teacher's opinion of it. */
export type CtganNets = {
  readonly kernels: MatrixKernels;
  readonly generator: Net;
  readonly discriminator: Net;
  readonly teacher: Teacher;
  readonly room: PenaltyRoom;
  readonly seeds: number;
  /** Real rows, then made ones. */
  readonly rows: number;
  readonly between: number;
  readonly rowGradients: number;
  readonly masks: readonly number[];
  readonly width: number;
  /** Where the opinion stands in a row, and floats from row to row. */
  readonly opinion: number;
  readonly stride: number;
  readonly batch: number;
};

/** Opens the nets for a batch size. */
export function openCtgan(plan: CtganPlan, options: Pick<TrainOptions, "kernels">): CtganNets {
  const { settings, encoding, conditions } = plan;
  const { batch, noise, hidden, pack } = settings;
  const width = rowWidth(encoding);
  const label = conditions.columns[conditions.label];
  const classes = choices(encoding[label]);
  const opinion = width + conditions.width;
  const stride = opinion + classes;
  const packs = batch / pack;
  const memory = layout();
  const generator = layNet(memory, [noise + conditions.width, hidden, hidden, width], batch);
  const discriminator = layNet(memory, [stride * pack, hidden, hidden, 1], packs * 2);
  const teacher = layTeacher(memory, width, choiceStarts(encoding)[label], classes, batch);
  const room = layPenalty(memory, discriminator);
  const seeds = memory.take(batch * (noise + conditions.width) * 4);
  const rows = memory.take(batch * 2 * stride * 4);
  const between = memory.take(batch * stride * 4);
  const rowGradients = memory.take(batch * stride * 4);
  const masks = [memory.take(packs * 2 * hidden * 4), memory.take(packs * 2 * hidden * 4)];
  const kernels = matrixKernels(memory.size(), options.kernels);
  const nets = { kernels, generator, discriminator, teacher, room, seeds, rows, between, rowGradients, masks };
  return { ...nets, width, opinion, stride, batch };
}

/** The first rows of the room for real rows. */
export function realRows({ kernels, rows, stride }: CtganNets): FloatRows {
  return { floats: kernels.floats, at: rows >> 2, stride };
}

/** What an epoch trains on. */
export type CtganEpoch = {
  readonly encoded: readonly EncodedColumn[];
  readonly rowsOf: RowsByChoice;
  readonly draw: ConditionDraw;
  readonly random: Random;
};

/** One update of the discriminator and one of the generator. */
export function stepCtgan(nets: CtganNets, plan: CtganPlan, epoch: CtganEpoch, step: number): Omit<LossEntry, "step"> {
  const { kernels, generator, discriminator, rowGradients, width, opinion, stride, batch } = nets;
  const { settings, encoding, conditions } = plan;
  const { floats } = kernels;
  const { encoded, random } = epoch;
  const packs = batch / settings.pack;
  const real = realRows(nets);
  const made = { ...real, at: real.at + batch * stride };
  const { asked, chosen } = drawMatched(epoch, batch);
  writeRows(encoding, encoded, chosen, real);
  writeConditions(conditions, asked, { ...real, at: real.at + width });
  writeOpinions(kernels, nets.teacher, real, batch, real.at + opinion);
  const scores = makeRows(nets, plan, asked, random, made.at);
  writeOpinions(kernels, nets.teacher, made, batch, made.at + opinion);
  mixRows(nets, settings.pack, random);
  const loss = criticStep(nets, settings, step, random);
  const masks = drawMasks(nets, packs, settings.dropout, random);
  forward(kernels, discriminator, made.at * 4, packs, masks);
  const realism = setScores(floats, discriminator.layers[2], 0, packs, -1 / packs);
  backward(kernels, discriminator, made.at * 4, packs, { weights: false, input: rowGradients, masks });
  const gradients = { floats, at: rowGradients >> 2, stride };
  pullOpinions(kernels, nets.teacher, gradients, batch, gradients.at + opinion);
  const scoreGradients = { floats, at: generator.layers[2].valueGradients >> 2, stride: width };
  pullRows(encoding, batch, made, gradients, scoreGradients);
  const conditionLoss = pullConditions(encoding, conditions, asked, scores, scoreGradients);
  clearGradients(kernels, generator);
  backward(kernels, generator, nets.seeds, batch, { weights: true });
  stepAdam(kernels, generator, step, adamOf(settings));
  return { discriminator: loss, generator: conditionLoss - realism };
}

function adamOf({ rate }: CtganSettings) {
  return { rate, beta1: 0.5, beta2: 0.9, decay: 1e-6 };
}

/** Conditions that real rows have, and such a row for each. */
function drawMatched({ rowsOf, draw, random }: CtganEpoch, count: number): { asked: Condition[]; chosen: number[] } {
  const [asked, chosen]: [Condition[], number[]] = [[], []];
  while (asked.length < count) {
    const condition = draw(random);
    const list = rowsOf[condition.label][condition.column][condition.choice];
    if (list.length === 0) continue;
    asked.push(condition);
    chosen.push(list[random.below(list.length)]);
  }
  return { asked, chosen };
}

/** Draws noise and writes made rows with their conditions from `to` on; gives the scores they were made from. */
export function makeRows(
  { kernels, generator, seeds, width, stride }: CtganNets,
  { settings, encoding, conditions }: CtganPlan,
  asked: readonly Condition[],
  random: Random,
  to: number,
): FloatRows {
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
function mixRows({ kernels, rows, between, stride, batch }: CtganNets, pack: number, random: Random): void {
  const { floats } = kernels;
  const size = pack * stride;
  for (let first = 0; first < batch * stride; first += size) {
    const share = random.unit();
    const [a, b, to] = [(rows >> 2) + first, (rows >> 2) + batch * stride + first, (between >> 2) + first];
    for (let j = 0; j < size; j++) floats[to + j] = share * floats[a + j] + (1 - share) * floats[b + j];
  }
}

function criticStep(nets: CtganNets, settings: CtganSettings, step: number, random: Random): number {
  const { kernels, discriminator, room, rows, between, batch } = nets;
  const packs = batch / settings.pack;
  const last = discriminator.layers[2];
  clearGradients(kernels, discriminator);
  const masks = drawMasks(nets, packs * 2, settings.dropout, random);
  forward(kernels, discriminator, rows, packs * 2, masks);
  const real = setScores(kernels.floats, last, 0, packs, -1 / packs);
  const made = setScores(kernels.floats, last, packs, packs, 1 / packs);
  backward(kernels, discriminator, rows, packs * 2, { weights: true, masks });
  const others = drawMasks(nets, packs, settings.dropout, random);
  const weight = { strength: settings.penalty, centre: 1 };
  const penalty = addPenalty(kernels, discriminator, room, between, packs, weight, others);
  stepAdam(kernels, discriminator, step, adamOf(settings));
  return made - real + penalty;
}

/** Sets the gradient of some scores and gives their mean. */
function setScores(floats: Float32Array, layer: Net["layers"][0], from: number, count: number, value: number): number {
  let sum = 0;
  for (let i = from; i < from + count; i++) {
    sum += floats[(layer.values >> 2) + i];
    floats[(layer.valueGradients >> 2) + i] = value;
  }
  return sum / count;
}

function drawMasks(
  { kernels, masks, discriminator }: CtganNets,
  rows: number,
  dropout: number,
  random: Random,
): readonly (number | undefined)[] {
  if (dropout === 0) return [];
  const limit = dropout * 0x1_0000_0000;
  masks.forEach((mask, index) => {
    const count = rows * discriminator.layers[index].outputs;
    for (let i = 0; i < count; i++) {
      kernels.floats[(mask >> 2) + i] = random.next() < limit ? 0 : 1 / (1 - dropout);
    }
  });
  return masks;
}
