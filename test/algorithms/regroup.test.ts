import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { descend } from "../../src/algorithms/cluster/descent.ts";
import { lossOf } from "../../src/algorithms/cluster/group-boxes.ts";
import { openGroups } from "../../src/algorithms/cluster/groups.ts";
import { nearNeighbours } from "../../src/algorithms/cluster/neighbours.ts";
import { regroup } from "../../src/algorithms/cluster/regroup.ts";
import { auto } from "../../src/algorithms/index.ts";
import { audit } from "../../src/audit/audit.ts";
import { finish } from "../../src/base/index.ts";
import { kAnonymity } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { readCsv } from "../../src/table/index.ts";
import { dealt, expectKnown, specOf, tables } from "./dealt-groups.ts";

describe("regrouping", () => {
  it("keeps every record in one group of at least k, and what it knows of groups true", () => {
    fc.assert(
      fc.property(tables, fc.integer({ min: 2, max: 4 }), fc.constantFrom(0, 0.1), (table, k, heat) => {
        const { groups, records, judge, width, membersOf } = dealt(table, k);
        const near = finish(nearNeighbours(records, { window: records.tuples, keep: 4, orders: 1 }));
        const before = lossOf(groups);
        finish(regroup(groups, near, judge, { work: 3000, from: heat, to: 0, seed: 3 }));
        let slow = 0;
        let count = 0;
        for (let group = 0; group < groups.sizes.length; group++) {
          const members = membersOf(group);
          expect(groups.sizes[group]).toBe(members.length);
          if (members.length === 0) continue;
          expect(members.length).toBeGreaterThanOrEqual(k);
          expectKnown(groups, group, members, width);
          slow += members.length * width(members);
          count += members.length;
        }
        expect(count).toBe(records.count);
        expect(lossOf(groups)).toBeCloseTo(slow, 9);
        if (heat === 0) expect(lossOf(groups)).toBeLessThanOrEqual(before + 1e-9);
      }),
      { numRuns: 60 },
    );
  });

  it("parts two groups that no exchange of two records makes better", () => {
    const table = readCsv(`n,c,w\n${"0,c0,0\n".repeat(4)}${"100,c0,0\n".repeat(4)}`);
    const { records, judge, groups } = dealt(table, 4);
    const mixed = openGroups(records, Int32Array.from([0, 0, 1, 1, 0, 0, 1, 1]), 2, judge, groups.sensitive);
    const near = finish(nearNeighbours(records, { window: 6, keep: 4, orders: 1 }));
    finish(descend(mixed, near, judge, 9));
    expect(lossOf(mixed)).toBeCloseTo(8 / 3, 12);
    finish(regroup(mixed, near, judge, { work: 100, from: 0, to: 0, seed: 1 }));
    expect(lossOf(mixed)).toBe(0);
  });

  it("makes only groups that the models allow", () => {
    const lines = Array.from({ length: 400 }, (_, i) => `${(i * 37) % 31},${(i * 101) % 199},d${(i * i) % 5}`);
    const table = readCsv(`n,w,ill\n${lines.join("\n")}\n`);
    const privacy = [kAnonymity(4), { model: "l-diversity" as const, l: 3 }];
    const roles = { n: { role: "quasi-identifying" }, w: { role: "quasi-identifying" }, ill: { role: "sensitive" } };
    const spec = (planned?: number) => ({
      ...specOf(4, auto({ partition: false, ...(planned === undefined ? {} : { planned }) })),
      attributes: roles as never,
      privacy,
    });
    const release = anonymize(table, spec(3));
    expect(release.quality.ncp).toBeLessThan(anonymize(table, spec()).quality.ncp);
    const judged = audit(release.table, { quasiIdentifiers: ["n", "w"], sensitive: ["ill"], privacy });
    expect(judged.privacy.filter(({ asked }) => asked !== undefined).map(({ holds }) => holds)).toEqual([true, true]);
  });
});
