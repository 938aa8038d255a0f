import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutLeaving } from "../../src/algorithms/auto/cut-leaving.ts";
import { leaverOf } from "../../src/algorithms/auto/leave-out.ts";
import { auto, mondrian } from "../../src/algorithms/index.ts";
import { judgeOf } from "../../src/algorithms/judge.ts";
import { audit } from "../../src/audit/audit.ts";
import { randomFrom } from "../../src/base/index.ts";
import type { PrivacyGoal } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { Spec } from "../../src/spec/index.ts";
import { readCsv } from "../../src/table/index.ts";

const rows = fc.array(
  fc.record({
    age: fc.integer({ min: 20, max: 60 }),
    town: fc.constantFrom(..."abcd"),
    ill: fc.integer({ min: 0, max: 3 }),
  }),
  { minLength: 30, maxLength: 80 },
);

const goals: readonly PrivacyGoal[] = [
  { model: "t-closeness", attribute: "ill", t: 0.25, distance: "equal" },
  { model: "l-diversity", attribute: "ill", l: 2 },
  { model: "alpha-k-anonymity", attribute: "ill", alpha: 0.5, k: 2 },
  { model: "beta-likeness", attribute: "ill", beta: 1, variant: "basic" },
];

function goalsWith(goal: PrivacyGoal): PrivacyGoal[] {
  return [{ model: "k-anonymity", k: 2 }, goal];
}

function specOf(goal: PrivacyGoal, suppression: number, partition: boolean): Spec {
  return {
    version: 1,
    attributes: {
      age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 5, factor: 2 } },
      town: { role: "quasi-identifying" },
      ill: { role: "sensitive" },
    },
    privacy: goalsWith(goal),
    algorithm: auto({ partition }),
    suppression,
  };
}

describe("auto with records that may be left out", () => {
  it.each([true, false])(
    "keeps the models and the limit, and loses no more than without them (partition %s)",
    (partition) => {
      let left = 0;
      fc.assert(
        fc.property(rows, fc.nat({ max: goals.length - 1 }), fc.constantFrom(0.1, 0.3), (people, nth, suppression) => {
          // the town tells something about the illness, so that cohorts of neighbours are not mixed
          const lines = people.map(
            ({ age, town, ill }) => `${age},${town},${["flu", "cold", "cough", "ache"][town === "a" ? ill & 1 : ill]}`,
          );
          const table = readCsv(`age,town,ill\n${lines.join("\n")}\n`);
          const goal = goals[nth];
          let plain: ReturnType<typeof anonymize>;
          try {
            // local recoding promises to lose no more than Mondrian, a partition no more than one that leaves nobody out
            plain = anonymize(table, { ...specOf(goal, 0, true), ...(partition ? {} : { algorithm: mondrian() }) });
          } catch (error) {
            expect((error as { code: string }).code).toBe("infeasible");
            return;
          }
          const release = anonymize(table, specOf(goal, suppression, partition));
          left += release.suppressed;
          expect(release.suppressed).toBeLessThanOrEqual(suppression * people.length);
          expect(release.table.rows + release.suppressed).toBe(people.length);
          expect(release.quality.ncp).toBeLessThanOrEqual(plain.quality.ncp + 1e-12);
          const { privacy } = audit(release.table, {
            quasiIdentifiers: ["age", "town"],
            sensitive: ["ill"],
            privacy: goalsWith(goal),
          });
          expect(privacy.filter(({ asked }) => asked !== undefined).map(({ holds }) => holds)).toEqual([true, true]);
        }),
        { numRuns: 40 },
      );
      expect(left).toBeGreaterThan(0);
    },
  );
});

describe("cutting a wide table from which records may leave", () => {
  it("reports also where parts are small", () => {
    const random = randomFrom(2);
    const names = Array.from({ length: 120 }, (_, nth) => `q${nth}`);
    const lines = Array.from({ length: 100 }, () =>
      [...names.map(() => Math.floor(random.next() * 5)), `v${Math.floor(random.next() * 3)}`].join(","),
    );
    const { problem } = anonymize(readCsv(`${names.join(",")},ill\n${lines.join("\n")}\n`), {
      version: 1,
      attributes: {
        ...Object.fromEntries(names.map((name) => [name, { role: "quasi-identifying" as const }])),
        ill: { role: "sensitive" },
      },
      privacy: goalsWith(goals[1]),
      algorithm: mondrian({ strict: true }),
    });
    const sensitive = problem.sensitive.map(({ name, totals }) => ({ name, totals }));
    const judge = judgeOf({ goals: goalsWith(goals[1]), table: { rows: problem.rows, sensitive } });
    const leaver = leaverOf(problem, judge);
    const task = cutLeaving(problem, { judge, leaver, measure: "ncp", price: 0 });
    let reports = 0;
    while (task.next({ seconds: 0, settle: false }).done !== true) reports += 1;
    expect(reports).toBeGreaterThan(4);
  });
});
