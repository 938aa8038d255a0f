/** Every release of random tables keeps what it promises, checked by code that knows the tables only as text. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auto, bestCut, cluster, mondrian } from "../../src/algorithms/index.ts";
import { audit } from "../../src/audit/audit.ts";
import { kAnonymity } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { Spec } from "../../src/spec/index.ts";
import { cell, csvBlocks, readCsv, type Table } from "../../src/table/index.ts";
import { compare } from "../../src/utility/compare.ts";
import { runs } from "../setup/runs.ts";

type ColumnKind = "integer" | "decimal" | "date" | "name" | "odd";

const cellOf: Record<ColumnKind, fc.Arbitrary<string>> = {
  integer: fc.integer({ min: -20, max: 20 }).map(String),
  decimal: fc.integer({ min: -500, max: 500 }).map((n) => (n / 8).toFixed(3)),
  date: fc.integer({ min: 1, max: 28 }).map((day) => `2024-02-${String(day).padStart(2, "0")}`),
  name: fc.constantFrom("ash", "beech", "cedar", "oak", "yew"),
  odd: fc.constantFrom("*", "[1..2]", "{a|b}", "\\x", "a|b", "{", "", '"', "a,b", "x\ny"),
};

type Drawn = { kinds: ColumnKind[]; rows: string[][]; k: number; useHierarchy: boolean; holes: boolean };

const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    kinds: fc.array(fc.constantFrom<ColumnKind>("integer", "decimal", "date", "name", "odd"), {
      minLength: 1,
      maxLength: 4,
    }),
    size: fc.integer({ min: 1, max: 40 }),
    k: fc.integer({ min: 1, max: 41 }),
    useHierarchy: fc.boolean(),
    holes: fc.boolean(),
  })
  .chain(({ kinds, size, k, useHierarchy, holes }) =>
    fc
      .array(
        fc.tuple(
          ...kinds.map((kind) =>
            holes
              ? fc.oneof({ weight: 8, arbitrary: cellOf[kind] }, { weight: 1, arbitrary: fc.constant("") })
              : cellOf[kind],
          ),
        ),
        { minLength: size, maxLength: size },
      )
      .map((rows) => ({ kinds, rows: rows as string[][], k, useHierarchy, holes })),
  );

function csvOf({ kinds, rows }: Drawn): string {
  const quote = (field: string): string => `"${field.replaceAll('"', '""')}"`;
  const header = [...kinds.map((_, i) => `q${i}`), "note"].join(",");
  const lines = rows.map((row, i) => [...row.map(quote), `n${i}`].join(","));
  return `${[header, ...lines].join("\n")}\n`;
}

function specOf(case_: Drawn, table: Table, algorithm: Spec["algorithm"]): Spec {
  const attributes: Record<string, Spec["attributes"][string]> = {};
  case_.kinds.forEach((_, i) => {
    const isNumber = table.columns[i].kind === "number";
    attributes[`q${i}`] =
      case_.useHierarchy && isNumber && i % 2 === 0
        ? { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 4 } }
        : { role: "quasi-identifying" };
  });
  return { version: 1, attributes, rest: "insensitive", privacy: [kAnonymity(case_.k)], algorithm };
}

/** The smallest number of rows that share their quasi-identifiers, counted on text. */
function slowK(lines: readonly string[][], columns: number): number {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const key = JSON.stringify(line.slice(0, columns));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Math.min(...counts.values());
}

function textOf(table: Table): string[][] {
  return Array.from({ length: table.rows }, (_, row) => table.columns.map((_, column) => cell(table, row, column)));
}

/** Whether a released text covers an original value, read by a plain parser of this test's own. */
function covers(released: string, original: string): boolean {
  if (released === "*") return true;
  if (released.startsWith("\\")) return released.slice(1) === original;
  const interval = /^\[(.+)\.\.(.+)([\])])$/.exec(released);
  if (interval !== null) {
    const [low, high, value] = [interval[1], interval[2], original].map((text) =>
      /^\d{4}-/.test(text) ? Date.parse(text) : Number(text),
    ) as [number, number, number];
    return original !== "" && low <= value && (interval[3] === "]" ? value <= high : value < high);
  }
  if (released.startsWith("{") && released.endsWith("}")) {
    const members = released
      .slice(1, -1)
      .split(/(?<!(?<!\\)(?:\\\\)*\\)\|/)
      .map((member) => member.replace(/\\(.)/g, "$1"));
    return members.includes(original);
  }
  return released === original || (original !== "" && Number(released) === Number(original));
}

const forms: Spec["algorithm"][] = [
  mondrian(),
  mondrian({ strict: false }),
  mondrian({ flat: true }),
  mondrian({ score: "entropy" }),
  mondrian({ score: "span" }),
  mondrian({ score: "negative-entropy" }),
  mondrian({ values: "set" }),
  mondrian({ variant: "paper", values: "range" }),
  mondrian({ variant: "paper", values: "set" }),
  bestCut(),
  cluster(),
  auto({ effort: "best", partition: false }),
];

describe("anonymize on random tables", () => {
  it.each(forms.map((form) => [JSON.stringify(form), form] as const))("keeps its promises: %s", (_, form) => {
    fc.assert(
      fc.property(drawn, (case_) => {
        const table = readCsv(csvOf(case_));
        const spec = specOf(case_, table, form);
        const size = case_.rows.length;
        if (case_.k > size) {
          expect(() => anonymize(table, spec)).toThrowError(
            expect.objectContaining({ code: "infeasible", hint: expect.stringContaining(String(size)) }),
          );
          return;
        }
        const release = anonymize(table, spec);
        const columns = case_.kinds.length;
        const released = textOf(release.table);
        expect(released.length).toBe(size);
        expect(slowK(released, columns)).toBeGreaterThanOrEqual(case_.k);
        const names = case_.kinds.map((_, i) => `q${i}`);
        const bytes = Buffer.concat([...csvBlocks(release.table)]);
        expect(audit(readCsv(bytes), { quasiIdentifiers: names, privacy: release.spec.privacy }).holds).toBe(true);
        // every row is still there, under values that cover it
        const byNote = new Map(released.map((row) => [row.at(-1)!, row]));
        case_.rows.forEach((row, i) => {
          const published = byNote.get(`n${i}`)!;
          row.forEach((value, column) => {
            if (!covers(published[column], value)) {
              throw new Error(
                `row ${i}, column ${column}: ${JSON.stringify(published[column])} does not cover ${JSON.stringify(value)}`,
              );
            }
          });
        });
      }),
      { numRuns: runs(300), seed: 20 },
    );
  });

  it("loses what compare says it loses, from the two tables alone", () => {
    fc.assert(
      fc.property(drawn, (case_) => {
        fc.pre(case_.k <= case_.rows.length && !case_.useHierarchy);
        const table = readCsv(csvOf(case_));
        const release = anonymize(table, specOf(case_, table, mondrian()));
        const names = case_.kinds.map((_, i) => `q${i}`);
        const found = compare(table, release.table, { quasiIdentifiers: names, k: case_.k });
        expect(found.ncp).toBeCloseTo(release.quality.ncp, 9);
      }),
      { numRuns: runs(300), seed: 21 },
    );
  });

  it("does not depend on the order of the input's rows", () => {
    fc.assert(
      fc.property(drawn, fc.integer(), (case_, turn) => {
        fc.pre(case_.k <= case_.rows.length && !case_.kinds.some((kind) => kind === "name" || kind === "odd"));
        const at = Math.abs(turn) % case_.rows.length;
        const withoutNote = (rows: string[][]): string => csvOf({ ...case_, rows }).replaceAll(/,n\d+$/gm, ",n");
        const turned = [...case_.rows.slice(at), ...case_.rows.slice(0, at)];
        const write = (text: string): string => {
          const table = readCsv(text);
          return Buffer.concat([...csvBlocks(anonymize(table, specOf(case_, table, mondrian())).table)]).toString();
        };
        expect(write(withoutNote(turned))).toBe(write(withoutNote(case_.rows)));
      }),
      { numRuns: runs(200), seed: 22 },
    );
  });

  it("refuses a table without quasi-identifiers", () => {
    const table = readCsv("a,b\n1,2\n");
    expect(() => anonymize(table, { version: 1, attributes: {}, privacy: [kAnonymity(1)] })).toThrowError(
      expect.objectContaining({ code: "infeasible", hint: expect.stringContaining("quasi-identifying") }),
    );
  });
});
