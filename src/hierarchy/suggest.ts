import type { HierarchySetting } from "./builders.ts";
import { type BuildContext, numberOf } from "./context.ts";
import { niceWidth } from "./nice.ts";

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
  const fixed = values.every((value) => value.length === values[0]!.length);
  if (digits && fixed && values[0]!.length > 2 && values.some((value) => value.startsWith("0"))) {
    return codes(values);
  }
  if (kind === "number") {
    const numbers = Float64Array.from(values, (value, i) => column.numbers?.[i] ?? numberOf(value)).filter(
      Number.isFinite,
    );
    const width = niceWidth(numbers);
    return {
      setting: { kind: "intervals", width, factor: 2 },
      reason: `numbers from ${least(numbers)} to ${greatest(numbers)}: intervals of ${width}, doubling from level to level`,
    };
  }
  if (kind === "date") {
    return { setting: { kind: "dates" }, reason: "dates: months, quarters, years and decades" };
  }
  const alike =
    fixed && values[0]!.length > 2 && values.every((value) => /^[\p{Lu}\d .-]*$/u.test(value) && /\d/.test(value));
  if (alike && values.length > few) return codes(values);
  if (values.length <= few) {
    return { setting: undefined, reason: `${values.length} categories: few enough to be grouped as sets` };
  }
  return rare(values, column.counts);
}

function codes(values: readonly string[]): HierarchySuggestion {
  return {
    setting: { kind: "masking", from: "right" },
    reason: `codes of ${values[0]!.length} characters such as ${values[0]}: covered from the right`,
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

function least(numbers: Float64Array): number {
  return numbers.reduce((low, number) => Math.min(low, number), Number.POSITIVE_INFINITY);
}

function greatest(numbers: Float64Array): number {
  return numbers.reduce((high, number) => Math.max(high, number), Number.NEGATIVE_INFINITY);
}
