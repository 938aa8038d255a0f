import type * as z from "zod/mini";
import type { Task } from "../base/index.ts";
import type { Problem, PublishForm, Recoding } from "../cohort/index.ts";
import type { PrivacyGoal, TableCounts } from "../privacy/index.ts";

/** What an algorithm is asked: every cohort must meet the goals. */
export type Question = {
  readonly goals: readonly PrivacyGoal[];
  readonly table: TableCounts;
  readonly threads: number;
  readonly seed: number;
  /** The measure that is to be kept low, by name. */
  readonly measure?: string;
};

/** What an algorithm found: the recoding, how its values are written, and whatever it has to say about its search. */
export type Found = {
  readonly recoding: Recoding;
  readonly form: PublishForm;
  readonly search: Readonly<Record<string, unknown>>;
};

/** An algorithm as the registry knows it. */
export type AlgorithmEntry<Spec extends { readonly name: string }> = {
  readonly title: string;
  /** What it does, in one sentence for people. */
  readonly sentence: string;
  readonly schema: z.ZodMiniType<Spec>;
  /** Whether equal records are folded into one tuple for it. */
  readonly folded: (spec: Spec) => boolean;
  /** Whether it counts sensitive values even when no goal does. */
  readonly countsSensitive: (spec: Spec) => boolean;
  /** Whether it may leave records out. */
  readonly suppresses: boolean;
  readonly search: (problem: Problem, question: Question, spec: Spec) => Task<Found>;
};
