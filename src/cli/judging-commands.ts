/** @file The commands that look at a release, with their flags. */
import { type CommandDeclaration, type Flag, flag } from "./flag.ts";
import {
  engine,
  force,
  hierarchies,
  json,
  method,
  preparing,
  privacy,
  publishedRoles,
  reading,
  report,
  roles,
  safeCells,
  talk,
  weight,
} from "./flags.ts";
import { truth } from "./release-commands.ts";
import { classifiers, label } from "./synthesize-command.ts";

const wasSafe: Flag = { ...safeCells, help: "the release was written with --safe-cells" };

const ofSensitive = "read a sensitive column as number, category or date";

const readingAudited = {
  ...reading,
  flags: [...reading.flags.map((flag) => (flag.name === "kind" ? { ...flag, help: ofSensitive } : flag)), wasSafe],
};

const readingRelease = { ...reading, flags: [...reading.flags.filter((flag) => flag.name !== "kind"), wasSafe] };

const original: Flag = flag("--original FILE", "the table it was made of, for k-concealment", { stream: true });

const population: Flag = flag(
  "--population FILE",
  "whom the table was drawn from, for the risk against somebody who knows them",
  { stream: true },
);

const fraction: Flag = flag(
  "--fraction SHARE",
  "the share of a population that the table is, to estimate who is alone in it",
);

/** Measures any table. */
export const audit: CommandDeclaration = {
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
    { title: "Risk", flags: [population, fraction, original] },
    { ...engine, flags: engine.flags.filter((flag) => flag.name !== "shards") },
    readingAudited,
    talk,
  ],
  takesFiles: true,
  readsStdin: true,
  examples: ["kohort audit release.csv --quasi age,zip,sex -k 5", "kohort audit release.csv -c kohort.json --json"],
};

/** Says what was lost. */
export const compare: CommandDeclaration = {
  name: "compare",
  operands: "<original> <release>",
  count: [2, 2],
  summary: "what was lost",
  groups: [
    { title: "Output", flags: [report, force, json] },
    {
      title: "Figures",
      flags: [flag("-k N", "the k that was asked, which C_avg is relative to"), weight],
    },
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
  readsStdin: true,
  examples: [
    "kohort compare patients.csv release.csv --quasi age,zip,sex",
    "kohort compare adult.csv release.csv --quasi age,sex,race --label income",
  ],
};

/** Attacks a release. */
export const attack: CommandDeclaration = {
  name: "attack",
  operands: "<original> <release>",
  count: [2, 2],
  summary: "simulate attackers",
  groups: [
    { title: "Output", flags: [report, force, json] },
    {
      title: "Attackers",
      flags: [
        flag("--knows LIST…", "columns they know of people (all quasi-identifiers)"),
        flag("--second-release FILE", "another release of the same people", { stream: true }),
        flag("--kind NAME…", "which attacks to try (all that are possible)"),
        flag("--targets N", "how many people to attack where not all are (2000)"),
        flag("--excluded N", "how many sensitive values they can rule out (1)"),
        flag("--confidence SHARE", "the share of a cohort that counts as knowing (1)"),
        { ...truth, stream: true },
        flag("--story ROW", "tell what can be learned about one row of the original, counted from 1"),
        flag("--fail-above SHARE", "exit with 1 if an attack beats a blind guess by more than this"),
        flag("--seed N", "where random choices start (1)"),
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
  readsStdin: true,
  examples: [
    "kohort attack patients.csv release.csv --sensitive diagnosis",
    "kohort attack patients.csv release.csv -c kohort.json --knows age,zip --fail-above 0.1 --json",
    "kohort attack patients.csv release.csv -c kohort.json --story 17",
  ],
};

/** Checks a release against its certificate. */
export const verify: CommandDeclaration = {
  name: "verify",
  operands: "<release> <certificate>",
  count: [2, 2],
  summary: "check a release against its certificate",
  groups: [
    {
      title: "Input of the release",
      flags: [
        flag("--original FILE", "check that it was made of this file", { stream: true }),
        flag("--salt FILE", "the salt of the input's hash (beside the certificate)"),
      ],
    },
    { title: "Output", flags: [json] },
    talk,
  ],
  takesFiles: true,
  readsStdin: true,
  examples: [
    "kohort anonymize patients.csv -c kohort.json -o release.csv --certificate release.certificate.json",
    "kohort verify release.csv release.certificate.json",
  ],
};

/** Says why a record is published as it is. */
export const whyCommand: CommandDeclaration = {
  name: "why",
  operands: "<release>",
  count: [1, 1],
  summary: "why a record is published as it is, and what is missing for finer values",
  groups: [
    {
      title: "Record",
      flags: [
        { ...original, help: "the table it was made of" },
        flag("--row N", "a row of the release, counted from 1"),
        flag("--record N", "a row of the original instead, also one that was left out"),
        flag("--column NAME", "the one column to explain (all quasi-identifiers)"),
        { ...truth, stream: true },
        json,
      ],
    },
    publishedRoles,
    privacy,
    preparing,
    hierarchies,
    { title: "Method", flags: method.flags.filter((flag) => ["algorithm", "option"].includes(flag.name)) },
    readingRelease,
    talk,
  ],
  takesFiles: true,
  readsStdin: true,
  examples: [
    "kohort why release.csv --original patients.csv -c kohort.json --row 17",
    "kohort why release.csv --original patients.csv --quasi age,zip,sex -k 5 --record 3 --column age",
  ],
};
