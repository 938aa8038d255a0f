import * as z from "zod/mini";
import { exp, explained, log2 } from "../base/index.ts";
import { type AutoL, orAuto, withinKey } from "./auto.ts";
import { attributeKey, certifiedName, counted, positive, sensitiveOf, shown } from "./goal.ts";
import { enoughTimes, estimatedValues } from "./grassberger.ts";
import { type CohortCounts, type NearestGoal, nearestBy, type PrivacyModel, slack } from "./model.ts";
import type { ModelEntry } from "./registry.ts";

/** `{ "model": "l-diversity", "attribute": "diagnosis", "l": 3, "variant": "entropy" }` */
export type LDiversity = {
  readonly model: "l-diversity";
  readonly attribute?: string;
  readonly l: number;
  /** `distinct` unless stated. */
  readonly variant?: "distinct" | "entropy" | "grassberger" | "recursive";
  /** For `recursive`: how much more frequent the first value may be than the rare ones together. */
  readonly c?: number;
};

/** Asks that every cohort holds l well-represented values of a sensitive column. */
export function lDiversity(
  attribute: string | undefined,
  l: number,
  options: Pick<LDiversity, "variant" | "c"> = {},
): LDiversity {
  return { model: "l-diversity", attribute, l, ...options };
}

/** How many values occur. */
export function distinctValues(histogram: Float64Array): number {
  let values = 0;
  for (let value = 0; value < histogram.length; value++) if (histogram[value] > 0) values++;
  return values;
}

/** The entropy of a cohort's values in bits. */
export function entropyBits({ size, histogram }: CohortCounts): number {
  let sum = 0;
  for (let value = 0; value < histogram.length; value++) {
    const count = histogram[value];
    if (count > 0) sum += (count / size) * log2(count / size);
  }
  return sum === 0 ? 0 : -sum;
}

/** r₁ / (r_l + … + r_m) of the counts in descending order; ∞ with fewer than l values. */
export function recursiveRatio(histogram: Float64Array, l: number, scratch: Float64Array): number {
  scratch.set(histogram);
  scratch.sort();
  const last = scratch.length - l;
  let rare = 0;
  for (let value = 0; value <= last; value++) rare += scratch[value];
  return rare === 0 ? Number.POSITIVE_INFINITY : scratch[scratch.length - 1] / rare;
}

const certifiedForm = { model: z.literal("l-diversity"), attribute: z.string() } as const;

/**
 * l-diversity. Distinct: at least l values; entropy: exp(H) ≥ l, H = −Σ q ln q; grassberger: at least l values, and the
 * same with Grassberger's estimate of H; recursive (c,l): r₁ < c (r_l + … + r_m), strictly, for counts in descending order; (c,1) always holds. Machanavajjhala, Gehrke, Kifer, Venkitasubramaniam, *ℓ-diversity:
 * privacy beyond k-anonymity*, ICDE 2006, section 4.
 */
export const lDiversityEntry: ModelEntry<LDiversity, LDiversity | AutoL> = {
  title: "l-diversity",
  sentence: "Every cohort has at least l well-represented sensitive values.",
  sensitive: true,
  meaning: "In every crowd the sensitive column has at least {l} different values.",
  start: { l: 2 },
  usual: true,
  letter: "l",
  values: "l",
  certified: (goal, columns) => {
    const { model, l, variant = "distinct", c } = goal;
    return [{ model, attribute: certifiedName(goal, columns), l, variant, c }];
  },
  forms: [
    { ...certifiedForm, l: z.number().check(z.minimum(1)), variant: z.enum(["distinct", "entropy", "grassberger"]) },
    { ...certifiedForm, l: positive, variant: z.literal("recursive"), c: z.number().check(z.gt(0)) },
  ],
  schema: z
    .strictObject({
      model: z.literal("l-diversity"),
      ...attributeKey,
      l: explained(
        "How many sensitive values every cohort has at least, or auto.",
        orAuto(z.number().check(z.minimum(1))),
      ),
      variant: explained(
        "What counts as well represented: different values, their entropy, its estimate by Grassberger, or that the most frequent is not too frequent.",
        z.optional(z.enum(["distinct", "entropy", "grassberger", "recursive"])),
        "distinct",
      ),
      c: explained(
        "With recursive: how much more frequent the first value may be than the rare ones together.",
        z.optional(z.number().check(z.gt(0))),
      ),
      ...withinKey,
    })
    .check(
      z.refine(
        ({ variant, c }) => (variant === "recursive") === (c !== undefined),
        'l-diversity needs "c" with the variant "recursive", and only with it',
      ),
      z.refine(
        ({ variant, l }) => variant !== "recursive" || Number.isInteger(l),
        'recursive l-diversity needs a whole number for "l"',
      ),
      z.refine(
        ({ variant, l }) => variant !== "grassberger" || l !== "auto",
        'l "auto" goes with the variants "distinct" and "entropy"',
      ),
      z.refine(({ l, within }) => l === "auto" || within === undefined, '"within" goes with l "auto" only'),
    ) as z.ZodMiniType<LDiversity | AutoL>,
  stricter: (goal) =>
    goal.variant === "grassberger" ? { ...goal, variant: "entropy", l: goal.l * enoughTimes } : goal,
  create: (goal, table) => {
    const { index, column } = sensitiveOf(goal, table);
    const common = { name: "l-diversity", sensitive: index, bySize: false, monotone: true, relative: false } as const;
    const rest = { ...common, scope: "cohort", least: Math.ceil(goal.l - slack) } as const;
    if (goal.variant === "recursive") return { ...rest, ...recursive(goal, column.totals.length) };
    if (goal.variant === "grassberger") return { ...rest, monotone: false, ...grassberger(goal) };
    return { ...rest, ...(goal.variant === "entropy" ? entropy(goal) : distinct(goal)) };
  },
};

type VariantModel = Pick<
  PrivacyModel,
  "asked" | "relation" | "definition" | "upward" | "holds" | "leastLost" | "measure" | "worse" | "nearest"
>;

function distinct({ l }: LDiversity): VariantModel {
  return {
    upward: true,
    asked: l,
    relation: "≥",
    definition: "fewest distinct sensitive values in a cohort",
    holds: ({ histogram }) => distinctValues(histogram) >= l - slack,
    measure: ({ histogram }) => distinctValues(histogram),
    worse: Math.min,
    nearest: ({ histogram }) => {
      const values = distinctValues(histogram);
      return nearestBy(`it has ${counted(values, "distinct value")}`, "most", "l", values);
    },
  };
}

function entropy({ l }: LDiversity): VariantModel {
  // compared in bits: 2^H ≥ l − 1e-9 ⇔ H ≥ log₂(l − 1e-9)
  const leastBits = log2(l - slack);
  const measure = (cohort: CohortCounts): number => exp(entropyBits(cohort) * Math.LN2);
  return {
    asked: l,
    relation: "≥",
    definition: "least exp(entropy) of sensitive values in a cohort",
    holds: (cohort) => cohort.size > 0 && entropyBits(cohort) >= leastBits,
    // entropy of all ≥ (1 − lost) · log₂ l
    leastLost: (cohort) => (leastBits <= 0 ? 0 : 1 - (entropyBits(cohort) + slack) / leastBits),
    measure,
    worse: Math.min,
    nearest: (whole) => nearestVariant("the entropy", shown(measure(whole)), "entropy"),
  };
}

function nearestVariant(of: string, l: string, variant: string): NearestGoal {
  const nearest = nearestBy(`exp of ${of} of its values is ${l}`, "most", "l", l);
  return { ...nearest, askable: `${nearest.askable} with variant ${variant}` };
}

/** Small cohorts are estimated higher than large ones, so that two cohorts that hold may fail once they are joined. */
function grassberger({ l }: LDiversity): VariantModel {
  const measure = ({ histogram }: CohortCounts): number => estimatedValues(histogram);
  return {
    asked: l,
    relation: "≥",
    definition: "least exp(entropy) of sensitive values in a cohort as Grassberger estimates it, at most their number",
    holds: (cohort) => measure(cohort) >= l - slack,
    measure,
    worse: Math.min,
    nearest: (whole) => nearestVariant("the estimated entropy", shown(measure(whole)), "grassberger"),
  };
}

function recursive({ l, c = 1 }: LDiversity, values: number): VariantModel {
  const scratch = new Float64Array(values);
  const ratio = ({ histogram }: CohortCounts): number => recursiveRatio(histogram, l, scratch);
  return {
    asked: c,
    relation: "<",
    definition: `largest r1 / (r${l} + … + rm) of a cohort; holds ${l === 1 ? "with l 1 whatever it is" : "if c is greater"}`,
    holds: (cohort) => l === 1 || ratio(cohort) < c - slack,
    measure: ratio,
    worse: Math.max,
    nearest: (whole) => {
      const most = ratio(whole);
      const found = `its r1 / (r${l} + … + rm) is ${shown(most, "up")}`;
      if (!Number.isFinite(most)) return nearestBy(found, "most", "l", distinctValues(whole.histogram));
      const askable = `the least that can be asked with l ${l} is any c above ${shown(most, "up")}`;
      // a hundredth above what it must exceed
      return { found, askable, settings: { c: Math.floor(most * 100 + 1) / 100 } };
    },
  };
}
