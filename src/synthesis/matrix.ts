/**
 * @file Matrix arithmetic of the neural nets in single precision, once as embedded SIMD kernels and once in plain
 * TypeScript. Both do the same additions in the same order and round each of them, so a seed gives the same rows either
 * way. No npm library was fast, kept and right for this; the kernels reach about half the speed of OpenBLAS.
 */
import { type KernelChoice, loadKernels } from "../learning/index.ts";
import { matrixWasm } from "./matrix-wasm.ts";

/** The kernels over one memory; places are byte offsets. See assembly/matrix.ts for what each does. */
export type MatrixKernels = {
  readonly buffer: ArrayBuffer;
  readonly floats: Float32Array;
  readonly pack: (
    from: number,
    depth: number,
    columns: number,
    rowStride: number,
    columnStride: number,
    to: number,
  ) => void;
  readonly multiply: (
    a: number,
    rowStride: number,
    stepStride: number,
    packed: number,
    c: number,
    rows: number,
    columns: number,
    depth: number,
    add: number,
    scratch: number,
  ) => void;
  readonly activate: (values: number, bias: number, rows: number, columns: number, slope: number) => void;
  readonly slopes: (gradients: number, values: number, count: number, slope: number) => void;
  readonly timesEach: (a: number, b: number, count: number) => void;
  readonly sumColumns: (values: number, to: number, rows: number, columns: number) => void;
  readonly adam: (
    values: number,
    gradients: number,
    means: number,
    squares: number,
    count: number,
    rate: number,
    beta1: number,
    beta2: number,
    correction: number,
    epsilon: number,
    decay: number,
  ) => void;
};

/** Opens the kernels on a memory of `bytes`. */
export function matrixKernels(bytes: number, choice: KernelChoice = "auto"): MatrixKernels {
  const loaded = choice === "plain" ? undefined : loadKernels(matrixWasm, bytes);
  if (loaded === undefined) return plainKernels(new ArrayBuffer(bytes));
  const { buffer } = loaded;
  return {
    buffer,
    floats: new Float32Array(buffer),
    ...(loaded.exports as unknown as Omit<MatrixKernels, "buffer" | "floats">),
  };
}

const round = Math.fround;

function plainKernels(buffer: ArrayBuffer): MatrixKernels {
  const floats = new Float32Array(buffer, 0, buffer.byteLength >> 2);
  return {
    buffer,
    floats,
    pack(from, depth, columns, rowStride, columnStride, to) {
      let at = to >> 2;
      for (let first = 0; first < columns; first += 8) {
        for (let k = 0; k < depth; k++) {
          for (let j = first; j < first + 8; j++) {
            floats[at++] = j < columns ? floats[(from + k * rowStride + j * columnStride) >> 2] : 0;
          }
        }
      }
    },
    multiply(a, rowStride, stepStride, packed, c, rows, columns, depth, add) {
      const [step, from] = [stepStride >> 2, packed >> 2];
      for (let j = 0; j < columns; j++) {
        const panel = from + (j & ~7) * depth + (j & 7);
        for (let i = 0; i < rows; i++) {
          let at = (a + i * rowStride) >> 2;
          let sum = 0;
          for (let b = panel, end = panel + depth * 8; b < end; b += 8) {
            sum = round(sum + round(floats[at] * floats[b]));
            at += step;
          }
          const to = (c >> 2) + i * columns + j;
          floats[to] = add === 1 ? floats[to] + sum : sum;
        }
      }
    },
    activate(values, bias, rows, columns, slope) {
      const factor = round(slope);
      let at = values >> 2;
      for (let i = 0; i < rows; i++) {
        for (let j = 0; j < columns; j++) {
          const sum = round(floats[at] + floats[(bias >> 2) + j]);
          floats[at++] = sum > 0 ? sum : sum * factor;
        }
      }
    },
    slopes(gradients, values, count, slope) {
      const factor = round(slope);
      for (let i = 0; i < count; i++) if (!(floats[(values >> 2) + i] > 0)) floats[(gradients >> 2) + i] *= factor;
    },
    timesEach(a, b, count) {
      for (let i = 0; i < count; i++) floats[(a >> 2) + i] *= floats[(b >> 2) + i];
    },
    sumColumns(values, to, rows, columns) {
      let at = values >> 2;
      for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) floats[(to >> 2) + j] += floats[at++];
    },
    adam(values, gradients, means, squares, count, rate, beta1, beta2, correction, epsilon, decay) {
      const [r, b1, b2, c, e, d] = [rate, beta1, beta2, correction, epsilon, decay].map(round);
      const [c1, c2] = [round(1 - b1), round(1 - b2)];
      for (let i = 0; i < count; i++) {
        const value = floats[(values >> 2) + i];
        const gradient = round(floats[(gradients >> 2) + i] + round(value * d));
        const mean = round(round(floats[(means >> 2) + i] * b1) + round(gradient * c1));
        const square = round(round(floats[(squares >> 2) + i] * b2) + round(round(gradient * gradient) * c2));
        floats[(means >> 2) + i] = mean;
        floats[(squares >> 2) + i] = square;
        const scale = round(round(Math.sqrt(round(square * c))) + e);
        floats[(values >> 2) + i] = value - round(round(mean * r) / scale);
      }
    },
  };
}
