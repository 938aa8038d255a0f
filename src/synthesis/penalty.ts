/**
 * @file The gradient penalty λ · mean (|∂D/∂x| − c)² and its gradient for the weights of a net with two hidden layers:
 * with c = 1 that of WGAN-GP (Gulrajani et al. 2017), with c = 0 on real rows R1 of Mescheder et al. (2018), λ = γ/2.
 * LeakyReLU has no second derivative, so both have a closed form: with s1, s2 the slopes (dropout masks multiplied in),
 * u2 = s2⊙w3, u1 = s1⊙(u2·W2ᵀ), g = u1·W1ᵀ; for G = ∂penalty/∂g: dW1 = Gᵀu1, dW2 = (s1⊙GW1)ᵀu2, dw3 = Σ s2⊙((s1⊙GW1)W2).
 */
import type { Layout } from "../learning/index.ts";
import type { MatrixKernels } from "./matrix.ts";
import { byRows, forward, type Layer, type Matrix, type Net, product, timesSlopes, turned } from "./network.ts";

/** Room for the penalty's matrices. */
export type PenaltyRoom = {
  readonly u1: number;
  readonly u2: number;
  readonly input: number;
  readonly hidden: number;
  readonly ones: number;
};

/** Lays out the room for a net's penalty. */
export function layPenalty(memory: Layout, net: Net): PenaltyRoom {
  const [first, second] = net.layers;
  return {
    u1: memory.take(net.rows * first.outputs * 4 + 16),
    u2: memory.take(net.rows * second.outputs * 4 + 16),
    input: memory.take(net.rows * first.inputs * 4 + 16),
    hidden: memory.take(net.rows * Math.max(first.outputs, second.outputs) * 4 + 16),
    ones: memory.take(net.rows * 4 + 16),
  };
}

/** Adds the penalty's gradient to the net's; gives the penalty. */
export function addPenalty(
  kernels: MatrixKernels,
  net: Net,
  room: PenaltyRoom,
  input: number,
  rows: number,
  { strength, centre }: { readonly strength: number; readonly centre: number },
  masks?: readonly (number | undefined)[],
): number {
  const { floats } = kernels;
  const [one, two, three] = net.layers;
  forward(kernels, net, input, rows, masks);
  for (let row = 0; row < rows; row++) {
    const from = three.weights >> 2;
    floats.copyWithin((room.u2 >> 2) + row * two.outputs, from, from + two.outputs);
  }
  const sloped = (values: number, at: 0 | 1): void => {
    timesSlopes(kernels, net, at === 0 ? one : two, values, rows, masks?.[at]);
  };
  const [u1, u2] = [byRows(room.u1, one.outputs), byRows(room.u2, two.outputs)];
  sloped(room.u2, 1);
  product(kernels, net, u2, turned(two.weights, two.outputs), room.u1, [rows, two.inputs, two.outputs]);
  sloped(room.u1, 0);
  product(kernels, net, u1, turned(one.weights, one.outputs), room.input, [rows, one.inputs, one.outputs]);
  const penalty = pullNorms(floats, room.input >> 2, [rows, one.inputs], strength, centre);
  const pulled = (layer: Layer, from: number, u: Matrix): void => {
    const shape = [layer.inputs, layer.outputs, rows] as const;
    product(kernels, net, turned(from, layer.inputs), u, layer.weightGradients, shape, 1);
  };
  const onwards = (layer: Layer, from: number, to: number, at: 0 | 1): void => {
    const weights = byRows(layer.weights, layer.outputs);
    product(kernels, net, byRows(from, layer.inputs), weights, to, [rows, layer.outputs, layer.inputs]);
    sloped(to, at);
  };
  pulled(one, room.input, u1);
  onwards(one, room.input, room.hidden, 0);
  pulled(two, room.hidden, u2);
  onwards(two, room.hidden, room.u1, 1);
  kernels.sumColumns(room.u1, three.weightGradients, rows, two.outputs);
  return penalty;
}

/** The penalty of the gradients of all rows; each row becomes the penalty's gradient for it. */
function pullNorms(
  floats: Float32Array,
  at: number,
  [rows, width]: readonly [number, number],
  strength: number,
  centre: number,
): number {
  let penalty = 0;
  for (let row = 0; row < rows; row++) {
    const first = at + row * width;
    let squares = 0;
    for (let j = first; j < first + width; j++) squares += floats[j] * floats[j];
    const norm = Math.sqrt(squares) + 1e-12;
    penalty += (norm - centre) ** 2;
    const pull = (strength * 2 * (norm - centre)) / (norm * rows);
    for (let j = first; j < first + width; j++) floats[j] *= pull;
  }
  return (strength * penalty) / rows;
}
