import { formatShare } from "../base/index.ts";
import type { PaperStory, TrainingResult } from "../utility/index.ts";
import { confusionFigure } from "./figures/confusion-matrix.ts";
import { canDrawCohorts, cohortsFigure, discernibilityFigure } from "./figures/stages.ts";
import { htmlPage, type PageSection } from "./page.ts";
import { digits, lossFigure, privacySection, seedsSection } from "./synthesis-report.ts";

/** What the page says beside what was found. */
export type PaperFacts = { readonly label: string; readonly epochs: number; readonly overlay: number };

/** The whole story as one page. */
export function paperPage(story: PaperStory, facts: PaperFacts): string {
  return htmlPage("k, l, t and a conditional GAN", [
    stagesSection(story),
    partitionsSection(story),
    lossesSection(story, facts),
    classifiersSection(story, facts.label),
    ownSection(story),
    {
      ...seedsSection(story.overSeeds.seeds, story.overSeeds.utility, "every stage"),
      text: "Boosted trees trained on the original, on the release of every stage and on rows that the model `trees` made from each; means with 95 % intervals.",
    },
    { ...privacySection(story.original.privacy), title: "Rows made from the original: what they give away" },
    { ...privacySection(story.anonymized.privacy), title: "Rows made from the t-close release: what they give away" },
  ]);
}

function stagesSection({ cases, rows }: PaperStory): PageSection {
  return {
    title: "k, then l, then t",
    text: `Each stage is a fresh run from all ${rows} records. Higher bars mean more combinations destroyed, not more privacy.`,
    table: {
      head: ["case", "stage", "classes", "rows", "distinct lost", "DM", "C_avg"],
      rows: cases.flatMap(({ name, found }) =>
        found.stages.map(({ name: stage, release, classes }) => [
          name,
          stage,
          String(release.cohorts.count),
          String(classes.rows),
          String(release.quality.distinctLost),
          String(release.quality.discernibility),
          release.quality.cAvg?.toFixed(4) ?? "–",
        ]),
      ),
    },
    figures: [discernibilityFigure(cases)],
  };
}

function partitionsSection({ cases }: PaperStory): PageSection {
  const figures = cases
    .filter(({ found }) => found.stages.length > 0 && canDrawCohorts(found.stages[0].release))
    .slice(0, 1)
    .map(({ found }) => cohortsFigure(found.stages));
  return { title: "The cohorts, drawn", figures };
}

function lossesSection({ original, anonymized }: PaperStory, { epochs, overlay }: PaperFacts): PageSection {
  const both = [
    ["original", original],
    ["t-close", anonymized],
  ] as const;
  const overlays = both.filter(([, { overlays: runs }]) => runs.length > 0);
  return {
    title: "Losses",
    figures: [
      ...both.map(([name, { losses }]) => lossFigure(`Losses of ${epochs} epochs, ${name} rows`, [losses])),
      ...overlays.map(([name, { overlays: runs }]) =>
        lossFigure(`${runs.length} runs of ${overlay} epochs, ${name} rows`, runs),
      ),
    ],
  };
}

function fourTables({ original, anonymized }: PaperStory) {
  return [
    ["original", original.own],
    ["t-close release", anonymized.own],
    ["made from the original", original.made],
    ["made from the t-close release", anonymized.made],
  ] as const;
}

function classifiersSection(story: PaperStory, label: string): PageSection {
  const found = fourTables(story);
  return {
    title: `What a classifier learns about ${label}`,
    text: `Boosted trees trained on each table, judged on the same ${story.heldOut} held-out original rows.`,
    table: {
      head: ["trained on", "accuracy", "F1", "AUC"],
      rows: found.map(([name, { accuracy, f1, auc }]) => [name, formatShare(accuracy), digits(f1), digits(auc)]),
    },
    figures: found.map(([name, { confusion }]) => confusionFigure(confusion, name)),
  };
}

function ownSection({ original, anonymized }: PaperStory): PageSection {
  const line = (name: string, { discriminator: { accuracy, f1, auc } }: TrainingResult): string[] => [
    name,
    formatShare(accuracy),
    digits(f1),
    digits(auc),
  ];
  return {
    title: "The GAN's own prediction",
    text: "A held-out row gets the class with which the discriminator believes it most.",
    table: {
      head: ["trained on", "accuracy", "F1", "AUC"],
      rows: [line("original", original), line("t-close release", anonymized)],
    },
    figures: [
      confusionFigure(original.discriminator.confusion, "the GAN's own, original"),
      confusionFigure(anonymized.discriminator.confusion, "the GAN's own, t-close release"),
    ],
  };
}
