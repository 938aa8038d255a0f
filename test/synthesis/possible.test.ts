import { describe, expect, it } from "vitest";
import { finish, randomFrom } from "../../src/base/index.ts";
import type { Hierarchy } from "../../src/hierarchy/index.ts";
import {
  classify,
  drawRows,
  type PossibleOptions,
  possibleRows,
  rowsLike,
  type Shape,
  tableOf,
} from "../../src/synthesis/index.ts";
import { type Column, cell, labelsFrom, readCsv } from "../../src/table/index.ts";

function draws(csv: string, hierarchies: Record<string, Hierarchy> = {}, missing: string[] = []) {
  const possible = possibleRows(readCsv(csv, { missing }), { hierarchies });
  return { possible, rows: drawRows(possible, randomFrom(1)), shapes: possible.columns.map(({ shape }) => shape) };
}

describe("cells of a release", () => {
  it("are drawn inside what was published", () => {
    const lines = Array.from({ length: 300 }, (_, row) => (row % 3 === 0 ? "[30..39],{a|b},x" : "7,c,y"));
    const { rows, shapes } = draws(`age,letter,z\n${lines.join("\n")}\n`);
    const labels = (shapes[1] as Extract<Shape, { kind: "category" }>).labels;
    const seen = new Set<number>();
    for (let row = 0; row < 300; row++) {
      const [age, letter] = [rows.columns[0][row], labels[rows.columns[1][row]]];
      if (row % 3 !== 0) expect([age, letter]).toEqual([7, "c"]);
      else {
        seen.add(age);
        expect(["a", "b"]).toContain(letter);
      }
    }
    expect([...seen].sort((a, b) => a - b)).toEqual([30, 31, 32, 33, 34, 35, 36, 37, 38, 39]);
  });

  it("of a set are drawn by the shares that the exact cells suggest", () => {
    // 90 a and 10 b are told; of 1000 cells that are one of the two about 900 must be a
    const letters = [...Array(90).fill("a"), ...Array(10).fill("b"), ...Array(1000).fill("{a|b}")];
    const { rows } = draws(`letter,z\n${letters.map((letter) => `${letter},1`).join("\n")}\n`);
    const drawn = [...rows.columns[0].slice(100)].filter((place) => place === 0).length;
    expect(drawn).toBeGreaterThan(850);
    expect(drawn).toBeLessThan(945);
  });

  it("that are anything, nodes or missing are understood", () => {
    const hierarchy: Hierarchy = {
      levels: [["flu", "cold", "cut"], ["ill", "hurt"], ["*"]],
      parents: [Uint32Array.of(0, 0, 1), Uint32Array.of(0, 0)],
    };
    const csv = `what,n\n${Array(50).fill("ill,[1..3]\nhurt,*\n*,?").join("\n")}\n`;
    const { rows, shapes } = draws(csv, { what: hierarchy }, ["?"]);
    const labels = (shapes[0] as Extract<Shape, { kind: "category" }>).labels;
    for (let row = 0; row < 150; row++) {
      const what = labels[rows.columns[0][row]];
      if (row % 3 === 0) expect(["flu", "cold"]).toContain(what);
      if (row % 3 === 1) expect(what).toBe("cut");
      const n = rows.columns[1][row];
      if (row % 3 === 2) expect(n).toBeNaN();
      else if (row % 3 === 0) expect(n >= 1 && n <= 3).toBe(true);
    }
    expect(cell(tableOf(rows, shapes), 2, 1)).toBe("?");
  });

  it("that are means of a column of numbers are numbers, whatever kind the release states", () => {
    const original = readCsv("age,code\n20,1\n30,2\n40,1\n50,2\n");
    const stated = (name: string, labels: string[], codes: number[]): Column => ({
      ...{ name, kind: "category", codes: Uint8Array.from(codes), labels: labelsFrom(labels), missing: [] },
    });
    const release = { rows: 4, columns: [stated("age", ["25.0", "45.5"], [0, 0, 1, 1])] };
    const kinds = (options: PossibleOptions): string[] =>
      possibleRows(release, options).columns.map((c) => c.shape.kind);
    expect(kinds({})).toEqual(["category"]);
    expect(kinds({ original })).toEqual(["number"]);
    const drawn = drawRows(possibleRows(release, { original }), randomFrom(1));
    expect([...drawn.columns[0]]).toEqual([25, 25, 45.5, 45.5]);
  });

  it("of numbers and days are written back in their column's form", () => {
    const { rows, shapes } = draws("price,day,z\n1.25,2024-02-28,1\n3.50,2024-03-01,2\n");
    const table = tableOf(rows, shapes);
    expect([0, 1].map((row) => [0, 1].map((column) => cell(table, row, column)))).toEqual([
      ["1.25", "2024-02-28"],
      ["3.5", "2024-03-01"],
    ]);
  });

  it("drawn this way teach more than cells taken as names", () => {
    const random = randomFrom(4);
    const [released, exact]: [string[], string[]] = [[], []];
    for (let row = 0; row < 3000; row++) {
      const age = random.below(80);
      const sick = random.unit() < age / 80 ? "yes" : "no";
      const low = age - (age % 20) - (row % 5);
      exact.push(`${age},${sick}`);
      released.push(`[${low}..${low + 24}],${sick}`);
    }
    const test = readCsv(`age,sick\n${exact.slice(2000).join("\n")}\n`);
    const table = readCsv(`age,sick\n${released.slice(0, 2000).join("\n")}\n`);
    const { possible, rows, shapes } = draws(`age,sick\n${released.slice(0, 2000).join("\n")}\n`);
    expect(possible.rows).toBe(table.rows);
    const drawn = finish(classify(rows, rowsLike(test, shapes), shapes, "sick"));
    const naive: Shape[] = [
      { name: "age", kind: "category", labels: [...new Set(released.map((line) => line.split(",")[0]))] },
      shapes[1],
    ];
    const byName = finish(classify(rowsLike(table, naive), rowsLike(test, naive), naive, "sick"));
    expect(byName.auc).toBeLessThan(0.55);
    expect(drawn.auc).toBeGreaterThan(0.75);
  });
});
