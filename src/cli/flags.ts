/** @file The flags that several commands share, in the groups in which the help shows them. */
import { algorithms } from "../algorithms/index.ts";
import { engineNames, rests, warningUses } from "../spec/index.ts";
import { spellings } from "../table/index.ts";
import type { Flag, FlagGroup } from "./flag.ts";

const config: Flag = {
  name: "config",
  short: "c",
  value: "FILE",
  help: "the spec to follow",
  completes: "file",
  stream: true,
};

/** Where a result is written. */
export const output: Flag = {
  name: "output",
  short: "o",
  value: "FILE",
  help: "where to write the result; - is stdout",
  completes: "file",
  writes: true,
  stream: true,
};

/** Where several results are written. */
export const folder: Flag = {
  name: "output",
  short: "o",
  value: "FOLDER",
  help: "the folder to write results into",
  completes: "file",
  writes: true,
};

/** Replaces what is already there. */
export const force: Flag = { name: "force", help: "replace the output if it exists" };

/** One JSON document instead of text. */
export const json: Flag = { name: "json", help: "print one JSON document on stdout" };

/** The result as a file for people or programs. */
export const report: Flag = {
  name: "report",
  value: "FILE",
  help: "write a report as well (.html, .md or .json)",
  completes: "file",
  writes: true,
};

/** Cells that no spreadsheet takes for formulas. */
export const safeCells: Flag = {
  name: "safe-cells",
  help: "write cells that a spreadsheet would run as formulas as text, with an apostrophe",
};

const threads: Flag = { name: "threads", value: "N", help: "how many threads to use (all cores by default)" };

/** Flags that every command has. */
export const talk: FlagGroup = {
  title: "Talk",
  flags: [
    { name: "quiet", short: "q", help: "say only warnings and errors" },
    { name: "verbose", short: "v", help: "say more, and show the stack of an unexpected error" },
    { name: "color", value: "WHEN", help: "colours", values: ["auto", "always", "never"] },
    { name: "progress", value: "HOW", help: "progress", values: ["auto", "plain", "none"] },
    { name: "version", help: "print the version" },
    { name: "help", short: "h", help: "print this help" },
  ],
};

/** How the input is read. */
export const reading: FlagGroup = {
  title: "Input",
  flags: [
    { name: "delimiter", value: "CHAR", help: "what separates fields (guessed by default)" },
    {
      name: "format",
      value: "NAME",
      help: "the format (by extension by default)",
      values: ["csv", "tsv", "json", "jsonl", "mondrian-c"],
    },
    {
      name: "missing",
      value: "LIST",
      repeatable: true,
      help: "values that mean missing: ',?' or, of a column, 'age=,NA' (the empty one)",
    },
    {
      name: "decimal",
      value: "MARK",
      repeatable: true,
      help: "what parts decimals: ',' or '.' or, of a column, 'bmi=,' (found by default)",
    },
    {
      name: "date-form",
      value: "COLUMN=FORM",
      repeatable: true,
      help: "how a column's dates are written, such as mm/dd/yyyy (found by default)",
    },
    { name: "drop-missing", help: "leave out records with a missing value" },
    {
      name: "kind",
      value: "COLUMN=KIND",
      repeatable: true,
      help: "read a column as number, category or date",
    },
    threads,
  ],
};

/** Where the table is worked on. */
export const engine: FlagGroup = {
  title: "Engine",
  flags: [
    {
      name: "engine",
      value: "NAME",
      help: "where to work: memory unless the data needs another",
      values: engineNames,
    },
    { name: "master", value: "URL", help: "Spark's master, such as spark://host:7077, yarn or local[*]" },
    { name: "spark-node", value: "COMMAND", help: "what starts Node on the workers of a cluster (node)" },
    {
      name: "spark-setting",
      value: "KEY=VALUE",
      repeatable: true,
      help: "a setting for Spark, such as spark.executor.memory=4g",
    },
    { name: "memory", value: "SIZE", help: "how much memory DuckDB or each worker of a cluster may use, such as 4GB" },
    { name: "scratch", value: "FOLDER", help: "where to put what does not fit into memory", completes: "file" },
    { name: "shards", value: "N", help: "in how many parts at least to cut before workers finish them" },
  ],
};

/** What each column is to an attacker, by name or 0-based index. */
export const roles: FlagGroup = {
  title: "Roles, by column name or 0-based index",
  flags: [
    config,
    { name: "quasi", value: "LIST", repeatable: true, help: "columns that single people out together" },
    { name: "sensitive", value: "LIST", repeatable: true, help: "columns nobody should learn about a person" },
    { name: "identifying", value: "LIST", repeatable: true, help: "columns that name people; not published" },
    { name: "insensitive", value: "LIST", repeatable: true, help: "columns published as they are" },
    { name: "unpublished", value: "LIST", repeatable: true, help: "columns that are not published" },
    {
      name: "person",
      value: "COLUMN",
      help: "whose rows they are; none counts rows",
    },
  ],
};

/** What becomes of columns without a role, where a table is published. */
export const rest: Flag = {
  name: "rest",
  value: "HOW",
  help: "what becomes of columns without a role (drop)",
  values: rests,
};

/** What becomes of a release that has privacy warnings. */
export const warnings: Flag = {
  name: "warnings",
  value: "HOW",
  help: "what to do if there are privacy warnings (warn)",
  values: warningUses,
};

/** Roles, for the commands that publish. */
export const publishedRoles: FlagGroup = { ...roles, flags: [...roles.flags, rest, warnings] };

const hierarchy: Flag = {
  name: "hierarchy",
  value: "COLUMN=HOW",
  repeatable: true,
  help: "FILE, intervals(width=5), masking(from=right), …",
};

const domains: Flag = {
  name: "domains",
  value: "FILE",
  help: "groups of several columns: rules such as Job/Office: Clerk, Sales",
  completes: "file",
  stream: true,
};

const transform: Flag = {
  name: "transform",
  value: "COLUMN=HOW",
  repeatable: true,
  help: "code its values: top(at=90), bottom(at=18), round(to=5), rare(below=20)",
};

const missingMeans: Flag = {
  name: "missing-means",
  value: "COLUMN=HOW",
  repeatable: true,
  help: "what its missing values are: category, wildcard or leave-out",
};

const separator: Flag = {
  name: "separator",
  value: "COLUMN=SIGN",
  repeatable: true,
  help: "its cells are sets of items with this sign between them",
};

/** What is done to values before anything is searched or measured. */
export const preparing: FlagGroup = { title: "Before the search", flags: [transform, missingMeans, separator] };

/** How the columns are generalised, where a release is only read. */
export const hierarchies: FlagGroup = { title: "Hierarchies", flags: [hierarchy, domains] };

const k: Flag = { name: "k", value: "N", help: "nobody in a cohort of fewer than N records; auto chooses" };

const l: Flag = { name: "l", value: "N", help: "at least N different sensitive values in every cohort; auto chooses" };

const t: Flag = {
  name: "t",
  value: "X",
  help: "sensitive values spread as in the table, up to a distance of X; auto chooses",
};

const require: Flag = {
  name: "require",
  value: "MODEL",
  repeatable: true,
  help: "a privacy model, such as 'l-diversity(l=3,variant=entropy)'",
};

const preset: Flag = {
  name: "preset",
  value: "NAME",
  help: "k by who will read it: 3, 5, 11 or 20",
  values: ["internal", "controlled", "public", "strict"],
};

/** What stands for columns that name people. */
export const identifiers: FlagGroup = {
  title: "Identifiers",
  flags: [
    {
      name: "replace",
      value: "COLUMN=HOW",
      repeatable: true,
      help: "publish an identifier as pseudonym, hash, format, mask(keep=2), redact, …",
    },
    {
      name: "key-file",
      value: "FILE",
      help: "the secret for that, readable by you alone (or KOHORT_KEY)",
      completes: "file",
    },
  ],
};

const spelling: Flag = {
  name: "spelling",
  value: "HOW",
  help: "whether spellings of a sensitive value count as one",
  values: [...spellings],
};

/** What a table must meet. */
export const privacy: FlagGroup = { title: "Privacy", flags: [k, l, t, require, preset, spelling] };

/** What counts more in loss. */
export const weight: Flag = {
  name: "weight",
  value: "COLUMN=N",
  repeatable: true,
  help: "how much a column's detail matters (1)",
};

/** How a release is made. */
export const method: FlagGroup = {
  title: "Method",
  flags: [
    { name: "algorithm", value: "NAME", help: "how cohorts are found", values: Object.keys(algorithms) },
    { name: "option", value: "KEY=VALUE", repeatable: true, help: "an option of the algorithm, such as strict=true" },
    hierarchy,
    domains,
    weight,
    { name: "suppression", value: "SHARE", help: "largest share of records that may be left out" },
    { name: "measure", value: "NAME", help: "the loss that is kept low (ncp)" },
    {
      name: "levels",
      value: "COLUMN=LOW..HIGH",
      repeatable: true,
      help: "hierarchy levels full-domain search may use",
    },
    { name: "snap", value: "COLUMN=WIDTH", repeatable: true, help: "widen published ranges to multiples of a width" },
    { name: "order", value: "HOW", help: "the order of the rows", values: ["canonical", "shuffled", "input"] },
    { name: "seed", value: "N", help: "where random choices start (1)" },
  ],
};
