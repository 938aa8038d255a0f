import type * as z from "zod/mini";
import { type AlphaKAnonymity, alphaKAnonymityEntry } from "./alpha-k-anonymity.ts";
import type { AutoK, AutoL, AutoT } from "./auto.ts";
import { type AverageRisk, averageRiskEntry } from "./average-risk.ts";
import { type BetaLikeness, betaLikenessEntry } from "./beta-likeness.ts";
import { type DeltaDisclosure, deltaDisclosureEntry } from "./delta-disclosure.ts";
import { type DeltaPresence, deltaPresenceEntry } from "./delta-presence.ts";
import { type HighestRisk, highestRiskEntry } from "./highest-risk.ts";
import { type KAnonymity, kAnonymityEntry } from "./k-anonymity.ts";
import { type KConcealment, kConcealmentEntry } from "./k-concealment.ts";
import { type KMap, kMapEntry } from "./k-map.ts";
import { type KmAnonymity, kmAnonymityEntry } from "./km-anonymity.ts";
import { type LDiversity, lDiversityEntry } from "./l-diversity.ts";
import { inPeople, type PrivacyModel, type TableCounts } from "./model.ts";
import { type PopulationUniqueness, populationUniquenessEntry } from "./population-uniqueness.ts";
import { type SampleUniqueness, sampleUniquenessEntry } from "./sample-uniqueness.ts";
import { type TCloseness, tClosenessEntry } from "./t-closeness.ts";

/** A model as the registry knows it: what it is called and means, how it is asked for, and how it is made ready. */
export type ModelEntry<Goal extends { readonly model: string }, Stated extends { readonly model: string } = Goal> = {
  readonly title: string;
  /** What it promises, in one sentence for people. */
  readonly sentence: string;
  /** Whether it looks at a sensitive column. */
  readonly sensitive: boolean;
  /** Checks a goal as specs state it, which may leave its number to be chosen. */
  readonly schema: z.ZodMiniType<Stated>;
  readonly create: (goal: Goal, table: TableCounts) => PrivacyModel;
  /** For a goal whose model is not monotone: one that is, and that implies it. */
  readonly stricter?: (goal: Goal) => Goal;
};

/** Every privacy model by name; the spec, the command line and the docs read this. */
export const privacyModels: {
  readonly "k-anonymity": ModelEntry<KAnonymity, KAnonymity | AutoK>;
  readonly "alpha-k-anonymity": ModelEntry<AlphaKAnonymity>;
  readonly "l-diversity": ModelEntry<LDiversity, LDiversity | AutoL>;
  readonly "t-closeness": ModelEntry<TCloseness, TCloseness | AutoT>;
  readonly "beta-likeness": ModelEntry<BetaLikeness>;
  readonly "delta-disclosure": ModelEntry<DeltaDisclosure>;
  readonly "k-map": ModelEntry<KMap>;
  readonly "delta-presence": ModelEntry<DeltaPresence>;
  readonly "highest-risk": ModelEntry<HighestRisk>;
  readonly "average-risk": ModelEntry<AverageRisk>;
  readonly "sample-uniqueness": ModelEntry<SampleUniqueness>;
  readonly "k-concealment": ModelEntry<KConcealment>;
  readonly "km-anonymity": ModelEntry<KmAnonymity>;
  readonly "population-uniqueness": ModelEntry<PopulationUniqueness>;
} = {
  "k-anonymity": kAnonymityEntry,
  "alpha-k-anonymity": alphaKAnonymityEntry,
  "l-diversity": lDiversityEntry,
  "t-closeness": tClosenessEntry,
  "beta-likeness": betaLikenessEntry,
  "delta-disclosure": deltaDisclosureEntry,
  "k-map": kMapEntry,
  "delta-presence": deltaPresenceEntry,
  "highest-risk": highestRiskEntry,
  "average-risk": averageRiskEntry,
  "sample-uniqueness": sampleUniquenessEntry,
  "k-concealment": kConcealmentEntry,
  "km-anonymity": kmAnonymityEntry,
  "population-uniqueness": populationUniquenessEntry,
};

/** A privacy requirement as the spec states it. */
export type PrivacyGoal = {
  [Name in keyof typeof privacyModels]: Parameters<(typeof privacyModels)[Name]["create"]>[0];
}[keyof typeof privacyModels];

/** Makes the stated requirements ready to be asked about the cohorts of a table. */
export function createModels(goals: readonly PrivacyGoal[], table: TableCounts): PrivacyModel[] {
  const models = goals.map((goal) => (privacyModels[goal.model] as ModelEntry<PrivacyGoal>).create(goal, table));
  return table.persons === undefined ? models : models.map(inPeople);
}

/** The goal itself or, where joining cohorts can break it, a monotone one that implies it. */
export function stricterGoal(goal: PrivacyGoal): PrivacyGoal {
  return (privacyModels[goal.model] as ModelEntry<PrivacyGoal>).stricter?.(goal) ?? goal;
}
