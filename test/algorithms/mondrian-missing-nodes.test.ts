import { expect, it } from "vitest";
import { anonymize } from "../../src/publish/anonymize.ts";
import { cell, readCsv } from "../../src/table/index.ts";

it("compatible Mondrian loses no record that misses a value under a hierarchy, and repeats none instead", () => {
  const table = readCsv("city,ward\nBonn,a\nBonn,b\nKiel,c\nKiel,d\n,e\n,f\n");
  const release = anonymize(table, {
    attributes: {
      city: { role: "quasi-identifying", hierarchy: { kind: "tree", tree: { West: ["Bonn"], North: ["Kiel"] } } },
      ward: { role: "insensitive" },
    },
    privacy: [{ model: "k-anonymity", k: 2 }],
    algorithm: { name: "mondrian", compatible: true },
  });
  const wards = Array.from({ length: release.table.rows }, (_, row) => cell(release.table, row, 1)).sort();
  expect(wards).toEqual(["a", "b", "c", "d", "e", "f"]);
});
