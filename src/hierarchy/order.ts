import * as z from "zod/mini";
import { explained, KohortError } from "../base/index.ts";
import { type BuildContext, byCodeUnit, numberOf } from "./context.ts";
import { stack } from "./from-columns.ts";
import type { Hierarchy } from "./hierarchy.ts";

/** Grouping by order as `kohort.json` states it: neighbours in an order are put together. */
export type OrderSetting = {
  readonly kind: "order";
  /** The values in order, or how to order them; numeric where all are numbers, else alphabetical, unless stated. */
  readonly order?: readonly string[] | "given" | "numeric" | "alphabetical";
  /** The groups of level 1, in order; their values are then the order. */
  readonly groups?: readonly (readonly string[])[];
  /** How many neighbours make a group of level 1; as `factor` unless stated. */
  readonly size?: number;
  /** How many groups of a level make one of the next; 2 unless stated. */
  readonly factor?: number;
};

/** Checks an order setting. */
export const orderSchema: z.ZodMiniType<OrderSetting> = z
  .strictObject({
    kind: z.literal("order"),
    order: explained(
      "How values are ordered, or a list of them; numeric where all are numbers, else alphabetical, unless stated.",
      z.optional(z.union([z.enum(["given", "numeric", "alphabetical"]), z.array(z.string())])),
    ),
    groups: explained(
      "The groups of the first level, as lists in their order.",
      z.optional(z.array(z.array(z.string()).check(z.minLength(1))).check(z.minLength(1))),
    ),
    size: explained(
      "How many neighbours make a group of the first level; as factor unless stated.",
      z.optional(z.int().check(z.minimum(2))),
    ),
    factor: explained("How many groups of a level make one of the next.", z.optional(z.int().check(z.minimum(2))), 2),
  })
  .check(z.refine(({ groups, size }) => groups === undefined || size === undefined, "groups leave no room for size"));

/** States grouping by order: `order({ size: 3 })` is `{ kind: "order", size: 3 }`. */
export function order(options: Omit<OrderSetting, "kind"> = {}): OrderSetting {
  return { kind: "order", ...options };
}

/** Groups of at most this many values are labelled with all of them. */
const listed = 8;

/**
 * Puts neighbours in an order together, level by level. A group is labelled `{a|b|c}`, one of more than eight values
 * `{first|…|last}`, a single value as itself; `\`, `|`, `{` and `}` inside a value are preceded by `\`.
 */
export function orderHierarchy(
  values: readonly string[],
  options: OrderSetting = { kind: "order" },
  context: BuildContext = {},
): Hierarchy {
  const { factor = 2, size = factor } = options;
  const sequence = orderOf(values, options, context);
  const groupings: string[][] = [];
  let runs = options.groups === undefined ? evenRuns(sequence, size) : stated(options, sequence, context);
  while (runs.length > 1) {
    groupings.push(runs.flatMap((run) => new Array<string>(run.length).fill(setLabel(run))));
    runs = mergeRuns(runs, factor);
  }
  return stack(sequence, groupings);
}

function orderOf(values: readonly string[], { order, groups }: OrderSetting, { name }: BuildContext): string[] {
  const flat = groups?.flat();
  if (Array.isArray(order)) {
    if (flat !== undefined && (flat.length !== order.length || flat.some((value, i) => value !== order[i]))) {
      throw new KohortError("hierarchy", "the groups do not hold the values of the order, in that order", {
        hint: "leave the order out: the groups state it",
        where: name,
      });
    }
    return [...order];
  }
  if (flat !== undefined) return flat;
  if (order === "given") return [...values];
  const numbers = new Map(values.map((value) => [value, numberOf(value)]));
  const numeric = order !== "alphabetical" && values.every((value) => !Number.isNaN(numbers.get(value)));
  if (order === "numeric" && !numeric) {
    const odd = values.find((value) => Number.isNaN(numbers.get(value)));
    throw new KohortError("hierarchy", `"${odd}" is not a number, so it has no place in a numeric order`, {
      hint: "use the alphabetical order, or list the values in order",
      where: name,
    });
  }
  return [...values].sort((a, b) => (numeric ? numbers.get(a)! - numbers.get(b)! : 0) || byCodeUnit(a, b));
}

function evenRuns(sequence: readonly string[], size: number): string[][] {
  const runs: string[][] = [];
  for (let i = 0; i < sequence.length; i += size) runs.push(sequence.slice(i, i + size));
  return runs;
}

/** The stated groups, refused where a value is in two of them. */
function stated({ groups }: OrderSetting, sequence: readonly string[], { name }: BuildContext): string[][] {
  const known = new Set<string>();
  for (const value of sequence) {
    if (known.has(value)) {
      throw new KohortError("hierarchy", `value "${value}" is in the groups twice`, {
        hint: "keep it in one group",
        where: name,
      });
    }
    known.add(value);
  }
  return groups!.map((group) => [...group]);
}

function mergeRuns(runs: readonly string[][], factor: number): string[][] {
  const merged: string[][] = [];
  for (let i = 0; i < runs.length; i += factor) merged.push(runs.slice(i, i + factor).flat());
  return merged;
}

function setLabel(run: readonly string[]): string {
  if (run.length === 1 && !run[0].startsWith("{")) return run[0];
  const shown = run.length <= listed ? run.map(escaped) : [escaped(run[0]), "…", escaped(run.at(-1)!)];
  return `{${shown.join("|")}}`;
}

function escaped(value: string): string {
  return value.replace(/[\\|{}]/g, "\\$&");
}
