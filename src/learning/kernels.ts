/**
 * @file The loops in which boosting spends its time, once as embedded SIMD kernels and once in TypeScript; both add the
 * same doubles in the same order and so give the same trees. Arguments are byte offsets into `buffer`.
 */
import { histogramWasm } from "./histogram-wasm.ts";
import { loadKernels } from "./wasm.ts";

/** The kernels over one memory; see assembly/histogram.ts for what each does. */
export type TreeKernels = {
  readonly buffer: ArrayBuffer;
  readonly histogram: (
    bins: number,
    rows: number,
    count: number,
    gradients: number,
    target: number,
    features: number,
  ) => void;
  readonly subtract: (whole: number, part: number, slots: number) => void;
  readonly partition: (
    bins: number,
    stride: number,
    rows: number,
    count: number,
    sides: number,
    scratch: number,
  ) => number;
  readonly cutFromRight: (
    data: number,
    lastBin: number,
    sumGradient: number,
    sumHessian: number,
    count: number,
    leastCount: number,
    leastHessian: number,
    l2: number,
    floor: number,
    epsilon: number,
    result: number,
  ) => number;
};

/** How the kernels run: compiled where the host can, or plainly. */
export type KernelChoice = "auto" | "plain";

/** Opens the kernels on a memory of `bytes`. */
export function treeKernels(bytes: number, choice: KernelChoice = "auto"): TreeKernels {
  const loaded = choice === "plain" ? undefined : loadKernels(histogramWasm, bytes);
  if (loaded === undefined) return plainKernels(new ArrayBuffer(bytes));
  return { buffer: loaded.buffer, ...(loaded.exports as unknown as Omit<TreeKernels, "buffer">) };
}

function plainKernels(buffer: ArrayBuffer): TreeKernels {
  const halves = new Uint16Array(buffer, 0, buffer.byteLength >> 1);
  const words = new Uint32Array(buffer, 0, buffer.byteLength >> 2);
  const doubles = new Float64Array(buffer, 0, buffer.byteLength >> 3);
  const octets = new Uint8Array(buffer);
  return {
    buffer,
    histogram(bins, rows, count, gradients, target, features) {
      const to = target >> 3;
      for (let i = rows >> 2, end = i + count; i < end; i++) {
        const row = words[i];
        const gradient = doubles[(gradients >> 3) + row * 2];
        const hessian = doubles[(gradients >> 3) + row * 2 + 1];
        const first = (bins >> 1) + row * features;
        for (let at = first; at < first + features; at++) {
          const slot = to + halves[at] * 2;
          doubles[slot] += gradient;
          doubles[slot + 1] += hessian;
        }
      }
    },
    subtract(whole, part, slots) {
      const [to, from] = [whole >> 3, part >> 3];
      for (let i = 0; i < slots * 2; i++) doubles[to + i] -= doubles[from + i];
    },
    partition(bins, stride, rows, count, sides, scratch) {
      let left = rows >> 2;
      let right = scratch >> 2;
      for (let i = rows >> 2, end = i + count; i < end; i++) {
        const row = words[i];
        const bin = halves[(bins + row * stride) >> 1];
        if (octets[sides + bin] === 1) words[left++] = row;
        else words[right++] = row;
      }
      words.copyWithin(left, scratch >> 2, right);
      return left - (rows >> 2);
    },
    cutFromRight(data, lastBin, sumGradient, sumHessian, count, leastCount, leastHessian, l2, floor, epsilon, result) {
      const factor = count / sumHessian;
      let rightGradient = 0;
      let rightHessian = epsilon;
      let rightCount = 0;
      let best = -1;
      let bestGain = floor;
      for (let bin = lastBin; bin >= 1; bin--) {
        const at = (data >> 3) + bin * 2;
        const hessian = doubles[at + 1];
        rightGradient += doubles[at];
        rightHessian += hessian;
        rightCount += Math.floor(hessian * factor + 0.5);
        if (rightCount < leastCount || rightHessian < leastHessian) continue;
        const leftCount = count - rightCount;
        const leftHessian = sumHessian - rightHessian;
        if (leftCount < leastCount || leftHessian < leastHessian) break;
        const leftGradient = sumGradient - rightGradient;
        const gain =
          (leftGradient * leftGradient) / (leftHessian + l2) + (rightGradient * rightGradient) / (rightHessian + l2);
        if (gain > bestGain) {
          bestGain = gain;
          best = bin - 1;
          doubles.set([leftGradient, leftHessian, leftCount, gain], result >> 3);
        }
      }
      return best;
    },
  };
}
