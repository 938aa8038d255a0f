/** @file The report of made rows: what was made of what, what it is worth, what it gives away, and how to repeat it. */
import { formatCount, formatNumber } from "../base/index.ts";
import type { Leak } from "../synthesis/index.ts";
import type { Page, PageSection } from "./page.ts";
import { type Provenance, repeatSection } from "./sections/repeat.ts";
import {
  digits,
  lossFigure,
  privacySection,
  type SynthesisReport,
  similaritySection,
  trainedOn,
  utilitySections,
} from "./synthesis-report.ts";

/** The report of `synthesize` as a page. */
export function synthesisPage(report: SynthesisReport, provenance: Provenance): Page {
  const utility = Object.entries(report.utility).map(([key, found]) => [
    trainedOn[key as keyof typeof trainedOn],
    found,
  ]);
  const { name, label, epochs, losses, settings } = report.model;
  return {
    title: `Synthetic rows by ${name}`,
    lead: leadOf(report),
    sections: [
      ...warningsSection(report.warnings),
      ...utilitySections(Object.fromEntries(utility), report),
      ...(losses.length < 2 ? [] : [{ title: "Losses", figures: [lossFigure(`Losses of ${name}`, [losses])] }]),
      similaritySection(report.similarity),
      privacySection(report.privacy),
      ...loneSection(report),
      repeatSection({
        ...provenance,
        seed: report.seed,
        sha256: { "the made rows": report.synthetic.sha256 },
        settings: { model: name, label, epochs, rows: report.synthetic.rows, ...settings },
      }),
    ],
  };
}

function leadOf({ model, training, synthetic, utility, privacy }: SynthesisReport): string {
  const leaks = Object.entries(privacy).filter(([, { verdict }]: [string, Leak]) => verdict === "leak");
  const found =
    leaks.length === 0
      ? "None of six attacks found a leak, which is no proof"
      : `${leaks.length} of six attacks found a leak: ${leaks.map(([name]) => name).join(", ")}`;
  const source = utility.anonymized === undefined ? "records" : "records of a release";
  return `${formatCount(synthetic.rows, "row")} were made by ${model.name}, which learned from ${formatNumber(training.rows)} ${source}. A classifier of ${model.label} trained on them has AUC ${digits(utility.synthetic.auc)} on ${formatCount(training.holdout, "record")} kept apart, one trained on the original ${digits(utility.original.auc)}. ${found}.`;
}

function warningsSection(warnings: readonly string[]): PageSection[] {
  if (warnings.length === 0) return [];
  return [{ title: "Before these rows go out", list: warnings.map((warning) => `Warning: ${warning}.`) }];
}

/** Columns in which made rows carry what only one person has. */
function loneSection({ lone, synthetic }: SynthesisReport): PageSection[] {
  if (Object.keys(lone).length === 0) return [];
  return [
    {
      title: "Values that only one person has",
      text: "Made rows that carry such a value of the original. Names and remarks among them are real people's; numbers may also have been hit by chance.",
      table: {
        head: ["column", "made rows", "of"],
        rows: Object.entries(lone).map(([name, rows]) => [name, formatNumber(rows), formatNumber(synthetic.rows)]),
      },
    },
  ];
}
