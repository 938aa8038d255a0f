/** @file Every command with its flags: what the overview, the help of each, completion and dispatch are made from. */
import type { CommandDeclaration, Flag } from "./flag.ts";
import { force, hierarchies, json, method, output, privacy, reading, report, roles, talk } from "./flags.ts";

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

const anonymize: CommandDeclaration = {
  name: "anonymize",
  operands: "<data>",
  count: [1, 1],
  summary: "make a release that meets the spec",
  groups: [
    { title: "Output", flags: [output, force, report, reportOnly, keepSuppressed, json] },
    roles,
    privacy,
    method,
    reading,
    talk,
  ],
  takesFiles: true,
  examples: [
    "kohort anonymize patients.csv --quasi age,zip,sex --sensitive diagnosis -k 5 -o release.csv",
    "kohort anonymize patients.csv -c kohort.json -o release.csv --report report.md",
  ],
};

const readingRelease = { ...reading, flags: reading.flags.filter((flag) => flag.name !== "kind") };

const original: Flag = {
  name: "original",
  value: "FILE",
  help: "the table it was made of, for k-concealment",
  completes: "file",
};

const fraction: Flag = {
  name: "fraction",
  value: "SHARE",
  help: "the share of a population that the table is, to estimate who is alone in it",
};

const suppressedApart: Flag = {
  name: "suppressed-apart",
  help: "count records with * in every quasi-identifier as suppressed and do not judge them",
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
    hierarchies,
    { title: "Risk", flags: [fraction, suppressedApart, original] },
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
  groups: [{ title: "Output", flags: [report, force, json] }, roles, hierarchies, reading, talk],
  takesFiles: true,
  examples: ["kohort compare patients.csv release.csv --quasi age,zip,sex"],
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
  operands: "",
  count: [0, 0],
  summary: "the whole story on a built-in sample, in under a minute",
  groups: [
    {
      title: "Output",
      flags: [{ ...output, value: "FOLDER", help: "keep the files in this folder (./kohort-demo)" }, force],
    },
    talk,
  ],
  takesFiles: false,
  examples: ["kohort demo"],
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
  audit,
  compare,
  hierarchy,
  explain,
  demo,
  completion,
];
