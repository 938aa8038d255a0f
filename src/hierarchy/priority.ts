import * as z from "zod/mini";
import { explained, KohortError } from "../base/index.ts";
import { type BuildContext, byCodeUnit } from "./context.ts";
import { stack } from "./from-columns.ts";
import type { Hierarchy } from "./hierarchy.ts";

/** Grouping by priority as `kohort.json` states it: from level to level fewer values stay as they are. */
export type PrioritySetting = {
  readonly kind: "priority";
  /** The values to keep longest, the most important first; the others follow by falling count. */
  readonly first?: readonly string[];
  /** How many levels of fewer and fewer values; 3 unless stated. */
  readonly levels?: number;
  /** What the others become; `other` unless stated. */
  readonly other?: string;
};

/** Checks a priority setting. */
export const prioritySchema: z.ZodMiniType<PrioritySetting> = z.strictObject({
  kind: z.literal("priority"),
  first: explained(
    "The values to keep longest, the most important first; the others follow by falling count.",
    z.optional(z.array(z.string()).check(z.minLength(1))),
  ),
  levels: explained(
    "How many levels of fewer and fewer values.",
    z.optional(z.int().check(z.minimum(1), z.maximum(50))),
    3,
  ),
  other: explained("What the others become.", z.optional(z.string().check(z.minLength(1))), "other"),
});

/** States grouping by priority: `priority({ levels: 4 })` is `{ kind: "priority", levels: 4 }`. */
export function priority(options: Omit<PrioritySetting, "kind"> = {}): PrioritySetting {
  return { kind: "priority", ...options };
}

/**
 * Keeps the most important values longest: with n levels, level i keeps the first (n − i + 1) / (n + 1) of them, the
 * rest become one group. Values stand in the stated order, then by falling count, equal ones in code unit order.
 */
export function priorityHierarchy(
  values: readonly string[],
  options: PrioritySetting = { kind: "priority" },
  context: BuildContext = {},
): Hierarchy {
  const { levels = 3, other = "other", first = [] } = options;
  const twice = first.find((value, at) => first.indexOf(value) !== at);
  if (twice !== undefined) {
    throw new KohortError("hierarchy", `"${twice}" has two priorities`, {
      hint: "name every value once",
      where: context.name,
    });
  }
  const stated = new Map(first.map((value, at) => [value, at]));
  const countOf = values.map((_, i) => context.counts?.[i] ?? 1);
  const place = (i: number): number => stated.get(values[i]) ?? stated.size;
  const ranked = values
    .map((_, i) => i)
    .sort((a, b) => place(a) - place(b) || countOf[b] - countOf[a] || byCodeUnit(values[a], values[b]));
  const sorted = ranked.map((i) => values[i]);
  const groupings = Array.from({ length: levels }, (_, level) => {
    const kept = Math.round((sorted.length * (levels - level)) / (levels + 1));
    return sorted.map((value, rank) => (rank < kept ? value : other));
  });
  return stack(sorted, groupings);
}
