/**
 * @file Logistic regression: numbers standardised, what is missing at the mean, categories one column each, a ridge of
 * l2/2·|w|² on all weights but the intercept, fitted by Newton's method (iteratively reweighted least squares; several
 * classes one against the rest, their chances scaled to 1).
 */
import { report, type Task } from "../base/index.ts";
import type { Features } from "./features.ts";
import { logistic } from "./objective.ts";

type Input =
  | { readonly name: string; readonly kind: "number"; readonly mean: number; readonly scale: number }
  | { readonly name: string; readonly kind: "category"; readonly codes: readonly number[] };

/** A fitted model: plain data that JSON keeps exactly. */
export type LogisticModel = {
  readonly model: "logistic";
  readonly classes: number;
  readonly inputs: readonly Input[];
  /** Per class (one for two classes) the intercept and then the weight of each column. */
  readonly weights: readonly (readonly number[])[];
};

/** How to fit. */
export type LogisticOptions = { readonly classes: number; readonly l2?: number; readonly iterations?: number };

/** Fits logistic regression to class numbers. */
export function* fitLogistic(
  features: Features,
  target: Float64Array,
  { classes, l2 = 1, iterations = 25 }: LogisticOptions,
): Task<LogisticModel> {
  const inputs = features.columns.map(({ name, kind, values }): Input => {
    if (kind === "category") {
      const codes = [...new Set(values)].filter((code) => !Number.isNaN(code)).sort((a, b) => a - b);
      return { name, kind, codes };
    }
    return { name, kind, ...momentsOf(values) };
  });
  const design = designOf(features, inputs);
  const kinds = classes === 2 ? [1] : Array.from({ length: classes }, (_, index) => index);
  const weights: number[][] = [];
  for (const kind of kinds) {
    yield* report("fit", weights.length, kinds.length);
    weights.push(
      newton(
        design,
        target.map((value) => (value === kind ? 1 : 0)),
        l2,
        iterations,
      ),
    );
  }
  return { model: "logistic", classes, inputs, weights };
}

/** Predicts the chance of class 1, or of all classes row by row. */
export function predictLogistic(model: LogisticModel, features: Features): Float64Array {
  const { places, values } = designOf(features, model.inputs);
  const outputs = model.weights.length;
  const chances = new Float64Array(features.rows * outputs);
  for (let row = 0; row < features.rows; row++) {
    let sum = 0;
    model.weights.forEach((weight, output) => {
      const chance = logistic(scoreOf(weight, places, values, row));
      chances[row * outputs + output] = chance;
      sum += chance;
    });
    if (outputs > 1) for (let output = 0; output < outputs; output++) chances[row * outputs + output] /= sum;
  }
  return chances;
}

function momentsOf(values: Float64Array): { mean: number; scale: number } {
  let known = 0;
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    known += 1;
    sum += value;
  }
  const mean = known === 0 ? 0 : sum / known;
  for (const value of values) if (!Number.isNaN(value)) squares += (value - mean) ** 2;
  const scale = Math.sqrt(squares / Math.max(1, known));
  return { mean, scale: scale > 0 ? scale : 1 };
}

/** The rows as sparse vectors, one entry per feature: which column, and its value. */
type Design = {
  readonly width: number;
  readonly places: readonly Int32Array[];
  readonly values: readonly Float64Array[];
};

function designOf(features: Features, inputs: readonly Input[]): Design {
  let width = 1;
  const places: Int32Array[] = [];
  const values: Float64Array[] = [];
  inputs.forEach((input, index) => {
    const column = features.columns[index].values;
    if (input.kind === "number") {
      const at = width++;
      places.push(new Int32Array(column.length).fill(at));
      values.push(column.map((value) => (Number.isNaN(value) ? 0 : (value - input.mean) / input.scale)));
      return;
    }
    const first = width;
    const placeOf = new Map(input.codes.map((code, place) => [code, first + place]));
    width += input.codes.length;
    places.push(Int32Array.from(column, (code) => placeOf.get(code) ?? 0));
    values.push(column.map((code) => (placeOf.has(code) ? 1 : 0)));
  });
  return { width, places, values };
}

function scoreOf(
  weight: readonly number[],
  places: readonly Int32Array[],
  values: readonly Float64Array[],
  row: number,
): number {
  let score = weight[0];
  for (let f = 0; f < places.length; f++) score += weight[places[f][row]] * values[f][row];
  return score;
}

function newton(design: Design, truth: Float64Array, l2: number, iterations: number): number[] {
  const { width, places, values } = design;
  const weight = new Array<number>(width).fill(0);
  const columns = places.length;
  const at = new Int32Array(columns + 1);
  const x = new Float64Array(columns + 1);
  for (let iteration = 0; iteration < iterations; iteration++) {
    const gradient = new Float64Array(width);
    const hessian = new Float64Array(width * width);
    for (let row = 0; row < truth.length; row++) {
      const chance = logistic(scoreOf(weight, places, values, row));
      const pull = chance - truth[row];
      const bend = Math.max(1e-10, chance * (1 - chance));
      x[columns] = 1;
      for (let f = 0; f < columns; f++) {
        at[f] = places[f][row];
        x[f] = values[f][row];
      }
      for (let a = 0; a <= columns; a++) {
        if (x[a] === 0) continue;
        gradient[at[a]] += pull * x[a];
        const line = at[a] * width;
        for (let b = 0; b <= columns; b++) hessian[line + at[b]] += bend * x[a] * x[b];
      }
    }
    for (let i = 0; i < width; i++) {
      const ridge = i === 0 ? 1e-9 : l2;
      gradient[i] += ridge * weight[i];
      hessian[i * width + i] += ridge;
    }
    const step = solve(hessian, gradient, width);
    let largest = 0;
    for (let i = 0; i < width; i++) {
      weight[i] -= step[i];
      largest = Math.max(largest, Math.abs(step[i]));
    }
    if (largest < 1e-10) break;
  }
  return weight;
}

/** Solves a symmetric positive definite system by Cholesky's factors; `a` is overwritten. */
function solve(a: Float64Array, b: Float64Array, n: number): Float64Array {
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      let sum = a[i * n + j];
      for (let k = 0; k < j; k++) sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / a[j * n + j];
    }
  }
  const x = b.slice();
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] -= a[i * n + k] * x[k];
    x[i] /= a[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] -= a[k * n + i] * x[k];
    x[i] /= a[i * n + i];
  }
  return x;
}
