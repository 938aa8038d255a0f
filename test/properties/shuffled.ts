/**
 * @file Random tables whose rows are shuffled, and what becomes of them. They have what a method may order by: names that
 * occur equally often, one number in two spellings, gaps written in two ways, sensitive values in two spellings, several
 * rows of a person, sets, and cells that no goal looks at but that tell records apart.
 */
import { type AlgorithmSpec, algorithmOf, algorithms } from "../../src/algorithms/index.ts";
import { KohortError, type Random, randomFrom, shuffle } from "../../src/base/index.ts";
import type { PrivacyGoal } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { AttributeSpec, SpecInCode } from "../../src/spec/index.ts";
import { csvBlocks, readCsv } from "../../src/table/index.ts";

/** Forms of an algorithm that go separate ways; an algorithm that is not here is tried as it is. */
const forms: Readonly<Record<string, readonly AlgorithmSpec[]>> = {
  mondrian: [
    { name: "mondrian" },
    { name: "mondrian", score: "entropy" },
    { name: "mondrian", strict: false },
    { name: "mondrian", flat: true },
    { name: "mondrian", values: "set" },
    { name: "mondrian", strict: false, values: "median" },
  ],
  lattice: [
    { name: "lattice" },
    { name: "lattice", search: "top-down", checks: 5 },
    { name: "lattice", search: "genetic", checks: 5 },
    { name: "lattice", local: "levels" },
    { name: "lattice", local: "cells" },
    { name: "lattice", microaggregate: ["age", "sex:mode"] },
  ],
  exact: [
    { name: "exact", seconds: 20 },
    { name: "exact", meaning: "matching", seconds: 20 },
  ],
  mingen: [{ name: "mingen" }, { name: "mingen", iterations: 30 }],
  genetic: [
    { name: "genetic", population: 8, generations: 10 },
    { name: "genetic", meaning: "matching", population: 8, generations: 10 },
  ],
  auto: [
    { name: "auto" },
    { name: "auto", partition: false },
    { name: "auto", effort: "fast" },
    { name: "auto", partition: false, planned: 1 },
  ],
  cluster: [{ name: "cluster" }, { name: "cluster", rounds: 1 }],
};

/** Every form of every method. */
export const everyForm: readonly AlgorithmSpec[] = Object.keys(algorithms).flatMap(
  (name) => forms[name] ?? [{ name } as AlgorithmSpec],
);

const header = "id,age,town,sex,day,illness,items,note";
const towns = ["ash", "beech", "cedar", "oak", "yew", "\u{1f600}", "\uff21", "{a|b}", "*", "", "?"];
const illnesses = ["flu", "Flu", "cold", "gout", "none"];

/** A row, with few enough values that many rows are equal in what they are cut by. */
function rowOf(random: Random, people: number): string {
  const pick = <T>(values: readonly T[]): T => values[random.below(values.length)]!;
  const age = random.below(12);
  return [
    `p${random.below(people)}`,
    random.below(3) === 0 ? `${20 + age}.0` : `${20 + age}`,
    pick(towns),
    pick(["f", "m", "x"]),
    pick(["2024-01-05", "2024-01-31", "2024-02-01", "2024-02-29"]),
    pick(illnesses),
    pick(["milk|tea", "tea|milk", "beer", "beer|milk|rum", "tea", ""]),
    `n${random.below(4)}`,
  ].join(",");
}

/** A table, a spec for it, and a small one for methods that try every table. */
function caseOf(random: Random, algorithm: AlgorithmSpec): { readonly rows: string[]; readonly spec: SpecInCode } {
  const isCell = ["exact", "mingen", "genetic"].includes(algorithm.name);
  const size = isCell ? 4 + random.below(algorithm.name === "mingen" ? 1 : 4) : 12 + random.below(50);
  const people = random.below(3) === 0 ? Math.ceil(size / 3) : 10_000;
  const rows = Array.from({ length: size }, () => rowOf(random, people));
  const quasi: AttributeSpec = { role: "quasi-identifying" };
  const some = (one: AttributeSpec, ...others: Partial<AttributeSpec>[]): AttributeSpec => {
    const chosen = random.below(others.length + 1);
    return chosen === 0 ? one : { ...one, ...others[chosen - 1] };
  };
  const needsTrees = ["lattice", "datafly", "incognito"].includes(algorithm.name);
  const stacked: AttributeSpec = { ...quasi, hierarchy: { kind: "order", order: "given", size: 3 } };
  const intervals: AttributeSpec = { ...quasi, hierarchy: { kind: "intervals", width: 5, factor: 2 } };
  const sets = !isCell && random.below(4) === 0;
  const goals: PrivacyGoal[] = [{ model: "k-anonymity", k: 2 + random.below(3) }];
  const more = random.below(5);
  if (!isCell && more === 0) goals.push({ model: "l-diversity", attribute: "illness", l: 2 });
  if (!isCell && more === 1) goals.push({ model: "t-closeness", attribute: "illness", t: 0.5 });
  if (sets) goals.push({ model: "km-anonymity", attribute: "items", k: 2, m: 2 });
  const { suppresses } = algorithmOf(algorithm);
  return {
    rows,
    spec: {
      attributes: {
        ...(people < 10_000 ? { id: { role: "person" } } : {}),
        age: needsTrees ? intervals : some(quasi, intervals),
        town: needsTrees
          ? stacked
          : some(quasi, { order: ["oak", "ash"] }, { hierarchy: stacked.hierarchy! }, { missing: "wildcard" }),
        ...(isCell ? {} : { sex: needsTrees ? { ...quasi, hierarchy: { kind: "order" } } : quasi }),
        ...(isCell || needsTrees || random.below(2) === 0 ? {} : { day: quasi }),
        illness: { role: "sensitive" },
        items: sets ? { role: "quasi-identifying", separator: "|" } : { role: "insensitive" },
        note: { role: "insensitive" },
      },
      input: { missing: ["", "?"] },
      privacy: goals,
      algorithm,
      ...(suppresses && random.below(3) === 0 ? { suppression: 0.2 } : {}),
      ...(random.below(6) === 0 ? { order: "shuffled" as const } : {}),
      seed: 1 + random.below(5),
    },
  };
}

/** What a table becomes: the bytes that would be written and what they lose, or the refusal. */
function outcomeOf(rows: readonly string[], spec: SpecInCode): string {
  try {
    const table = readCsv(`${[header, ...rows].join("\n")}\n`, { missing: ["", "?"] });
    const { table: released, quality } = anonymize(table, spec);
    return `${Buffer.concat([...csvBlocks(released)]).toString()}${JSON.stringify(quality)}`;
  } catch (error) {
    if (!(error instanceof KohortError)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

/** Tables that were tried and released, and those that came out otherwise when their rows were shuffled. */
export type Shuffled = { readonly released: number; readonly differing: readonly string[] };

/** Makes releases of random tables, each in two further orders of its rows. */
export function shuffledTables(algorithm: AlgorithmSpec, tables: number): Shuffled {
  const differing: string[] = [];
  let released = 0;
  for (let nth = 0; nth < tables; nth++) {
    const random = randomFrom(1_000 * tables + nth);
    const { rows, spec } = caseOf(random, algorithm);
    const first = outcomeOf(rows, spec);
    if (first.includes("\n")) released += 1;
    for (let turn = 0; turn < 2; turn++) {
      const other = outcomeOf(shuffle([...rows], random), spec);
      if (other !== first) differing.push(`${JSON.stringify(spec)}\n${rows.join("\n")}\n${first}\n${other}`);
    }
  }
  return { released, differing };
}
