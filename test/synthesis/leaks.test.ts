import { describe, expect, it } from "vitest";
import { finish, type Random, randomFrom } from "../../src/base/index.ts";
import { attackRows, type Leaks, type Rows, type Shape, similarity } from "../../src/synthesis/index.ts";

const shapes: readonly Shape[] = [
  ...["a", "b", "c", "d"].map(
    (name): Shape => ({ name, kind: "number", decimals: 0, low: 0, high: 999, isDate: false }),
  ),
  ...["e", "f", "g"].map((name): Shape => ({ name, kind: "category", labels: [..."pqrstuvw"] })),
  { name: "secret", kind: "category", labels: [..."0123456789"] },
];

/** Rows whose columns hang together a little, as real ones do. */
function population(count: number, random: Random): Rows {
  const columns = shapes.map(() => new Float64Array(count));
  for (let row = 0; row < count; row++) {
    const kind = random.below(8);
    shapes.forEach((shape, index) => {
      const isTied = random.below(3) === 0;
      const size = shape.kind === "number" ? 1000 : shape.labels.length;
      columns[index][row] = isTied ? Math.floor((kind * size) / 8) : random.below(size);
    });
  }
  return { count, columns };
}

/** Every column drawn on its own from the training rows. */
function marginals({ columns }: Rows, count: number, random: Random): Rows {
  return {
    count,
    columns: columns.map((column) => Float64Array.from({ length: count }, () => column[random.below(column.length)])),
  };
}

/** Marginals, with every tenth row a training row as it is. */
function copier(training: Rows, random: Random): Rows {
  const made = marginals(training, training.count, random);
  for (let row = 0; row < made.count; row += 10) {
    made.columns.forEach((column, index) => {
      column[row] = training.columns[index][row];
    });
  }
  return made;
}

const random = randomFrom(9);
const training = population(1500, random);
const holdout = population(1500, random);
const found = (made: Rows): Leaks =>
  finish(attackRows({ made, training, holdout, shapes, secret: "secret", seed: 1, attempts: 1500 }));

describe("attacks on made rows", () => {
  it("find a generator that copies a tenth of its training rows", () => {
    const leaks = found(copier(training, random));
    expect(leaks.copies.success).toBeGreaterThan(0.09);
    expect(leaks.copies.baseline).toBe(0);
    for (const [name, { verdict }] of Object.entries(leaks)) expect(`${name}: ${verdict}`).toBe(`${name}: leak`);
  });

  it("find nothing in rows drawn from each column on its own", () => {
    const leaks = found(marginals(training, 1500, random));
    for (const [name, { verdict, interval, success, baseline }] of Object.entries(leaks)) {
      expect(`${name}: ${verdict}`).toBe(`${name}: nothing found`);
      expect(success - baseline).toBeLessThan(0.05);
      expect(interval[0]).toBeLessThan(0.02);
    }
    expect(leaks.copies.success).toBe(0);
  });

  it("know nothing where nothing can be tried", () => {
    const one: readonly Shape[] = [{ name: "secret", kind: "category", labels: ["p"] }];
    const same: Rows = { count: 20, columns: [new Float64Array(20)] };
    const input = { made: same, training: same, holdout: same, shapes: one, secret: "secret", seed: 1 };
    const { singlingOut, linkability } = finish(attackRows(input));
    expect([singlingOut.interval, linkability.interval]).toEqual([
      [-1, 1],
      [-1, 1],
    ]);
  });
});

describe("similarity", () => {
  it("is none for the same rows and shows what independent columns lose", () => {
    const same = finish(similarity(training, population(1500, randomFrom(77)), shapes, 1));
    const apart = finish(similarity(training, marginals(training, 1500, random), shapes, 1));
    expect(same.discriminator).toBeLessThan(0.56);
    expect(apart.pairs).toBeGreaterThan(same.pairs * 1.1);
    expect(apart.discriminator).toBeGreaterThan(0.6);
    expect(same.marginals).toBeLessThan(0.08);
  });
});
