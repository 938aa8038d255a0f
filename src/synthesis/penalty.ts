/**
 * @file The gradient penalty λ · mean (|∂D/∂x| − c)² and its gradient for the weights of a net with two hidden layers:
 * with c = 1 that of WGAN-GP (Gulrajani et al. 2017), with c = 0 on real rows that of Mescheder et al. (2018). LeakyReLU has no second derivative, so both have a closed form: with s1, s2
 * the slopes (dropout masks multiplied in), u2 = s2⊙w3, u1 = s1⊙(u2·W2ᵀ), g = u1·W1ᵀ; for G = ∂penalty/∂g:
 * dW1 = Gᵀu1, dW2 = (s1⊙GW1)ᵀu2, dw3 = Σ s2⊙((s1⊙GW1)W2).
 */
import type { Layout } from "../learning/index.ts";
import type { MatrixKernels } from "./matrix.ts";
import { forward, type Net, product } from "./network.ts";

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
  const [first, second] = net.layers as readonly [Net["layers"][0], Net["layers"][0]];
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
  const [one, two, three] = net.layers as readonly [Net["layers"][0], Net["layers"][0], Net["layers"][0]];
  forward(kernels, net, input, rows, masks);
  for (let row = 0; row < rows; row++) {
    for (let j = 0; j < two.outputs; j++) {
      floats[(room.u2 >> 2) + row * two.outputs + j] = floats[(three.weights >> 2) + j]!;
    }
  }
  const sloped = (values: number, layer: Net["layers"][0], mask: number | undefined): void => {
    const count = Math.ceil((rows * layer.outputs) / 4) * 4;
    if (mask !== undefined) kernels.timesEach(values, mask, count);
    kernels.slopes(values, layer.values, count, net.slope);
  };
  sloped(room.u2, two, masks?.[1]);
  const wide = (at: number, columns: number) => [at, columns * 4, 4] as const;
  const turned = (at: number, columns: number) => [at, 4, columns * 4] as const;
  product(kernels, net, wide(room.u2, two.outputs), turned(two.weights, two.outputs), room.u1, [
    rows,
    two.inputs,
    two.outputs,
  ]);
  sloped(room.u1, one, masks?.[0]);
  product(kernels, net, wide(room.u1, one.outputs), turned(one.weights, one.outputs), room.input, [
    rows,
    one.inputs,
    one.outputs,
  ]);
  const penalty = pullNorms(floats, room.input >> 2, [rows, one.inputs], strength, centre);
  product(
    kernels,
    net,
    turned(room.input, one.inputs),
    wide(room.u1, one.outputs),
    one.weightGradients,
    [one.inputs, one.outputs, rows],
    1,
  );
  product(kernels, net, wide(room.input, one.inputs), wide(one.weights, one.outputs), room.hidden, [
    rows,
    one.outputs,
    one.inputs,
  ]);
  sloped(room.hidden, one, masks?.[0]);
  product(
    kernels,
    net,
    turned(room.hidden, one.outputs),
    wide(room.u2, two.outputs),
    two.weightGradients,
    [one.outputs, two.outputs, rows],
    1,
  );
  product(kernels, net, wide(room.hidden, two.inputs), wide(two.weights, two.outputs), room.u1, [
    rows,
    two.outputs,
    two.inputs,
  ]);
  sloped(room.u1, two, masks?.[1]);
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
    for (let j = first; j < first + width; j++) squares += floats[j]! * floats[j]!;
    const norm = Math.sqrt(squares) + 1e-12;
    penalty += (norm - centre) ** 2;
    const pull = (strength * 2 * (norm - centre)) / (norm * rows);
    for (let j = first; j < first + width; j++) floats[j]! *= pull;
  }
  return (strength * penalty) / rows;
}
