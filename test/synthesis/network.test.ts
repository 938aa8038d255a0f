import { describe, expect, it } from "vitest";
import { type Random, randomFrom } from "../../src/base/index.ts";
import { type KernelChoice, layout } from "../../src/learning/index.ts";
import { crossEntropy } from "../../src/synthesis/cgan-step.ts";
import { matrixKernels } from "../../src/synthesis/matrix.ts";
import { backward, clearGradients, forward, layNet, startNet, stepAdam } from "../../src/synthesis/network.ts";
import { addPenalty, layPenalty } from "../../src/synthesis/penalty.ts";

const widths = [7, 9, 10, 3];
const rows = 5;

/** A net in memory with an input, dropout masks and a wanted direction of the output. */
function open(shape: readonly number[], choice: KernelChoice = "auto", seed = 3) {
  const memory = layout();
  const net = layNet(memory, shape, rows);
  const room = layPenalty(memory, net);
  const input = memory.take(rows * shape[0] * 4);
  const inputGradients = memory.take(rows * shape[0] * 4);
  const masks = [memory.take(rows * shape[1] * 4 + 16), memory.take(rows * shape[2] * 4 + 16)];
  const kernels = matrixKernels(memory.size(), choice);
  const random = randomFrom(seed);
  startNet(kernels, net, random);
  const fill = (at: number, count: number, draw: (random: Random) => number): void => {
    for (let i = 0; i < count; i++) kernels.floats[(at >> 2) + i] = draw(random);
  };
  fill(input, rows * shape[0], (r) => r.unit() * 2 - 1);
  masks.forEach((mask, index) => {
    fill(mask, rows * shape[index + 1], (r) => (r.below(2) === 0 ? 0 : 2));
  });
  return { net, room, input, inputGradients, masks, kernels };
}

type Opened = ReturnType<typeof open>;

/** The same net in doubles and plain loops: values of all layers, and the slopes at the hidden ones. */
function slowForward(
  { kernels, net, input, masks }: Opened,
  parameters: Float64Array,
  withMasks: boolean,
  x?: number[],
) {
  let values = x ?? Array.from(kernels.floats.slice(input >> 2, (input >> 2) + rows * net.layers[0].inputs));
  net.layers.forEach(({ inputs, outputs, weights, bias }, index) => {
    const next: number[] = [];
    for (let row = 0; row < values.length / inputs; row++) {
      for (let j = 0; j < outputs; j++) {
        let sum = parameters[(bias - net.parameters) / 4 + j];
        for (let i = 0; i < inputs; i++) {
          sum += values[row * inputs + i] * parameters[(weights - net.parameters) / 4 + i * outputs + j];
        }
        const isHidden = index < net.layers.length - 1;
        const mask = withMasks && isHidden ? kernels.floats[(masks[index] >> 2) + next.length] : 1;
        next.push((isHidden && sum <= 0 ? 0.2 * sum : sum) * mask);
      }
    }
    values = next;
  });
  return values;
}

function parametersOf({ kernels, net }: Opened): Float64Array {
  return Float64Array.from(kernels.floats.slice(net.parameters >> 2, (net.parameters >> 2) + net.count));
}

function gradientsOf({ kernels, net }: Opened): Float64Array {
  return Float64Array.from(kernels.floats.slice(net.gradients >> 2, (net.gradients >> 2) + net.count));
}

/** Derivatives of a function of the parameters by differences. */
function differences(parameters: Float64Array, loss: (parameters: Float64Array) => number): Float64Array {
  return parameters.map((_, index) => {
    const at = (change: number): number => {
      const moved = parameters.slice();
      moved[index] += change;
      return loss(moved);
    };
    return (at(1e-6) - at(-1e-6)) / 2e-6;
  });
}

function expectClose(found: Float64Array, wanted: Float64Array): void {
  const scale = Math.max(...wanted.map(Math.abs));
  expect(scale).toBeGreaterThan(1e-3);
  found.forEach((value, index) => {
    expect(Math.abs(value - wanted[index]) / scale).toBeLessThan(1e-4);
  });
}

describe("the net", () => {
  for (const withMasks of [false, true]) {
    it(`has the gradients that differences give${withMasks ? ", with dropout" : ""}`, () => {
      const opened = open(widths);
      const { kernels, net, input, inputGradients, masks } = opened;
      const used = withMasks ? masks : undefined;
      const values = forward(kernels, net, input, rows, used);
      const wanted = (index: number): number => Math.sin(index + 1);
      const slow = slowForward(opened, parametersOf(opened), withMasks);
      slow.forEach((value, index) => {
        expect(kernels.floats[(values >> 2) + index]).toBeCloseTo(value, 5);
      });
      for (let i = 0; i < rows * 3; i++) kernels.floats[(net.layers[2].valueGradients >> 2) + i] = wanted(i);
      clearGradients(kernels, net);
      backward(kernels, net, input, rows, { weights: true, input: inputGradients, ...(used && { masks: used }) });
      const sum = (outputs: readonly number[]): number => outputs.reduce((all, value, i) => all + value * wanted(i), 0);
      expectClose(
        gradientsOf(opened),
        differences(parametersOf(opened), (parameters) => sum(slowForward(opened, parameters, withMasks))),
      );
      const x = Float64Array.from(kernels.floats.slice(input >> 2, (input >> 2) + rows * 7));
      expectClose(
        Float64Array.from(kernels.floats.slice(inputGradients >> 2, (inputGradients >> 2) + rows * 7)),
        differences(x, (moved) => sum(slowForward(opened, parametersOf(opened), withMasks, [...moved]))),
      );
    });
  }

  it("moves as Adam does: the first step is the rate, against the gradient's sign", () => {
    const opened = open(widths);
    const { kernels, net } = opened;
    const before = parametersOf(opened);
    for (let i = 0; i < net.count; i++) kernels.floats[(net.gradients >> 2) + i] = i % 2 === 0 ? 3 : -0.01;
    stepAdam(kernels, net, 1, { rate: 0.01, beta1: 0.5, beta2: 0.999 });
    parametersOf(opened).forEach((value, index) => {
      expect(value - before[index]).toBeCloseTo(index % 2 === 0 ? -0.01 : 0.01, 6);
    });
  });

  it("gives the same bits from the compiled kernels and from plain loops", () => {
    const runs = (["auto", "plain"] as const).map((choice) => {
      const opened = open([13, 21, 18, 1], choice);
      const { kernels, net, input, masks, room } = opened;
      for (let step = 1; step <= 3; step++) {
        clearGradients(kernels, net);
        forward(kernels, net, input, rows, masks);
        for (let i = 0; i < rows; i++) kernels.floats[(net.layers[2].valueGradients >> 2) + i] = (i - 1) / 7;
        backward(kernels, net, input, rows, { weights: true, masks });
        addPenalty(kernels, net, room, input, rows, { strength: 10, centre: 1 }, masks);
        stepAdam(kernels, net, step, { rate: 2e-3, beta1: 0.5, beta2: 0.9, decay: 1e-6 });
      }
      return parametersOf(opened);
    });
    expect(runs[1]).toEqual(runs[0]);
  });
});

describe("cross-entropy", () => {
  it("has the gradients that differences give", () => {
    const scores = [-3, -0.4, 0, 0.7, 2.5];
    const wanted = [0.9, 0, 0.9, 1, 0];
    const loss = (at: readonly number[]): [number, Float64Array] => {
      const memory = new Float64Array(10);
      memory.set(at);
      const layer = { values: 0, valueGradients: 5 * 4 };
      return [crossEntropy(memory as unknown as Float32Array, layer, 5, (row) => wanted[row]), memory.slice(5)];
    };
    const slow = scores.map((score, row) => {
      const chance = 1 / (1 + Math.exp(-score));
      return -(wanted[row] * Math.log(chance) + (1 - wanted[row]) * Math.log(1 - chance)) / 5;
    });
    const [value, gradients] = loss(scores);
    expect(value).toBeCloseTo(
      slow.reduce((sum, part) => sum + part, 0),
      10,
    );
    expectClose(
      gradients,
      differences(Float64Array.from(scores), (moved) => loss([...moved])[0]),
    );
  });
});

describe("the gradient penalty", () => {
  const shape = [6, 8, 9, 1];

  /** λ · mean (|∂D/∂x| − c)², the inner gradient by differences of the doubles' net. */
  function slowPenalty(opened: Opened, parameters: Float64Array, withMasks: boolean, centre: number): number {
    const { kernels, input } = opened;
    const x = Array.from(kernels.floats.slice(input >> 2, (input >> 2) + rows * 6));
    const squares = new Float64Array(rows);
    x.forEach((_, index) => {
      const at = (change: number): number[] =>
        slowForward(
          opened,
          parameters,
          withMasks,
          x.map((value, place) => (place === index ? value + change : value)),
        );
      const row = Math.floor(index / 6);
      squares[row] += ((at(1e-4)[row] - at(-1e-4)[row]) / 2e-4) ** 2;
    });
    return (10 * squares.reduce((sum, square) => sum + (Math.sqrt(square) - centre) ** 2, 0)) / rows;
  }

  for (const [withMasks, centre] of [
    [false, 1],
    [true, 1],
    [false, 0],
  ] as const) {
    it(`and its gradient are what differences give${withMasks ? ", with dropout" : ""}, centred at ${centre}`, () => {
      const opened = open(shape, "auto", 11);
      const { kernels, net, room, input, masks } = opened;
      for (let i = 0; i < net.count; i++) kernels.floats[(net.parameters >> 2) + i] *= 2;
      clearGradients(kernels, net);
      const used = withMasks ? masks : undefined;
      const penalty = addPenalty(kernels, net, room, input, rows, { strength: 10, centre }, used);
      expect(penalty).toBeCloseTo(slowPenalty(opened, parametersOf(opened), withMasks, centre), 4);
      expectClose(
        gradientsOf(opened),
        differences(parametersOf(opened), (parameters) => slowPenalty(opened, parameters, withMasks, centre)),
      );
    });
  }
});
