import { cohortSizes, type Problem, type Recoding } from "../cohort/index.ts";
import { averageCohort } from "./average-cohort.ts";
import { certainty, minimalDistortion } from "./certainty.ts";
import { discernibility } from "./discernibility.ts";
import { loss, ncp } from "./ncp.ts";

/** A measure of what a recoding loses; less is better. */
export type MeasureEntry = {
  readonly title: string;
  readonly sentence: string;
  readonly of: (problem: Problem, recoding: Recoding) => number;
};

const ncpEntry: MeasureEntry = {
  title: "normalised certainty penalty",
  sentence: "The share of its attribute that a published value covers, averaged over all cells.",
  of: (problem, recoding) => ncp(problem, recoding, cohortSizes(problem, recoding)).total,
};

const lossEntry: MeasureEntry = {
  title: "loss",
  sentence: "As NCP, but a hierarchy's node costs (leaves − 1) / (all leaves − 1).",
  of: (problem, recoding) => loss(problem, recoding, cohortSizes(problem, recoding)).total,
};

const discernibilityEntry: MeasureEntry = {
  title: "discernibility",
  sentence: "How many pairs of records become alike: the sum of the squared cohort sizes.",
  of: (problem, recoding) => discernibility(cohortSizes(problem, recoding)),
};

const averageCohortEntry: MeasureEntry = {
  title: "average cohort",
  sentence: "The mean number of records in a cohort.",
  of: (problem, recoding) => averageCohort(cohortSizes(problem, recoding)),
};

const certaintyEntry: MeasureEntry = {
  title: "certainty",
  sentence: "What every cell leaves open, added up: 1 for *, the share of the column for a range or a group.",
  of: certainty,
};

const minimalDistortionEntry: MeasureEntry = {
  title: "minimal distortion",
  sentence: "How many cells were changed.",
  of: minimalDistortion,
};

/** Every measure by name; the spec and the command line read this. */
export const measures: {
  readonly ncp: MeasureEntry;
  readonly loss: MeasureEntry;
  readonly discernibility: MeasureEntry;
  readonly "average-cohort": MeasureEntry;
  readonly certainty: MeasureEntry;
  readonly "minimal-distortion": MeasureEntry;
} = {
  ncp: ncpEntry,
  loss: lossEntry,
  discernibility: discernibilityEntry,
  "average-cohort": averageCohortEntry,
  certainty: certaintyEntry,
  "minimal-distortion": minimalDistortionEntry,
};

/** The name of a measure of loss. */
export type MeasureName = keyof typeof measures;
