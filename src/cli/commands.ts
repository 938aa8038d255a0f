/** @file Every command with its flags: what the overview, the help of each, completion and dispatch are made from. */
import { type CommandDeclaration, flag } from "./flag.ts";
import { folder, force, json, output, privacy, reading, roles, talk } from "./flags.ts";
import { attack, audit, compare, verify, whyCommand } from "./judging-commands.ts";
import { anonymize, applyCommand, frontier, stages } from "./release-commands.ts";
import { modelOption, synthesize } from "./synthesize-command.ts";

const inspect: CommandDeclaration = {
  name: "inspect",
  operands: "<data>",
  count: [1, 1],
  summary: "what is in it: types, uniqueness, risky combinations, suggested roles",
  groups: [{ title: "Output", flags: [json] }, reading, talk],
  takesFiles: true,
  readsStdin: true,
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
  readsStdin: true,
  examples: ["kohort init patients.csv", "kohort init patients.csv -k 11 -o specs/patients.json"],
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
        flag("--column NAME", "the column of the data it is for"),
        flag("--using BUILDER", "how to build it: intervals(width=5), masking(from=right), …"),
        flag("--data FILE", "the data whose values it must cover", { stream: true }),
      ],
    },
    reading,
    talk,
  ],
  words: ["build", "check", "show"],
  takesFiles: true,
  readsStdin: true,
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
        flag("-c, --config FILE", "the spec to start from"),
        flag("--no-open", "print the address and leave the browser alone"),
        flag("--port N", "the port to listen on (a free one by default)"),
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
      flags: [{ ...folder, help: "keep the files in this folder (./kohort-demo)" }, force],
    },
    {
      title: "The paper's story (demo paper)",
      flags: [
        flag("--epochs N", "epochs of the two models that make rows (500 on Adult, 40 on the sample)"),
        flag("--overlay N", "epochs of the five runs laid over each other (2000, 20)"),
        flag("--seeds N", "over how many seeds all stages are compared (3)"),
        modelOption,
        ...reading.flags.filter((flag) => ["delimiter", "missing", "decimal", "threads"].includes(flag.name)),
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
