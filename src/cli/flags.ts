/** @file The flags that several commands share, in the groups in which the help shows them. */
import { algorithms } from "../algorithms/index.ts";
import { engineNames, rests, warningUses } from "../spec/index.ts";
import { spellings } from "../table/index.ts";
import { type Flag, type FlagGroup, flag } from "./flag.ts";

const config: Flag = flag("-c, --config FILE", "the spec to follow", { stream: true });

/** Where a result is written. */
export const output: Flag = flag("-o, --output FILE", "where to write the result; - is stdout", {
  writes: true,
  stream: true,
});

/** Where several results are written. */
export const folder: Flag = flag("-o, --output FOLDER", "the folder to write results into", { writes: true });

/** Replaces what is already there. */
export const force: Flag = flag("--force", "replace the output if it exists");

/** One JSON document instead of text. */
export const json: Flag = flag("--json", "print one JSON document on stdout");

/** The result as a file for people or programs. */
export const report: Flag = flag("--report FILE", "write a report as well (.html, .md or .json)", { writes: true });

/** Cells that no spreadsheet takes for formulas. */
export const safeCells: Flag = flag(
  "--safe-cells",
  "write cells that a spreadsheet would run as formulas as text, with an apostrophe",
);

const threads: Flag = flag("--threads N", "how many threads to use (all cores by default)");

/** Flags that every command has. */
export const talk: FlagGroup = {
  title: "Talk",
  flags: [
    flag("-q, --quiet", "say only warnings and errors"),
    flag("-v, --verbose", "say more, and show the stack of an unexpected error"),
    flag("--color WHEN", "colours", { values: ["auto", "always", "never"] }),
    flag("--progress HOW", "progress", { values: ["auto", "plain", "none"] }),
    flag("--version", "print the version"),
    flag("-h, --help", "print this help"),
  ],
};

/** How the input is read. */
export const reading: FlagGroup = {
  title: "Input",
  flags: [
    flag("--delimiter CHAR", "what separates fields (guessed by default)"),
    flag("--format NAME", "the format (by extension by default)", {
      values: ["csv", "tsv", "json", "jsonl", "mondrian-c"],
    }),
    flag("--missing LIST…", "values that mean missing: ',?' or, of a column, 'age=,NA' (the empty one)"),
    flag("--decimal MARK…", "what parts decimals: ',' or '.' or, of a column, 'bmi=,' (found by default)"),
    flag("--date-form COLUMN=FORM…", "how a column's dates are written, such as mm/dd/yyyy (found by default)"),
    flag("--drop-missing", "leave out records with a missing value"),
    flag("--kind COLUMN=KIND…", "read a column as number, category or date"),
    threads,
  ],
};

/** Where the table is worked on. */
export const engine: FlagGroup = {
  title: "Engine",
  flags: [
    flag("--engine NAME", "where to work: memory unless the data needs another", { values: engineNames }),
    flag("--master URL", "Spark's master, such as spark://host:7077, yarn or local[*]"),
    flag("--spark-node COMMAND", "what starts Node on the workers of a cluster (node)"),
    flag("--spark-setting KEY=VALUE…", "a setting for Spark, such as spark.executor.memory=4g"),
    flag("--memory SIZE", "how much memory DuckDB or each worker of a cluster may use, such as 4GB"),
    flag("--scratch FOLDER", "where to put what does not fit into memory"),
    flag("--shards N", "in how many parts at least to cut before workers finish them"),
  ],
};

/** What each column is to an attacker, by name or 0-based index. */
export const roles: FlagGroup = {
  title: "Roles, by column name or 0-based index",
  flags: [
    config,
    flag("--quasi LIST…", "columns that single people out together"),
    flag("--sensitive LIST…", "columns nobody should learn about a person"),
    flag("--identifying LIST…", "columns that name people; not published"),
    flag("--insensitive LIST…", "columns published as they are"),
    flag("--unpublished LIST…", "columns that are not published"),
    flag("--person COLUMN", "whose rows they are; none counts rows"),
  ],
};

/** What becomes of columns without a role, where a table is published. */
export const rest: Flag = flag("--rest HOW", "what becomes of columns without a role (drop)", { values: rests });

/** What becomes of a release that has privacy warnings. */
export const warnings: Flag = flag("--warnings HOW", "what to do if there are privacy warnings (warn)", {
  values: warningUses,
});

/** Roles, for the commands that publish. */
export const publishedRoles: FlagGroup = { ...roles, flags: [...roles.flags, rest, warnings] };

const hierarchy: Flag = flag("--hierarchy COLUMN=HOW…", "FILE, intervals(width=5), masking(from=right), …");

const domains: Flag = flag("--domains FILE", "groups of several columns: rules such as Job/Office: Clerk, Sales", {
  stream: true,
});

const transform: Flag = flag(
  "--transform COLUMN=HOW…",
  "code its values: top(at=90), bottom(at=18), round(to=5), rare(below=20)",
);

const missingMeans: Flag = flag(
  "--missing-means COLUMN=HOW…",
  "what its missing values are: category, wildcard or leave-out",
);

const separator: Flag = flag("--separator COLUMN=SIGN…", "its cells are sets of items with this sign between them");

/** What is done to values before anything is searched or measured. */
export const preparing: FlagGroup = { title: "Before the search", flags: [transform, missingMeans, separator] };

/** How the columns are generalised, where a release is only read. */
export const hierarchies: FlagGroup = { title: "Hierarchies", flags: [hierarchy, domains] };

const k: Flag = flag("-k N", "nobody in a cohort of fewer than N records; auto chooses");

const l: Flag = flag("-l N", "at least N different sensitive values in every cohort; auto chooses");

const t: Flag = flag("-t X", "sensitive values spread as in the table, up to a distance of X; auto chooses");

const require: Flag = flag("--require MODEL…", "a privacy model, such as 'l-diversity(l=3,variant=entropy)'");

const preset: Flag = flag("--preset NAME", "k by who will read it: 3, 5, 11 or 20", {
  values: ["internal", "controlled", "public", "strict"],
});

/** What stands for columns that name people. */
export const identifiers: FlagGroup = {
  title: "Identifiers",
  flags: [
    flag("--replace COLUMN=HOW…", "publish an identifier as pseudonym, hash, format, mask(keep=2), redact, …"),
    flag("--key-file FILE", "the secret for that, readable by you alone (or KOHORT_KEY)"),
  ],
};

const spelling: Flag = flag("--spelling HOW", "whether spellings of a sensitive value count as one", {
  values: [...spellings],
});

/** What a table must meet. */
export const privacy: FlagGroup = { title: "Privacy", flags: [k, l, t, require, preset, spelling] };

/** What counts more in loss. */
export const weight: Flag = flag("--weight COLUMN=N…", "how much a column's detail matters (1)");

/** How a release is made. */
export const method: FlagGroup = {
  title: "Method",
  flags: [
    flag("--algorithm NAME", "how cohorts are found", { values: Object.keys(algorithms) }),
    flag("--option KEY=VALUE…", "an option of the algorithm, such as strict=true"),
    hierarchy,
    domains,
    weight,
    flag("--suppression SHARE", "largest share of records that may be left out"),
    flag("--measure NAME", "the loss that is kept low (ncp)"),
    flag("--levels COLUMN=LOW..HIGH…", "hierarchy levels full-domain search may use"),
    flag("--snap COLUMN=WIDTH…", "widen published ranges to multiples of a width"),
    flag("--order HOW", "the order of the rows", { values: ["canonical", "shuffled", "input"] }),
    flag("--seed N", "where random choices start (1)"),
  ],
};
