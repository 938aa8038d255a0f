import * as z from "zod/mini";
import { explained, KohortError } from "../base/index.ts";
import { dayOf, isoWeek } from "./calendar.ts";
import { type BuildContext, byCodeUnit } from "./context.ts";
import { type DateFormat, dateFormatOf, dateFormats, parseDate } from "./date-forms.ts";
import { stack } from "./from-columns.ts";
import type { Hierarchy } from "./hierarchy.ts";

/** The spans of time that dates are put into, finest first. */
export const granularities = [
  "minute",
  "hour",
  "day",
  "week",
  "month",
  "quarter",
  "half-year",
  "year",
  "five-years",
  "decade",
  "century",
  "millennium",
] as const;

/** One span of time. */
export type Granularity = (typeof granularities)[number];

/** Spans of time as `kohort.json` states them. */
export type DatesSetting = {
  readonly kind: "dates";
  /** The spans used, in any order; month, quarter, year and decade unless stated, after day where times of day occur. */
  readonly levels?: readonly Granularity[];
  /** How the dates are written; found out unless stated. */
  readonly format?: DateFormat;
};

/** Checks a dates setting. */
export const datesSchema: z.ZodMiniType<DatesSetting> = z
  .strictObject({
    kind: z.literal("dates"),
    levels: explained(
      "The spans used: minute, hour, day, week, month, quarter, half-year, year, five-years, decade, century, millennium; month, quarter, year and decade unless stated.",
      z.optional(z.array(z.enum(granularities)).check(z.minLength(1))),
    ),
    format: explained("How the dates are written; found out unless stated.", z.optional(z.enum(dateFormats))),
  })
  .check(
    z.refine(
      ({ levels = [] }) =>
        !levels.includes("week") || levels.every((level) => ["minute", "hour", "day", "week"].includes(level)),
      "a week may lie in two months or years, so no coarser level can follow it: use day and week alone, or leave week out",
    ),
  );

/** States spans of time: `dates({ levels: ["month", "year"] })` is `{ kind: "dates", levels: ["month", "year"] }`. */
export function dates(options: Omit<DatesSetting, "kind"> = {}): DatesSetting {
  return { kind: "dates", ...options };
}

/**
 * Puts dates into minutes, hours, days and so on up to millennia, labelled `2024-03-05 14:30`, `2024-03-05 14h`,
 * `2024-03-05`, `2024-W10`, `2024-03`, `2024-Q1`, `2024-H1`, `2024`, `[2020..2024]`, `[2020..2029]`, `[2000..2099]`,
 * `[2000..2999]`. Stated levels are all kept; without them the
 * first span that would hold everything is left to `*`.
 */
export function datesHierarchy(
  values: readonly string[],
  options: DatesSetting = { kind: "dates" },
  context: BuildContext = {},
): Hierarchy {
  const known = daysFrom(values, options, context);
  const order = values.map((_, i) => i).sort((a, b) => known[a] - known[b] || byCodeUnit(values[a], values[b]));
  const days = Float64Array.from(order, (i) => known[i]);
  const sorted = order.map((i) => values[i]);
  const timed = values.some((value) => /\d:\d/.test(value));
  const spans = options.levels ?? [...(timed ? (["day"] as const) : []), "month", "quarter", "year", "decade"];
  const groupings: string[][] = [];
  for (const granularity of granularities.filter((candidate) => spans.includes(candidate))) {
    const grouping = Array.from(days, (day) => spanLabel(day, granularity));
    const whole = grouping.every((label) => label === grouping[0]);
    if (whole && options.levels === undefined && groupings.length > 0) break;
    groupings.push(grouping);
  }
  return stack(sorted, groupings);
}

function daysFrom(values: readonly string[], options: DatesSetting, context: BuildContext): Float64Array {
  const given = context.kind === "date" && options.format === undefined ? context.numbers : undefined;
  if (given !== undefined && values.every((_, i) => Number.isFinite(given[i]))) {
    return Float64Array.from(given);
  }
  const format = options.format ?? dateFormatOf(values, context.name);
  return Float64Array.from(values, (value) => {
    const days = parseDate(value, format);
    if (!Number.isNaN(days)) return days;
    throw new KohortError("hierarchy", `"${value}" is not a date of the form ${format}`, {
      hint: "count it as missing, or state another format",
      where: context.name,
    });
  });
}

function spanLabel(days: number, granularity: Granularity): string {
  if (granularity === "week") {
    const { year, week } = isoWeek(days);
    return `${digits(year, 4)}-W${digits(week, 2)}`;
  }
  const { year, month, day } = dayOf(days);
  switch (granularity) {
    case "minute":
    case "hour": {
      const date = `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
      const minutes = Math.floor((days - Math.floor(days)) * 1440 + 1e-6);
      const hour = digits(Math.floor(minutes / 60), 2);
      return granularity === "hour" ? `${date} ${hour}h` : `${date} ${hour}:${digits(minutes % 60, 2)}`;
    }
    case "day":
      return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
    case "month":
      return `${digits(year, 4)}-${digits(month, 2)}`;
    case "quarter":
      return `${digits(year, 4)}-Q${Math.floor((month + 2) / 3)}`;
    case "half-year":
      return `${digits(year, 4)}-H${month <= 6 ? 1 : 2}`;
    case "year":
      return digits(year, 4);
    case "five-years":
      return years(year, 5);
    case "decade":
      return years(year, 10);
    case "century":
      return years(year, 100);
    case "millennium":
      return years(year, 1000);
  }
}

function years(year: number, width: number): string {
  const first = Math.floor(year / width) * width;
  return `[${digits(first, 4)}..${digits(first + width - 1, 4)}]`;
}

function digits(number: number, width: number): string {
  return number < 0 ? `-${digits(-number, width)}` : String(number).padStart(width, "0");
}
