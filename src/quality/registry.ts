/** A measure of what a recoding loses; less is better. */
export type MeasureEntry = {
  readonly title: string;
  readonly sentence: string;
};

const entries = {
  ncp: {
    title: "normalised certainty penalty",
    sentence: "The share of its attribute that a published value covers, averaged over all cells.",
  },
  loss: {
    title: "loss",
    sentence: "As NCP, but a hierarchy's node costs (leaves − 1) / (all leaves − 1).",
  },
  discernibility: {
    title: "discernibility",
    sentence: "The sum of the squared cohort sizes; a record that is left out counts as all records.",
  },
  "average-cohort": {
    title: "average cohort",
    sentence: "The mean number of records in a cohort.",
  },
  certainty: {
    title: "certainty",
    sentence: "What every cell leaves open, added up: 1 for *, the share of the column for a range or a group.",
  },
  "minimal-distortion": {
    title: "minimal distortion",
    sentence: "How many cells were changed.",
  },
  entropy: {
    title: "non-uniform entropy",
    sentence: "The bits that published values leave open about the original ones, with those that suppression hides.",
  },
  "entropy-monotone": {
    title: "non-uniform entropy, monotone",
    sentence: "The bits that published values leave open about the original ones; suppression is not counted.",
  },
  "entropy-normalised": {
    title: "non-uniform entropy, normalised",
    sentence: "The share of an attribute's bits that is lost.",
  },
  precision: {
    title: "precision lost",
    sentence: "How far up its hierarchy an attribute stands; records left out count as the top.",
  },
  "precision-monotone": {
    title: "precision lost, monotone",
    sentence: "How far up its hierarchy an attribute stands; suppression is not counted.",
  },
  height: { title: "height", sentence: "The sum of the attributes' levels." },
  "discernibility-monotone": {
    title: "discernibility, monotone",
    sentence: "The sum of all squared cohort sizes, cohorts left out included.",
  },
  ambiguity: {
    title: "ambiguity",
    sentence: "How many combinations of original values the published records may stand for.",
  },
  "kl-divergence": {
    title: "Kullback–Leibler divergence",
    sentence: "How far the published distribution is from the original one, in bits.",
  },
} as const;

/** The name of a measure of loss. */
export type MeasureName = keyof typeof entries;

/** Every measure by name; the spec and the command line read this. */
export const measures: Readonly<Record<MeasureName, MeasureEntry>> = entries;

/** The measure that is kept low where neither the spec nor its method names one. */
export const defaultMeasure = "ncp";
