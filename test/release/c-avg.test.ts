import { expect, it } from "vitest";
import { anonymize } from "../../src/publish/anonymize.ts";
import { readCsv } from "../../src/table/index.ts";

const table = readCsv(`age\n${Array.from({ length: 12 }, (_, row) => row).join("\n")}\n`);

it("is relative to the k that was asked of cohorts, and not to how many people they stand for", () => {
  const attributes = { age: { role: "quasi-identifying" } } as const;
  const made = (privacy: Parameters<typeof anonymize>[1]["privacy"]) =>
    anonymize(table, { attributes, privacy, algorithm: { name: "mondrian" } });
  const cohorts = { model: "k-anonymity", k: 3 } as const;
  const people = { model: "k-map", k: 50, fraction: 0.01 } as const;
  const alone = made([cohorts]);
  expect(alone.quality.cAvg).toBe(12 / alone.cohorts.count / 3);
  const both = made([cohorts, people]);
  expect(both.quality.cAvg).toBe(12 / both.cohorts.count / 3);
});
