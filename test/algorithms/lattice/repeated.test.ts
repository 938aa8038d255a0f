import { expect, it } from "vitest";
import { audit } from "../../../src/audit/audit.ts";
import type { PrivacyGoal } from "../../../src/privacy/index.ts";
import { anonymize } from "../../../src/publish/anonymize.ts";
import type { MeasureName, Spec } from "../../../src/spec/index.ts";
import { categoryColumn, type Table } from "../../../src/table/index.ts";
import { type RandomTable, randomTable } from "./random-tables.ts";

function repeated({ columns, rows }: Table, times: number, made: RandomTable): Table {
  const all = Array.from({ length: rows * times }, (_, row) => row % rows);
  return {
    rows: all.length,
    columns: columns.map(({ name }, i) =>
      categoryColumn(
        name,
        all.map((row) => made.slow.rows[row][i] ?? made.slow.sensitive![row]),
      ),
    ),
  };
}

/** What each measure counts that many times when every row is there that many times. */
const perRecord: Partial<Record<MeasureName, (times: number) => number>> = {
  loss: () => 1,
  ncp: () => 1,
  precision: () => 1,
  height: () => 1,
  "entropy-normalised": () => 1,
  "kl-divergence": () => 1,
  "entropy-monotone": (times) => times,
  entropy: (times) => times,
  "average-cohort": (times) => times,
  ambiguity: (times) => times,
  discernibility: (times) => times ** 2,
  "discernibility-monotone": (times) => times ** 2,
};
const measures = Object.keys(perRecord) as MeasureName[];

/** Models beside k that are asked and measured, and what their figures are multiplied by. */
const goals: readonly PrivacyGoal[] = [
  { model: "t-closeness", t: 0.4, distance: "equal" },
  { model: "l-diversity", l: 1.5, variant: "entropy" },
  { model: "l-diversity", l: 2, variant: "recursive", c: 4 },
  { model: "beta-likeness", beta: 2 },
  { model: "delta-disclosure", delta: 2, variant: "present-values" },
  { model: "alpha-k-anonymity", alpha: 0.8, k: 1 },
];

function attributesOf({ slow }: RandomTable, files: Map<string, Uint8Array>): Spec["attributes"] {
  const attributes: Record<string, Spec["attributes"][string]> = { disease: { role: "sensitive" } };
  slow.paths.forEach((paths, i) => {
    const lines = [...paths.values()].map((labels) => labels.join(";"));
    attributes[`a${i}`] = { role: "quasi-identifying", hierarchy: { kind: "file", path: `${i}` } };
    files.set(`${i}`, new TextEncoder().encode(`${lines.join("\n")}\n`));
  });
  return attributes;
}

it("changes neither levels, loss per record nor measured models when every row is there 10 or 100 times", () => {
  let found = 0;
  for (let seed = 1; seed <= 96; seed++) {
    const made = randomTable(seed, { rows: 30 });
    const files = new Map<string, Uint8Array>();
    const attributes = attributesOf(made, files);
    const measure = measures[seed % measures.length];
    const results = [1, 10, 100].map((times) => {
      const privacy: PrivacyGoal[] = [{ model: "k-anonymity", k: 2 * times }, goals[seed % goals.length]];
      const spec = { attributes, privacy, measure, algorithm: { name: "lattice" as const }, suppression: 0.2 };
      try {
        const release = anonymize(repeated(made.table, times, made), spec, { files });
        const quasiIdentifiers = Object.keys(attributes).filter((name) => name !== "disease");
        const options = { quasiIdentifiers, sensitive: ["disease"], privacy };
        const measured = audit(release.table, options).privacy.filter(({ asked }) => asked !== undefined);
        const { levels, loss } = release.search as { levels: number[]; loss: number };
        found += 1;
        return {
          levels,
          loss: (loss / perRecord[measure]!(times)).toPrecision(10),
          suppressed: release.suppressed / times,
          cohorts: release.cohorts.count,
          ncp: release.quality.ncp.toFixed(12),
          k: measured[0].measured / times,
          model: measured.slice(1).map(({ model, measured: figure }) => [model, figure.toFixed(9)]),
          highestRisk: (audit(release.table, options).risk.highest * times).toFixed(9),
        };
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(results[1], `seed ${seed} ${measure}`).toEqual(results[0]);
    expect(results[2], `seed ${seed} ${measure}`).toEqual(results[0]);
  }
  expect(found).toBeGreaterThan(150);
});
