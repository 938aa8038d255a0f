import { expect, it } from "vitest";
import type { AlgorithmSpec } from "../../src/algorithms/index.ts";
import { randomFrom } from "../../src/base/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { readCsv } from "../../src/table/index.ts";

const methods: readonly AlgorithmSpec[] = [
  { name: "auto" },
  { name: "auto", partition: false },
  { name: "lattice" },
  { name: "lattice", search: "top-down" },
  { name: "lattice", search: "bottom-up" },
  { name: "lattice", search: "genetic" },
  { name: "lattice", local: "levels" },
  { name: "lattice", local: "cells" },
  { name: "datafly" },
  { name: "incognito" },
];
const measures = ["loss", "entropy-monotone", "precision-monotone"] as const;

it.each(methods)("publishes with suppression 1 whatever it publishes with 0.9: %j", (algorithm) => {
  for (let seed = 1; seed <= 12; seed++) {
    const random = randomFrom(seed);
    const rows = Array.from({ length: 12 + random.below(20) }, () => [1, 2].map(() => random.below(30)).join());
    const table = readCsv(`a,b\n${rows.join("\n")}\n`);
    const attributes = { a: { role: "quasi-identifying" }, b: { role: "quasi-identifying" } } as const;
    const measure = algorithm.name === "auto" ? {} : { measure: measures[seed % measures.length] };
    const spec = { attributes, privacy: [{ model: "k-anonymity" as const, k: 3 }], algorithm, ...measure };
    const most = anonymize(table, { ...spec, suppression: 0.9 });
    const all = anonymize(table, { ...spec, suppression: 1 });
    expect(most.table.rows).toBeGreaterThan(0);
    expect(all.table.rows, `seed ${seed}`).toBeGreaterThan(0);
  }
});
