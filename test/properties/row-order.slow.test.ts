/** What is made of a table is a function of its records, not of the order in which the input has them. */
import { describe, expect, it } from "vitest";
import { auto, cluster, mondrian } from "../../src/algorithms/index.ts";
import { randomFrom, shuffle } from "../../src/base/index.ts";
import { kAnonymity } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { SpecInCode } from "../../src/spec/index.ts";
import { type SynthesizerName, synthesizers } from "../../src/synthesis/index.ts";
import { cell, readCsv, type Table, writeCsv } from "../../src/table/index.ts";
import { synthesize } from "../../src/utility/synthesize.ts";
import { everyForm, shuffledTables } from "./shuffled.ts";

/** Tables per form; the full tier has 200. */
const tables = 12;

/** Rows of three columns with ties of every sort, and a note that tells equal records apart. */
function lines(count: number, seed: number): string[] {
  const random = randomFrom(seed);
  const pick = (words: readonly string[]): string => words[random.below(words.length)];
  return Array.from({ length: count }, (_, row) =>
    [20 + random.below(40), pick(["ash", "oak", "yew", "elm"]), pick(["flu", "cold", "gout"]), row % 7].join(),
  );
}

const tableOf = (rows: readonly string[]): Table => readCsv(`age,town,ill,note\n${rows.join("\n")}\n`);

const attributes: SpecInCode["attributes"] = {
  age: { role: "quasi-identifying" },
  town: { role: "quasi-identifying" },
  ill: { role: "sensitive" },
  note: { role: "insensitive" },
};

describe("the order of the input's rows does not matter to", () => {
  it.each(everyForm.map((form) => [JSON.stringify(form), form] as const))("%s", (_, form) => {
    const { released, differing } = shuffledTables(form, tables);
    expect(differing.slice(0, 1)).toEqual([]);
    expect(released).toBeGreaterThan(tables / 4);
  });

  it.each(Object.keys(synthesizers) as SynthesizerName[])(
    "synthetic rows by %s, of a table and of a release",
    (model) => {
      const rows = lines(60, 4);
      const made = (some: readonly string[], from?: Table): string => {
        const { table, utility } = synthesize(tableOf(some), {
          label: "ill",
          attributes,
          model,
          epochs: 2,
          seed: 3,
          attempts: 10,
          ...(from === undefined ? {} : { from }),
        });
        return `${Buffer.from(writeCsv(table)).toString()}${JSON.stringify(utility)}`;
      };
      const turned = shuffle([...rows], randomFrom(5));
      expect(made(turned)).toBe(made(rows));
      const spec: SpecInCode = { attributes, privacy: [kAnonymity(3)], algorithm: cluster(), order: "input" };
      expect(made(turned, anonymize(tableOf(turned), spec).table)).toBe(
        made(rows, anonymize(tableOf(rows), spec).table),
      );
    },
  );

  it("the cohorts of a release in the input's order, each of whose rows stands where its record stood", () => {
    const rows = lines(50, 6);
    const turned = shuffle([...rows], randomFrom(7));
    for (const algorithm of [mondrian(), cluster(), auto({ partition: false })]) {
      const spec: SpecInCode = { attributes, privacy: [kAnonymity(3)], algorithm, order: "input" };
      const texts = (some: readonly string[]): string[] => {
        const { table } = anonymize(tableOf(some), spec);
        const released = some.map((_, row) => table.columns.map((_, column) => cell(table, row, column)).join());
        // what is not generalised shows whose row it is
        expect(released.every((line, row) => line.endsWith(some[row].split(",").slice(2).join()))).toBe(true);
        return released;
      };
      expect(texts(turned).sort()).toEqual(texts(rows).sort());
    }
  });
});

describe("forms that equal another program", () => {
  it("keep the order of first appearance", () => {
    const [first, second] = [
      ["1,oak,flu,0", "1,ash,flu,0", "1,ash,flu,0", "1,oak,flu,0"],
      ["1,ash,flu,0", "1,oak,flu,0", "1,oak,flu,0", "1,ash,flu,0"],
    ].map((rows) => {
      const algorithm = mondrian({ compatible: true });
      const { table } = anonymize(tableOf(rows), { attributes, privacy: [kAnonymity(4)], algorithm });
      return cell(table, 0, 1);
    });
    expect([first, second]).toEqual(["oak~ash", "ash~oak"]);
  });
});

describe("auto with partition=false", () => {
  it("never loses more than cluster alone, whatever is asked and however long it searches", () => {
    const goals: SpecInCode["privacy"][] = [
      [kAnonymity(2)],
      [kAnonymity(4)],
      [kAnonymity(2), { model: "l-diversity", l: 2 }],
      [kAnonymity(3), { model: "t-closeness", t: 0.35 }],
      [kAnonymity(2), { model: "t-closeness", t: 0.15, distance: "equal" }],
    ];
    let less = 0;
    for (let nth = 0; nth < 60; nth++) {
      const table = tableOf(lines(30 + (nth % 5) * 20, nth));
      const spec = { attributes, privacy: goals[nth % goals.length], seed: 1 + nth };
      const most = anonymize(table, { ...spec, algorithm: cluster() }).quality.ncp;
      for (const options of [{}, { effort: "fast" as const }, { planned: 1 }]) {
        const { ncp } = anonymize(table, { ...spec, algorithm: auto({ partition: false, ...options }) }).quality;
        expect(ncp, `table ${nth} ${JSON.stringify(options)}`).toBeLessThanOrEqual(most + 1e-12);
        if (ncp < most - 1e-9) less++;
      }
    }
    expect(less).toBeGreaterThan(5);
  });
});
