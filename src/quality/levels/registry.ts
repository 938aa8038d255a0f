import type { Aggregate } from "./aggregate.ts";
import {
  ambiguityMeasure,
  averageCohortMeasure,
  discernibilityMeasure,
  klDivergenceMeasure,
} from "./cohort-measures.ts";
import { entropyMeasure } from "./entropy.ts";
import type { LevelContext, LevelMeasure } from "./level-measure.ts";
import { lossMeasure } from "./loss.ts";
import { ncpMeasure } from "./ncp.ts";
import { heightMeasure, precisionMeasure } from "./precision.ts";

/** A measure as methods that choose levels use it, and how its values are put together unless stated. */
export type LevelMeasureEntry = {
  readonly aggregate: Aggregate | "mean" | "scalar";
  readonly create: (context: LevelContext) => LevelMeasure;
};

/** The measures by which levels can be chosen, by name. */
export const levelMeasures: {
  readonly ncp: LevelMeasureEntry;
  readonly loss: LevelMeasureEntry;
  readonly entropy: LevelMeasureEntry;
  readonly "entropy-monotone": LevelMeasureEntry;
  readonly "entropy-normalised": LevelMeasureEntry;
  readonly precision: LevelMeasureEntry;
  readonly "precision-monotone": LevelMeasureEntry;
  readonly height: LevelMeasureEntry;
  readonly discernibility: LevelMeasureEntry;
  readonly "discernibility-monotone": LevelMeasureEntry;
  readonly "average-cohort": LevelMeasureEntry;
  readonly ambiguity: LevelMeasureEntry;
  readonly "kl-divergence": LevelMeasureEntry;
} = {
  ncp: { aggregate: "mean", create: ncpMeasure },
  loss: { aggregate: "geometric", create: lossMeasure },
  entropy: { aggregate: "sum", create: entropyMeasure("plain") },
  "entropy-monotone": { aggregate: "sum", create: entropyMeasure("monotone") },
  "entropy-normalised": { aggregate: "sum", create: entropyMeasure("normalised") },
  precision: { aggregate: "arithmetic", create: precisionMeasure("plain") },
  "precision-monotone": { aggregate: "arithmetic", create: precisionMeasure("monotone") },
  height: { aggregate: "sum", create: heightMeasure },
  discernibility: { aggregate: "scalar", create: discernibilityMeasure("plain") },
  "discernibility-monotone": { aggregate: "scalar", create: discernibilityMeasure("monotone") },
  "average-cohort": { aggregate: "scalar", create: averageCohortMeasure },
  ambiguity: { aggregate: "scalar", create: ambiguityMeasure },
  "kl-divergence": { aggregate: "scalar", create: klDivergenceMeasure },
};
