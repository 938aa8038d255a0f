import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { anonymize } from "../../../src/publish/anonymize.ts";
import { readCsv, type Table } from "../../../src/table/index.ts";
import { sharedFile } from "../../data/shared-data.ts";
import { needing } from "../../setup/needs.ts";

const names = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation"];
const quasi = [...names, "salary-class"];

function adult(): { readonly table: Table; readonly files: Map<string, Uint8Array> } {
  const kinds = Object.fromEntries(quasi.map((name) => [name, "category" as const]));
  const files = new Map(
    quasi.map((name) => [name, new Uint8Array(readFileSync(sharedFile(`adult-9/adult_hierarchy_${name}.csv`)))]),
  );
  return { table: readCsv(readFileSync(sharedFile("adult-9/adult.csv")), { kinds }), files };
}

describe("a search of Adult that may check 1,000 of 12,960 nodes", needing("data sets"), () => {
  const attributes = Object.fromEntries(
    quasi.map((path) => [path, { role: "quasi-identifying" as const, hierarchy: { kind: "file" as const, path } }]),
  );
  it.each([
    ["top-down", 1, 0.22041192847984292],
    ["bottom-up", 1, 0.22041192847984292],
    ["genetic", 1, 0.22041192847984292],
    ["optimal", 1, 0.22041192847984292],
    ["top-down", 0.04, 0.26611081915757495],
    ["bottom-up", 0.04, 0.26611081915757495],
    ["genetic", 0.04, 0.26611081915757495],
    ["optimal", 0.04, 0.26611081915757495],
  ] as const)("%s, suppression %d: loses at most a twentieth more than the best, %d", (search, suppression, loss) => {
    const { table, files } = adult();
    const algorithm = { name: "lattice" as const, search, checks: 1000 };
    const spec = { attributes, privacy: [{ model: "k-anonymity" as const, k: 5 }], algorithm, suppression };
    const found = anonymize(table, spec, { files }).search;
    expect(found.checked).toBeLessThanOrEqual(1000);
    expect(found.loss).toBeLessThanOrEqual(1.05 * loss);
  });
});
