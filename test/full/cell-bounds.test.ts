import { describe, expect, it } from "vitest";
import { exact } from "../../src/algorithms/index.ts";
import { drive } from "../../src/base/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { mixedTable } from "../algorithms/cell/mixed-table.ts";

describe("exact", () => {
  it("stopped after 0.2 s, bounds the known optimum of 50 tables from both sides", async () => {
    for (let seed = 1; seed <= 50; seed++) {
      const table = mixedTable(20 + (seed % 25), seed);
      const attributes = Object.fromEntries(
        table.columns.map(({ name }) => [name, { role: "quasi-identifying" as const }]),
      );
      const spec = { attributes, privacy: [{ model: "k-anonymity" as const, k: 2 + (seed % 2) }] };
      const run = async (seconds: number) =>
        (await drive(anonymize.task(table, { ...spec, algorithm: exact({ seconds, optima: 0 }) }))).search as {
          readonly score: number;
          readonly bound: number;
          readonly optimal: boolean;
        };
      const whole = await run(300);
      expect(whole.optimal).toBe(true);
      const stopped = await run(0.2);
      expect(stopped.bound).toBeLessThanOrEqual(whole.score + 1e-6);
      expect(stopped.score).toBeGreaterThanOrEqual(whole.score - 1e-6);
      expect(stopped.optimal).toBe(stopped.score - stopped.bound < 1e-6);
    }
  });
});
