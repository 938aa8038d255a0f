/**
 * @file A conditional GAN for tables after CTGAN (Xu, Skoularidou, Cuesta-Infante and Veeramachaneni, NeurIPS 2019):
 * mode-specific normalisation, Gumbel-softmax choices, conditions drawn by the logarithm of their frequency, real rows
 * drawn to match (training by sampling), several rows judged together (PacGAN, Lin et al. 2018), Wasserstein loss with
 * gradient penalty and dropout. Where we differ: the label is part of every condition, the discriminator is also told
 * what a small classifier thinks of a row (see teacher.ts), the generator has LeakyReLU layers without batch
 * normalisation, its update uses the rows the discriminator has just seen, rows are made by the generator's averaged
 * parameters, and on Adult two rows together, no dropout and a rate of 0.001 learn several times faster than ten, a half
 * and 0.0002.
 */
import { randomFrom, report, type Task } from "../base/index.ts";
import { sharpenRows, writeRows } from "./choice-rows.ts";
import { conditionsOf, drawBy, rowsByChoice, trainingDraw } from "./conditions.ts";
import {
  type CtganNets,
  type CtganPlan,
  type CtganSettings,
  makeRows,
  openCtgan,
  realRows,
  stepCtgan,
} from "./ctgan-step.ts";
import { choices, type EncodedColumn, encodeModes, fitModes, valueOfMode } from "./mode-encoding.ts";
import { seedFor } from "./noise.ts";
import { drawRows, type PossibleTable } from "./possible.ts";
import { largest } from "./quantile-encoding.ts";
import type { Rows, Shape } from "./rows.ts";
import { drawLabels, trainTeacher } from "./teacher.ts";
import {
  average,
  averageOf,
  type KeptNet,
  keepNet,
  keepParameters,
  labelPlace,
  restoreParameters,
  runEpochs,
  type SettingRules,
  startNets,
  stepsPerEpoch,
  type TrainingPoint,
  type TrainOptions,
  withUsual,
} from "./training.ts";

/** A trained model, and the checkpoint from which training goes on. */
export type CtganModel = CtganPlan &
  TrainingPoint & {
    readonly model: "ctgan";
    readonly label: string;
    readonly seed: number;
    readonly shapes: readonly Shape[];
    readonly generator: KeptNet;
    readonly discriminator: KeptNet;
    /** The parameters of the net that says how well a row goes with its label. */
    readonly teacher: string;
  };

/** The settings, and what they are unless stated. */
export const ctganSettings: SettingRules<CtganSettings> = {
  batch: { usual: 500, least: 2, most: 20_000, whole: true },
  noise: { usual: 128, least: 1, most: 4096, whole: true },
  hidden: { usual: 256, least: 1, most: 4096, whole: true },
  rate: { usual: 1e-3, least: 1e-9, most: 1 },
  pack: { usual: 2, least: 1, most: 100, whole: true },
  penalty: { usual: 10, least: 0, most: 1000 },
  dropout: { usual: 0, least: 0, most: 0.9 },
  labels: { usual: "classified", values: ["asked", "classified"] },
};

/** Trains on a table, or goes on from a checkpoint up to `epochs` in all. */
export function* trainCtgan(
  possible: PossibleTable,
  options: TrainOptions & Partial<CtganSettings>,
  from?: CtganModel,
): Task<CtganModel> {
  const shapes = possible.columns.map(({ shape }) => shape);
  const place = labelPlace(shapes, options.label);
  const start = from ?? begin(possible, shapes, place, options);
  const { encoding, conditions } = start;
  const nets = openCtgan(start, options);
  const { kernels, generator, discriminator, teacher } = nets;
  startNets(kernels, nets, start.seed, from);
  if (from === undefined) teach(nets, start, possible, place);
  else restoreParameters(kernels, teacher.net, from.teacher);
  const averaged = averageOf(kernels, generator, from?.generator);
  const draw = trainingDraw(conditions);
  const steps = stepsPerEpoch(possible.rows, nets.batch);
  const reached = yield* runEpochs(start, steps, options, (random) => {
    const encoded = encodeModes(encoding, drawRows(possible, random), random);
    const epoch = { encoded, rowsOf: rowsByChoice(encoding, encoded, conditions), draw, random };
    return (step) => {
      const loss = stepCtgan(nets, start, epoch, step);
      average(kernels, generator, averaged, step);
      return loss;
    };
  });
  return {
    ...start,
    ...reached,
    generator: keepNet(kernels, generator, averaged),
    discriminator: keepNet(kernels, discriminator),
    teacher: keepParameters(kernels, teacher.net),
  };
}

type CtganStart = Omit<CtganModel, "generator" | "discriminator" | "teacher">;

function begin(
  possible: PossibleTable,
  shapes: readonly Shape[],
  place: number,
  options: TrainOptions & Partial<CtganSettings>,
): CtganStart {
  const random = randomFrom(seedFor(options.seed, 0));
  const rows = drawRows(possible, random);
  const encoding = fitModes(rows, shapes);
  const settings = withUsual(ctganSettings, options);
  const { pack } = settings;
  const batch = Math.max(pack, Math.floor(Math.min(settings.batch, possible.rows) / pack) * pack);
  return {
    model: "ctgan",
    label: options.label,
    seed: options.seed,
    settings: { ...settings, batch },
    shapes,
    encoding,
    conditions: conditionsOf(encoding, encodeModes(encoding, rows, random), place),
    epoch: 0,
    step: 0,
    losses: [],
  };
}

/** Trains the teacher on random batches of real rows, drawn anew in every epoch. */
function teach(nets: CtganNets, { encoding, seed }: CtganStart, possible: PossibleTable, place: number): void {
  const rows = realRows(nets);
  let [drawn, encoded]: [number, readonly EncodedColumn[]] = [-1, []];
  trainTeacher(
    nets.kernels,
    nets.teacher,
    stepsPerEpoch(possible.rows, nets.batch),
    seedFor(seed, 7),
    (epoch, random) => {
      if (epoch !== drawn) [drawn, encoded] = [epoch, encodeModes(encoding, drawRows(possible, random), random)];
      const chosen = Uint32Array.from({ length: nets.batch }, () => random.below(possible.rows));
      writeRows(encoding, encoded, chosen, rows);
      return { rows, labels: chosen.map((row) => encoded[place].choice[row]) };
    },
  );
}

/** Makes rows with a trained generator, asked for classes and categories as often as they occur. */
export function* sampleCtgan(
  model: CtganModel,
  count: number,
  seed: number,
  options: Pick<TrainOptions, "kernels"> = {},
): Task<Rows> {
  const nets = openCtgan(model, options);
  nets.kernels.floats.set(averageOf(nets.kernels, nets.generator, model.generator), nets.generator.parameters >> 2);
  const random = randomFrom(seedFor(seed, 4));
  const columns = model.shapes.map(() => new Float64Array(count));
  const draw = drawBy(model.conditions);
  const label = model.conditions.columns[model.conditions.label];
  const rows = realRows(nets);
  restoreParameters(nets.kernels, nets.teacher.net, model.teacher);
  for (let done = 0; done < count; done += nets.batch) {
    const asked = Array.from({ length: Math.min(nets.batch, count - done) }, () => draw(random));
    makeRows(nets, model, asked, random, rows.at);
    sharpenRows(model.encoding, asked.length, rows);
    const labels =
      model.settings.labels === "asked"
        ? asked.map(({ label: one }) => one)
        : drawLabels(nets.kernels, nets.teacher, rows, asked.length, random);
    labels.forEach((drawn, row) => {
      let at = rows.at + row * rows.stride;
      model.encoding.forEach((column, index) => {
        const place = column.kind === "number" ? rows.floats[at++] : 0;
        const choice = index === label ? drawn : largest(rows.floats, at, choices(column));
        at += choices(column);
        columns[index][done + row] =
          column.kind === "number" ? valueOfMode(column, choice, place, model.shapes[index]) : choice;
      });
    });
    yield* report("generate", done + asked.length, count);
  }
  return { count, columns };
}
