import type { Random } from "../base/index.ts";
import { ln } from "../learning/index.ts";
import type { EncodedColumn, ModeColumn } from "./mode-encoding.ts";

/** The categories a generator can be asked for, each with a place in the condition. */
export type Conditions = {
  /** The columns that are categories. */
  readonly columns: readonly number[];
  /** Where each of them starts in the condition. */
  readonly offsets: readonly number[];
  readonly width: number;
  /** Per column how often each category occurs, as running sums. */
  readonly shares: readonly (readonly number[])[];
  /** Per column the running sums of ln(1 + count), by which training draws. */
  readonly logShares: readonly (readonly number[])[];
};

/** One condition: a category of one column. */
export type Condition = { readonly column: number; readonly choice: number };

/** Counts what can be asked for. */
export function conditionsOf(encoding: readonly ModeColumn[], encoded: readonly EncodedColumn[]): Conditions {
  const columns = encoding.flatMap(({ kind }, index) => (kind === "category" ? [index] : []));
  const offsets: number[] = [];
  const shares: number[][] = [];
  const logShares: number[][] = [];
  let width = 0;
  for (const column of columns) {
    const { size } = encoding[column] as Extract<ModeColumn, { kind: "category" }>;
    const counts = new Array<number>(size).fill(0);
    for (const choice of encoded[column]!.choice) counts[choice]! += 1;
    offsets.push(width);
    width += size;
    shares.push(running(counts));
    logShares.push(running(counts.map((count) => (count === 0 ? 0 : ln(1 + count)))));
  }
  return { columns, offsets, width, shares, logShares };
}

function running(counts: readonly number[]): number[] {
  let sum = 0;
  return counts.map((count) => (sum += count));
}

function drawRunning(sums: readonly number[], random: Random): number {
  const wanted = random.unit() * sums[sums.length - 1]!;
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle]! > wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Draws a condition for training: any category column, its categories by the logarithm of their frequency. */
export function drawCondition({ columns, logShares }: Conditions, random: Random): Condition {
  const column = random.below(columns.length);
  return { column, choice: drawRunning(logShares[column]!, random) };
}

/** Draws a condition for making rows: any category column, its categories as often as they occur. */
export function drawSampleCondition({ columns, shares }: Conditions, random: Random): Condition {
  const column = random.below(columns.length);
  return { column, choice: drawRunning(shares[column]!, random) };
}
