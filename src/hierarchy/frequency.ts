import * as z from "zod/mini";
import { explained } from "../base/index.ts";
import { type BuildContext, byCodeUnit } from "./context.ts";
import { stack } from "./from-columns.ts";
import type { Hierarchy } from "./hierarchy.ts";

/** Grouping by frequency as `kohort.json` states it: rare values become one. */
export type FrequencySetting = {
  readonly kind: "frequency";
  /** Values that fewer records hold are rare. */
  readonly minimum?: number;
  /** Values beyond the most frequent so many are rare; 10 unless `minimum` or this is stated. */
  readonly keep?: number;
  /** What rare values become; `other` unless stated. */
  readonly other?: string;
};

/** Checks a frequency setting. */
export const frequencySchema: z.ZodMiniType<FrequencySetting> = z.strictObject({
  kind: z.literal("frequency"),
  minimum: explained("Values that fewer records hold are rare.", z.optional(z.int().check(z.minimum(1)))),
  keep: explained(
    "Values beyond the most frequent so many are rare; 10 unless this or the minimum is stated.",
    z.optional(z.int().check(z.minimum(1))),
  ),
  other: explained("What rare values become.", z.optional(z.string().check(z.minLength(1))), "other"),
});

/** States grouping by frequency: `frequency({ keep: 10 })` is `{ kind: "frequency", keep: 10 }`. */
export function frequency(options: Omit<FrequencySetting, "kind"> = {}): FrequencySetting {
  return { kind: "frequency", ...options };
}

/**
 * Keeps frequent values at level 1 and turns the rest into one group. Values stand by falling count, equal ones in
 * code unit order; without counts each value counts once.
 */
export function frequencyHierarchy(
  values: readonly string[],
  options: FrequencySetting = { kind: "frequency" },
  context: BuildContext = {},
): Hierarchy {
  const { minimum = 0, other = "other" } = options;
  const keep = options.keep ?? (options.minimum === undefined ? 10 : Number.POSITIVE_INFINITY);
  const counts = values.map((_, i) => context.counts?.[i] ?? 1);
  const order = values.map((_, i) => i).sort((a, b) => counts[b] - counts[a] || byCodeUnit(values[a], values[b]));
  const sorted = order.map((i) => values[i]);
  const level = order.map((i, rank) => (rank < keep && counts[i] >= minimum ? values[i] : other));
  return stack(sorted, [level]);
}
