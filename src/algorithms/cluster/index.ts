import * as z from "zod/mini";
import { type Task, wholeNumber } from "../../base/index.ts";
import type { Problem } from "../../cohort/index.ts";
import type { AlgorithmEntry, Question, SearchResult } from "../algorithm.ts";
import { searchMeasure } from "../run-costs.ts";
import { clusterRecords } from "./search.ts";

export { clusterWork } from "./kernel.ts";
export { shardWork } from "./shards.ts";

/** Clustering as the spec asks for it. */
export type ClusterSpec = {
  readonly name: "cluster";
  /** Rounds of annealing after the descent; none unless stated. */
  readonly rounds?: number;
};

/** Asks for clustering: local recoding, whose boxes may overlap, with the least loss. */
export function cluster(options: Omit<ClusterSpec, "name"> = {}): ClusterSpec {
  return { name: "cluster", ...options };
}

/** Clustering with swap descent and annealing. */
export const clusterEntry: AlgorithmEntry<ClusterSpec> = {
  title: "clustering",
  sentence: "Groups records with their nearest neighbours and exchanges records between groups while that loses less.",
  usual: true,
  schema: z.strictObject({
    name: z.literal("cluster"),
    rounds: wholeNumber("Rounds of annealing after the descent.", 0, 0),
  }),
  folded: () => false,
  countsSensitive: () => false,
  countsPersons: () => "alike",
  wildcards: () => true,
  levels: () => "minimum",
  suppresses: false,
  search,
};

function* search(problem: Problem, question: Question, spec: ClusterSpec): Task<SearchResult> {
  const { recoding, annealed } = yield* clusterRecords(problem, {
    requirement: { goals: question.goals, table: question.table },
    measure: searchMeasure(question.measure),
    seed: question.seed,
    effort: { planned: spec.rounds ?? 0 },
  });
  return { recoding, form: "range", search: annealed };
}
