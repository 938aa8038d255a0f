import { type AlgorithmSpec, exact, mingen } from "../../../src/algorithms/index.ts";
import { type Random, randomFrom } from "../../../src/base/index.ts";
import type { PrivacyGoal } from "../../../src/privacy/index.ts";
import { anonymize } from "../../../src/publish/anonymize.ts";
import type { Spec } from "../../../src/spec/index.ts";
import { readCsv } from "../../../src/table/index.ts";
import type { SlowColumn, SlowQuestion } from "./brute-force.ts";

const groups = { low: ["a", "b"], high: ["c", "d"] };

/** A question about a table of three or four rows and two columns of any kind. */
export function randomQuestion(
  seed: number,
  more: { weights?: readonly number[]; secret?: "l" | "t" } = {},
): SlowQuestion {
  const random = randomFrom(seed);
  const pick = <T>(items: readonly T[]): T => items[random.below(items.length)]!;
  const rows = 3 + random.below(2);
  const columns = Array.from({ length: 2 }, () => randomColumn(random, rows, more.weights));
  const secretValues = Array.from({ length: rows }, () => pick(["x", "y"]));
  return {
    columns,
    metric: pick(["certainty", "minimal-distortion"]),
    k: 2 + (random.below(4) === 0 ? 1 : 0),
    meaning: more.secret === undefined ? pick(["classes", "matching"]) : "classes",
    ...(more.secret === undefined
      ? {}
      : { secret: { values: secretValues, ...(more.secret === "l" ? { l: 2 } : { t: 0.3 }) } }),
  };
}

function randomColumn(random: Random, rows: number, weights: readonly number[] = [1]): SlowColumn {
  const kind = random.below(3);
  const weight = weights[random.below(weights.length)];
  const letters = ["a", "b", "c", "d", ...(kind === 2 ? ["stray"] : [])];
  const values = Array.from({ length: rows }, () =>
    kind === 0 ? String(10 + random.below(4) ** 2) : letters[random.below(letters.length)],
  );
  return { values, weight, integer: kind === 0, ...(kind === 2 ? { groups } : {}) };
}

const rules = Object.entries(groups).flatMap(([group, members]) =>
  ["c0", "c1"].map((column) => `${column}/${group}: ${members.join(", ")}`),
);

/** Puts a question to one of our searches. */
export function ask(question: SlowQuestion, algorithm: AlgorithmSpec): Readonly<Record<string, unknown>> {
  const { columns, k, meaning, secret } = question;
  const header = [...columns.map((_, at) => `c${at}`), "secret"];
  const lines = columns[0].values.map((_, row) =>
    [...columns.map(({ values }) => values[row]), secret?.values[row] ?? "x"].join(),
  );
  const table = readCsv(`${header.join()}\n${lines.join("\n")}\n`, {
    kinds: Object.fromEntries(columns.map(({ integer }, at) => [`c${at}`, integer ? "number" : "category"])),
  });
  const attributes: Record<string, Spec["attributes"][string]> = { secret: { role: "sensitive" } };
  columns.forEach(({ weight, groups: known }, at) => {
    const hierarchy = known === undefined ? {} : { hierarchy: { kind: "domains" as const, path: "rules" } };
    attributes[`c${at}`] = { role: "quasi-identifying", weight, ...hierarchy };
  });
  const privacy: PrivacyGoal[] =
    meaning === "original" ? [{ model: "k-concealment", k, side: "original" }] : [{ model: "k-anonymity", k }];
  if (secret?.l !== undefined) privacy.push({ model: "l-diversity", l: secret.l });
  if (secret?.t !== undefined) privacy.push({ model: "t-closeness", t: secret.t, distance: "equal" });
  const files = new Map([["rules", new TextEncoder().encode(rules.join("\n"))]]);
  const asked = meaning === "original" ? algorithm : { ...algorithm, meaning };
  return anonymize(
    table,
    { version: 1, attributes, privacy, algorithm: asked as AlgorithmSpec, measure: question.metric },
    { files },
  ).search;
}

/** Our searches that must find the optimum. */
export const searches: readonly AlgorithmSpec[] = [
  exact(),
  mingen(),
  mingen({ cache: false }),
  mingen({ prune: false }),
];
