import { randomFrom } from "../../src/base/index.ts";
import { type Features, featuresOf, labelOf, splitRandomly } from "../../src/learning/index.ts";
import { readCsv } from "../../src/table/index.ts";
import { adultFull } from "../data/shared-data.ts";

/** A table, its target, and the rows to learn from and to be judged on. */
export type Peer = {
  readonly objective: "binary" | "multiclass" | "regression";
  readonly features: Features;
  readonly target: Float64Array;
  readonly train: Uint32Array;
  readonly test: Uint32Array;
};

/** A made-up table: whole and decimal numbers, negatives, many zeros, values that are missing. */
export function madeUp(objective: Peer["objective"]): Peer {
  const rows = 3000;
  const random = randomFrom(5);
  const names = ["whole", "decimal", "signed", "zeros", "gaps", "codes"];
  const columns = names.map((name) => ({ name, kind: "number" as const, values: new Float64Array(rows) }));
  const target = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const decimal = random.unit() * 10;
    const values = [
      random.below(60),
      decimal,
      random.unit() * 4 - 2,
      random.below(5) === 0 ? random.below(1000) : 0,
      random.below(8) === 0 ? Number.NaN : random.below(30) / 4,
      random.below(12),
    ];
    values.forEach((value, column) => {
      columns[column].values[row] = value;
    });
    const gap = Number.isNaN(values[4]) ? 6 : values[4];
    const score = values[0] / 20 + values[2] * values[2] + (values[3] > 300 ? 2 : 0) + gap / 4 + random.unit() * 2 - 4;
    if (objective === "regression") target[row] = Math.round(score * 1000) / 1000;
    else if (objective === "binary") target[row] = score > 0 ? 1 : 0;
    else target[row] = score > 1 ? 2 : score > -0.5 ? 1 : 0;
  }
  return { objective, features: { rows, columns }, target, ...splitRandomly(rows, 0.2, 1) };
}

/** The first 32561 rows of Adult, categories as numbers in order of first appearance, parted 26048 / 6513 by seed 1. */
export function adultNumbers(): Peer {
  const table = readCsv(`${adultFull().split("\n").slice(0, 32562).join("\n")}\n`);
  const { rows, columns } = featuresOf(table, ["income"]);
  const features = { rows, columns: columns.map((column) => ({ ...column, kind: "number" as const })) };
  return { objective: "binary", features, target: labelOf(table, "income").target, ...splitRandomly(rows, 0.2, 1) };
}
