import { type MeanInterval, meanInterval, type Scores } from "../learning/index.ts";

/** How well a classifier does over several seeds: means with 95 % intervals. */
export type ScoreIntervals = {
  readonly accuracy: MeanInterval;
  readonly f1: MeanInterval;
  readonly auc: MeanInterval;
};

/** Intervals of every table that a classifier was trained on. */
export type TableIntervals = Readonly<Record<string, ScoreIntervals>>;

/** Several seeds, and what boosted trees and, where it was asked for, logistic regression come to over them. */
export type SeedSummary = {
  readonly seeds: readonly number[];
  readonly utility: TableIntervals;
  readonly logistic?: TableIntervals;
};

/** The figures of one seed. */
export type SeedFigures = {
  readonly utility: Readonly<Record<string, Scores>>;
  readonly logistic?: Readonly<Record<string, Scores>>;
};

/** The seeds that `count` repetitions use, from a first one on. */
export function seedsFrom(seed: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => seed + index);
}

/** Gathers the figures of several seeds. */
export function overSeeds(seeds: readonly number[], runs: readonly SeedFigures[]): SeedSummary {
  const logistic = runs.flatMap((run) => (run.logistic === undefined ? [] : [run.logistic]));
  return {
    seeds,
    utility: intervalsOf(runs.map(({ utility }) => utility)),
    logistic: logistic.length === runs.length ? intervalsOf(logistic) : undefined,
  };
}

function intervalsOf(runs: readonly Readonly<Record<string, Scores>>[]): TableIntervals {
  const names = Object.keys(runs[0]);
  return Object.fromEntries(
    names.map((name) => {
      const of = (figure: keyof ScoreIntervals): MeanInterval => meanInterval(runs.map((run) => run[name][figure]));
      return [name, { accuracy: of("accuracy"), f1: of("f1"), auc: of("auc") }];
    }),
  );
}
