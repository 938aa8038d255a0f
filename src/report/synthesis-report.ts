import { formatShare } from "../base/index.ts";
import type { MeanInterval } from "../learning/index.ts";
import type { Classification, Leak, LossEntry } from "../synthesis/index.ts";
import type { SeedSummary, Synthesis, TableIntervals } from "../utility/index.ts";
import { confusionFigure } from "./figures/confusion-matrix.ts";
import { drawLines, type Line } from "./figures/lines.ts";
import { type Drawing, type Look, svgText } from "./figures/svg.ts";
import type { PageSection } from "./page.ts";

/** A run of `synthesize` as one JSON document; keys are only ever added. */
export type SynthesisReport = {
  readonly kohort: string;
  readonly seed: number;
  readonly model: {
    readonly name: string;
    /** The column that classifiers predict. */
    readonly label: string;
    readonly epochs: number;
    readonly settings: object;
    readonly losses: readonly LossEntry[];
  };
  readonly training: Synthesis["training"];
  readonly synthetic: { readonly rows: number; readonly sha256: string };
  readonly utility: Synthesis["utility"];
  readonly logistic?: Synthesis["logistic"];
  readonly overSeeds?: Synthesis["overSeeds"];
  readonly similarity: Synthesis["similarity"];
  readonly privacy: Synthesis["privacy"];
  readonly lone: Synthesis["lone"];
  readonly warnings: readonly string[];
};

/** Puts a run into its document. */
export function synthesisReport(
  found: Synthesis,
  facts: { readonly version: string; readonly sha256: string; readonly warnings: readonly string[] },
): SynthesisReport {
  const { model } = found;
  return {
    kohort: facts.version,
    seed: model.seed,
    model: {
      name: model.model,
      label: model.label,
      epochs: model.epoch,
      settings: model.settings,
      losses: model.losses,
    },
    training: found.training,
    synthetic: { rows: found.table.rows, sha256: facts.sha256 },
    utility: found.utility,
    logistic: found.logistic,
    overSeeds: found.overSeeds,
    similarity: found.similarity,
    privacy: found.privacy,
    lone: found.lone,
    warnings: facts.warnings,
  };
}

/** What each kind of training rows is called. */
export const trainedOn: Readonly<Record<keyof Synthesis["utility"], string>> = {
  original: "original",
  anonymized: "anonymized",
  synthetic: "synthetic",
  discriminator: "the GAN's own discriminator",
};

/** A score with four digits. */
export function digits(value: number): string {
  return value.toFixed(4);
}

/** A mean with its interval. */
export function spread({ mean, interval }: MeanInterval, write: (value: number) => string = digits): string {
  return `${write(mean)} [${write(interval[0])}, ${write(interval[1])}]`;
}

/** Classifiers side by side, with their confusion matrices. */
export function utilitySection(utility: Readonly<Record<string, Classification>>): PageSection {
  return {
    title: "What a classifier learns",
    text: "Boosted trees trained on each table, all judged on the same held-out rows of the original.",
    table: scoreTable(utility),
    figures: Object.entries(utility).map(([name, { confusion }]) => confusionFigure(confusion, name)),
  };
}

function scoreTable(utility: Readonly<Record<string, Classification>>): NonNullable<PageSection["table"]> {
  return {
    head: ["trained on", "accuracy", "F1", "AUC"],
    rows: Object.entries(utility).map(([name, { accuracy, f1, auc }]) => [
      name,
      formatShare(accuracy),
      digits(f1),
      digits(auc),
    ]),
  };
}

/** The same, followed by logistic regression and by means over seeds where these were asked for. */
export function utilitySections(
  utility: Readonly<Record<string, Classification>>,
  { logistic, overSeeds }: { readonly logistic?: object; readonly overSeeds?: SeedSummary },
): PageSection[] {
  const sections = [utilitySection(utility)];
  if (logistic !== undefined) {
    sections.push({ title: "What logistic regression learns", table: scoreTable({ ...logistic }) });
  }
  if (overSeeds === undefined) return sections;
  sections.push(seedsSection(overSeeds.seeds, overSeeds.utility, "boosted trees"));
  if (overSeeds.logistic) sections.push(seedsSection(overSeeds.seeds, overSeeds.logistic, "logistic regression"));
  return sections;
}

/** Means over seeds with their intervals. */
export function seedsSection(seeds: readonly number[], found: TableIntervals, who: string): PageSection {
  return {
    title: `Over ${seeds.length} seeds, ${who}`,
    text: "Means with 95 % intervals; every seed parts the rows anew and trains anew.",
    table: {
      head: ["trained on", "accuracy", "F1", "AUC"],
      rows: Object.entries(found).map(([name, { accuracy, f1, auc }]) => [
        name,
        spread(accuracy, formatShare),
        spread(f1),
        spread(auc),
      ]),
    },
  };
}

/** The losses of both nets over the steps; runs overlaid where there are several. */
export function lossFigure(title: string, runs: readonly (readonly LossEntry[])[]): string {
  return svgText(drawLosses(title, runs));
}

/** The same as data. */
export function drawLosses(title: string, runs: readonly (readonly LossEntry[])[], look?: Look): Drawing {
  const lines = runs.flatMap((losses): Line[] =>
    (["discriminator", "generator"] as const).map((name) => ({
      name,
      x: losses.map(({ step }) => step),
      y: losses.map((entry) => entry[name]),
    })),
  );
  return drawLines(lines, title, { x: "step", y: "loss" }, look);
}

/** The attacks on made rows. */
export function privacySection(privacy: Synthesis["privacy"]): PageSection {
  return {
    title: "What made rows give away",
    text: "Each attack against rows that were trained on and against a control group that was not; only what goes beyond the control is a leak. A verdict is a leak where the interval, widened because six attacks were made, lies above 0; an interval as it is shown may lie above 0 by chance.",
    table: {
      head: ["attack", "success", "control", "difference, 95 %", "verdict"],
      rows: Object.entries(privacy).map(([name, found]: [string, Leak]) => [
        name,
        formatShare(found.success),
        formatShare(found.baseline),
        `${formatShare(found.interval[0])} … ${formatShare(found.interval[1])}`,
        found.verdict,
      ]),
    },
  };
}

/** How far made rows are from real ones. */
export function similaritySection({ columns, marginals, pairs, discriminator }: Synthesis["similarity"]): PageSection {
  return {
    title: "How alike the rows are",
    text: `Total variation per column; ${formatShare(marginals)} on average, ${formatShare(pairs)} over pairs of columns. A classifier tells made from real rows with AUC ${digits(discriminator)} (0.5 if it cannot).`,
    table: {
      head: ["column", "total variation"],
      rows: Object.entries(columns).map(([name, distance]) => [name, formatShare(distance)]),
    },
  };
}
