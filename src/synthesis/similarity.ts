/** @file How alike made and real rows are: column by column, pair by pair, and to a classifier that tries to tell them apart. */
import { indices, randomFrom, shuffle, type Task } from "../base/index.ts";
import { areaUnderCurve, fitTrees, pick, pickRows, predictTrees, splitStratified } from "../learning/index.ts";
import { takeOf } from "./classify.ts";
import { seedFor } from "./noise.ts";
import type { Rows, Shape } from "./rows.ts";

/** Distances are total variation, 0 … 1. */
export type Similarity = {
  /** Per column; numbers in twenty parts of equal weight. */
  readonly columns: Readonly<Record<string, number>>;
  /** Mean over all columns, and over all pairs of columns (numbers in ten parts). */
  readonly marginals: number;
  readonly pairs: number;
  /** How well a classifier tells made from real rows: AUC, 0.5 when it cannot. */
  readonly discriminator: number;
};

/** Compares made rows with real ones. */
export function* similarity(real: Rows, made: Rows, shapes: readonly Shape[], seed: number): Task<Similarity> {
  const fine = shapes.map((shape, index) => parts(shape, real.columns[index], made.columns[index], 20));
  const coarse = shapes.map((shape, index) => parts(shape, real.columns[index], made.columns[index], 10));
  const columns = fine.map(([a, b]) => variation(a, b));
  let sum = 0;
  let pairs = 0;
  for (let i = 0; i < shapes.length; i++) {
    for (let j = 0; j < i; j++) {
      sum += variation(joined(coarse[i][0], coarse[j][0]), joined(coarse[i][1], coarse[j][1]));
      pairs += 1;
    }
  }
  return {
    columns: Object.fromEntries(shapes.map(({ name }, index) => [name, columns[index]])),
    marginals: columns.reduce((total, distance) => total + distance, 0) / columns.length,
    pairs: pairs === 0 ? 0 : sum / pairs,
    discriminator: yield* tellApart(real, made, shapes, seed),
  };
}

/** Both columns as numbers of parts; what is missing is a part. */
function parts(shape: Shape, real: Float64Array, made: Float64Array, most: number): [Float64Array, Float64Array] {
  if (shape.kind === "category") return [real, made];
  const sorted = real.filter((value) => !Number.isNaN(value)).sort();
  const cuts = [
    ...new Set(Array.from({ length: most - 1 }, (_, cut) => sorted[Math.floor(((cut + 1) * sorted.length) / most)])),
  ];
  const partOf = (value: number): number => {
    if (Number.isNaN(value)) return -1;
    let part = 0;
    while (part < cuts.length && value >= cuts[part]) part++;
    return part;
  };
  return [real.map(partOf), made.map(partOf)];
}

function joined(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, row) => value * 100_003 + b[row]);
}

/** Half the sum of absolute differences of the shares. */
export function variation(real: Float64Array, made: Float64Array): number {
  const shares = new Map<number, number>();
  for (const value of real) shares.set(value, (shares.get(value) ?? 0) + 1 / real.length);
  for (const value of made) shares.set(value, (shares.get(value) ?? 0) - 1 / made.length);
  let sum = 0;
  for (const share of shares.values()) sum += Math.abs(share);
  return sum / 2;
}

function* tellApart(real: Rows, made: Rows, shapes: readonly Shape[], seed: number): Task<number> {
  const random = randomFrom(seedFor(seed, 7));
  const size = Math.min(real.count, made.count, 5000);
  const some = (rows: Rows): Rows => takeOf(rows, shuffle(indices(rows.count), random).subarray(0, size));
  const [a, b] = [some(real), some(made)];
  const columns = shapes.map(({ name, kind }, index) => ({
    name,
    kind,
    values: Float64Array.from([...a.columns[index], ...b.columns[index]]),
  }));
  const target = Float64Array.from({ length: size * 2 }, (_, row) => (row < size ? 0 : 1));
  const features = { rows: size * 2, columns };
  const { train, test } = splitStratified(target, 0.5, seed);
  const model = yield* fitTrees(pickRows(features, train), pick(target, train), { objective: "binary", trees: 50 });
  const held = pick(target, test);
  return areaUnderCurve(predictTrees(model, pickRows(features, test)), (row) => held[row] === 1);
}
