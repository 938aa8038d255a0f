/** @file When a search ends before it is done, and what it then says. */
import { type DriverAnswer, report, type Task } from "../../base/index.ts";

/** What ended a search before it was done. */
export type EarlyEnd = "seconds" | "asked" | "ties" | "size";

/** What a search that ended early has to show. */
export type EarlyResult = {
  readonly method: string;
  readonly end: EarlyEnd;
  /** The seconds that it was given. */
  readonly seconds: number;
  readonly score: number;
  /** What every table costs at least, as far as that is proved. */
  readonly bound: number;
};

/** Tells the publisher that a search ended before it was done, why, and how far the table may be from the best. */
export function endedEarly({ method, end, seconds, score, bound }: EarlyResult): string {
  const why = {
    seconds: `reached its limit of ${seconds} seconds`,
    asked: "was stopped",
    ties: "found more tables that tie for the best than it counts",
    size: "found more groups of records than can be compared",
  }[end];
  const shown = (figure: number): number => Number(figure.toPrecision(6));
  return `${method} ${why} before it was done: the table costs ${shown(score)}, and none costs less than ${shown(bound)}`;
}

/** What ends a search that may go on until so many seconds on the clock of `report`. */
export function endOf({ seconds, settle }: DriverAnswer, until: number): EarlyEnd | undefined {
  return settle ? "asked" : seconds > until ? "seconds" : undefined;
}

/** How much was done since the clock was last asked, and what ended the work. */
export type TimeLeft = {
  /** Seconds on the clock of `report`. */
  readonly until: number;
  steps: number;
  end: EarlyEnd | undefined;
};

/** Steps after which the clock is asked: a few milliseconds of work. */
const stepsPerQuestion = 100_000;

/** Starts counting. */
export function timeUntil(until: number): TimeLeft {
  return { until, steps: 0, end: undefined };
}

/** Counts steps and says whether there is time for more. */
export function* hasTime(time: TimeLeft, steps: number): Task<boolean> {
  time.steps += steps;
  if (time.steps < stepsPerQuestion || time.end !== undefined) return time.end === undefined;
  time.steps = 0;
  time.end = endOf(yield* report("search", 0, 0), time.until);
  return time.end === undefined;
}
