/** @file Every command with its flags: what the overview, the help of each, completion and dispatch are made from. */
import type { CommandDeclaration, Flag } from "./flag.ts";
import {
  engine,
  force,
  hierarchies,
  identifiers,
  json,
  method,
  output,
  preparing,
  privacy,
  reading,
  report,
  roles,
  safeCells,
  talk,
} from "./flags.ts";
import { classifiers, label, modelOption, synthesize } from "./synthesize-command.ts";

const inspect: CommandDeclaration = {
  name: "inspect",
  operands: "<data>",
  count: [1, 1],
  summary: "what is in it: types, uniqueness, risky combinations, suggested roles",
  groups: [{ title: "Output", flags: [json] }, reading, talk],
  takesFiles: true,
  examples: ["kohort inspect patients.csv", "kohort inspect patients.csv --missing '?,NA' --json"],
};

const init: CommandDeclaration = {
  name: "init",
  operands: "<data>",
  count: [1, 1],
  summary: "write kohort.json with suggested roles and hierarchies",
  groups: [
    { title: "Output", flags: [output, force] },
    { title: "Spec", flags: [...roles.flags.filter((flag) => flag.name !== "config"), ...privacy.flags] },
    reading,
    talk,
  ],
  takesFiles: true,
  examples: ["kohort init patients.csv", "kohort init patients.csv -k 11 -o specs/patients.json"],
};

const keepSuppressed: Flag = {
  name: "keep-suppressed",
  help: "keep records that are left out, with * in every quasi-identifier",
};

const reportOnly: Flag = { name: "report-only", help: "measure everything, write no release" };

const ledger: Flag = {
  name: "ledger",
  value: "FILE",
  help: "keep hashes and cohorts of this release there, and lay it over earlier ones",
  completes: "file",
};

const compose: Flag = {
  name: "compose",
  value: "HOW",
  help: "what to do if it singles people out together with them",
  values: ["warn", "safe"],
};

const truth: Flag = {
  name: "truth",
  value: "FILE",
  help: "which row of the original each released row is; for you alone, to score attacks",
  completes: "file",
};

const recipe: Flag = {
  name: "recipe",
  value: "FILE",
  help: "also write what was done, to be applied to another table (.json)",
  completes: "file",
};

const classes: Flag = {
  name: "class-table",
  value: "FILE",
  help: "also write means, names and counts per cohort and sensitive value (.csv)",
  completes: "file",
};

const figure: Flag = {
  name: "figure",
  value: "FILE",
  help: "also draw the cohorts over the first two quasi-identifiers (.svg)",
  completes: "file",
};

const certificate: Flag = {
  name: "certificate",
  value: "FILE",
  help: "also write what the release can be verified by (.json)",
  completes: "file",
};

const reportLabel: Flag = {
  ...label,
  help: "for the report: train classifiers of this column on the original and the release",
};

const anonymize: CommandDeclaration = {
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
    roles,
    identifiers,
    privacy,
    preparing,
    method,
    { title: "Releases of the same people", flags: [ledger, compose, truth] },
    engine,
    reading,
    talk,
  ],
  takesFiles: true,
  examples: [
    "kohort anonymize patients.csv --quasi age,zip,sex --sensitive diagnosis -k 5 -o release.csv",
    "kohort anonymize patients.csv -c kohort.json -o release.csv --report report.html",
  ],
};

const applyCommand: CommandDeclaration = {
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
        { name: "suppress-failing", help: "leave out records that the recipe does not fit, instead of refusing" },
        keepSuppressed,
        safeCells,
        json,
      ],
    },
    { title: "Identifiers", flags: identifiers.flags.filter((flag) => flag.name === "key-file") },
    { ...reading, flags: reading.flags.filter((flag) => ["delimiter", "format", "threads"].includes(flag.name)) },
    talk,
  ],
  takesFiles: true,
  examples: [
    "kohort anonymize 2024.csv -c kohort.json -o release-2024.csv --recipe recipe.json",
    "kohort apply recipe.json 2025.csv -o release-2025.csv --suppress-failing",
  ],
};

const stages: CommandDeclaration = {
  name: "stages",
  operands: "<data>",
  count: [1, 1],
  summary: "meet k, then l, then t, each from the whole table, and see what each costs",
  groups: [
    {
      title: "Output",
      flags: [
        { ...output, value: "FOLDER", help: "write tables of classes and figures into this folder" },
        force,
        json,
      ],
    },
    {
      title: "Cases",
      flags: [{ name: "case", value: "LIST", repeatable: true, help: "quasi-identifiers of a case; may repeat" }],
    },
    roles,
    privacy,
    preparing,
    method,
    reading,
    talk,
  ],
  takesFiles: true,
  examples: [
    "kohort stages patients.csv --case age,sex --case age,zip --sensitive diagnosis -k 5 -l 2 -t 0.2 -o stages",
  ],
};

const frontier: CommandDeclaration = {
  name: "frontier",
  operands: "<data>",
  count: [1, 1],
  summary: "sweep k and methods; loss against risk and disclosure",
  groups: [
    {
      title: "Output",
      flags: [{ ...output, help: "write the points (.csv or .json) or the figure (.svg)" }, force, report, json],
    },
    {
      title: "Sweep",
      flags: [
        { name: "ks", value: "LIST", help: "values of k, such as 2,5,10 or 2..100 (2,3,5,8,11,15,20,30,50,75,100)" },
        { name: "method", value: "HOW", repeatable: true, help: "a method, such as 'auto(effort=fast)'; may repeat" },
        { name: "model", value: "MODEL", repeatable: true, help: "sweep once more with this model on top; may repeat" },
        { name: "suppressions", value: "LIST", help: "shares of records that may be left out, such as 0,0.02,0.1" },
        { name: "sweep", value: "WHAT", help: "what else to sweep", values: ["k", "quasi", "rows"] },
      ],
    },
    roles,
    { title: "Privacy", flags: privacy.flags.filter((flag) => flag.name === "require") },
    preparing,
    {
      title: "Method",
      flags: method.flags.filter((flag) => !["algorithm", "option", "order", "snap"].includes(flag.name)),
    },
    reading,
    talk,
  ],
  takesFiles: true,
  examples: [
    "kohort frontier patients.csv --quasi age,zip,sex --sensitive diagnosis -o frontier.svg",
    "kohort frontier patients.csv --quasi age,zip,sex --ks 2..20 --method 'auto(effort=best)' --json",
    "kohort frontier patients.csv --quasi age,zip,sex --method lattice --suppressions 0,0.02,0.1 -o frontier.csv",
  ],
};

const wasSafe: Flag = { ...safeCells, help: "the release was written with --safe-cells" };

const readingRelease = { ...reading, flags: [...reading.flags.filter((flag) => flag.name !== "kind"), wasSafe] };

const original: Flag = {
  name: "original",
  value: "FILE",
  help: "the table it was made of, for k-concealment",
  completes: "file",
};

const population: Flag = {
  name: "population",
  value: "FILE",
  help: "whom the table was drawn from, for the risk against somebody who knows them",
  completes: "file",
};

const fraction: Flag = {
  name: "fraction",
  value: "SHARE",
  help: "the share of a population that the table is, to estimate who is alone in it",
};

const suppressedApart: Flag = {
  name: "suppressed-apart",
  help: "count records with * in every quasi-identifier apart and do not judge them",
};

const audit: CommandDeclaration = {
  name: "audit",
  operands: "<data>",
  count: [1, 1],
  summary: "measure k, l, t, … of any table; fail if below what is asked",
  groups: [
    { title: "Output", flags: [report, force, json] },
    roles,
    privacy,
    preparing,
    hierarchies,
    { title: "Risk", flags: [population, fraction, suppressedApart, original] },
    { ...engine, flags: engine.flags.filter((flag) => flag.name !== "shards") },
    readingRelease,
    talk,
  ],
  takesFiles: true,
  examples: ["kohort audit release.csv --quasi age,zip,sex -k 5", "kohort audit release.csv -c kohort.json --json"],
};

const compare: CommandDeclaration = {
  name: "compare",
  operands: "<original> <release>",
  count: [2, 2],
  summary: "what was lost",
  groups: [
    { title: "Output", flags: [report, force, json] },
    {
      title: "Classifiers",
      flags: [{ ...label, help: "also train classifiers of this column on both, and compare them" }, ...classifiers],
    },
    roles,
    preparing,
    hierarchies,
    { ...reading, flags: [...reading.flags, wasSafe] },
    talk,
  ],
  takesFiles: true,
  examples: [
    "kohort compare patients.csv release.csv --quasi age,zip,sex",
    "kohort compare adult.csv release.csv --quasi age,sex,race --label income",
  ],
};

const attack: CommandDeclaration = {
  name: "attack",
  operands: "<original> <release>",
  count: [2, 2],
  summary: "simulate attackers",
  groups: [
    { title: "Output", flags: [report, force, json] },
    {
      title: "Attackers",
      flags: [
        { name: "knows", value: "LIST", repeatable: true, help: "columns they know of people (all quasi-identifiers)" },
        { name: "second-release", value: "FILE", help: "another release of the same people", completes: "file" },
        { name: "kind", value: "NAME", repeatable: true, help: "which attacks to try (all that are possible)" },
        { name: "targets", value: "N", help: "how many people to attack where not all are (2000)" },
        { name: "excluded", value: "N", help: "how many sensitive values they can rule out (1)" },
        { name: "confidence", value: "SHARE", help: "the share of a cohort that counts as knowing (1)" },
        truth,
        { name: "story", value: "ROW", help: "tell what can be learned about one row of the original, counted from 1" },
        { name: "fail-above", value: "SHARE", help: "exit with 1 if an attack beats a blind guess by more than this" },
        { name: "seed", value: "N", help: "where random choices start (1)" },
      ],
    },
    roles,
    preparing,
    hierarchies,
    {
      title: "How the release was made, for attackers who know it",
      flags: [...privacy.flags, ...method.flags.filter((flag) => ["algorithm", "option"].includes(flag.name))],
    },
    readingRelease,
    talk,
  ],
  takesFiles: true,
  examples: [
    "kohort attack patients.csv release.csv --sensitive diagnosis",
    "kohort attack patients.csv release.csv -c kohort.json --knows age,zip --fail-above 0.1 --json",
    "kohort attack patients.csv release.csv -c kohort.json --story 17",
  ],
};

const verify: CommandDeclaration = {
  name: "verify",
  operands: "<release> <certificate>",
  count: [2, 2],
  summary: "check a release against its certificate",
  groups: [
    {
      title: "Input of the release",
      flags: [
        { name: "original", value: "FILE", help: "check that it was made of this file", completes: "file" },
        {
          name: "salt",
          value: "FILE",
          help: "the salt of the input's hash (beside the certificate)",
          completes: "file",
        },
      ],
    },
    { title: "Output", flags: [json] },
    talk,
  ],
  takesFiles: true,
  examples: [
    "kohort anonymize patients.csv -c kohort.json -o release.csv --certificate release.certificate.json",
    "kohort verify release.csv release.certificate.json",
  ],
};

const whyCommand: CommandDeclaration = {
  name: "why",
  operands: "<release>",
  count: [1, 1],
  summary: "why a record is published as it is, and what is missing for finer values",
  groups: [
    {
      title: "Record",
      flags: [
        { ...original, help: "the table it was made of" },
        { name: "row", value: "N", help: "a row of the release, counted from 1" },
        { name: "record", value: "N", help: "a row of the original instead, also one that was left out" },
        { name: "column", value: "NAME", help: "the one column to explain (all quasi-identifiers)" },
        truth,
        json,
      ],
    },
    roles,
    privacy,
    preparing,
    hierarchies,
    { title: "Method", flags: method.flags.filter((flag) => ["algorithm", "option"].includes(flag.name)) },
    readingRelease,
    talk,
  ],
  takesFiles: true,
  examples: [
    "kohort why release.csv --original patients.csv -c kohort.json --row 17",
    "kohort why release.csv --original patients.csv --quasi age,zip,sex -k 5 --record 3 --column age",
  ],
};

const hierarchy: CommandDeclaration = {
  name: "hierarchy",
  operands: "build|check|show",
  count: [1, 2],
  summary: "make and look at hierarchies",
  groups: [
    { title: "Output", flags: [output, force, json] },
    {
      title: "Hierarchy",
      flags: [
        { name: "column", value: "NAME", help: "the column of the data it is for" },
        { name: "using", value: "BUILDER", help: "how to build it: intervals(width=5), masking(from=right), …" },
        { name: "data", value: "FILE", help: "the data whose values it must cover", completes: "file" },
      ],
    },
    reading,
    talk,
  ],
  words: ["build", "check", "show"],
  takesFiles: true,
  examples: [
    "kohort hierarchy build patients.csv --column age --using 'intervals(width=5)' -o age.csv",
    "kohort hierarchy check age.csv --data patients.csv --column age",
    "kohort hierarchy show age.csv",
  ],
};

const studio: CommandDeclaration = {
  name: "studio",
  operands: "[data]",
  count: [0, 1],
  summary: "open the workbench in the browser",
  groups: [
    {
      title: "Studio",
      flags: [
        { name: "config", short: "c", value: "FILE", help: "the spec to start from", completes: "file" },
        { name: "no-open", help: "print the address and leave the browser alone" },
        { name: "port", value: "N", help: "the port to listen on (a free one by default)" },
      ],
    },
    talk,
  ],
  takesFiles: true,
  examples: ["kohort studio", "kohort studio patients.csv", "kohort studio patients.csv -c kohort.json --no-open"],
};

const explain: CommandDeclaration = {
  name: "explain",
  operands: "<topic>",
  count: [0, 1],
  summary: "k-anonymity, mondrian, ncp, an error code …",
  groups: [talk],
  takesFiles: false,
  examples: ["kohort explain", "kohort explain k-anonymity"],
};

const demo: CommandDeclaration = {
  name: "demo",
  operands: "[paper [adult.csv]]",
  count: [0, 2],
  summary: "the whole story on a built-in sample, in under a minute",
  groups: [
    {
      title: "Output",
      flags: [{ ...output, value: "FOLDER", help: "keep the files in this folder (./kohort-demo)" }, force],
    },
    {
      title: "The paper's story (demo paper)",
      flags: [
        {
          name: "epochs",
          value: "N",
          help: "epochs of the two models that make rows (500 on Adult, 40 on the sample)",
        },
        { name: "overlay", value: "N", help: "epochs of the five runs laid over each other (2000, 20)" },
        { name: "seeds", value: "N", help: "over how many seeds all stages are compared (3)" },
        modelOption,
        ...reading.flags.filter((flag) => ["delimiter", "missing", "threads"].includes(flag.name)),
      ],
    },
    talk,
  ],
  words: ["paper"],
  takesFiles: true,
  examples: ["kohort demo", "kohort demo paper", "kohort demo paper adult.csv --epochs 100 --overlay 50"],
};

const completion: CommandDeclaration = {
  name: "completion",
  operands: "bash|zsh|fish",
  count: [1, 1],
  summary: "print a script that completes commands and flags in your shell",
  groups: [talk],
  words: ["bash", "zsh", "fish"],
  takesFiles: false,
  examples: [
    "kohort completion bash > ~/.local/share/bash-completion/completions/kohort",
    "kohort completion fish > ~/.config/fish/completions/kohort.fish",
  ],
};

/** All commands in the order of the overview. */
export const commands: readonly CommandDeclaration[] = [
  inspect,
  init,
  anonymize,
  applyCommand,
  audit,
  compare,
  attack,
  verify,
  whyCommand,
  stages,
  frontier,
  synthesize,
  hierarchy,
  studio,
  explain,
  demo,
  completion,
];
