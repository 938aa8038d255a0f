import { KohortError, type Task, type Work } from "../base/index.ts";
import { type CganModel, cganSettings, sampleCgan, trainCgan } from "./cgan.ts";
import type { CganSettings } from "./cgan-step.ts";
import { type CtganModel, ctganSettings, sampleCtgan, trainCtgan } from "./ctgan.ts";
import type { CtganSettings } from "./ctgan-step.ts";
import type { PossibleTable } from "./possible.ts";
import type { Rows } from "./rows.ts";
import {
  type SequentialModel,
  type SequentialSettings,
  sampleSequential,
  sequentialSettings,
  trainSequential,
} from "./sequential.ts";
import { readSettings, type SettingRule, type SettingRules, type TrainOptions } from "./training.ts";

/** A trained model: plain data that JSON keeps exactly, and the checkpoint from which training goes on. */
export type SynthesisModel = CganModel | CtganModel | SequentialModel;

/** A kind of model: what it is, what can be set, how it trains, how it makes rows. */
export type Synthesizer<Settings, Train, Sample> = {
  readonly summary: string;
  readonly settings: SettingRules<Settings>;
  readonly train: Train;
  readonly sample: Sample;
};

/** The models there are, by the name the command line and files use. */
export const synthesizers: {
  readonly cgan: Synthesizer<CganSettings, typeof trainCgan, typeof sampleCgan>;
  readonly ctgan: Synthesizer<CtganSettings, typeof trainCtgan, typeof sampleCtgan>;
  readonly trees: Synthesizer<SequentialSettings, typeof trainSequential, typeof sampleSequential>;
} = {
  cgan: {
    summary: "the conditional GAN of Padmaja and Jayashree",
    settings: cganSettings,
    train: trainCgan,
    sample: sampleCgan,
  },
  ctgan: {
    summary: "a conditional GAN for tables after CTGAN",
    settings: ctganSettings,
    train: trainCtgan,
    sample: sampleCtgan,
  },
  trees: {
    summary: "columns one after the other by boosted trees",
    settings: sequentialSettings,
    train: trainSequential,
    sample: sampleSequential,
  },
};

/** The name of a model. */
export type SynthesizerName = keyof typeof synthesizers;

/** A training that a thread can be asked for. */
export type TrainRequest = {
  readonly name: SynthesizerName;
  readonly possible: PossibleTable;
  readonly options: TrainOptions & Partial<CganSettings & CtganSettings & SequentialSettings>;
  /** Goes on from here. */
  readonly from?: SynthesisModel;
};

/** The settings of a model written as `name=value`. */
export function settingsFrom(name: SynthesizerName, texts: readonly string[]): Partial<TrainRequest["options"]> {
  return readSettings(name, synthesizers[name].settings as Record<string, SettingRule>, texts);
}

/** Trains a model, or goes on training one. */
export function trainModel({ name, possible, options, from }: TrainRequest): Task<SynthesisModel> {
  if (from !== undefined && from.model !== name) {
    throw new KohortError("usage", `the checkpoint is a ${from.model} model, not ${name}`, {
      hint: `go on with \`model: "${from.model}"\``,
    });
  }
  if (from !== undefined && !sameColumns(from, possible)) {
    throw new KohortError("input", "the checkpoint was trained on other columns", {
      hint: "go on with the table that training began with",
    });
  }
  return synthesizers[name].train(possible, options, from as never);
}

function sameColumns(model: SynthesisModel, possible: PossibleTable): boolean {
  const seen = possible.columns.map(({ shape }) => shape);
  return JSON.stringify(seen) === JSON.stringify(model.shapes);
}

/** Training, for a thread. */
export const trainWork: Work<TrainRequest, SynthesisModel> = { name: "train", run: trainModel };

/** Makes rows with a trained model. */
export function sampleModel(model: SynthesisModel, count: number, seed: number): Task<Rows> {
  return synthesizers[model.model].sample(model as never, count, seed);
}

/** A model as text. */
export function keepModel(model: SynthesisModel): string {
  return `${JSON.stringify(model)}\n`;
}

/** Reads a model that was kept. */
export function parseModel(text: string, where?: string): SynthesisModel {
  let read: Partial<SynthesisModel> | null;
  try {
    read = JSON.parse(text) as Partial<SynthesisModel> | null;
  } catch (cause) {
    throw new KohortError("input", "the model is not JSON", { where, cause });
  }
  if (read !== null && typeof read === "object" && (read.model ?? "") in synthesizers && Array.isArray(read.shapes)) {
    return read as SynthesisModel;
  }
  throw new KohortError("input", "the file does not hold a model of kohort", {
    where,
    hint: "models are kept by `kohort synthesize`",
  });
}
