/**
 * @file A fully connected net over the matrix kernels: LeakyReLU between layers, a linear last layer, gradients by
 * hand, Adam. All its arrays stand in the one memory of the kernels, so that nets can hand values to each other
 * without copies; several nets are laid out first, then the memory is opened.
 */

import { largest, type Random } from "../base/index.ts";
import type { Layout } from "../learning/index.ts";
import type { MatrixKernels } from "./matrix.ts";

/** One layer: weights [inputs × outputs] and a bias, with what Adam remembers; places are byte offsets. */
export type Layer = {
  readonly inputs: number;
  readonly outputs: number;
  readonly weights: number;
  readonly bias: number;
  readonly weightGradients: number;
  readonly biasGradients: number;
  /** The layer's values and their gradients, rows × outputs. */
  readonly values: number;
  readonly valueGradients: number;
};

/** A net laid out for at most `rows` rows at a time. */
export type Net = {
  readonly layers: readonly Layer[];
  readonly rows: number;
  /** All weights and biases in one run of floats, and as long runs for gradients and Adam's two memories. */
  readonly parameters: number;
  readonly gradients: number;
  readonly means: number;
  readonly squares: number;
  readonly count: number;
  readonly slope: number;
  /** Where packed matrices and register tiles go. */
  readonly packed: number;
  readonly scratch: number;
};

/** How Adam steps. */
export type AdamOptions = {
  readonly rate: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly decay?: number;
};

const four = (count: number): number => Math.ceil(count / 4) * 4;

/** Lays out a net of the given widths: inputs, hidden layers, outputs. */
export function layNet(memory: Layout, widths: readonly number[], rows: number, slope = 0.2): Net {
  const shapes = widths.slice(1).map((outputs, index) => ({ inputs: widths[index], outputs }));
  const count = shapes.reduce((sum, { inputs, outputs }) => sum + four(inputs * outputs) + four(outputs), 0);
  const [parameters, gradients, means, squares] = [0, 0, 0, 0].map(() => memory.take(count * 4));
  let used = 0;
  const layers = shapes.map(({ inputs, outputs }): Layer => {
    const weights = used * 4;
    used += four(inputs * outputs);
    const bias = used * 4;
    used += four(outputs);
    return {
      inputs,
      outputs,
      weights: parameters + weights,
      bias: parameters + bias,
      weightGradients: gradients + weights,
      biasGradients: gradients + bias,
      values: memory.take(four(rows * outputs) * 4),
      valueGradients: memory.take(four(rows * outputs) * 4),
    };
  });
  const widest = largest(widths) + 8;
  const deepest = largest([...widths, rows]);
  const [packed, scratch] = [memory.take(widest * deepest * 4), memory.take(128)];
  return { layers, rows, parameters, gradients, means, squares, count, slope, packed, scratch };
}

/** Fills weights and biases with uniform numbers in ±1/√inputs. */
export function startNet({ floats }: MatrixKernels, net: Net, random: Random): void {
  for (const { inputs, outputs, weights, bias } of net.layers) {
    const bound = 1 / Math.sqrt(inputs);
    for (let i = 0; i < inputs * outputs; i++) floats[(weights >> 2) + i] = (random.unit() * 2 - 1) * bound;
    for (let i = 0; i < outputs; i++) floats[(bias >> 2) + i] = (random.unit() * 2 - 1) * bound;
  }
}

/** A matrix in memory: its place, and bytes from row to row and from column to column. */
export type Matrix = readonly [at: number, rowStride: number, columnStride: number];

/** A matrix that stands in memory row after row. */
export function byRows(at: number, columns: number): Matrix {
  return [at, columns * 4, 4];
}

/** The transpose of a matrix that stands in memory row after row. */
export function turned(at: number, columns: number): Matrix {
  return [at, 4, columns * 4];
}

/** c = a · b, or c + a · b. */
export function product(
  kernels: MatrixKernels,
  net: Pick<Net, "packed" | "scratch">,
  a: Matrix,
  b: Matrix,
  c: number,
  shape: readonly [rows: number, columns: number, depth: number],
  add = 0,
): void {
  const [rows, columns, depth] = shape;
  kernels.pack(b[0], depth, columns, b[1], b[2], net.packed);
  kernels.multiply(a[0], a[1], a[2], net.packed, c, rows, columns, depth, add, net.scratch);
}

/** Multiplies values, one per row and output of a hidden layer, by the layer's slopes at its rows and by its mask. */
export function timesSlopes(
  kernels: MatrixKernels,
  net: Net,
  layer: Layer,
  values: number,
  rows: number,
  mask: number | undefined,
): void {
  const count = four(rows * layer.outputs);
  if (mask !== undefined) kernels.timesEach(values, mask, count);
  kernels.slopes(values, layer.values, count, net.slope);
}

/** Computes all layers from the input; the last layer's values are the result. `masks` are multiplied in (dropout). */
export function forward(
  kernels: MatrixKernels,
  net: Net,
  input: number,
  rows: number,
  masks?: readonly (number | undefined)[],
): number {
  let from = input;
  net.layers.forEach(({ inputs, outputs, weights, bias, values }, index) => {
    product(kernels, net, byRows(from, inputs), byRows(weights, outputs), values, [rows, outputs, inputs]);
    kernels.activate(values, bias, rows, outputs, index === net.layers.length - 1 ? 1 : net.slope);
    const mask = masks?.[index];
    if (mask !== undefined) kernels.timesEach(values, mask, four(rows * outputs));
    from = values;
  });
  return from;
}

/** What to compute on the way back. */
export type BackwardOptions = {
  /** Adds to the gradients of weights and biases; otherwise only the input's gradient is wanted. */
  readonly weights: boolean;
  /** Where the input's gradient goes, if it is wanted. */
  readonly input?: number;
  readonly masks?: readonly (number | undefined)[];
};

/** Carries the gradient that stands in the last layer's `valueGradients` back through the layers. */
export function backward(
  kernels: MatrixKernels,
  net: Net,
  input: number,
  rows: number,
  options: BackwardOptions,
): void {
  for (let index = net.layers.length - 1; index >= 0; index--) {
    const layer = net.layers[index];
    const { inputs, outputs, weights, weightGradients, biasGradients, valueGradients } = layer;
    if (index < net.layers.length - 1) {
      timesSlopes(kernels, net, layer, valueGradients, rows, options.masks?.[index]);
    }
    const from = index === 0 ? input : net.layers[index - 1].values;
    const gradient = byRows(valueGradients, outputs);
    if (options.weights) {
      product(kernels, net, turned(from, inputs), gradient, weightGradients, [inputs, outputs, rows], 1);
      kernels.sumColumns(valueGradients, biasGradients, rows, outputs);
    }
    const to = index === 0 ? options.input : net.layers[index - 1].valueGradients;
    if (to !== undefined) product(kernels, net, gradient, turned(weights, outputs), to, [rows, inputs, outputs]);
  }
}

/** Forgets the gradients gathered so far. */
export function clearGradients({ floats }: MatrixKernels, net: Net): void {
  floats.fill(0, net.gradients >> 2, (net.gradients >> 2) + net.count);
}

/** Moves the parameters by Adam; `step` counts from 1. */
export function stepAdam(kernels: MatrixKernels, net: Net, step: number, options: AdamOptions): void {
  const { rate, beta1, beta2, decay = 0 } = options;
  const { parameters, gradients, means, squares, count } = net;
  const first = 1 - power(beta1, step);
  const second = 1 - power(beta2, step);
  kernels.adam(parameters, gradients, means, squares, count, rate / first, beta1, beta2, 1 / second, 1e-8, decay);
}

/** A whole power by repeated multiplication, the same bits everywhere. */
function power(base: number, exponent: number): number {
  let result = 1;
  let factor = base;
  for (let n = exponent; n > 0; n = Math.floor(n / 2)) {
    if (n % 2 === 1) result *= factor;
    factor *= factor;
  }
  return result;
}
