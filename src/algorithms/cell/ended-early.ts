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
