import { expect, it } from "vitest";
import { loneValues } from "../../src/synthesis/index.ts";
import { readCsv } from "../../src/table/index.ts";

it("counts made rows with a value that one record has, and no missing ones", () => {
  const original = readCsv("name,age,note\nAnn,20,\nBob,20,x\nCleo,31,x\nDan,44,x\n");
  const made = readCsv("name,age,note\nAnn,20,\nAnn,31,\nDan,31,x\nEve,45,y\n");
  expect(loneValues(made, original)).toEqual({ name: 3, age: 2 });
});
