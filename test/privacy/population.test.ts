import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mondrian } from "../../src/algorithms/index.ts";
import { audit } from "../../src/audit/audit.ts";
import type { Verdict } from "../../src/audit/tally.ts";
import { deltaPresence, kAnonymity, kMap, type PrivacyGoal } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { Spec } from "../../src/spec/index.ts";
import { cell, readCsv, type Table } from "../../src/table/index.ts";

type Person = readonly [age: number, town: string];

const person: fc.Arbitrary<Person> = fc.tuple(fc.integer({ min: 20, max: 32 }), fc.constantFrom("a", "b", "c"));
/** A table and the people it was drawn from, some of whom are in it. */
const worlds = fc.record({
  records: fc.array(person, { minLength: 2, maxLength: 20 }),
  others: fc.array(person, { maxLength: 40 }),
});

const attributes: Spec["attributes"] = { age: { role: "quasi-identifying" }, town: { role: "quasi-identifying" } };
const quasiIdentifiers = ["age", "town"];

function csv(people: readonly Person[]): string {
  return `age,town\n${people.map((one) => one.join()).join("\n")}\n`;
}

function filesOf(people: readonly Person[]): Map<string, Uint8Array> {
  return new Map([["people.csv", new TextEncoder().encode(csv(people))]]);
}

/** Whether a released row may be a person, read from its text alone. */
function mayBe(age: string, town: string, [theirAge, theirTown]: Person): boolean {
  const [low, high] =
    age === "*" ? [0, 99] : age.startsWith("[") ? age.slice(1, -1).split("..").map(Number) : [Number(age), Number(age)];
  const towns = town === "*" ? ["a", "b", "c"] : town.startsWith("{") ? town.slice(1, -1).split("|") : [town];
  return theirAge >= low && theirAge <= high && towns.includes(theirTown);
}

/** Size and fitting people of every cohort of a released table, and the people who fit none. */
function slowCohorts(table: Table, people: readonly Person[]): { sizes: [number, number][]; unmatched: number } {
  const rows = Array.from({ length: table.rows }, (_, row) => `${cell(table, row, 0)} ${cell(table, row, 1)}`);
  const sizes = [...new Set(rows)].map((text): [number, number] => {
    const [age, town] = text.split(" ") as [string, string];
    return [rows.filter((row) => row === text).length, people.filter((one) => mayBe(age, town, one)).length];
  });
  const unmatched = people.filter((one) => !rows.some((row) => mayBe(...(row.split(" ") as [string, string]), one)));
  return { sizes, unmatched: unmatched.length };
}

function judged(table: Table, goal: PrivacyGoal, people: readonly Person[]): Verdict {
  const options = { quasiIdentifiers, privacy: [goal], attributes, files: filesOf(people) };
  return audit(table, options).privacy.at(-1)!;
}

describe("a population file", () => {
  it("is counted in the audit as a slow reading of the released texts counts it", () => {
    fc.assert(
      fc.property(worlds, fc.integer({ min: 1, max: 6 }), ({ records, others }, k) => {
        const people = [...records, ...others];
        const released = anonymize(readCsv(csv(records)), {
          version: 1,
          attributes,
          privacy: [kAnonymity(Math.min(k, records.length))],
          algorithm: mondrian(),
        }).table;
        const { sizes, unmatched } = slowCohorts(released, people);
        const map = judged(released, kMap(k, { population: "people.csv" }), people);
        expect(map.measured).toBe(Math.min(...sizes.map(([, fitting]) => fitting)));
        expect(map.holds).toBe(sizes.every(([, fitting]) => fitting >= k));
        expect(map.failing).toBe(sizes.reduce((sum, [size, fitting]) => sum + (fitting >= k ? 0 : size), 0));
        const presence = judged(released, deltaPresence(0.2, 0.6, "people.csv"), people);
        const shares = [...sizes.map(([size, fitting]) => size / fitting), ...(unmatched > 0 ? [0] : [])];
        expect(presence.measured).toBe(Math.max(...shares));
        expect(presence.second!.measured).toBe(Math.min(...shares));
        expect(presence.holds).toBe(shares.every((share) => share >= 0.2 - 1e-9 && share <= 0.6 + 1e-9));
      }),
      { numRuns: 100 },
    );
  });

  it("lets k-map publish finer than k-anonymity, and adding k-anonymity never weakens delta-presence", () => {
    fc.assert(
      fc.property(worlds, fc.integer({ min: 2, max: 5 }), ({ records, others }, k) => {
        if (records.length < k) return;
        const people = [...records, ...others];
        const table = readCsv(csv(records));
        const release = (privacy: readonly PrivacyGoal[]) =>
          anonymize(table, { version: 1, attributes, privacy, algorithm: mondrian() }, { files: filesOf(people) });
        const map = release([kMap(k, { population: "people.csv" })]);
        expect(slowCohorts(map.table, people).sizes.every(([, fitting]) => fitting >= k)).toBe(true);
        expect(map.table.rows).toBe(records.length);
        const most = Math.max(0.5, (records.length / people.length) * 1.2);
        if (most > 1) return;
        for (const more of [[], [kAnonymity(2)]]) {
          const { sizes } = slowCohorts(release([...more, deltaPresence(0, most, "people.csv")]).table, people);
          for (const [size, fitting] of sizes) expect(size / fitting).toBeLessThanOrEqual(most + 1e-9);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("says what is wrong with it", () => {
    const table = readCsv(
      csv([
        [20, "a"],
        [21, "b"],
      ]),
    );
    const ask = (goal: PrivacyGoal, files: Map<string, Uint8Array>, algorithm: Spec["algorithm"] = mondrian()) =>
      anonymize(table, { version: 1, attributes, privacy: [goal], algorithm }, { files });
    const goal = kMap(3, { population: "people.csv" });
    expect(() => ask(goal, new Map())).toThrow('the population "people.csv" was not handed in');
    expect(() => ask(goal, new Map([["people.csv", new TextEncoder().encode("age\n20\n")]]))).toThrow('column "town"');
    expect(() => ask(goal, filesOf([[20, "a"]]))).toThrow("no release meets the spec");
    expect(() => ask(goal, filesOf([[20, "a"]]), mondrian({ strict: false }))).toThrow("does not count a population");
  });
});
