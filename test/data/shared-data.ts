import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const folder = process.env.KOHORT_DATA ?? join(import.meta.dirname, "..", "..", "..", "shared", "data");

/** Whether the data sets that are not part of this project are on this machine; says so loudly when they are not. */
export const hasSharedData: boolean = existsSync(join(folder, "adult.csv"));
if (!hasSharedData)
  console.warn(`SKIPPED: no data sets in ${folder}; set KOHORT_DATA to the folder that holds adult.csv`);

/** Tests that read the data sets while they are collected, which a skipped `describe` would do as well. */
export function describeOnData(name: string, tests: () => void): void {
  const missing = (): void => it("has the data sets", () => expect(hasSharedData).toBe(true));
  describe.skipIf(!hasSharedData)(name, hasSharedData ? tests : missing);
}

/** A file of the data sets. */
export function sharedFile(name: string): string {
  return join(folder, name);
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
