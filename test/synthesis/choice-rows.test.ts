import { describe, expect, it } from "vitest";
import { type Random, randomFrom } from "../../src/base/index.ts";
import { layout } from "../../src/learning/index.ts";
import {
  type FloatRows,
  pullConditions,
  pullRows,
  rowWidth,
  sharpenRows,
  softRows,
} from "../../src/synthesis/choice-rows.ts";
import type { Conditions } from "../../src/synthesis/conditions.ts";
import { matrixKernels } from "../../src/synthesis/matrix.ts";
import type { ModeColumn } from "../../src/synthesis/mode-encoding.ts";
import { startNet } from "../../src/synthesis/network.ts";
import { layTeacher, pullOpinions, trainTeacher, writeOpinions } from "../../src/synthesis/teacher.ts";

const encoding: readonly ModeColumn[] = [
  { kind: "category", size: 3 },
  { kind: "number", points: [0, 7], means: [3, 9], deviations: [1, 2], weights: [0.5, 0.5], hasMissing: true },
  { kind: "category", size: 2 },
];
const width = rowWidth(encoding);
const count = 4;

/** A matrix of doubles, for differences that single precision would blur. */
function doubles(fill: (random: Random) => number, seed = 1): FloatRows {
  const random = randomFrom(seed);
  const values = Float64Array.from({ length: count * width }, () => fill(random));
  return { floats: values as unknown as Float32Array, at: 0, stride: width };
}

/** The derivative of a function of a matrix by every cell. */
function differences(rows: FloatRows, loss: () => number): number[] {
  return Array.from({ length: count * width }, (_, cell) => {
    const before = rows.floats[cell];
    const at = (change: number): number => {
      rows.floats[cell] = before + change;
      const found = loss();
      rows.floats[cell] = before;
      return found;
    };
    return (at(1e-6) - at(-1e-6)) / 2e-6;
  });
}

function expectClose(found: FloatRows, wanted: readonly number[]): void {
  const scale = Math.max(...wanted.map(Math.abs));
  expect(scale).toBeGreaterThan(0.01);
  wanted.forEach((value, cell) => {
    expect(Math.abs(found.floats[cell] - value)).toBeLessThan(1e-5 * scale);
  });
}

describe("the last layer of the CTGAN-style generator", () => {
  it("has the gradients that differences give: tanh for places, Gumbel-softmax for choices", () => {
    const scores = doubles((random) => random.unit() * 2 - 1);
    const weights = doubles((random) => random.unit() - 0.5, 2);
    const [rows, found] = [doubles(() => 0), doubles(() => 0)];
    const loss = (): number => {
      softRows(encoding, count, scores, rows, randomFrom(9));
      return rows.floats.reduce((sum, value, cell) => sum + value * weights.floats[cell], 0);
    };
    const wanted = differences(scores, loss);
    loss();
    pullRows(encoding, count, rows, weights, found);
    expectClose(found, wanted);
  });

  it("is pulled towards what was asked as differences of the cross-entropy say", () => {
    const conditions: Conditions = { columns: [0, 2], label: 1, offsets: [0, 3], width: 5, classes: [], shares: [] };
    const asked = [0, 1, 2, 1].map((choice, row) => ({ label: row % 2, column: row === 3 ? 1 : 0, choice }));
    const scores = doubles((random) => random.unit() * 4 - 2);
    const found = doubles(() => 0);
    const spare = doubles(() => 0);
    const wanted = differences(scores, () => pullConditions(encoding, conditions, asked, scores, spare));
    pullConditions(encoding, conditions, asked, scores, found);
    expectClose(found, wanted);
  });

  it("is made sharp without changing what was chosen", () => {
    const scores = doubles((random) => random.unit() * 2 - 1);
    const rows = doubles(() => 0);
    softRows(encoding, count, scores, rows, randomFrom(9));
    const before = rows.floats.slice();
    sharpenRows(encoding, count, rows);
    for (let row = 0; row < count; row++) {
      for (const [from, size] of [
        [0, 3],
        [4, 5],
        [9, 2],
      ] as const) {
        const cells = rows.floats.slice(row * width + from, row * width + from + size);
        const soft = before.slice(row * width + from, row * width + from + size);
        expect([...cells].sort()).toEqual([...new Array(size - 1).fill(0), 1]);
        expect(cells.indexOf(1)).toBe(soft.indexOf(Math.max(...soft)));
      }
      const isPlaced = rows.floats[row * width + 6] === 1 || rows.floats[row * width + 7] === 1;
      expect(rows.floats[row * width + 3]).toBe(isPlaced ? before[row * width + 3] : 0);
    }
  });
});

describe("the teacher", () => {
  const [labelAt, classes, inputs] = [2, 3, 7];

  function open() {
    const memory = layout();
    const teacher = layTeacher(memory, inputs, labelAt, classes, 60);
    const [rows, gradients] = [memory.take(60 * 12 * 4), memory.take(60 * 12 * 4)];
    const kernels = matrixKernels(memory.size());
    const matrix = (at: number): FloatRows => ({ floats: kernels.floats, at: at >> 2, stride: 12 });
    return { teacher, kernels, rows: matrix(rows), gradients: matrix(gradients) };
  }

  it("pulls rows as differences of its opinions say, and never by their label", () => {
    const { teacher, kernels, rows, gradients } = open();
    const random = randomFrom(3);
    startNet(kernels, teacher.net, random);
    for (let i = 0; i < 5 * 12; i++) rows.floats[rows.at + i] = random.unit() * 2 - 1;
    const weights = Array.from({ length: 5 * classes }, () => random.unit() - 0.5);
    const loss = (): number => {
      writeOpinions(kernels, teacher, rows, 5, rows.at + inputs);
      let sum = 0;
      for (let i = 0; i < 5 * classes; i++) {
        sum += weights[i] * rows.floats[rows.at + Math.floor(i / classes) * 12 + inputs + (i % classes)];
      }
      return sum;
    };
    loss();
    weights.forEach((weight, i) => {
      gradients.floats[gradients.at + Math.floor(i / classes) * 12 + inputs + (i % classes)] = weight;
    });
    pullOpinions(kernels, teacher, gradients, 5, gradients.at + inputs);
    let largest = 0;
    for (let row = 0; row < 5; row++) {
      for (let j = 0; j < inputs; j++) {
        const cell = rows.at + row * 12 + j;
        const before = rows.floats[cell];
        const at = (change: number): number => {
          rows.floats[cell] = before + change;
          return loss();
        };
        const wanted = (at(2e-3) - at(-2e-3)) / 4e-3;
        rows.floats[cell] = before;
        const found = gradients.floats[gradients.at + row * 12 + j];
        if (j >= labelAt && j < labelAt + classes) expect([found, wanted]).toEqual([0, 0]);
        expect(Math.abs(found - wanted)).toBeLessThan(1e-3);
        largest = Math.max(largest, Math.abs(wanted));
      }
    }
    expect(largest).toBeGreaterThan(0.01);
  });

  it("learns to tell the label from the other cells", () => {
    const { teacher, kernels, rows } = open();
    const write = (random: Random): number[] =>
      Array.from({ length: 60 }, (_, row) => {
        const at = rows.at + row * 12;
        for (let j = 0; j < 12; j++) rows.floats[at + j] = random.unit() * 2 - 1;
        const [first, last] = [rows.floats[at], rows.floats[at + 6]];
        return first > 0.2 ? 0 : last > 0 ? 1 : 2;
      });
    trainTeacher(kernels, teacher, 30, 4, (_, random) => ({ rows, labels: write(random) }));
    const labels = write(randomFrom(77));
    writeOpinions(kernels, teacher, rows, 60, rows.at + inputs);
    const right = labels.filter((label, row) => {
      const opinion = rows.floats.slice(rows.at + row * 12 + inputs, rows.at + row * 12 + inputs + classes);
      expect(opinion.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 4);
      return opinion.indexOf(Math.max(...opinion)) === label;
    });
    expect(right.length).toBeGreaterThan(53);
  });
});
