import { describe, expect, it } from "vitest";
import { type Random, randomFrom } from "../../src/base/index.ts";
import { encodeModes, fitModes, hasPlace, type Modes, valueOfMode } from "../../src/synthesis/mode-encoding.ts";
import { drawNormal } from "../../src/synthesis/noise.ts";
import type { Shape } from "../../src/synthesis/rows.ts";

const shape: Shape = { name: "x", kind: "number", decimals: 6, low: -1e12, high: 1e12, isDate: false };

function modesOf(values: readonly number[]): Modes {
  return fitModes({ count: values.length, columns: [Float64Array.from(values)] }, [shape])[0] as Modes;
}

/** Two normal distributions, all values different. */
function twoHills(random: Random): number[] {
  return Array.from({ length: 2000 }, (_, row) => (row % 2 === 0 ? drawNormal(random) : 40 + 3 * drawNormal(random)));
}

describe("modes of a number", () => {
  it("have the mean and the variance of the values together, as every mixture that is most likely has", () => {
    const values = twoHills(randomFrom(1));
    const { points, means, deviations, weights } = modesOf(values);
    expect(points).toEqual([]);
    const mean = values.reduce((a, b) => a + b) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    const sum = (of: (mode: number) => number) => weights.reduce((all, weight, mode) => all + weight * of(mode), 0);
    expect(sum(() => 1)).toBeCloseTo(1, 9);
    expect(sum((mode) => means[mode])).toBeCloseTo(mean, 6);
    expect(sum((mode) => deviations[mode] ** 2 + (means[mode] - mean) ** 2)).toBeCloseTo(variance, 4);
  });

  it("are the same for numbers far from 0", () => {
    const values = twoHills(randomFrom(2));
    const near = modesOf(values);
    for (const shift of [1e6, 1e9]) {
      const far = modesOf(values.map((value) => value + shift));
      expect(far.means.length).toBe(near.means.length);
      far.means.forEach((mean, mode) => {
        expect(mean - shift).toBeCloseTo(near.means[mode], 2);
        expect(far.deviations[mode]).toBeCloseTo(near.deviations[mode], 2);
      });
    }
  });

  it("give a value the place (value − mean) / (4 · deviation) in its mode, and read it back", () => {
    const values = [...twoHills(randomFrom(3)), Number.NaN];
    const modes = modesOf(values);
    const rows = { count: values.length, columns: [Float64Array.from(values)] };
    const [{ choice, place }] = encodeModes([modes], rows, randomFrom(4)) as [
      { choice: Uint16Array; place: Float32Array },
    ];
    values.slice(0, -1).forEach((value, row) => {
      expect(hasPlace(modes, choice[row])).toBe(true);
      const expected = (value - modes.means[choice[row]]) / (4 * modes.deviations[choice[row]]);
      expect(place[row]).toBeCloseTo(Math.max(-0.99, Math.min(0.99, expected)), 6);
      if (Math.abs(expected) < 0.99) expect(valueOfMode(modes, choice[row], place[row], shape)).toBeCloseTo(value, 4);
    });
    expect(valueOfMode(modes, choice[values.length - 1], 0, shape)).toBeNaN();
  });
});
