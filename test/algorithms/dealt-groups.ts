import fc from "fast-check";
import { expect } from "vitest";
import { type Groups, knowShrinks } from "../../src/algorithms/cluster/group-boxes.ts";
import { openGroups } from "../../src/algorithms/cluster/groups.ts";
import { layRecords, tuplesOf } from "../../src/algorithms/cluster/records.ts";
import { bestCut } from "../../src/algorithms/index.ts";
import { judgeOf } from "../../src/algorithms/judge.ts";
import { cutAxis, runCosts } from "../../src/algorithms/run-costs.ts";
import { spanOf } from "../../src/cohort/index.ts";
import { kAnonymity } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { Spec } from "../../src/spec/index.ts";
import { readCsv } from "../../src/table/index.ts";

/** Small tables of two numbers and a category. */
export const tables = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 200 })), {
    minLength: 8,
    maxLength: 50,
  })
  .map((rows) => readCsv(`n,c,w\n${rows.map(([n, c, w]) => `${n},c${c},${w}`).join("\n")}\n`));

/** A spec that makes all three columns quasi-identifying. */
export function specOf(k: number, algorithm: NonNullable<Spec["algorithm"]>): Spec {
  const role = "quasi-identifying" as const;
  return { version: 1, attributes: { n: { role }, c: { role }, w: { role } }, privacy: [kAnonymity(k)], algorithm };
}

/** Groups of records dealt out in turn, and what a group costs by the definition. */
export function dealt(table: ReturnType<typeof readCsv>, k: number) {
  const { problem } = anonymize(table, specOf(1, bestCut()));
  const records = layRecords(
    problem.ranks,
    problem.weights,
    runCosts(problem.attributes.map(cutAxis), "ncp", problem.tuples),
  );
  const judge = judgeOf({ goals: [kAnonymity(k)], table: { rows: problem.rows, sensitive: [] } });
  const count = Math.max(1, Math.floor(records.count / k));
  const groups = openGroups(
    records,
    Int32Array.from({ length: records.count }, (_, record) => record % count),
    count,
    judge,
    { codes: [], sizes: [] },
  );
  const tupleOf = tuplesOf(records);
  const width = (members: readonly number[]): number =>
    problem.attributes.reduce((sum, axis, attribute) => {
      const ranks = members.map((record) => problem.ranks[attribute][tupleOf[record]]);
      return sum + spanOf(axis, Math.min(...ranks), Math.max(...ranks)) / problem.attributes.length;
    }, 0);
  const membersOf = (group: number): number[] =>
    Array.from(groups.groupOf.keys()).filter((record) => groups.groupOf[record] === group);
  return { problem, records, judge, groups, width, membersOf };
}

/** Compares what is kept of a group with its members and the definition of a width. */
export function expectKnown(
  groups: Groups,
  group: number,
  members: number[],
  width: (members: readonly number[]) => number,
) {
  const whole = width(members);
  expect(groups.widths[group]).toBeCloseTo(whole, 12);
  knowShrinks(groups, group);
  let most = 0;
  for (const member of members) {
    const shrinks = members.length === 1 ? 0 : whole - width(members.filter((one) => one !== member));
    expect(groups.shrinks[member]).toBeCloseTo(shrinks, 12);
    most = Math.max(most, shrinks);
  }
  expect(groups.mostShrinks[group]).toBeCloseTo(most, 12);
}
