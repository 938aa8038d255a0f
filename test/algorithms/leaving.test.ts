import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auto, mondrian } from "../../src/algorithms/index.ts";
import type { PrivacyGoal } from "../../src/privacy/index.ts";
import { anonymize, audit } from "../../src/run/index.ts";
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
          const goal = goals[nth]!;
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
            ...(release.suppressed === 0
              ? {}
              : { reference: { rows: release.problem.rows, sensitive: release.problem.sensitive } }),
          });
          expect(privacy.filter(({ asked }) => asked !== undefined).map(({ holds }) => holds)).toEqual([true, true]);
        }),
        { numRuns: 40 },
      );
      expect(left).toBeGreaterThan(0);
    },
  );
});
