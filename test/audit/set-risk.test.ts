import { describe, expect, it } from "vitest";
import { audit } from "../../src/audit/audit.ts";
import { randomFrom } from "../../src/base/index.ts";
import { examine } from "../../src/examine/examine.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { releaseAuditOptions } from "../../src/release/release-audit.ts";
import type { SpecInCode } from "../../src/spec/index.ts";
import { readCsv, type Table, writeCsv } from "../../src/table/index.ts";

const attributes: SpecInCode["attributes"] = {
  age: { role: "quasi-identifying" },
  ills: { role: "quasi-identifying", separator: ";" },
};

/** For each row the fewest rows of its age with the same up to `most` items, found by trying every subset. */
function slow(rows: readonly (readonly [string, string])[], most: number): number[] {
  const items = (text: string): string[] => [...new Set(text.split(";").filter((item) => item !== ""))];
  const subsets = (list: readonly string[]): string[][] =>
    Array.from({ length: 2 ** list.length }, (_, bits) => list.filter((_item, at) => (bits >> at) % 2 === 1));
  return rows.map(([age, own]) => {
    const known = subsets(items(own)).filter(({ length }) => length <= most);
    const fit = (set: readonly string[]): number =>
      rows.filter(([other, text]) => other === age && set.every((item) => items(text).includes(item))).length;
    return known.map(fit).reduce((least, count) => Math.min(least, count));
  });
}

describe("risk of a table with a column of sets", () => {
  const six = "age,ills\n30,flu;gout\n30,flu;gout\n30,flu\n30,flu\n30,cold;gout\n30,cold;gout\n";

  it("counts the sets: knowing two items is no risk of 16.67 % where two records fit", () => {
    const found = audit(readCsv(six), { quasiIdentifiers: ["age", "ills"], attributes });
    expect(found).toMatchObject({ k: 6, highestRisk: 1 / 2 });
    expect(found.risk).toMatchObject({ highest: 1 / 2, prosecutor: 1 / 2, journalist: 1 / 2, unique: 0 });
    // flu;gout, flu;gout, cold;gout, cold;gout: two fit each; flu, flu: four
    expect(found.risk.average).toBeCloseTo((4 / 2 + 2 / 4) / 6, 12);
  });

  it("takes as many items to be known as km-anonymity says", () => {
    const privacy = [{ model: "km-anonymity", k: 2, m: 1 }] as const;
    const found = audit(readCsv(six), { quasiIdentifiers: ["age"], attributes, privacy });
    expect(found.risk.highest).toBe(1 / 2);
    const alone = readCsv("age,ills\n30,a;b\n30,a;c\n30,b;c\n");
    expect(audit(alone, { quasiIdentifiers: ["age"], attributes, privacy }).risk.highest).toBe(1 / 2);
    expect(audit(alone, { quasiIdentifiers: ["age"], attributes }).risk.highest).toBe(1);
  });

  it("counts people where they are counted, each by their worst record", () => {
    const table = readCsv("age,ills,who\n30,flu,a\n30,flu,a\n30,flu,b\n30,gout,c\n30,gout,a\n");
    const found = audit(table, { quasiIdentifiers: ["age"], attributes, person: "who" });
    expect(found.risk.highest).toBe(1 / 2);
    expect(found.risk.average).toBeCloseTo(1 / 2, 12);
  });

  it("is what slow code finds on 200 random releases, before and after", () => {
    const random = randomFrom(5);
    let above = 0;
    for (let round = 0; round < 200; round++) {
      const rows = Array.from({ length: 8 + random.below(8) }, () => [
        String(20 + random.below(4)),
        ["a", "b", "c", "d"].filter(() => random.below(2) === 0).join(";"),
      ]);
      const original = readCsv(`age,ills,ward\n${rows.map((row) => `${row.join()},w`).join("\n")}\n`, {
        kinds: { ills: "category" },
      });
      const m = 1 + (round % 3);
      const release = anonymize(original, {
        attributes: { ...attributes, ward: { role: "insensitive" } },
        privacy: [
          { model: "k-anonymity", k: 3 },
          { model: "km-anonymity", k: 2, m },
        ],
        algorithm: { name: "mondrian" },
      });
      const written = readCsv(writeCsv(release.table), { released: true, kinds: { ills: "category" } });
      const found = audit(written, releaseAuditOptions(release, original, new Map())).risk;
      const after = slow(pairsOf(written), m);
      expect(found.highest).toBeCloseTo(Math.max(...after.map((count) => 1 / count)), 12);
      expect(found.average).toBeCloseTo(after.reduce((sum, count) => sum + 1 / count, 0) / after.length, 12);
      if (round % 20 === 0) {
        const before = slow(pairsOf(original), m).map((count) => 1 / count);
        expect(examine(original, release).before.risk.highest).toBeCloseTo(Math.max(...before), 12);
      }
      if (found.highest > 1 / 3 + 1e-9) above++;
    }
    expect(above).toBeGreaterThan(20);
  });
});

function pairsOf(table: Table): (readonly [string, string])[] {
  const [, ...lines] = new TextDecoder().decode(writeCsv(table)).trimEnd().split("\n");
  return lines.map((line) => line.split(",").slice(0, 2) as [string, string]);
}
