import { cohortSizes, type Problem, type Recoding } from "../cohort/index.ts";
import { averageCohort } from "./average-cohort.ts";
import { discernibility } from "./discernibility.ts";
import { loss, ncp } from "./ncp.ts";

/** A measure of what a recoding loses; less is better. */
export type MeasureEntry = {
  readonly title: string;
  readonly sentence: string;
  readonly of: (problem: Problem, recoding: Recoding) => number;
};

/** Every measure by name; the spec and the command line read this. */
export const measures = {
  ncp: {
    title: "normalised certainty penalty",
    sentence: "The share of its attribute that a published value covers, averaged over all cells.",
    of: (problem, recoding) => ncp(problem, recoding, cohortSizes(problem, recoding)).total,
  },
  loss: {
    title: "loss",
    sentence: "As NCP, but a hierarchy's node costs (leaves − 1) / (all leaves − 1).",
    of: (problem, recoding) => loss(problem, recoding, cohortSizes(problem, recoding)).total,
  },
  discernibility: {
    title: "discernibility",
    sentence: "How many pairs of records become alike: the sum of the squared cohort sizes.",
    of: (problem, recoding) => discernibility(cohortSizes(problem, recoding)),
  },
  "average-cohort": {
    title: "average cohort",
    sentence: "The mean number of records in a cohort.",
    of: (problem, recoding) => averageCohort(cohortSizes(problem, recoding)),
  },
} as const satisfies Record<string, MeasureEntry>;
