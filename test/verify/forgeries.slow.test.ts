/** Every forgery of a certificate is rejected by both verifiers, but for what two files cannot tell. */
import { describe, expect, it } from "vitest";
import { baseNames, baseOf } from "./bases.ts";
import { independentProblems, libraryProblems, verdictsOf } from "./certified.ts";
import { forgeriesOf } from "./forge.ts";

/** The fields that can be changed unnoticed; the printed list speaks of them. */
const unknowableFields = ["input.saltedSha256", "kohort"];

/** Those of a hierarchy, where the cohort that is farthest from the table does not need them. */
const levelsOfTree = ["sensitive.[].tree.level", "sensitive.[].tree.of.[].level"];

/** Those of people who are in several cohorts and whose pseudonyms are not in the file. */
const numbersOfPeople = ["cohorts.[].people", "cohorts.[].sensitive.[].[]", "release.people"];

const unknowableIn: Readonly<Record<string, readonly string[]>> = {
  "t-closeness over a hierarchy": levelsOfTree,
  "people in several cohorts": numbersOfPeople,
};

describe("forged certificates", () => {
  it.each(baseNames)("of a release with %s are rejected by both verifiers, field by field", (name) => {
    const { bytes, text } = baseOf(name);
    expect([libraryProblems(bytes, text), independentProblems(bytes, text)]).toEqual([[], []]);
    const accepted = new Set<string>();
    const divided: string[] = [];
    let made = 0;
    for (const { path, how, text: forged } of forgeriesOf(text)) {
      made++;
      const [library, other] = verdictsOf(bytes, forged);
      if (library !== other) divided.push(`${path} ${how}: library ${library}, independent ${other}`);
      if (library || other) accepted.add(path.replace(/\.[0-9]+$/, ".[]"));
    }
    expect(divided).toEqual([]);
    expect([...accepted].sort()).toEqual([...unknowableFields, ...(unknowableIn[name] ?? [])].sort());
    expect(made).toBeGreaterThan(1000);
  });
});
