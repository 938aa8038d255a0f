import type { HierarchySetting } from "./builders.ts";
import { type BuildContext, numberOf } from "./context.ts";
import { findMultiples, niceWidth } from "./nice.ts";

/** What is proposed for a column, and why; no setting where none is needed. */
export type HierarchySuggestion = {
  readonly setting: HierarchySetting | undefined;
  readonly reason: string;
};

/** A column with so few values is readable as it is. */
const few = 20;

/** Proposes a hierarchy for a column's distinct values; missing ones left out. */
export function suggestHierarchy(
  column: { readonly values: readonly string[] } & Pick<BuildContext, "kind" | "numbers" | "counts">,
): HierarchySuggestion {
  const { values, kind } = column;
  if (values.length < 3) return { setting: undefined, reason: `only ${values.length} distinct values` };
  const digits = values.every((value) => /^\d+$/.test(value));
  const fixed = values.every((value) => value.length === values[0].length);
  if (digits && fixed && values[0].length > 2 && values.some((value) => value.startsWith("0"))) {
    return codes(values);
  }
  if (kind === "number") {
    return evenIntervals(
      Float64Array.from(values, (value, i) => column.numbers?.[i] ?? numberOf(value)),
      column.counts,
    );
  }
  if (kind === "date") {
    return { setting: { kind: "dates" }, reason: "dates: months, quarters, years and decades" };
  }
  const alike =
    fixed && values[0].length > 2 && values.every((value) => /^[\p{Lu}\d .-]*$/u.test(value) && /\d/.test(value));
  if (alike && values.length > few) return codes(values);
  if (values.length <= few) {
    return { setting: undefined, reason: `${values.length} categories: few enough to be grouped as sets` };
  }
  return rare(values, column.counts);
}

function codes(values: readonly string[]): HierarchySuggestion {
  return {
    setting: { kind: "masking", from: "right" },
    reason: `codes of ${values[0].length} characters such as ${values[0]}: covered from the right`,
  };
}

function rare(values: readonly string[], counts: ArrayLike<number> | undefined): HierarchySuggestion {
  const keep = 10;
  const setting: HierarchySetting = { kind: "frequency", keep };
  if (counts === undefined) {
    return { setting, reason: `${values.length} categories: the ${keep} most frequent stay, the rest become one` };
  }
  const falling = Float64Array.from(counts).sort().reverse();
  const total = falling.reduce((sum, count) => sum + count, 0);
  const kept = falling.subarray(0, keep).reduce((sum, count) => sum + count, 0);
  const share = total === 0 ? 0 : Math.round((100 * kept) / total);
  return {
    setting,
    reason: `${values.length} categories: the ${keep} most frequent hold ${share} % of the records and stay, the rest become one`,
  };
}

/** An end of the data that fewer records hold is not published: it would tell what one person's value is. */
const shared = 5;

/** Doubling intervals that end where the data end. */
function evenIntervals(numbers: Float64Array, counts: ArrayLike<number> | undefined): HierarchySuggestion {
  const known = numbers.filter(Number.isFinite);
  const width = niceWidth(known);
  const least = known.reduce((low, number) => Math.min(low, number), Number.POSITIVE_INFINITY);
  const greatest = known.reduce((high, number) => Math.max(high, number), Number.NEGATIVE_INFINITY);
  const holding = (end: number): number =>
    numbers.reduce((sum, number, i) => (number === end ? sum + (counts?.[i] ?? 0) : sum), 0);
  const isTold = (end: number): boolean => known.every(Number.isSafeInteger) && holding(end) >= shared;
  const grid = findMultiples(0, width, 1);
  const [first, last] = [grid(least), grid(greatest)];
  if (first === undefined || last === undefined) {
    return { setting: undefined, reason: `numbers from ${least} to ${greatest}: no round intervals hold them` };
  }
  const min = isTold(least) ? least : first.low + 0;
  const max = isTold(greatest) ? greatest + 1 : last.high + 0;
  const levels = levelOfTwo(least, greatest, width);
  return {
    setting: { kind: "intervals", width, factor: 2, min, max, levels },
    reason: `numbers from ${least} to ${greatest}: intervals of ${width}, doubling from level to level`,
  };
}

/** The level whose intervals meet at a boundary that is one of wider intervals too, so that all further levels equal it. */
function levelOfTwo(least: number, greatest: number, width: number): number | undefined {
  const boundaryOf = (times: number): number | undefined => {
    const multiples = findMultiples(0, width, times);
    const high = multiples(least)?.high;
    return multiples(greatest)?.low === high ? high : undefined;
  };
  for (let level = 1, times = 1; (width * times) / 4 <= greatest / 2 - least / 2; level++, times *= 2) {
    const boundary = boundaryOf(times);
    if (boundary !== undefined && boundaryOf(2 * times) === boundary) return level;
  }
  return undefined;
}
