/** @file The commands that make releases, with their flags. */
import { type CommandDeclaration, type Flag, flag } from "./flag.ts";
import {
  engine,
  folder,
  force,
  identifiers,
  json,
  method,
  output,
  preparing,
  privacy,
  publishedRoles,
  reading,
  report,
  safeCells,
  talk,
  warnings,
} from "./flags.ts";
import { label } from "./synthesize-command.ts";

const keepSuppressed: Flag = flag(
  "--keep-suppressed",
  "keep suppressed records as a cohort; one that fails has * in every cell",
);

const reportOnly: Flag = flag("--report-only", "measure everything, write no release");

const ledger: Flag = flag(
  "--ledger FILE",
  "keep hashes and cohorts of this release there, and lay it over earlier ones",
  { writes: true },
);

const compose: Flag = flag("--compose HOW", "safe refuses what is not shown to be safe together with them", {
  values: ["warn", "safe"],
});

/** Where each released record came from. */
export const truth: Flag = flag(
  "--truth FILE",
  "which row of the original each released row is; for you alone, to score attacks",
);

const recipe: Flag = flag("--recipe FILE", "also write what was done, to be applied to another table (.json)", {
  writes: true,
});

const classes: Flag = flag(
  "--class-table FILE",
  "also write means and counts per cohort and sensitive value, for you alone (.csv)",
  { writes: true },
);

const figure: Flag = flag(
  "--figure FILE",
  "also draw cohorts and records over two quasi-identifiers, for you alone (.svg)",
  { writes: true },
);

const certificate: Flag = flag("--certificate FILE", "also write what the release can be verified by (.json)", {
  writes: true,
});

const reportLabel: Flag = {
  ...label,
  help: "for the report: train classifiers of this column on the original and the release",
};

/** Makes a release. */
export const anonymize: CommandDeclaration = {
  name: "anonymize",
  operands: "<data>",
  count: [1, 1],
  summary: "make a release that meets the spec",
  groups: [
    {
      title: "Output",
      flags: [
        output,
        force,
        report,
        reportLabel,
        reportOnly,
        certificate,
        safeCells,
        keepSuppressed,
        recipe,
        classes,
        figure,
        json,
      ],
    },
    publishedRoles,
    identifiers,
    privacy,
    preparing,
    method,
    { title: "Releases of the same people", flags: [ledger, compose, { ...truth, writes: true }] },
    engine,
    reading,
    talk,
  ],
  takesFiles: true,
  readsStdin: true,
  examples: [
    "kohort anonymize patients.csv --quasi age,zip,sex --sensitive diagnosis -k 5 -o release.csv",
    "kohort anonymize patients.csv -c kohort.json -o release.csv --report report.html",
  ],
};

/** Recodes another table as a recipe says. */
export const applyCommand: CommandDeclaration = {
  name: "apply",
  operands: "<recipe> <data>",
  count: [2, 2],
  summary: "recode another or later table as a recipe says, with a check for drift",
  groups: [
    {
      title: "Output",
      flags: [
        output,
        force,
        flag("--suppress-failing", "leave out cohorts that fail even after merging, instead of refusing"),
        keepSuppressed,
        safeCells,
        warnings,
        json,
      ],
    },
    {
      title: "Keys",
      flags: [
        flag("--recipe-key FILE", "the recipe's key (FILE.key.json); without it what needs it is published as *"),
        ...identifiers.flags.filter((flag) => flag.name === "key-file"),
      ],
    },
    {
      ...reading,
      flags: reading.flags.filter((flag) =>
        ["delimiter", "format", "decimal", "date-form", "threads"].includes(flag.name),
      ),
    },
    talk,
  ],
  takesFiles: true,
  readsStdin: true,
  examples: [
    "kohort anonymize 2024.csv -c kohort.json -o release-2024.csv --recipe recipe.json",
    "kohort apply recipe.json 2025.csv -o release-2025.csv",
  ],
};

/** Meets k, then l, then t. */
export const stages: CommandDeclaration = {
  name: "stages",
  operands: "<data>",
  count: [1, 1],
  summary: "meet k, then l, then t, each from the whole table, and see what each costs",
  groups: [
    {
      title: "Output",
      flags: [{ ...folder, help: "write tables of classes and figures into this folder" }, force, json],
    },
    {
      title: "Cases",
      flags: [flag("--case LIST…", "quasi-identifiers of a case; may repeat")],
    },
    publishedRoles,
    privacy,
    preparing,
    method,
    reading,
    talk,
  ],
  takesFiles: true,
  readsStdin: true,
  examples: [
    "kohort stages patients.csv --case age,sex --case age,zip --sensitive diagnosis -k 5 -l 2 -t 0.2 -o stages",
  ],
};

/** Sweeps settings and shows what each costs. */
export const frontier: CommandDeclaration = {
  name: "frontier",
  operands: "<data>",
  count: [1, 1],
  summary: "sweep k and methods; loss against risk and disclosure",
  groups: [
    {
      title: "Output",
      flags: [
        { ...output, help: "write the points (.csv, .json or - for stdout) or the figure (.svg)" },
        force,
        report,
        json,
      ],
    },
    {
      title: "Sweep",
      flags: [
        flag("--ks LIST", "values of k, such as 2,5,10 or 2..100 (2,3,5,8,11,15,20,30,50,75,100)"),
        flag("--method HOW…", "a method, such as 'auto(effort=fast)'; may repeat"),
        flag("--model MODEL…", "sweep once more with this model on top; may repeat"),
        flag("--suppressions LIST", "shares of records that may be left out, such as 0,0.02,0.1"),
        flag("--sweep WHAT", "what else to sweep", { values: ["k", "quasi", "rows"] }),
      ],
    },
    publishedRoles,
    { title: "Privacy", flags: privacy.flags.filter((flag) => ["require", "spelling"].includes(flag.name)) },
    preparing,
    {
      title: "Method",
      flags: method.flags.filter((flag) => !["algorithm", "option", "order", "snap"].includes(flag.name)),
    },
    reading,
    talk,
  ],
  takesFiles: true,
  readsStdin: true,
  examples: [
    "kohort frontier patients.csv --quasi age,zip,sex --sensitive diagnosis -o frontier.svg",
    "kohort frontier patients.csv --quasi age,zip,sex --ks 2..20 --method 'auto(effort=best)' --json",
    "kohort frontier patients.csv --quasi age,zip,sex --method lattice --suppressions 0,0.02,0.1 -o frontier.csv",
  ],
};
