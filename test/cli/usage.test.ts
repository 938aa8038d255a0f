import { describe, expect, it } from "vitest";
import { kohort } from "./run-kohort.ts";

/** What is typed, and the error it must give, to the letter. */
const mistakes: [string, string][] = [
  ["audti x.csv", 'error: there is no command "audti"\nhint: did you mean "audit"? see `kohort --help`\n'],
  [
    "audit x.csv --quas age",
    "error: audit has no flag --quas\nhint: did you mean --quasi? see `kohort audit --help`\n",
  ],
  ["frontier x.csv -k 5", "error: frontier has no flag -k\nhint: did you mean --ks? see `kohort frontier --help`\n"],
  ["compare a.csv b.csv -l 5", "error: compare has no flag -l\nhint: see `kohort compare --help`\n"],
  ["compare a.csv b.csv -( 5", "error: compare has no flag -(\nhint: see `kohort compare --help`\n"],
  ["studio nowhere.csv --no-open", 'error: file "nowhere.csv" does not exist\n'],
  [
    "why x.csv --original y.csv --row 1 --record 2",
    "error: why needs a row of the release or a record of the original, not both\n",
  ],
  ["anonymize x.csv -z 3", "error: anonymize has no flag -z\n"],
  ["audit x.csv -k", "error: -k needs a value\n"],
  ["audit x.csv --quasi -k 5", "error: --quasi needs a value\n"],
  ["audit x.csv -k 5 -k 6", "error: -k is given twice\n"],
  ["audit x.csv --json=yes", "error: --json takes no value\n"],
  [
    "anonymize x.csv --order inptu",
    'error: --order cannot be "inptu"\nhint: did you mean "input"? values are: canonical, shuffled, input\n',
  ],
  ["audit", "error: audit needs <data>\nhint: usage: kohort audit <data>\n"],
  ["audit a.csv b.csv", 'error: audit does not know what to do with "b.csv"\n'],
  ["compare a.csv", "error: compare needs more: <original> <release>\n"],
  ["explain mondrain", 'error: there is no topic "mondrain"\nhint: did you mean "mondrian",'],
  ["completion csh", 'error: there is no completion for "csh"\n'],
];

describe("wrong usage", () => {
  it.each(mistakes)("%s", (typed, expected) => {
    const { code, stdout, stderr } = kohort(typed.split(" "));
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.slice(0, expected.length)).toBe(expected);
  });
});
