import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dataFolder, needing } from "../setup/needs.ts";

/** Tests that read the data sets while they are collected, which a skipped `describe` would do as well. */
export function describeOnData(name: string, tests: () => void): void {
  const options = needing("data sets");
  const missing = (): void => it("has the data sets", () => expect(options.skip).toBeUndefined());
  describe(name, options, options.skip === true ? missing : tests);
}

/** A file of the data sets. */
export function sharedFile(name: string): string {
  return join(dataFolder, name);
}

function linesOf(name: string): string[] {
  return readFileSync(sharedFile(name), "utf8").trimEnd().split("\n");
}

/** The first 32561 rows of Adult without those that hold a `?`: 30162 rows. */
export function adultComplete(): string {
  const [header, ...rows] = linesOf("adult.csv");
  return `${[header, ...rows.slice(0, 32561).filter((row) => !row.includes("?"))].join("\n")}\n`;
}

/** All of Adult, `?` an ordinary value. */
export function adultFull(): string {
  return readFileSync(sharedFile("adult.csv"), "utf8");
}

/** INFORMS without the rows that hold a `?`: 69353 rows. */
export function informsComplete(): string {
  const [header, ...rows] = linesOf("informs.csv");
  return `${[header, ...rows.filter((row) => !row.includes("?"))].join("\n")}\n`;
}

/** The eight quasi-identifiers of Adult that the literature uses. */
export const adultQuasi: readonly string[] = [
  "age",
  "workclass",
  "education-num",
  "marital-status",
  "occupation",
  "race",
  "sex",
  "native-country",
];

/** The nine columns of `adult-9`, in the order of ARX's own tests. */
export const adultNine: readonly string[] = [
  "sex",
  "age",
  "race",
  "marital-status",
  "education",
  "native-country",
  "workclass",
  "occupation",
  "salary-class",
];
