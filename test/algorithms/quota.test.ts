import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupByQuota } from "../../src/algorithms/cluster/quota.ts";
import { tuplesOf } from "../../src/algorithms/cluster/records.ts";
import { judgeOf } from "../../src/algorithms/judge.ts";
import { finish } from "../../src/base/index.ts";
import { kAnonymity, lDiversity } from "../../src/privacy/index.ts";
import { readCsv } from "../../src/table/index.ts";
import { dealt } from "./dealt-groups.ts";

const people = fc.array(
  fc.record({ n: fc.integer({ min: 0, max: 500 }), ill: fc.nat({ max: 3 }), paid: fc.nat({ max: 2 }) }),
  { minLength: 24, maxLength: 60 },
);

describe("quota-greedy", () => {
  it("gives every group two values of each of two sensitive columns", () => {
    let several = 0;
    fc.assert(
      fc.property(people, (drawn) => {
        // numbers all differ, so that every tuple is one record and records stand in their order
        const sorted = drawn.map((one, i) => ({ ...one, n: one.n * 100 + i })).sort((a, b) => a.n - b.n);
        const { records } = dealt(readCsv(`n,c,w\n${sorted.map(({ n }) => `${n},c0,0`).join("\n")}\n`), 2);
        const codes = [sorted.map(({ ill }) => ill), sorted.map(({ paid }) => paid)].map((column) =>
          Int32Array.from(column),
        );
        const columns = ["ill", "paid"].map((name, nth) => {
          const totals = new Float64Array([4, 3][nth]);
          for (const code of codes[nth]) totals[code] += 1;
          return { name, totals };
        });
        const goals = [kAnonymity(4), lDiversity("ill", 2), lDiversity("paid", 2)];
        const judge = judgeOf({ goals, table: { rows: sorted.length, sensitive: columns } });
        const sensitive = { codes, sizes: [4, 3] };
        const grouping = finish(groupByQuota({ records, tupleOf: tuplesOf(records), sensitive }, judge));
        if (grouping === undefined) return;
        if (grouping.count > 1) several += 1;
        for (let group = 0; group < grouping.count; group++) {
          const members = sorted.filter((_, record) => grouping.groupOf[record] === group);
          expect(members.length).toBeGreaterThanOrEqual(4);
          expect(new Set(members.map(({ ill }) => ill)).size).toBeGreaterThanOrEqual(2);
          expect(new Set(members.map(({ paid }) => paid)).size).toBeGreaterThanOrEqual(2);
        }
        expect([...grouping.groupOf].every((group) => group >= 0 && group < grouping.count)).toBe(true);
      }),
      { numRuns: 40 },
    );
    expect(several).toBeGreaterThan(20);
  });
});
