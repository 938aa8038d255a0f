import type * as z from "zod/mini";
import { type KAnonymity, kAnonymityEntry } from "./k-anonymity.ts";
import { type KConcealment, kConcealmentEntry } from "./k-concealment.ts";
import type { PrivacyModel, TableCounts } from "./model.ts";

/** A model as the registry knows it: what it is called and means, how it is asked for, and how it is made ready. */
export type ModelEntry<Goal extends { readonly model: string }> = {
  readonly title: string;
  /** What it promises, in one sentence for people. */
  readonly sentence: string;
  /** Whether it looks at a sensitive column. */
  readonly sensitive: boolean;
  readonly schema: z.ZodMiniType<Goal>;
  readonly create: (goal: Goal, table: TableCounts) => PrivacyModel;
};

/** Every privacy model by name; the spec, the command line and the docs read this. */
export const privacyModels: {
  readonly "k-anonymity": ModelEntry<KAnonymity>;
  readonly "k-concealment": ModelEntry<KConcealment>;
} = {
  "k-anonymity": kAnonymityEntry,
  "k-concealment": kConcealmentEntry,
};

/** A privacy requirement as the spec states it. */
export type PrivacyGoal = {
  [Name in keyof typeof privacyModels]: (typeof privacyModels)[Name] extends ModelEntry<infer Goal> ? Goal : never;
}[keyof typeof privacyModels];

/** Makes the stated requirements ready to be asked about the cohorts of a table. */
export function createModels(goals: readonly PrivacyGoal[], table: TableCounts): PrivacyModel[] {
  return goals.map((goal) => (privacyModels[goal.model] as ModelEntry<PrivacyGoal>).create(goal, table));
}
