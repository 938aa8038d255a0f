import { describe, expect, it } from "vitest";
import { randomFrom } from "../../src/base/index.ts";
import { anonymize, audit, quasiIdentifying, readCsv, sensitive } from "../../src/index.ts";
import { createModels, type PrivacyGoal, traitsOf } from "../../src/privacy/index.ts";
import { mostCohorts } from "../../src/privacy/p-sensitivity.ts";

/** Two cohorts of three and four, after the example of Truta and Vinay: the first has one income. */
const patients = readCsv(`age,sex,illness,income
20,F,HIV,50000
20,F,HIV,50000
20,F,diabetes,50000
30,M,diabetes,30000
30,M,diabetes,40000
30,M,heart disease,30000
30,M,heart disease,40000
`);

const asked = (attribute: string, p: number, k: number): PrivacyGoal => ({ model: "p-sensitivity", attribute, p, k });

describe("p-sensitive k-anonymity", () => {
  it("is measured as in the paper's example: two illnesses in every cohort, one income in the first", () => {
    const { privacy } = audit(patients, {
      quasiIdentifiers: ["age", "sex"],
      sensitive: ["illness", "income"],
      privacy: [asked("illness", 2, 3), asked("income", 2, 3), asked("illness", 2, 4)],
    });
    const found = privacy.filter(({ model }) => model === "p-sensitivity");
    expect(found.map(({ measured, holds, failing }) => [measured, holds, failing])).toEqual([
      [2, true, 0],
      [1, false, 3],
      [2, false, 3],
    ]);
    expect(found[0].second).toMatchObject({ name: "k", measured: 3 });
    // illness: 2 + 3 + 2; with the most frequent everywhere, four records are left for a second value
    expect(found[0].definition).toBe("fewest distinct sensitive values in a cohort; at most 3 cohorts can have 2");
  });

  it("holds exactly where the definition does", () => {
    const random = randomFrom(11);
    let held = 0;
    for (let round = 0; round < 500; round++) {
      const values = Array.from({ length: 1 + random.below(8) }, () => random.below(4));
      const histogram = new Float64Array(4);
      for (const value of values) histogram[value]++;
      const [p, k] = [1 + random.below(4), 1 + random.below(6)];
      const table = { rows: 40, sensitive: [{ name: "s", totals: Float64Array.of(10, 10, 10, 10) }] };
      const [model] = createModels([asked("s", p, k)], table);
      const holds = values.length >= k && new Set(values).size >= p;
      expect(model.holds({ size: values.length, histogram })).toBe(holds);
      held += Number(holds);
    }
    expect(held).toBeGreaterThan(50);
  });

  it("is refused before the search where the table has fewer than p values, with what can be asked", () => {
    const spec = {
      version: 1,
      attributes: { age: quasiIdentifying(), sex: quasiIdentifying(), illness: sensitive() },
      privacy: [asked("illness", 4, 2)],
    } as const;
    expect(() => anonymize(patients, spec)).toThrow(
      expect.objectContaining({ code: "infeasible", hint: expect.stringContaining("p 3 and k 7") }),
    );
  });

  it("is certified as what it is made of", () => {
    const goal = asked("illness", 2, 3);
    const columns = { quasiIdentifiers: ["age"], sensitive: [{ name: "illness", kind: "category" as const }] };
    expect(traitsOf(goal).certified!(goal, columns)).toEqual([
      { model: "k-anonymity", k: 3 },
      { model: "l-diversity", attribute: "illness", l: 2, variant: "distinct" },
    ]);
  });
});

describe("the most cohorts with p values", () => {
  it("are those of the condition, by hand", () => {
    // cf = 700, 900, 950, 960 …: 1000 − 700; min(100 / 1, 300 / 2); min(50 / 1, 100 / 2, 300 / 3)
    const totals = Float64Array.of(10, 700, 50, 200, 10, 10, 10, 5, 3, 2);
    expect([2, 3, 4, 5].map((p) => mostCohorts(totals, p))).toEqual([300, 100, 50, 25]);
    expect(mostCohorts(totals, 11)).toBe(0);
  });

  it("are as many as the best of all ways to part a small table has", () => {
    const random = randomFrom(5);
    for (let round = 0; round < 60; round++) {
      const records = Array.from({ length: 2 + random.below(6) }, () => random.below(3));
      const p = 1 + random.below(3);
      const totals = new Float64Array(3);
      for (const value of records) totals[value]++;
      expect(mostCohorts(totals, p)).toBe(bestParting(records, p));
    }
  });
});

/** The most groups with p different values over all partitions of the records, tried one by one; 0 if there are none. */
function bestParting(records: readonly number[], p: number): number {
  const groups: number[][] = [];
  let best = 0;
  const place = (at: number): void => {
    if (at === records.length) {
      if (groups.every((group) => new Set(group).size >= p)) best = Math.max(best, groups.length);
      return;
    }
    for (let nth = 0; nth <= groups.length; nth++) {
      const isNew = nth === groups.length;
      if (isNew) groups.push([]);
      groups[nth].push(records[at]);
      place(at + 1);
      groups[nth].pop();
      if (isNew) groups.pop();
    }
  };
  place(0);
  return best;
}
