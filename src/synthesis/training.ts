import { columnSetting, few, KohortError, type Random, randomFrom, reportBest, type Task } from "../base/index.ts";
import type { KernelChoice } from "../learning/index.ts";
import type { MatrixKernels } from "./matrix.ts";
import { type Net, startNet } from "./network.ts";
import { seedFor } from "./noise.ts";
import type { Shape } from "./rows.ts";

/** Says to a training that runs elsewhere what to do: a shared word that is 0 to go on, 1 to pause, 2 to stop and keep. */
export type Control = Int32Array;

/** What every model is told before it trains. */
export type TrainOptions = {
  /** The column that is conditioned on and later predicted. */
  readonly label: string;
  readonly seed: number;
  readonly epochs: number;
  /** Steps between two entries of the loss log. */
  readonly logEvery?: number;
  readonly kernels?: KernelChoice;
  readonly control?: Control;
};

/** One entry of the loss log. */
export type LossEntry = { readonly step: number; readonly discriminator: number; readonly generator: number };

/** A net's parameters and what Adam remembers, as base64 of little-endian floats. */
export type KeptNet = {
  readonly parameters: string;
  readonly means: string;
  readonly squares: string;
  /** The parameters averaged over the last thousand steps or so, by which rows are made. */
  readonly averaged?: string;
};

/** How far a training has come. */
export type TrainingPoint = { readonly epoch: number; readonly step: number; readonly losses: readonly LossEntry[] };

/** Steps it takes to draw as many rows as there are. */
export function stepsPerEpoch(rows: number, batch: number): number {
  return Math.max(1, Math.floor(rows / batch));
}

/**
 * Goes on from where a training stands until all epochs are done or somebody stops it. `open` prepares an epoch with the
 * epoch's own random source, so that it does not matter where a training was stopped before, and gives its step.
 */
export function* runEpochs(
  start: TrainingPoint & { readonly seed: number },
  steps: number,
  options: TrainOptions,
  open: (random: Random) => (step: number) => Omit<LossEntry, "step">,
): Task<TrainingPoint> {
  const losses = [...start.losses];
  const logEvery = options.logEvery ?? steps;
  let { step, epoch } = start;
  let isSettled = false;
  for (; epoch < options.epochs && !isSettled && !isStopped(options.control); epoch++) {
    const train = open(randomFrom(seedFor(start.seed, 3, epoch)));
    for (let i = 0; i < steps; i++) {
      step += 1;
      const figures = train(step);
      if (step % logEvery === 0) losses.push({ step, ...figures });
      const note = `epoch ${epoch + 1}, discriminator ${figures.discriminator.toFixed(3)}, generator ${figures.generator.toFixed(3)}`;
      const { settle } = yield* reportBest("train", epoch * steps + i + 1, options.epochs * steps, note, { figures });
      isSettled ||= settle;
    }
  }
  return { epoch, step, losses };
}

/** Both nets of a model. */
type Pair<Each> = { readonly generator: Each; readonly discriminator: Each };

/** Puts both nets back as a checkpoint has them, or starts them by the seed. */
export function startNets(
  kernels: MatrixKernels,
  nets: Pair<Net>,
  seed: number,
  from: Pair<KeptNet> | undefined,
): void {
  if (from === undefined) {
    startNet(kernels, nets.generator, randomFrom(seedFor(seed, 1)));
    startNet(kernels, nets.discriminator, randomFrom(seedFor(seed, 2)));
  } else {
    restoreNet(kernels, nets.generator, from.generator);
    restoreNet(kernels, nets.discriminator, from.discriminator);
  }
}

/** A column with more categories names rows rather than describing them, and would swell the nets. */
const mostCategories = 1000;

/** The place of the label among the columns; it must be a category. */
export function labelPlace(shapes: readonly Shape[], label: string): number {
  const wide = shapes.find((shape) => shape.kind === "category" && shape.labels.length > mostCategories);
  if (wide !== undefined) {
    throw new KohortError("column", `column "${wide.name}" has too many different values to learn from`, {
      hint: `more than ${mostCategories}; leave it out with ${columnSetting(wide.name, "role", "identifying")}`,
    });
  }
  const place = shapes.findIndex(({ name }) => name === label);
  const shape = shapes[place];
  if (shape === undefined) {
    throw new KohortError("column", `column "${label}" is not in the table`, {
      hint: `columns are: ${few(shapes.map(({ name }) => name))}`,
    });
  }
  if (shape.kind !== "category") {
    throw new KohortError("column", `the label "${label}" is a number`, {
      hint: `name a column of classes, or read it as one with ${columnSetting(label, "kind", "category")}`,
    });
  }
  return place;
}

/** Waits while paused, and says whether to stop. */
export function isStopped(control: Control | undefined): boolean {
  if (control === undefined) return false;
  while (Atomics.load(control, 0) === 1) Atomics.wait(control, 0, 1, 1000);
  return Atomics.load(control, 0) === 2;
}

/** Keeps a net as text. */
export function keepNet(kernels: MatrixKernels, net: Net, averaged?: Float32Array): KeptNet {
  const run = (at: number): string => keepParameters(kernels, net, at);
  const kept = { parameters: run(net.parameters), means: run(net.means), squares: run(net.squares) };
  return averaged === undefined ? kept : { ...kept, averaged: toBase64(averaged) };
}

/** The averaged parameters of a kept net, or those that stand in memory. */
export function averageOf({ floats }: MatrixKernels, net: Net, kept?: KeptNet): Float32Array {
  if (kept?.averaged !== undefined) return fromBase64(kept.averaged);
  return floats.slice(net.parameters >> 2, (net.parameters >> 2) + net.count);
}

/** Moves the average a little towards the parameters; sooner in the first steps. */
export function average({ floats }: MatrixKernels, net: Net, averaged: Float32Array, step: number): void {
  const share = Math.max(0.001, 1 - (1 + step) / (10 + step));
  const at = net.parameters >> 2;
  for (let i = 0; i < averaged.length; i++) averaged[i] += share * (floats[at + i] - averaged[i]);
}

/** Keeps the parameters of a net that is not trained further. */
export function keepParameters({ floats }: MatrixKernels, net: Net, at: number = net.parameters): string {
  return toBase64(floats.slice(at >> 2, (at >> 2) + net.count));
}

/** Puts what was kept of a net back into memory. */
export function restoreParameters(
  { floats }: MatrixKernels,
  net: Net,
  kept: string,
  at: number = net.parameters,
): void {
  const values = fromBase64(kept);
  if (values.length !== net.count) throw new KohortError("input", "the model's nets are not of the size it states");
  floats.set(values, at >> 2);
}

/** Puts a kept net back into memory. */
export function restoreNet(kernels: MatrixKernels, net: Net, kept: KeptNet): void {
  restoreParameters(kernels, net, kept.parameters);
  restoreParameters(kernels, net, kept.means, net.means);
  restoreParameters(kernels, net, kept.squares, net.squares);
}

function toBase64(values: Float32Array): string {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  values.forEach((value, index) => {
    view.setFloat32(index * 4, value, true);
  });
  const bytes = new Uint8Array(view.buffer);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x3000)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 0x3000))));
  return parts.join("");
}

function fromBase64(text: string): Float32Array {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length >> 2 }, (_, index) => view.getFloat32(index * 4, true));
}

/** What a setting may be, and what it is unless stated. */
export type SettingRule =
  | { readonly usual: number; readonly least: number; readonly most: number; readonly whole?: true }
  | { readonly usual: string; readonly values: readonly string[] };

/** The rules of all settings of a model. */
export type SettingRules<Settings> = {
  readonly [Name in keyof Settings]: SettingRule & { readonly usual: Settings[Name] };
};

/** Settings as stated, the usual ones elsewhere. */
export function withUsual<Settings extends object>(rules: SettingRules<Settings>, stated: Partial<Settings>): Settings {
  const names = Object.keys(rules) as (keyof Settings)[];
  return Object.fromEntries(names.map((name) => [name, stated[name] ?? rules[name].usual])) as Settings;
}

/** Reads settings written as `name=value`. */
export function readSettings(
  model: string,
  rules: Readonly<Record<string, SettingRule>>,
  texts: readonly string[],
): Record<string, number | string> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, name = text, value = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
      const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
      if (rule === undefined) {
        throw new KohortError("usage", `the model ${model} has no setting "${name}"`, {
          hint: `its settings are: ${few(Object.keys(rules))}`,
        });
      }
      return [name, "values" in rule ? settingWord(name, value, rule.values) : settingNumber(name, value, rule)];
    }),
  );
}

function settingWord(name: string, value: string, values: readonly string[]): string {
  if (values.includes(value)) return value;
  throw new KohortError("usage", `${name} cannot be "${value}"`, { hint: `it is one of: ${few(values)}` });
}

function settingNumber(
  name: string,
  value: string,
  { least, most, whole }: Extract<SettingRule, { least: number }>,
): number {
  const number = value.trim() === "" ? Number.NaN : Number(value);
  if (number >= least && number <= most && (whole === undefined || Number.isInteger(number))) return number;
  throw new KohortError("usage", `${name} cannot be "${value}"`, {
    hint: `it is a ${whole ? "whole " : ""}number from ${least} to ${most}`,
  });
}
