import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { audit } from "../../src/audit/audit.ts";
import { riskOf, riskPresets } from "../../src/risk/index.ts";
import { readCsv, takeRows } from "../../src/table/index.ts";

describe("risk of cohorts", () => {
  it("is worked out by hand for cohorts of 1, 2, 2 and 5 records", () => {
    const risk = riskOf(Uint32Array.of(1, 2, 2, 5), 10);
    expect(risk).toMatchObject({ highest: 1, average: 0.4, prosecutor: 1, journalist: 1, marketer: 0.4, unique: 0.1 });
    // above 0.33: the record alone and the four in pairs; above 0.2: the same, for 1/5 is not above 0.2
    expect(risk.records).toEqual({ "0.33": 0.5, "0.2": 0.5, "0.09": 1, "0.05": 1 });
    expect(risk.presets.controlled).toEqual({ k: 5, above: 0.5, met: false });
    expect(risk.sizes).toEqual([
      { from: 1, to: 1, cohorts: 1, records: 1 },
      { from: 2, to: 2, cohorts: 2, records: 4 },
      { from: 5, to: 10, cohorts: 1, records: 5 },
    ]);
  });

  it("asks the population where there is one", () => {
    // cohorts of 2 and 3 records that 4 and 30 people match: max 1/4, (2/4 + 3/30) / 5
    const risk = riskOf(Uint32Array.of(2, 3), 5, Uint32Array.of(4, 30));
    expect(risk.prosecutor).toBe(0.5);
    expect(risk.journalist).toBe(0.25);
    expect(risk.marketer).toBeCloseTo(0.12, 12);
  });

  it("meets a preset at its k and not one below", () => {
    for (const [name, { k }] of Object.entries(riskPresets)) {
      const at = (size: number) => riskOf(Uint32Array.of(size), size).presets[name as keyof typeof riskPresets].met;
      expect([at(k), at(k - 1)]).toEqual([true, false]);
    }
    expect(Object.values(riskPresets).map(({ k }) => k)).toEqual([3, 5, 11, 20]);
  });

  it("is 0 where there are no records", () => {
    const [age] = readCsv("age\n1\n").columns;
    const { risk, highestRisk } = audit(
      { rows: 0, columns: [takeRows(age, new Uint32Array(0))] },
      { quasiIdentifiers: ["age"] },
    );
    const { highest, average, prosecutor, journalist, marketer, unique, records, presets } = risk;
    const shares = [...Object.values(records), ...Object.values(presets).map(({ above }) => above)];
    const figures = [highestRisk, highest, average, prosecutor, journalist, marketer, unique, ...shares];
    expect(new Set(figures)).toEqual(new Set([0]));
  });

  it("equals a record-by-record count", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 }), (sizes) => {
        const records = sizes.flatMap((size) => new Array<number>(size).fill(1 / size));
        const risk = riskOf(Uint32Array.from(sizes), records.length);
        expect(risk.highest).toBe(Math.max(...records));
        expect(risk.average).toBeCloseTo(records.reduce((a, b) => a + b) / records.length, 12);
        for (const [threshold, share] of Object.entries(risk.records)) {
          expect(share).toBe(records.filter((one) => one > Number(threshold)).length / records.length);
        }
        expect(risk.sizes.reduce((sum, band) => sum + band.records, 0)).toBe(records.length);
      }),
    );
  });
});

describe("what cohorts tell about a sensitive column", () => {
  it("equals a count by cohorts and values", () => {
    const row = fc.tuple(fc.constantFrom("p", "q", "r"), fc.constantFrom("u", "v", "w"));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 25 }), (rows) => {
        const table = readCsv(`c,s\n${rows.map((one) => one.join(",")).join("\n")}\n`);
        const { risk } = audit(table, { quasiIdentifiers: ["c"], sensitive: ["s"] });
        const share = (of: typeof rows, value: string) => of.filter(([, s]) => s === value).length / of.length;
        const cohortOf = (c: string) => rows.filter(([other]) => other === c);
        const gainIn = (c: string) => Math.max(...["u", "v", "w"].map((s) => share(cohortOf(c), s) - share(rows, s)));
        const alike = rows.filter(([c]) => new Set(cohortOf(c).map(([, s]) => s)).size === 1);
        const { homogeneity, largestGain, meanGain } = risk.disclosure!.s;
        expect(homogeneity).toBeCloseTo(alike.length / rows.length, 12);
        expect(largestGain).toBeCloseTo(Math.max(0, ...rows.map(([c]) => gainIn(c))), 12);
        expect(meanGain).toBeCloseTo(rows.reduce((sum, [c]) => sum + gainIn(c), 0) / rows.length, 12);
      }),
    );
  });
});
