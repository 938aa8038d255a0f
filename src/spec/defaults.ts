import { type AlgorithmSpec, algorithmOf, defaultAlgorithm } from "../algorithms/index.ts";
import { KohortError } from "../base/index.ts";
import { isAuto, type PrivacyGoal, type StatedGoal } from "../privacy/index.ts";
import { defaultMeasure } from "../quality/index.ts";
import type { MissingMarks, Spelling } from "../table/index.ts";
import type { Rest } from "./rest.ts";
import type { InputSpec, MeasureName, RowOrder, Spec } from "./schema.ts";

/** How the input is read, with nothing left open but what the input itself tells. */
export type FullInputSpec = InputSpec & { readonly missing: MissingMarks; readonly dropMissing: boolean };

/** A spec with nothing left open. */
export type FullSpec = Omit<Spec, "privacy"> & {
  readonly privacy: readonly PrivacyGoal[];
  readonly rest: Rest;
  readonly input: FullInputSpec;
  readonly algorithm: AlgorithmSpec;
  readonly suppression: number;
  readonly measure: MeasureName;
  readonly seed: number;
  readonly order: RowOrder;
  readonly spelling: Spelling;
};

/** A spec written in code, which need not say which version of the form it follows. */
export type SpecInCode = Omit<Spec, "version"> & { readonly version?: 1 };

/** Fills in what a spec leaves open: columns without a role are dropped, the chooser `auto`, NCP, no suppression, seed 1, canonical order, folded spelling, an empty field is missing. */
export function withDefaults(spec: SpecInCode): FullSpec {
  const algorithm = spec.algorithm ?? { name: defaultAlgorithm };
  return {
    ...spec,
    version: 1,
    rest: spec.rest ?? "drop",
    privacy: withNumbers(spec.privacy),
    input: { ...spec.input, missing: spec.input?.missing ?? [""], dropMissing: spec.input?.dropMissing ?? false },
    algorithm,
    suppression: spec.suppression ?? 0,
    measure: spec.measure ?? algorithmOf(algorithm).measure ?? defaultMeasure,
    seed: spec.seed ?? 1,
    order: spec.order ?? "canonical",
    spelling: spec.spelling ?? (algorithmOf(algorithm).exactSpelling?.(algorithm) === true ? "exact" : "folded"),
  };
}

/** Goals that all have their number; one that is still to be chosen is an error. */
export function withNumbers(goals: readonly StatedGoal[]): PrivacyGoal[] {
  return goals.map((goal) => {
    if (!isAuto(goal)) return goal;
    throw new KohortError("spec", `${goal.model} needs a number here, not "auto"`, {
      hint: "numbers are chosen by `kohort anonymize` only",
    });
  });
}
