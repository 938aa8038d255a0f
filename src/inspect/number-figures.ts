import type { NumberFigures } from "../spec/index.ts";
import type { Column } from "../table/index.ts";

/** What the numbers of a column are like that the given labels stand for; undefined where there are none. */
export function numberFigures({ numbers }: Column, labels: readonly number[]): NumberFigures | undefined {
  if (numbers === undefined || labels.length === 0) return undefined;
  const known = labels.map((label) => numbers[label]);
  return {
    least: known.reduce((low, number) => Math.min(low, number), Number.POSITIVE_INFINITY),
    greatest: known.reduce((high, number) => Math.max(high, number), Number.NEGATIVE_INFINITY),
    whole: known.every(Number.isSafeInteger),
    tenths: known.every((number) => Number(number.toFixed(1)) === number),
    plain: new Set(known).size === known.length,
  };
}
