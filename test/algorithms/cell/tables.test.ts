/** @file Small tables with known answers, and the inputs on which the teaching program MG-GA crashes. */
import { describe, expect, it } from "vitest";
import { exact, mingen } from "../../../src/algorithms/index.ts";
import { drive, randomFrom } from "../../../src/base/index.ts";
import { addRow, partners, partnersInAnyOrder, rowSets } from "../../../src/privacy/index.ts";
import { anonymize } from "../../../src/publish/anonymize.ts";
import type { Spec } from "../../../src/spec/index.ts";
import { readCsv, type Table } from "../../../src/table/index.ts";
import { countPartners } from "./brute-force.ts";
import { mixedTable } from "./mixed-table.ts";

function specFor(table: Table, more: Partial<Spec>): Omit<Spec, "version"> {
  const attributes = Object.fromEntries(
    table.columns.map(({ name }) => [name, { role: "quasi-identifying" as const }]),
  );
  const privacy = [{ model: "k-anonymity" as const, k: 2 }];
  return { attributes, privacy, measure: "minimal-distortion", ...more };
}

function solve(text: string, more: Partial<Spec> = {}): Readonly<Record<string, unknown>> {
  const table = readCsv(text);
  return anonymize(table, specFor(table, { algorithm: exact({ meaning: "matching" }), ...more })).search;
}

describe("small tables", () => {
  it("0,0,0 / 1,0,1 / 2,1,0 / 0,2,2 as names: 9, four tables", () => {
    const table = readCsv("a,b,c\n0,0,0\n1,0,1\n2,1,0\n0,2,2\n", {
      kinds: { a: "category", b: "category", c: "category" },
    });
    for (const algorithm of [exact({ meaning: "matching" }), mingen({ meaning: "matching" })]) {
      const { search } = anonymize(table, specFor(table, { algorithm }));
      expect([search.score, search.optima]).toEqual([9, 4]);
    }
  });

  it("x,1 / x,2 / y,1 as names: 4, three tables", () => {
    const table = readCsv("a,b\nx,1\nx,2\ny,1\n", { kinds: { b: "category" } });
    const { search } = anonymize(table, specFor(table, { algorithm: exact({ meaning: "matching" }) }));
    expect([search.score, search.optima]).toEqual([4, 3]);
  });

  it("200 different names with k = 200: all starred, one table, under both meanings", () => {
    const text = `name\n${Array.from({ length: 200 }, (_, row) => `n${row}`).join("\n")}\n`;
    for (const meaning of ["classes", "matching"] as const) {
      const found = solve(text, { privacy: [{ model: "k-anonymity", k: 200 }], algorithm: exact({ meaning }) });
      expect([found.score, found.optima, found.optimal]).toEqual([200, 1, true]);
    }
  });

  it.each([
    ["a blank line", "a,b\n1,x\n\n1,x\n2,y\n2,y\n"],
    ["CRLF", "a,b\r\n1,x\r\n1,x\r\n2,y\r\n2,y\r\n"],
    ["a byte order mark", "\uFEFFa,b\n1,x\n1,x\n2,y\n2,y\n"],
    ["quotes", 'a,b\n1,"x, or so"\n1,"x, or so"\n2,"y ""z"""\n2,"y ""z"""\n'],
    ["negatives", "a,b\n-1,x\n-1,x\n-2,y\n-2,y\n"],
    ["decimals", "a,b\n1.5,x\n1.5,x\n2.25,y\n2.25,y\n"],
    ["one column", "a\n1\n1\n2\n2\n"],
    ["semicolons", "a;b\n1;x\n1;x\n2;y\n2;y\n"],
  ])("read %s", (_, text) => {
    expect(solve(text)).toMatchObject({ score: 0, optimal: true, optima: 1 });
  });

  it("publish negative ranges so that they can be told apart", () => {
    const table = readCsv("a\n-5\n-3\n7\n9\n");
    const { table: released } = anonymize(table, specFor(table, { algorithm: exact(), measure: "certainty" }));
    const texts = new Set(Array.from(released.columns[0].codes, (code) => code));
    expect(texts.size).toBe(2);
  });

  it("refuse a short row, and k above the number of rows, in plain words", () => {
    expect(() => solve("a,b\n1,x\n1\n")).toThrow(/row|field|line/);
    expect(() => solve("a,b\n1,x\n1,y\n", { privacy: [{ model: "k-anonymity", k: 3 }] })).toThrow("no release meets");
  });

  it("refuse a malformed domain line by its number, and a measure that is not counted by cells", () => {
    const table = readCsv("a\nx\ny\n");
    const files = new Map([["d", new TextEncoder().encode("a/g: x\n\nnonsense\n")]]);
    const attributes = {
      a: { role: "quasi-identifying" as const, hierarchy: { kind: "domains" as const, path: "d" } },
    };
    expect(() => anonymize(table, specFor(table, { attributes, algorithm: exact() }), { files })).toThrow(
      expect.objectContaining({ where: "d:3" }),
    );
    expect(() => solve("a\nx\ny\n", { measure: "discernibility" })).toThrow(/cannot lower/);
  });

  it("refuse weights of 0 and less for other algorithms", () => {
    const table = readCsv("a\n1\n2\n3\n4\n");
    const attributes = { a: { role: "quasi-identifying" as const, weight: 0 } };
    expect(() => anonymize(table, specFor(table, { attributes, measure: "ncp" }))).toThrow(/weight/);
  });
});

describe("partners", () => {
  it("are those of all complete assignments, on both sides and in any order of rows", () => {
    const random = randomFrom(8);
    for (let round = 0; round < 300; round++) {
      const rows = 2 + random.below(4);
      const cover = rowSets(rows);
      const edges = Array.from({ length: rows }, (_, i) =>
        Array.from({ length: rows }, (_, j) => i === j || random.below(3) === 0),
      );
      const moved = Array.from({ length: rows }, (_, row) => (row + round) % rows);
      const shuffled = rowSets(rows);
      edges.forEach((row, i) => {
        row.forEach((isEdge, j) => {
          if (!isEdge) return;
          addRow(cover, i, j);
          addRow(shuffled, moved[i], j);
        });
      });
      for (const side of ["released", "original"] as const) {
        const slow = countPartners(rows, (i, j) => edges[i][j], side === "original");
        expect([...partners(cover, side)]).toEqual(slow);
        const found = [...partnersInAnyOrder(shuffled, side)!];
        expect(side === "released" ? moved.map((to) => found[to]) : found).toEqual(slow);
      }
    }
  });

  it("tell M, F, F released as *, F, F (refused) from *, *, F (accepted) at k = 2", () => {
    const sets = (rows: readonly (readonly number[])[]) => {
      const cover = rowSets(3);
      rows.forEach((covered, row) => {
        for (const original of covered) addRow(cover, row, original);
      });
      return [...partners(cover, "released")];
    };
    expect(
      sets([
        [0, 1, 2],
        [1, 2],
        [1, 2],
      ]),
    ).toEqual([1, 2, 2]);
    expect(
      Math.min(
        ...sets([
          [0, 1, 2],
          [0, 1, 2],
          [1, 2],
        ]),
      ),
    ).toBe(2);
  });
});

describe("a search that is stopped", () => {
  it("gives a bound that no table goes below, and claims the optimum only where they meet", async () => {
    for (let seed = 1; seed <= 3; seed++) {
      const table = mixedTable(26, seed);
      const spec = specFor(table, { measure: "certainty" });
      const whole = await drive(anonymize.task(table, { ...spec, algorithm: exact({ seconds: 1000, optima: 0 }) }));
      const { score: optimum, optimal } = whole.search as { score: number; optimal: boolean };
      expect(optimal).toBe(true);
      for (const seconds of [0.001, 0.2]) {
        const stopped = await drive(anonymize.task(table, { ...spec, algorithm: exact({ seconds }) }));
        const { score, bound, optimal: claimed } = stopped.search as { score: number; bound: number; optimal: boolean };
        expect(bound).toBeLessThanOrEqual(optimum + 1e-6);
        expect(score).toBeGreaterThanOrEqual(optimum - 1e-6);
        expect(claimed).toBe(score - bound < 1e-6);
      }
    }
  });

  it("settles for the best it has when it is asked to", async () => {
    const table = mixedTable(60, 4);
    const settle = new AbortController();
    const spec = specFor(table, { measure: "certainty", algorithm: exact({ seconds: 600 }) });
    const release = await drive(anonymize.task(table, spec), {
      settle: settle.signal,
      onProgress: (progress) => {
        if (progress.canSettle) settle.abort();
      },
    });
    expect(release.cohorts.smallest).toBeGreaterThanOrEqual(2);
    expect(release.search.optimal).toBe(false);
  });
});
