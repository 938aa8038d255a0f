/** How far a search has come, and the work it did since it last reported. */
export type Pace = { work: number; finished: number; readonly tuples: number };

/** Work between two reports: a few milliseconds. */
export const turn = 1_000_000;

/** The work of finding the cuts of so many tuples: each attribute is cut, and the sides have boxes over all attributes. */
export function lookWork(tuples: number, attributes: number): number {
  return tuples * attributes * Math.max(attributes, 8);
}

/** Adds work that was done; true when it is time to report. */
export function takeTurn(pace: Pace, work: number): boolean {
  pace.work += work;
  if (pace.work <= turn) return false;
  pace.work = 0;
  return true;
}
