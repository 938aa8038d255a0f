import { describe, expect, it } from "vitest";
import { randomFrom } from "../../src/base/index.ts";
import { attack } from "../../src/examine/attack.ts";
import { type Column, labelsFrom, readCsv } from "../../src/table/index.ts";

const random = randomFrom(7);
const people = Array.from({ length: 300 }, () => [20 + random.below(50), random.below(3), 1000 + random.below(220)]);
const original = readCsv(`age,region,income\n${people.map((row) => row.join(",")).join("\n")}\n`);
const release = readCsv(
  `age,region,income\n${people.map(([age, region, income]) => `[${age - (age % 10)}..${age - (age % 10) + 9}],${region},${income}`).join("\n")}\n`,
);

/** The column with its dictionary the other way round and values in it that no row has, as after suppression. */
function otherwise(column: Column): Column {
  const texts = Array.from({ length: column.labels.size }, (_, code) => String(column.numbers![code]));
  const turned = [...texts].reverse();
  const labels = ["1", "2", "3", ...turned];
  return {
    ...column,
    codes: Uint16Array.from(column.codes, (code) => 3 + turned.length - 1 - code),
    labels: labelsFrom(labels),
    numbers: Float64Array.from(labels, Number),
  };
}

describe("one release", () => {
  it("has one figure per attack, in memory and read from its file", () => {
    const kept = { ...release, columns: release.columns.map((one) => (one.name === "income" ? otherwise(one) : one)) };
    const options = { knows: ["age", "region"], sensitive: ["income"] };
    expect(attack(original, kept, options)).toEqual(attack(original, release, options));
  });
});
