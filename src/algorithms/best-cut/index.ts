import * as z from "zod/mini";
import { explained, type Task } from "../../base/index.ts";
import type { Problem } from "../../cohort/index.ts";
import type { AlgorithmEntry, Question, SearchResult } from "../algorithm.ts";
import { searchMeasure } from "../run-costs.ts";
import { searchBestCut } from "./kernel.ts";

export { bestCutWork } from "./kernel.ts";

/** Best-cut Mondrian as the spec asks for it. */
export type BestCutSpec = {
  readonly name: "best-cut";
  /** How many cuts of a small part are followed to their end; 3 unless stated, 1 is greedy throughout. */
  readonly beam?: number;
  /** Parts of at most this many times k records are planned to their end; 8 unless stated. */
  readonly within?: number;
};

/** Asks for best-cut Mondrian; `beam` 1 is quickest, larger beams lose less. */
export function bestCut(options: Omit<BestCutSpec, "name"> = {}): BestCutSpec {
  return { name: "best-cut", ...options };
}

/** Parts of at most this many times k records are planned to their end. */
const plannedWithin = 8;

/** Mondrian that weighs every cut of every attribute by what both sides will lose. */
export const bestCutEntry: AlgorithmEntry<BestCutSpec> = {
  title: "best-cut Mondrian",
  sentence: "Cuts the table in two where both sides lose least, again and again, while every part stays allowed.",
  usual: true,
  schema: z.strictObject({
    name: z.literal("best-cut"),
    beam: explained(
      "How many cuts of a small part are followed to their end; 1 is greedy throughout.",
      z.optional(z.int().check(z.minimum(1), z.maximum(16))),
      3,
    ),
    within: explained(
      "Parts of at most this many times k records are planned to their end.",
      z.optional(z.int().check(z.minimum(1), z.maximum(256))),
      plannedWithin,
    ),
  }),
  folded: () => true,
  countsSensitive: () => false,
  countsPersons: () => "alike",
  wildcards: () => true,
  levels: () => "minimum",
  suppresses: false,
  search,
};

function* search(problem: Problem, question: Question, spec: BestCutSpec): Task<SearchResult> {
  const recoding = yield* searchBestCut(problem, question, {
    breadth: { cuts: spec.beam ?? 3, within: spec.within ?? plannedWithin },
    threads: question.threads,
    measure: searchMeasure(question.measure),
  });
  return { recoding, form: "range", search: {} };
}
