import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { audit } from "../../src/audit/audit.ts";
import { kAnonymity } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { cell, readCsv } from "../../src/table/index.ts";

const person = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.constantFrom("red", "green", "blue"));

function csv(rows: readonly (readonly [number, string])[]): string {
  return `age,colour\n${rows.map((row) => row.join(",")).join("\n")}\n`;
}

/** Whether a released text may stand for a value, by reading the text anew. */
function mayBe(text: string, value: string): boolean {
  if (text === "*") return true;
  const interval = /^\[(-?\d+)\.\.(-?\d+)\]$/.exec(text);
  if (interval !== null) return Number(value) >= Number(interval[1]) && Number(value) <= Number(interval[2]);
  return text.startsWith("{") ? text.slice(1, -1).split("|").includes(value) : text === value;
}

describe("risk against a population", () => {
  it("counts, cohort by cohort, the people who could be in it", () => {
    fc.assert(
      fc.property(
        fc.array(person, { minLength: 4, maxLength: 20 }),
        fc.array(person, { maxLength: 40 }),
        (sample, others) => {
          const table = readCsv(csv(sample));
          const people = [...sample, ...others];
          const spec = {
            attributes: { age: { role: "quasi-identifying" as const }, colour: { role: "quasi-identifying" as const } },
            privacy: [kAnonymity(2)],
          };
          const { table: release } = anonymize(table, spec);
          const rows = Array.from({ length: release.rows }, (_, row) => [cell(release, row, 0), cell(release, row, 1)]);
          const matched = rows.map(
            ([age, colour]) => people.filter((one) => mayBe(age, String(one[0])) && mayBe(colour, one[1])).length,
          );
          const { risk } = audit(release, {
            quasiIdentifiers: ["age", "colour"],
            population: readCsv(csv(people)),
          });
          expect(risk.journalist).toBeCloseTo(1 / Math.min(...matched), 12);
          expect(risk.marketer).toBeCloseTo(matched.reduce((sum, count) => sum + 1 / count, 0) / rows.length, 12);
          expect(risk.outside).toBeUndefined();
        },
      ),
    );
  });

  it("says how many records the population does not have", () => {
    const { risk } = audit(readCsv("age\n[1..3]\n[1..3]\n9\n9\n"), {
      quasiIdentifiers: ["age"],
      population: readCsv("age\n1\n2\n3\n9\n"),
    });
    expect(risk).toMatchObject({ journalist: 1 / 2, outside: 1 });
  });
});
