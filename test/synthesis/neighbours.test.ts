import { expect, it } from "vitest";
import type { Shape } from "../../src/synthesis/index.ts";
import { nearest, scaled } from "../../src/synthesis/neighbours.ts";

const shapes: readonly Shape[] = [
  { name: "age", kind: "number", decimals: 0, low: 20, high: 60, isDate: false },
  { name: "sex", kind: "category", labels: ["f", "m"] },
];
const rows = (ages: readonly number[], sexes: readonly number[]) =>
  scaled({ count: ages.length, columns: [Float64Array.from(ages), Float64Array.from(sexes)] }, shapes);
const distance = (a: readonly [number, number], b: readonly [number, number]): number =>
  nearest(rows([a[0]], [a[1]]), 0, rows([b[0]], [b[1]]), [0, 1]).distance;

it("is Gower's distance, in which no column counts more than 1", () => {
  expect(distance([20, 0], [30, 0])).toBeCloseTo(1 / 8, 6);
  expect(distance([20, 0], [60, 1])).toBe(1);
  expect(distance([20, 0], [90, 0])).toBe(0.5);
  // what is missing is as far from every number, and no way from what is missing
  expect([20, 40, 60].map((age) => distance([Number.NaN, 0], [age, 0]))).toEqual([0.5, 0.5, 0.5]);
  expect(distance([Number.NaN, 0], [Number.NaN, 0])).toBe(0);
});
