import { expect, it } from "vitest";
import { anonymize } from "../../src/publish/anonymize.ts";
import { readCsv } from "../../src/table/index.ts";

const table = readCsv("age\n1\n2\n3\n4\n");
const spec = {
  attributes: { age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 2 }, levels: [0, 0] } },
  privacy: [{ model: "k-anonymity", k: 2 }],
  algorithm: { name: "lattice" },
  suppression: 1,
} as const;

it("refuses a release without records", () => {
  expect(() => anonymize(table, spec)).toThrow("no release meets the spec unless every record is left out");
});

it("keeps them all as stars where that is asked", () => {
  expect(anonymize(table, spec, { keepSuppressed: true }).table.rows).toBe(4);
});
