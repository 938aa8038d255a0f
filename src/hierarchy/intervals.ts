/**
 * @file Numbers put into intervals that widen level by level. Boundaries are whole multiples of a decimal unit, counted
 * in integers and divided once, so that every level's boundaries are exactly among those of the level below and a
 * label never claims a boundary other than the one used.
 */
import * as z from "zod/mini";
import { explained, KohortError } from "../base/index.ts";
import { valueKey } from "../table/index.ts";
import { type BuildContext, byCodeUnit, numberOf } from "./context.ts";
import { stack } from "./from-columns.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { decimalMultiples, niceWidth } from "./nice.ts";

/** Intervals as `kohort.json` states them: even ones by `width`, or one list of `cuts` per level. */
export type IntervalsSetting = {
  readonly kind: "intervals";
  /** The width of the narrowest intervals; without it a round one that gives ten to twenty intervals. */
  readonly width?: number;
  /** How many intervals of a level make one of the next; 2 unless stated. */
  readonly factor?: number;
  /** Where intervals are counted from; 0 unless stated. */
  readonly from?: number;
  /** Everything below is one group, `<min`. */
  readonly min?: number;
  /** Everything from here on is one group, `>=max`. */
  readonly max?: number;
  /** How many levels of intervals at most. */
  readonly levels?: number;
  /** The boundaries of each level, finest first; each level's are among those of the level before. */
  readonly cuts?: readonly (readonly number[])[];
};

/** Checks an intervals setting. */
export const intervalsSchema: z.ZodMiniType<IntervalsSetting> = z
  .strictObject({
    kind: z.literal("intervals"),
    width: explained(
      "The width of the narrowest intervals; a round one that gives ten to twenty unless stated.",
      z.optional(z.number().check(z.positive())),
    ),
    factor: explained(
      "How many intervals of a level make one of the next.",
      z.optional(z.int().check(z.minimum(2))),
      2,
    ),
    from: explained("Where intervals are counted from.", z.optional(z.number()), 0),
    min: explained("Everything below is one group.", z.optional(z.number())),
    max: explained("Everything from here on is one group.", z.optional(z.number())),
    levels: explained("How many levels of intervals at most.", z.optional(z.int().check(z.minimum(1)))),
    cuts: explained(
      "The boundaries of each level as lists, finest first, instead of all else: [[10,20,30,40],[20,40]].",
      z.optional(z.array(z.array(z.number()).check(z.minLength(1))).check(z.minLength(1))),
    ),
  })
  .check(
    z.refine(
      ({ cuts, kind: _, ...even }) => cuts === undefined || Object.values(even).every((value) => value === undefined),
      "cuts stand alone: they leave no room for width, factor, from, min, max or levels",
    ),
    z.refine(({ min, max }) => min === undefined || max === undefined || min < max, "min must be below max"),
  );

/** States intervals: `intervals({ width: 5 })` is `{ kind: "intervals", width: 5 }`. */
export function intervals(options: Omit<IntervalsSetting, "kind"> = {}): IntervalsSetting {
  return { kind: "intervals", ...options };
}

/**
 * Puts numbers into intervals. Level 1 has intervals of `width`, each further level `factor` times as wide, until one
 * interval would hold everything; `*` stands there instead. Whole numbers are labelled with both ends included
 * (`[20..24]`), decimals with the upper end left out (`[20..25)`), an interval of one whole number as that number.
 */
export function intervalsHierarchy(
  values: readonly string[],
  options: IntervalsSetting = { kind: "intervals" },
  context: BuildContext = {},
): Hierarchy {
  const known = numbersOf(values, context);
  const order = values.map((_, i) => i).sort((a, b) => known[a] - known[b] || byCodeUnit(values[a], values[b]));
  const numbers = Float64Array.from(order, (i) => known[i]);
  const sorted = order.map((i) => values[i]);
  const { cuts } = options;
  const groupings =
    cuts === undefined
      ? evenLevels({ labels: sorted, numbers }, options, context.name)
      : cutLevels({ labels: sorted, numbers }, cuts, context.name);
  return stack(sorted, groupings);
}

/** The interval that a number falls in: from `low` up to but not including `high`. */
type Interval = { readonly low: number; readonly high: number };

function numbersOf(values: readonly string[], context: BuildContext): Float64Array {
  const given = context.kind === "number" ? context.numbers : undefined;
  const numbers = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const stated = given?.[i];
    const number = stated !== undefined && Number.isFinite(stated) ? stated : numberOf(values[i]);
    refuseBeyondDouble(values[i], number);
    if (!Number.isFinite(number)) {
      throw new KohortError("hierarchy", `"${values[i]}" is not a number, so it lies in no interval`, {
        hint: "count it as missing, or use another kind of hierarchy (tree, order, frequency)",
        where: context.name,
      });
    }
    numbers[i] = number;
  }
  return numbers;
}

/** Values as they are written, in the order of their numbers. */
type SortedValues = { readonly labels: readonly string[]; readonly numbers: Float64Array };

function evenLevels(sorted: SortedValues, options: IntervalsSetting, where: string | undefined): string[][] {
  const { factor = 2, from = 0, levels = Number.POSITIVE_INFINITY } = options;
  const min = options.min ?? Number.NEGATIVE_INFINITY;
  const max = options.max ?? Number.POSITIVE_INFINITY;
  const inside = sorted.numbers.filter((number) => number >= min && number < max);
  const width = options.width ?? niceWidth(inside);
  let extent = 0;
  for (const number of inside) extent = Math.max(extent, Math.abs(number - from));
  const groupings: string[][] = [];
  for (let level = 1, times = 1; level <= levels; level++, times *= factor) {
    const multiples = decimalMultiples(from, width, times, where);
    const grouping = labelRuns(sorted, (number) => {
      if (number < min) return { low: Number.NEGATIVE_INFINITY, high: min };
      if (number >= max) return { low: max, high: Number.POSITIVE_INFINITY };
      const { low, high } = multiples(number);
      return { low: Math.max(low, min), high: Math.min(high, max) };
    });
    const whole = grouping.every((label) => label === grouping[0]);
    if (level === 1 || !whole) groupings.push(grouping);
    if (whole || width * times > extent) break;
  }
  return groupings;
}

function cutLevels(sorted: SortedValues, cuts: readonly (readonly number[])[], where: string | undefined): string[][] {
  const levels = cuts.map((level) => [...new Set(level)].sort((a, b) => a - b));
  levels.forEach((level, i) => {
    const below = levels[i - 1];
    const alone = below === undefined ? undefined : level.find((cut) => !below.includes(cut));
    if (alone === undefined) return;
    throw new KohortError("hierarchy", `level ${i + 1} is cut at ${alone}, where level ${i} is not`, {
      hint: `add ${alone} to the cuts of level ${i}: intervals may only merge from level to level`,
      where,
    });
  });
  return levels.map((level) =>
    labelRuns(sorted, (number) => {
      const next = level.findIndex((cut) => cut > number);
      const high = next < 0 ? Number.POSITIVE_INFINITY : level[next];
      const low = (next < 0 ? level.at(-1) : level[next - 1]) ?? Number.NEGATIVE_INFINITY;
      return { low, high };
    }),
  );
}

/** The label of each of the ascending numbers; one label per interval, made once. */
function labelRuns({ labels, numbers }: SortedValues, intervalOf: (number: number) => Interval): string[] {
  const whole = numbers.every(Number.isSafeInteger);
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let label = "";
  return Array.from(numbers, (number, i) => {
    if (number >= high) {
      const interval = intervalOf(number);
      ({ low, high } = interval);
      label = intervalLabel(interval, whole);
    }
    if (number === low) refuseNearBound(labels[i], number);
    return label;
  });
}

function intervalLabel({ low, high }: Interval, whole: boolean): string {
  if (low === Number.NEGATIVE_INFINITY) return `<${high}`;
  if (high === Number.POSITIVE_INFINITY) return `>=${low}`;
  if (!whole || !Number.isSafeInteger(low) || !Number.isSafeInteger(high)) return `[${low}..${high})`;
  return high - low === 1 ? `${low}` : `[${low}..${high - 1}]`;
}

/** Refuses a whole number whose neighbours are one number to a computer: its interval might not hold it. */
function refuseBeyondDouble(label: string, number: number): void {
  if (Math.abs(number) < 2 ** 53 || !/^\s*[+-]?\d+\s*$/.test(label)) return;
  throw new KohortError("hierarchy", `intervals cannot hold "${label}": beyond 2^53 neighbours are one number`, {
    hint: "group such values as texts, by masking or a file",
  });
}

/** Refuses a number that is not a boundary and that a computer takes for one: it might lie on the other side. */
function refuseNearBound(label: string, number: number): void {
  if (label.length <= 15 && !/e/i.test(label)) return;
  if (valueKey(label) === valueKey(String(number))) return;
  throw new KohortError(
    "hierarchy",
    `intervals cannot hold "${label}": to a computer it is ${number}, where one begins`,
    {
      hint: "round its values, or group them as texts, by masking or a file",
    },
  );
}
