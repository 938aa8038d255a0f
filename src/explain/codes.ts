import type { TopicGroup } from "./topic.ts";

/** The error codes, each with what it means and what to do; `hierarchy` stands with the hierarchies. */
export const codeTopics: TopicGroup = {
  title: "Error codes",
  topics: [
    {
      name: "usage",
      sentence: "The command was typed in a way it does not understand (exit code 2).",
      example: `kohort audit data.csv --quas age
error: audit has no flag --quas
hint: did you mean --quasi? see \`kohort audit --help\``,
      limits: "Nothing was read or written.",
      asError: "Look at the hint, or at `kohort <command> --help`.",
    },
    {
      name: "spec",
      sentence: "kohort.json, or the flags that stand for it, say something that cannot be followed (exit code 2).",
      example: `error: attribute "zipp" is not in the table
  at kohort.json:7:5   attributes.zipp
hint: did you mean "zip"? columns are: age, zip, sex, diagnosis`,
      limits:
        "A spec that can be followed is not therefore a good one: whether the roles are right is for you to judge.",
      asError: "Go to the line and column it names. Unknown keys are errors so that a misspelt one is never ignored.",
    },
    {
      name: "file",
      sentence: "A file cannot be opened, read or written (exit code 2).",
      example: `error: file "release.csv" exists already
hint: use --force to replace it`,
      limits:
        "A failed write leaves what was there before: results are written beside the target and renamed at the end.",
      asError:
        "Check the path and the permissions; paths are taken from where you are, in a spec from where the spec is.",
    },
    {
      name: "input",
      sentence: "The data cannot be read as a table (exit code 2).",
      example: `error: record 812 has 14 fields where the header has 15
  at patients.csv:813`,
      limits:
        "Data that reads without an error may still have been split at the wrong delimiter: look at `kohort inspect`.",
      asError: "Go to the line it names; set --delimiter or --format if the guess was wrong.",
    },
    {
      name: "column",
      sentence: "A column that was named is not in the table (exit code 2).",
      example: `error: column "zipp" is not in the table
hint: did you mean "zip"? columns are: age, zip, sex, diagnosis`,
      limits: "A number is taken as a 0-based index only where no column has that name.",
      asError: "Use a name from the list, or the column's 0-based index.",
    },
    {
      name: "infeasible",
      sentence: "No release can meet what was asked (exit code 1).",
      example: `3 records and k = 5: even one cohort of all records has only 3
error: no release meets the spec`,
      limits: "The data is not at fault and nothing is published that would not meet the spec.",
      asError: "Ask for less, or bring more records; the hint says how much can be asked.",
      see: ["k-anonymity"],
    },
    {
      name: "audit",
      sentence: "A table was measured and is below what was asked (exit code 1).",
      example: `kohort audit release.csv --quasi age,zip,sex -k 5
k-anonymity   asked 5   measured 2   does not hold`,
      limits: "It measures the quasi-identifiers that are named; with too few of them any table looks safe.",
      asError: "The table must not be published as it is; anonymize it with the same quasi-identifiers.",
      see: ["k-anonymity", "quasi-identifier"],
    },
    {
      name: "cancelled",
      sentence: "The run was interrupted with Ctrl-C (exit code 130) or SIGTERM (143).",
      example: "Ctrl-C once: the work stops, temporary files are removed, nothing is written. Twice: it ends at once.",
      limits: "What stood at the output before still stands there.",
      asError: "Run it again when you like; the same spec, data and seed give the same bytes.",
    },
  ],
};
