import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { riskOf, riskPresets } from "../../src/risk/index.ts";

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
