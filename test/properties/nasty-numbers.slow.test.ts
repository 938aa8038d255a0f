/**
 * Numbers at the edges of what a computer holds, through every method and every model: each ends, publishes no number
 * that is none, and does the same again with the same seed.
 */
import { describe, expect, it } from "vitest";
import type { AlgorithmSpec } from "../../src/algorithms/index.ts";
import { KohortError, type Random, randomFrom } from "../../src/base/index.ts";
import { areaUnderCurve } from "../../src/learning/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { AttributeSpec, SpecInCode } from "../../src/spec/index.ts";
import { type SynthesizerName, synthesizers } from "../../src/synthesis/index.ts";
import { readCsv, type Table, writeCsv } from "../../src/table/index.ts";
import { synthesize } from "../../src/utility/synthesize.ts";
import { everyForm } from "./shuffled.ts";

/** Columns that broke something, or might: each draws a cell. */
const columns: Readonly<Record<string, (random: Random) => string>> = {
  "many decimals": (random) => String(96.12345678901234 + random.below(9) / 7),
  "the largest numbers": (random) =>
    ["1e308", "-1e308", "1.7976931348623157e308", "-1.7976931348623157e308"][random.below(4)],
  "the smallest numbers": (random) => ["5e-324", "-5e-324", "1e-310", "0"][random.below(4)],
  "large and small": (random) => ["1e308", "5e-324", "-1e308", "1", "-0"][random.below(5)],
  "around 2^53": (random) => String(2 ** 53 - 1 - random.below(4)),
  "beyond 2^53": (random) => ["9007199254740991", "9007199254740992", "9007199254740993"][random.below(3)],
  "two zeros": (random) => ["0", "-0", "0.0", "-0.0"][random.below(4)],
  "a spread past 2^32": (random) => String(random.below(7) * 1_234_567_890_123),
  "one value": () => "7.25",
  "one large value": () => "-1e308",
  nothing: () => "",
  "a value now and then": (random) => (random.below(6) === 0 ? String(random.below(3)) : ""),
  "fifteen decimals": (random) => `${random.below(3)}.${String(random.below(10 ** 9)).padStart(15, "0")}`,
  "large with decimals": (random) => `${10 ** 14 + random.below(5)}.${random.below(10)}`,
  "past all doubles": (random) => ["1e400", "-1e400", "1", "2"][random.below(4)],
};
const names = Object.keys(columns);

function tableOf(some: readonly string[], rows: number, seed: number): Table {
  const random = randomFrom(seed);
  const lines = Array.from({ length: rows }, (_, row) =>
    [
      ...some.map((name) => columns[name](random)),
      ["ash", "oak", "elm"][row % 3],
      row % 4 === 0 ? "high" : "low",
    ].join(),
  );
  return readCsv(`${[...some.map((_, at) => `n${at}`), "town", "label"].join()}\n${lines.join("\n")}\n`, {
    missing: [""],
  });
}

/** A number that is none, or no longer finite, as a cell or a part of one. */
const unreal = /(?:^|[^a-z])(?:nan|[+-]?infinity)(?:$|[^a-z])/i;

/** What a run gives, as it is written, or the reason of a refusal. */
function outcomeOf(run: () => Table): string {
  try {
    return Buffer.from(writeCsv(run())).toString();
  } catch (error) {
    if (!(error instanceof KohortError)) throw error;
    return `refused: ${error.message}`;
  }
}

/** Runs something twice and looks at what it publishes; whether it published. */
function check(name: string, run: () => Table): boolean {
  const first = outcomeOf(run);
  expect(outcomeOf(run), name).toBe(first);
  expect(unreal.exec(first.startsWith("refused") ? "" : first), `${name}: ${first}`).toBeNull();
  return !first.startsWith("refused");
}

describe("numbers at the edges", () => {
  it.each(everyForm.map((form) => [JSON.stringify(form), form] as const))("through %s", (_, form) => {
    const isSlow = ["exact", "mingen", "genetic"].includes(form.name);
    let published = 0;
    for (const [at, name] of names.entries()) {
      const some = isSlow ? [name] : [name, names[(at * 7 + 3) % names.length]];
      const table = tableOf(some, isSlow ? 6 : 24, at + 1);
      if (check(`${form.name}: ${some.join(", ")}`, () => anonymize(table, specFor(table, form)).table)) published++;
    }
    expect(published).toBeGreaterThan(names.length / 2);
  });

  it.each(Object.keys(synthesizers) as SynthesizerName[])("through synthetic rows by %s", (model) => {
    let published = 0;
    for (const [at, name] of names.entries()) {
      const table = tableOf([name, at % 2 === 0 ? "many decimals" : "a spread past 2^32"], 40, at + 1);
      const spec: SpecInCode = { ...specFor(table, { name: "mondrian" }), order: "input" };
      const options = { label: "label", attributes: spec.attributes, model, epochs: 1, seed: 3, attempts: 5 } as const;
      const settings = model === "trees" ? {} : { settings: { hidden: 8, noise: 4, batch: 20 } };
      if (check(`${model}: ${name}`, () => synthesize(table, { ...options, ...settings }).table)) published++;
      check(
        `${model} from a release: ${name}`,
        () => synthesize(table, { ...options, ...settings, from: anonymize(table, spec).table }).table,
      );
    }
    expect(published).toBeGreaterThan(names.length / 2);
  });
});

it("rows without a score end the area under a curve, below all others", () => {
  const scores = Float64Array.of(Number.NaN, 1, Number.NaN, 2, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  expect(areaUnderCurve(scores, (row) => row % 2 === 1)).toBe(1);
  expect(areaUnderCurve(scores, (row) => row % 2 === 0)).toBe(0);
  expect(areaUnderCurve(new Float64Array(4).fill(Number.NaN), (row) => row < 2)).toBe(0.5);
});

it("small numbers are drawn with their digits, not as zeros", () => {
  const lines = Array.from({ length: 60 }, (_, row) => `${1 + (row % 9)}e-25,${row % 2 === 0 ? "a" : "b"}`);
  const table = readCsv(`n,label\n${lines.join("\n")}\n`);
  const attributes: SpecInCode["attributes"] = { n: { role: "insensitive" }, label: { role: "sensitive" } };
  for (const model of Object.keys(synthesizers) as SynthesizerName[]) {
    const made = synthesize(table, { label: "label", attributes, model, epochs: 1, seed: 3, attempts: 5 }).table;
    const numbers = [...made.columns.find(({ name }) => name === "n")!.numbers!];
    expect(
      numbers.every((number) => number >= 1e-25 && number <= 9e-25),
      `${model} ${numbers}`,
    ).toBe(true);
  }
});

function specFor(table: Table, algorithm: AlgorithmSpec): SpecInCode {
  const needsTrees = ["lattice", "datafly", "incognito"].includes(algorithm.name);
  const roles: [string, AttributeSpec][] = table.columns.map(({ name, kind }) => {
    if (name === "label") return [name, { role: "sensitive" }];
    const hierarchy = kind === "number" ? ({ kind: "intervals" } as const) : ({ kind: "order" } as const);
    return [name, { role: "quasi-identifying", ...(needsTrees ? { hierarchy } : {}) }];
  });
  const fits =
    algorithm.name === "lattice" && "microaggregate" in algorithm
      ? { ...algorithm, microaggregate: ["n0"] }
      : algorithm;
  return { attributes: Object.fromEntries(roles), privacy: [{ model: "k-anonymity", k: 3 }], algorithm: fits, seed: 2 };
}
