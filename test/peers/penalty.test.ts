import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { layout } from "../../src/learning/index.ts";
import { matrixKernels } from "../../src/synthesis/matrix.ts";
import { clearGradients, layNet } from "../../src/synthesis/network.ts";
import { addPenalty, layPenalty } from "../../src/synthesis/penalty.ts";

type Case = {
  readonly widths: readonly number[];
  readonly rows: number;
  readonly centre: number;
  readonly masks: boolean;
  readonly penalty: number;
  readonly norms: readonly number[];
  readonly first: readonly (readonly number[])[];
  readonly biases: readonly number[];
};

/** What JAX 0.10.1 finds by differentiating twice; see differentiate_penalty.py. */
const { cases } = JSON.parse(readFileSync(new URL("penalty.json", import.meta.url), "utf8")) as { cases: Case[] };

/** Numbers in −1 … 1 by multiplicative hashing, as in differentiate_penalty.py. */
function fill(floats: Float32Array, at: number, start: number, count: number, map = (value: number) => value): void {
  for (let i = 0; i < count; i++) {
    const mixed = Math.imul(start + i, 2654435761) >>> 0;
    floats[(at >> 2) + i] = map(Math.fround(mixed / 2 ** 31 - 1));
  }
}

describe("the gradient penalty", () => {
  for (const { widths, rows, centre, masks: withMasks, ...wanted } of cases) {
    it(`is JAX's on a net ${widths.join("–")}, centred at ${centre}${withMasks ? ", with dropout" : ""}`, () => {
      const memory = layout();
      const net = layNet(memory, widths, rows);
      const room = layPenalty(memory, net);
      const input = memory.take(rows * widths[0] * 4);
      const places = [1, 2].map((at) => memory.take(rows * widths[at] * 4 + 16));
      const kernels = matrixKernels(memory.size());
      const { floats } = kernels;
      net.layers.forEach(({ inputs, outputs, weights, bias }, index) => {
        const scale = Math.fround(Math.sqrt(3 / inputs));
        fill(floats, weights, 1000 * index, inputs * outputs, (value) => value * scale);
        fill(floats, bias, 7000 * index + 5, outputs, (value) => value * scale);
      });
      fill(floats, input, 31, rows * widths[0]);
      places.forEach((at, index) => {
        fill(floats, at, 77 + index, rows * widths[index + 1], (value) => (value > 0 ? 2 : 0));
      });
      clearGradients(kernels, net);
      const weight = { strength: 10, centre };
      const penalty = addPenalty(kernels, net, room, input, rows, weight, withMasks ? places : undefined);
      expect(penalty / wanted.penalty).toBeCloseTo(1, 5);
      net.layers.forEach(({ inputs, outputs, weightGradients, biasGradients }, index) => {
        const found = floats.slice(weightGradients >> 2, (weightGradients >> 2) + inputs * outputs);
        const norm = Math.sqrt(found.reduce((sum, value) => sum + value * value, 0));
        expect(norm / wanted.norms[index]).toBeCloseTo(1, 5);
        wanted.first[index].forEach((value, at) => {
          expect(Math.abs(found[at] - value)).toBeLessThan(1e-5 * norm);
        });
        expect(wanted.biases[index]).toBe(0);
        expect(floats.slice(biasGradients >> 2, (biasGradients >> 2) + outputs).every((value) => value === 0)).toBe(
          true,
        );
      });
    });
  }
});
