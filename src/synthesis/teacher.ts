/**
 * @file A small net that learns from real rows to tell the label from the other columns, and then says of every row, real
 * or made, how much each class is to be believed. The discriminator is told that beside the row: rows whose label does
 * not go with the rest are then found out soon, and the generator is pulled through this net. The idea of an auxiliary
 * classifier is that of CTAB-GAN+ (Zhao, Kunar, Birke, van der Scheer and Chen, 2023); where we differ, its opinion is
 * one more thing to be made like that of real rows instead of a loss of its own, which would make classes purer than
 * they are.
 */
import { exp, type Random, randomFrom } from "../base/index.ts";
import type { Layout } from "../learning/index.ts";
import type { FloatRows } from "./choice-rows.ts";
import type { MatrixKernels } from "./matrix.ts";
import { backward, clearGradients, forward, layNet, type Net, startNet, stepAdam } from "./network.ts";
import { drawShare } from "./noise.ts";

/** The teacher in memory. */
export type Teacher = {
  readonly net: Net;
  readonly classes: number;
  /** Where the label stands in a row, which the teacher must not see. */
  readonly labelAt: number;
  /** Rows without their label, and the gradients of these. */
  readonly input: number;
  readonly inputGradients: number;
};

const hidden = 64;
const epochs = 12;

/** Lays out a teacher for rows of a width whose label takes `classes` places from `labelAt` on. */
export function layTeacher(memory: Layout, width: number, labelAt: number, classes: number, rows: number): Teacher {
  const inputs = width - classes;
  const net = layNet(memory, [inputs, hidden, hidden, classes], rows);
  const [input, inputGradients] = [memory.take(rows * inputs * 4), memory.take(rows * inputs * 4)];
  return { net, classes, labelAt, input, inputGradients };
}

/** Copies rows without their label to where the teacher reads. */
function readRows({ net, classes, labelAt, input }: Teacher, rows: FloatRows, count: number): void {
  const { inputs } = net.layers[0];
  const { floats, at, stride } = rows;
  for (let row = 0; row < count; row++) {
    const [from, to] = [at + row * stride, (input >> 2) + row * inputs];
    floats.copyWithin(to, from, from + labelAt);
    floats.copyWithin(to + labelAt, from + labelAt + classes, from + inputs + classes);
  }
}

/** Trains the teacher; `draw` writes some rows and gives their labels. */
export function trainTeacher(
  kernels: MatrixKernels,
  teacher: Teacher,
  stepsPerEpoch: number,
  seed: number,
  draw: (epoch: number, random: Random) => { readonly rows: FloatRows; readonly labels: ArrayLike<number> },
): void {
  const { net, classes, input } = teacher;
  const random = randomFrom(seed);
  const { floats } = kernels;
  const last = net.layers[2];
  startNet(kernels, net, random);
  for (let step = 1; step <= epochs * stepsPerEpoch; step++) {
    const { rows, labels } = draw(Math.floor((step - 1) / stepsPerEpoch), random);
    readRows(teacher, rows, labels.length);
    const scores = forward(kernels, net, input, labels.length) >> 2;
    for (let row = 0; row < labels.length; row++) {
      chancesAt(floats, scores + row * classes, classes).forEach((chance, j) => {
        const miss = chance - (j === labels[row] ? 1 : 0);
        floats[(last.valueGradients >> 2) + row * classes + j] = miss / labels.length;
      });
    }
    clearGradients(kernels, net);
    backward(kernels, net, input, labels.length, { weights: true });
    const rate = 2e-3 * (1 - (step - 1) / (epochs * stepsPerEpoch));
    stepAdam(kernels, net, step, { rate, beta1: 0.9, beta2: 0.999, decay: 1e-5 });
  }
}

/** The chance of each class that scores stand for. */
function chancesAt(floats: Float32Array, at: number, classes: number): Float64Array {
  const chances = new Float64Array(classes);
  let most = Number.NEGATIVE_INFINITY;
  for (let j = 0; j < classes; j++) most = Math.max(most, floats[at + j]);
  let sum = 0;
  for (let j = 0; j < classes; j++) sum += chances[j] = exp(floats[at + j] - most);
  return chances.map((chance) => chance / sum);
}

/** Draws a label for every row by the teacher's opinion of it. */
export function drawLabels(
  kernels: MatrixKernels,
  teacher: Teacher,
  rows: FloatRows,
  count: number,
  random: Random,
): number[] {
  readRows(teacher, rows, count);
  const scores = forward(kernels, teacher.net, teacher.input, count) >> 2;
  return Array.from({ length: count }, (_, row) => {
    return drawShare(chancesAt(kernels.floats, scores + row * teacher.classes, teacher.classes), random);
  });
}

/** Writes the teacher's opinions of rows, a score per class about 0, from `to` on. */
export function writeOpinions(
  kernels: MatrixKernels,
  teacher: Teacher,
  rows: FloatRows,
  count: number,
  to: number,
): void {
  const { floats } = kernels;
  const { classes } = teacher;
  readRows(teacher, rows, count);
  const scores = forward(kernels, teacher.net, teacher.input, count) >> 2;
  for (let row = 0; row < count; row++) {
    let mean = 0;
    for (let j = 0; j < classes; j++) mean += floats[scores + row * classes + j] / classes;
    for (let j = 0; j < classes; j++) floats[to + row * rows.stride + j] = floats[scores + row * classes + j] - mean;
  }
}

/** Carries gradients of the opinions last written back to the rows they are about, and adds them to the rows' own. */
export function pullOpinions(
  kernels: MatrixKernels,
  { net, classes, labelAt, input, inputGradients }: Teacher,
  gradients: FloatRows,
  count: number,
  opinions: number,
): void {
  const { floats } = kernels;
  const { inputs } = net.layers[0];
  const to = net.layers[2].valueGradients >> 2;
  for (let row = 0; row < count; row++) {
    const at = opinions + row * gradients.stride;
    let mean = 0;
    for (let j = 0; j < classes; j++) mean += floats[at + j] / classes;
    for (let j = 0; j < classes; j++) floats[to + row * classes + j] = floats[at + j] - mean;
  }
  backward(kernels, net, input, count, { weights: false, input: inputGradients });
  for (let row = 0; row < count; row++) {
    const from = (inputGradients >> 2) + row * inputs;
    const first = gradients.at + row * gradients.stride;
    for (let j = 0; j < inputs; j++) floats[first + (j < labelAt ? j : j + classes)] += floats[from + j];
  }
}
