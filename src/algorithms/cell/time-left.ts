import { report, type Task } from "../../base/index.ts";
import type { EarlyEnd } from "./ended-early.ts";

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
  const { seconds, settle } = yield* report("search", 0, 0);
  if (settle) time.end = "asked";
  else if (seconds > time.until) time.end = "seconds";
  return time.end === undefined;
}
