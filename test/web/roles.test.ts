import { expect, it } from "vitest";
import type { Spec } from "../../src/spec/index.ts";
import { kindsIn } from "../../src/web/columns.ts";
import { askSession } from "./ask-session.ts";

const lines = Array.from({ length: 120 }, (_, row) => `${1 + (row % 2)},${1 + (row % 6)},${18 + (row % 60)}`);
const blob = new Blob([`sex,marital,age\n${lines.join("\n")}\n`]);

it("the studio takes codes for categories, says so, and reads the file as its first spec says", async () => {
  const { ask } = askSession();
  const table = await ask("open", { name: "survey.csv", blob }).answer;
  expect(table.columns.map(({ name, kind }) => [name, kind])).toEqual([
    ["sex", "category"],
    ["marital", "category"],
    ["age", "number"],
  ]);
  expect(table.columns[1].suggestion.reason).toContain("6 whole numbers from 1 to 6, taken as codes of categories");
  const spec = table.suggestion as Spec;
  expect(kindsIn(spec)).toEqual({ sex: "category", marital: "category" });
  // what the page would ask to read is what is open, so nothing is read a second time
  expect(table.id.endsWith(JSON.stringify([spec.input ?? {}, kindsIn(spec)]))).toBe(true);
  const { report } = await ask("run", { key: "a", spec }).answer;
  expect(report.release.rows).toBe(120);
});

it("the studio keeps a kind that is chosen, and proposes again what it proposed at first", async () => {
  const { ask } = askSession();
  const first = await ask("open", { name: "survey.csv", blob }).answer;
  const again = await ask("open", { name: "survey.csv", blob, kinds: kindsIn(first.suggestion as Spec) }).answer;
  expect(again.suggestion).toEqual(first.suggestion);
  const chosen = await ask("open", { name: "survey.csv", blob, kinds: { marital: "number" } }).answer;
  expect(chosen.columns.map(({ kind }) => kind)).toEqual(["number", "number", "number"]);
  expect((chosen.suggestion as Spec).attributes.marital).toMatchObject({ kind: "number" });
  expect((chosen.suggestion as Spec).attributes.sex).toMatchObject({ kind: "category" });
});
