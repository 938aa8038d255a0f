import type * as z from "zod/mini";
import type { Task } from "../base/index.ts";
import type { Problem, PublishForm, Recoding } from "../cohort/index.ts";
import type { PrivacyGoal, TableCounts } from "../privacy/index.ts";
import type { MeasureName } from "../quality/index.ts";
import type { CutScore } from "./mondrian/score.ts";

/** What an algorithm is asked: every cohort must meet the goals. */
export type Question = {
  readonly goals: readonly PrivacyGoal[];
  readonly table: TableCounts;
  readonly threads: number;
  readonly seed: number;
  /** The share of records that may be left out; none unless stated. */
  readonly suppression?: number;
  /** The name of the loss that is kept low. */
  readonly measure?: string;
  /**
   * Set where models compare with the shares of what is released and `table` only guesses those: what is found is judged
   * again, and nothing is proved about releases that are not looked at.
   */
  readonly provisional?: true;
};

/** What an algorithm found: the recoding, how its values are written, and whatever it has to say about its search. */
export type SearchResult = {
  readonly recoding: Recoding;
  readonly form: PublishForm;
  readonly search: Readonly<Record<string, unknown>>;
  /** What the publisher should know of the search. */
  readonly warnings?: readonly string[];
};

/**
 * Which bounds on the levels of a column a method keeps. `both`: it chooses levels between them itself; `minimum`: it
 * works on whatever ranks it is given, so that the groups of the lowest level can be its ranks; `none`: what it publishes
 * is no level.
 */
export type LevelBounds = "both" | "minimum" | "none";

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
  /** Whether figures are of the parts it cut, as the program it follows has them, though some are published alike. */
  readonly countsParts?: (spec: Spec) => boolean;
  /** Whether it counts the people of a population where a goal asks for them; not unless stated. */
  readonly countsPeople?: (spec: Spec) => boolean;
  /**
   * How it counts people where somebody has several records. `always`: whatever the records are; `alike`: where all
   * records of everybody agree in the quasi-identifiers; `records`: it counts records, as the program that it follows
   * does. It refuses unless stated.
   */
  readonly countsPersons?: (spec: Spec) => "always" | "alike" | "records" | undefined;
  /** Whether a person always fits only one of the values that it publishes of an attribute; not unless stated. */
  readonly disjoint?: true;
  /** Whether what is missing may match anything: cohorts are sets of records, each with a value per attribute. */
  readonly wildcards?: (spec: Spec) => boolean;
  /** Whether names, records and ties stand in the input's order for it, as in the program it follows; not unless stated. */
  readonly inputOrder?: (spec: Spec) => boolean;
  /** Whether it compares values exactly as they are written, as the program it follows does; not unless stated. */
  readonly exactSpelling?: (spec: Spec) => boolean;
  /** Which bounds on the levels of a column it keeps; what it does not keep is refused. */
  readonly levels: (spec: Spec, column: string) => LevelBounds;
  /** How it writes the values of a cohort; as ranges unless stated. */
  readonly writes?: (spec: Spec) => PublishForm;
  /** The middle of each cohort that it publishes a column by: an average, which is a mean or a median, or a mode. */
  readonly publishesCentre?: (spec: Spec, column: string) => "average" | "mode" | undefined;
  /** Whether it may leave records out. */
  readonly suppresses: boolean;
  /** Whether attributes may weigh nothing or less; otherwise weights are above 0. */
  readonly anyWeight?: true;
  /** The goals as it understands them, where that differs from what is written. */
  readonly restate?: (goals: readonly PrivacyGoal[], spec: Spec) => readonly PrivacyGoal[];
  /** Whether it judges goals on the table as a whole by itself; otherwise it is asked again where they do not hold. */
  readonly judgesTable?: true;
  /** The loss it keeps low when the spec names none; ncp unless stated. */
  readonly measure?: MeasureName;
  /** Whether it stands in where no method is named: for options alone, and for the candidates of an `auto` goal. */
  readonly basic?: true;
  /** Whether a menu proposes it before others. */
  readonly usual?: true;
  /** Whether it is for small tables, since it looks at very many. */
  readonly small?: true;
  /** The options it starts with in a menu. */
  readonly start?: Omit<Spec, "name">;
  /** Why it cuts the attribute that it cuts, for the caption of a replay. */
  readonly cutReason?: string;
  /** How it cuts a table that stays in an engine, from counts: by which score, and what in its options stands against it. */
  readonly far?: (spec: Spec) => { readonly score: CutScore; readonly obstacle?: string };
  readonly search: (problem: Problem, question: Question, spec: Spec) => Task<SearchResult>;
};
