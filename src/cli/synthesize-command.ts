import { type CommandDeclaration, type Flag, flag } from "./flag.ts";
import { force, hierarchies, json, output, publishedRoles, reading, report, talk } from "./flags.ts";

/** The column that classifiers predict. */
export const label: Flag = flag("--label COLUMN", "the column that classifiers predict");

/** How classifiers are compared. */
export const classifiers: readonly Flag[] = [
  flag("--seeds N", "compare over so many seeds and give intervals (1)"),
  flag("--logistic", "also compare logistic regression"),
];

/** A setting of the model. */
export const modelOption: Flag = flag(
  "--option NAME=VALUE…",
  "a setting of the model, such as rate=0.0002 or penalty=0",
);

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
        flag("--save FILE", "keep the trained model, to go on or to make more rows", { writes: true }),
        json,
      ],
    },
    {
      title: "Model",
      flags: [
        label,
        flag("--model NAME", "how rows are made (ctgan)", { values: ["cgan", "ctgan", "trees"] }),
        flag("--from FILE", "a release of the data to learn from instead", { stream: true }),
        flag("--epochs N", "how often the rows are gone through (100)"),
        flag("--resume FILE", "go on from a model that was saved"),
        modelOption,
        flag("--eight-positives", "cgan: batches of eight rows of the rarest class and the rest of the others"),
        flag("--holdout SHARE", "share of the data kept from training, to judge by (0.2)"),
        ...classifiers,
        flag("--attempts N", "attacks of each kind (1000)"),
        flag("--seed N", "where random choices start (1)"),
      ],
    },
    {
      title: "Rows",
      flags: [
        flag("--rows N", "how many rows to make (as many as were trained on)"),
        flag("--range COLUMN=LOW..HIGH…", "only numbers in this range"),
        flag("--only COLUMN=A|B…", "only these values"),
        flag("--no-copies", "make no row that is a training row"),
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
