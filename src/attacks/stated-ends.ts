import type { Cover } from "../cohort/index.ts";
import type { KnownColumn } from "./release-view.ts";

/** Known columns of numbers or days with at least one interval. */
export function intervalColumns(known: readonly KnownColumn[]): KnownColumn[] {
  return known.filter(({ cover }) => cover.low.some((low) => !Number.isNaN(low)));
}

/** How many values an interval may stand for: whole numbers one by one, others as the original has them. */
export function possibleValues({ attribute, low, high, count }: Cover, code: number): number {
  const ends = attribute.positions.subarray(0, attribute.missing < 0 ? attribute.size : attribute.missing);
  const whole = Number.isInteger(low[code]) && Number.isInteger(high[code]) && ends.every(Number.isInteger);
  return whole && attribute.tree === undefined ? high[code] - low[code] + 1 : Math.max(1, count[code]);
}

/** The position of a rank as a number, also where the axis is a hierarchy's. */
export function positionOf({ cover }: KnownColumn, rank: number): number {
  return cover.attribute.tree === undefined ? cover.attribute.positions[rank] : Number(cover.attribute.labels[rank]);
}
