import type { CommandDeclaration, Flag } from "./flag.ts";
import { force, hierarchies, json, output, publishedRoles, reading, report, talk } from "./flags.ts";

/** The column that classifiers predict. */
export const label: Flag = { name: "label", value: "COLUMN", help: "the column that classifiers predict" };

/** How classifiers are compared. */
export const classifiers: readonly Flag[] = [
  { name: "seeds", value: "N", help: "compare over so many seeds and give intervals (1)" },
  { name: "logistic", help: "also compare logistic regression" },
];

/** A setting of the model. */
export const modelOption: Flag = {
  name: "option",
  value: "NAME=VALUE",
  repeatable: true,
  help: "a setting of the model, such as rate=0.0002 or penalty=0",
};

/** What `kohort synthesize` takes. */
export const synthesize: CommandDeclaration = {
  name: "synthesize",
  operands: "<data>",
  count: [1, 1],
  summary: "train a model, write the rows it makes, compare classifiers and attack them",
  groups: [
    {
      title: "Output",
      flags: [
        output,
        force,
        report,
        {
          name: "save",
          value: "FILE",
          help: "keep the trained model, to go on or to make more rows",
          completes: "file",
          writes: true,
        },
        json,
      ],
    },
    {
      title: "Model",
      flags: [
        label,
        { name: "model", value: "NAME", help: "how rows are made (ctgan)", values: ["cgan", "ctgan", "trees"] },
        {
          name: "from",
          value: "FILE",
          help: "a release of the data to learn from instead",
          completes: "file",
          stream: true,
        },
        { name: "epochs", value: "N", help: "how often the rows are gone through (100)" },
        { name: "resume", value: "FILE", help: "go on from a model that was saved", completes: "file" },
        modelOption,
        { name: "eight-positives", help: "cgan: batches of eight rows of the rarest class and the rest of the others" },
        { name: "holdout", value: "SHARE", help: "share of the data kept from training, to judge by (0.2)" },
        ...classifiers,
        { name: "attempts", value: "N", help: "attacks of each kind (1000)" },
        { name: "seed", value: "N", help: "where random choices start (1)" },
      ],
    },
    {
      title: "Rows",
      flags: [
        { name: "rows", value: "N", help: "how many rows to make (as many as were trained on)" },
        { name: "range", value: "COLUMN=LOW..HIGH", repeatable: true, help: "only numbers in this range" },
        { name: "only", value: "COLUMN=A|B", repeatable: true, help: "only these values" },
        { name: "no-copies", help: "make no row that is a training row" },
      ],
    },
    publishedRoles,
    hierarchies,
    reading,
    talk,
  ],
  takesFiles: true,
  readsStdin: true,
  examples: [
    "kohort synthesize adult.csv --label income --rest insensitive --model trees -o synthetic.csv",
    "kohort synthesize adult.csv --label income --from release.csv --epochs 300 -o synthetic.csv",
  ],
};
