/** @file δ-presence with a least share above 0 on the command line: suppression within the limit mends a class that fails. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { kohort, temporaryFolder } from "./run-kohort.ts";

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);

/** 4 of 8 people in their twenties and 5 of 10 in their thirties are in the table, of the fifties both. */
const twenties = [21, 22, 23, 24, 25, 26, 27, 28];
const thirties = [30, 31, 32, 33, 34, 35, 36, 37, 38, 39];
const people = [...twenties, ...thirties, 51, 52];
const records = [...twenties.slice(0, 4), ...thirties.slice(0, 5), 51, 52];
writeFileSync(at("people.csv"), `age\n${people.join("\n")}\n`);
writeFileSync(at("records.csv"), `age\n${records.join("\n")}\n`);

const asked = (file: string): string[] => [
  "--quasi",
  "age",
  "--hierarchy",
  "age=intervals(width=10,levels=1)",
  "--require",
  `delta-presence(min=0.3,max=0.52,population=${at(file)})`,
];

function anonymized(output: string, file: string, words: readonly string[]): ReturnType<typeof kohort> {
  const method = ["--algorithm", "lattice", "-o", at(output)];
  return kohort(["anonymize", at("records.csv"), ...asked(file), ...method, ...words]);
}

it("publishes with suppression what cannot be published without", () => {
  const without = anonymized("none.csv", "people.csv", ["--suppression", "0"]);
  expect(without.code).toBe(1);
  expect(existsSync(at("none.csv"))).toBe(false);
  const made = anonymized("release.csv", "people.csv", ["--suppression", "0.2"]);
  expect(made.stderr).not.toContain("error:");
  expect(made.code).toBe(0);
  expect(readFileSync(at("release.csv"), "utf8")).toBe(
    `age\n${[...records.slice(0, 4).map(() => "[20..29]"), ...records.slice(4, 9).map(() => "[30..39]")].join("\n")}\n`,
  );
  expect(made.stderr).toContain(
    "delta-presence does not protect the 2 people of 1 suppressed cohort (2 records): a minimum above 0 reveals that each suppressed cohort has somebody in the table",
  );
});

it("is judged by kohort audit with the original, and taken not to hold without it", () => {
  const alone = kohort(["audit", at("release.csv"), ...asked("people.csv")]);
  expect(alone.code).toBe(1);
  expect(alone.stderr).toContain(
    "delta-presence counts as not met: 2 people of the population match no record, and only the original table shows whether their records were suppressed; give it as --original",
  );
  const audited = kohort(["audit", at("release.csv"), ...asked("people.csv"), "--original", at("records.csv")]);
  expect(audited.stdout).toMatch(/delta-presence +asked ≤ ?0\.52 +measured 0\.5 +holds/);
  expect(audited.code).toBe(0);
  // another 8 people in their twenties: their class is published, with too small a share
  writeFileSync(at("more.csv"), `age\n${[...people, ...twenties].join("\n")}\n`);
  expect(kohort(["audit", at("release.csv"), ...asked("more.csv"), "--original", at("records.csv")]).code).toBe(1);
});

it("fails for people of whom nobody is in the table, however many records may be left out", () => {
  writeFileSync(at("old.csv"), `age\n${[...people, 77].join("\n")}\n`);
  const refused = anonymized("never.csv", "old.csv", ["--suppression", "0.5"]);
  expect(refused.code).toBe(1);
  expect(existsSync(at("never.csv"))).toBe(false);
  const audited = kohort(["audit", at("release.csv"), ...asked("old.csv"), "--original", at("records.csv")]);
  expect(audited.code).toBe(1);
  expect(audited.stdout).toContain("does not hold");
});

it("keeps left-out records as blank rows, which say nothing of whom they fit", () => {
  const made = anonymized("kept.csv", "people.csv", ["--suppression", "0.2", "--keep-suppressed"]);
  expect(made.stderr).not.toContain("error:");
  expect(
    readFileSync(at("kept.csv"), "utf8")
      .split("\n")
      .filter((line) => line === "*"),
  ).toHaveLength(2);
  expect(kohort(["audit", at("kept.csv"), ...asked("people.csv"), "--original", at("records.csv")]).code).toBe(0);
});

it("is no part of a certificate, which is refused where nothing else is asked", () => {
  const words = ["--suppression", "0.2", "--certificate", at("release.json")];
  const refused = anonymized("certified.csv", "people.csv", words);
  expect(refused.code).toBe(2);
  expect(existsSync(at("certified.csv"))).toBe(false);
  const made = anonymized("certified.csv", "people.csv", ["-k", "2", ...words]);
  expect(made.stderr).not.toContain("error:");
  expect(readFileSync(at("release.json"), "utf8")).not.toContain("presence");
});

it("reads numbers with decimal commas as the search does", () => {
  const halves = (ages: readonly number[]): string => `age;x\n${ages.map((age) => `${age},5;a`).join("\n")}\n`;
  writeFileSync(at("comma-people.csv"), halves(people));
  writeFileSync(at("comma.csv"), halves(records));
  const roles = ["--insensitive", "x", "--decimal", ",", ...asked("comma-people.csv")];
  const words = ["--algorithm", "lattice", "--suppression", "0.2", "-o", at("comma-release.csv")];
  const made = kohort(["anonymize", at("comma.csv"), ...roles, ...words]);
  expect(made.stderr).not.toContain("error:");
  expect(readFileSync(at("comma-release.csv"), "utf8").trimEnd().split("\n")).toHaveLength(1 + 9);
});

it("says that auto leaves no record out where it counts a population", () => {
  const roles = ["--quasi", "age", "--require", `k-map(k=2,population=${at("people.csv")})`];
  const made = kohort(["anonymize", at("records.csv"), ...roles, "--suppression", "0.2", "-o", at("auto.csv")]);
  expect(made.stderr).toContain(
    "auto leaves no record out where it counts a population, so suppression 0.2 is ignored",
  );
});
