import type * as z from "zod/mini";
import type { Kind } from "../table/index.ts";
import { type AlphaKAnonymity, alphaKAnonymityEntry } from "./alpha-k-anonymity.ts";
import type { AutoK, AutoL, AutoT, StatedGoal } from "./auto.ts";
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
import { type PSensitivity, pSensitivityEntry } from "./p-sensitivity.ts";
import { type PopulationUniqueness, populationUniquenessEntry } from "./population-uniqueness.ts";
import { type SampleUniqueness, sampleUniquenessEntry } from "./sample-uniqueness.ts";
import { type TCloseness, tClosenessEntry } from "./t-closeness.ts";

/** What a certificate is made for: the quasi-identifiers, and the kinds of the sensitive columns. */
export type CertifiedColumns = {
  readonly quasiIdentifiers: readonly string[];
  readonly sensitive: readonly { readonly name: string; readonly kind: Kind }[];
};

/**
 * A model as the registry knows it: what it is called and means, how it is asked for, how it is made ready, and its
 * traits. Whoever treats models differently reads a trait and never a name.
 */
export type ModelEntry<Goal extends { readonly model: string }, Stated extends { readonly model: string } = Goal> = {
  readonly title: string;
  /** What it promises, in one sentence for people. */
  readonly sentence: string;
  /** The same with a goal's numbers, where it states no others: `{k}` is the number, `{1/k}` the share. */
  readonly meaning?: string;
  /** The settings of a goal as it starts in a menu. */
  readonly start: Omit<Goal, "model">;
  /** Whether a menu proposes it before others. */
  readonly usual?: true;
  /** The flag `-k` that states it, and the setting that may be `auto`. */
  readonly letter?: "k" | "l" | "t";
  /** What is judged where it is not cohorts: rows and originals that match, or the items of sets. */
  readonly subject?: "matching" | "sets";
  /** Whether all cohorts are judged together. */
  readonly scope?: "table";
  /** Whether the people of a population are counted beside the records, or their number is estimated. */
  readonly population?: "counted" | "estimated";
  /** Whether it is defined on records and cannot count people. */
  readonly ofRecords?: true;
  /** Whether the size of a cohort decides it. */
  readonly bySize?: true;
  /** The setting that says how many records or people a cohort has at least. */
  readonly size?: keyof Goal;
  /** The setting that says how many sensitive values a cohort has at least. */
  readonly values?: keyof Goal;
  /** The largest chance to pick somebody's record that it allows. */
  readonly chance?: (goal: Goal) => number;
  /** Whether a goal asks something of people whom no record fits. */
  readonly everyClass?: (goal: Goal) => boolean;
  /** The goal as certificates state it, in models that they know, with nothing left to a default. */
  readonly certified?: (goal: Goal, columns: CertifiedColumns) => readonly PrivacyGoal[];
  /** The forms of its goals in a certificate. */
  readonly forms?: readonly z.core.$ZodShape[];
  /** Whether a certificate states two figures of it. */
  readonly twoFigures?: true;
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
  readonly "p-sensitivity": ModelEntry<PSensitivity>;
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
  "p-sensitivity": pSensitivityEntry,
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

/** What the registry says of a goal's model. */
export function traitsOf(goal: { readonly model: string }): ModelEntry<PrivacyGoal> {
  return privacyModels[goal.model as PrivacyGoal["model"]] as ModelEntry<PrivacyGoal>;
}

/** Whether a goal is judged on rows and originals that match, instead of cohorts. */
export function isOfMatching(goal: PrivacyGoal): goal is KConcealment {
  return traitsOf(goal).subject === "matching";
}

/** Whether a goal is about a column of sets. */
export function isOfSets(goal: StatedGoal): goal is KmAnonymity {
  return traitsOf(goal).subject === "sets";
}

/** Whether cohorts that are apart, and nothing else, decide a goal. */
export function isOfCohorts(goal: { readonly model: string }): boolean {
  const { subject, population } = traitsOf(goal);
  return subject === undefined && population === undefined;
}

/** Whether a goal states a size and asks for nothing else, so that its verdict is the measured k. */
export function statesSize(goal: PrivacyGoal): boolean {
  const { size, bySize } = traitsOf(goal);
  return size !== undefined && bySize === true;
}

/** The goal itself or, where joining cohorts can break it, a monotone one that implies it. */
export function stricterGoal(goal: PrivacyGoal): PrivacyGoal {
  return (privacyModels[goal.model] as ModelEntry<PrivacyGoal>).stricter?.(goal) ?? goal;
}
