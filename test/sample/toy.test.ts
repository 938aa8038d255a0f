import { expect, it } from "vitest";
import { toyCsv } from "../../src/sample/index.ts";
import { counts, rowsOf } from "./reading.ts";

it("the toy table has cohorts of exactly three once ages become decades and zips lose two digits", () => {
  const rows = rowsOf(toyCsv);
  expect(toyCsv.split("\n")[0]).toBe("name,age,zip,sex,diagnosis");
  expect(rows).toHaveLength(12);
  expect(new Set(rows.map(([, age, zip, sex]) => `${age} ${zip} ${sex}`)).size).toBe(12);
  const cohorts = counts(rows.map(([, age, zip, sex]) => `${age[0]}. ${zip.slice(0, 3)} ${sex}`));
  expect([...cohorts.values()]).toEqual([3, 3, 3, 3]);
});
