import type { Task } from "../../base/index.ts";
import { foldProblem, type Problem } from "../../cohort/index.ts";
import { createModels } from "../../privacy/index.ts";
import type { AlgorithmEntry, Question, SearchResult } from "../algorithm.ts";
import { judgeOf } from "../judge.ts";
import { lowerBound } from "../lower-bound.ts";
import { searchStrict } from "../mondrian/strict.ts";
import { searchMeasure } from "../run-costs.ts";
import { clusteringOf, searchLocal, searchLocalWithin } from "./local.ts";
import { type AutoSpec, autoSchema } from "./options.ts";
import { searchLeavingOut } from "./partition.ts";
import { disclosureBound, searchWithin } from "./prune.ts";

export { type AutoSpec, auto } from "./options.ts";

/** The chooser: the method that loses least for the time given. */
export const autoEntry: AlgorithmEntry<AutoSpec> = {
  title: "auto",
  sentence: "Chooses and chains the methods that lose least for the effort given.",
  schema: autoSchema,
  folded: (spec) => spec.partition !== false,
  countsSensitive: (spec) => disclosureBound(spec.minimize) !== undefined,
  wildcards: () => true,
  countsPeople: (spec) => disclosureBound(spec.minimize) === undefined,
  countsPersons: (spec) => (disclosureBound(spec.minimize) === undefined ? "always" : undefined),
  levels: () => "minimum",
  suppresses: true,
  search,
};

function* search(problem: Problem, question: Question, spec: AutoSpec): Task<SearchResult> {
  const found = yield* searchByEffort(problem, question, spec);
  if (spec.bound !== true) return found;
  const folded = spec.partition === false ? yield* foldProblem(problem) : problem;
  // what a model relative to a guess asks of sizes does not bind other releases
  const models = createModels(question.goals, question.table);
  const binding = question.goals.filter(
    (_, nth) => question.provisional !== true || models[nth].relative !== "released",
  );
  const { least } = judgeOf({ goals: binding, table: question.table });
  const bound = yield* lowerBound(folded, least, searchMeasure(question.measure));
  return { ...found, search: { ...found.search, bound } };
}

function* searchByEffort(problem: Problem, question: Question, spec: AutoSpec): Task<SearchResult> {
  const requirement = { goals: question.goals, table: question.table };
  const { effort = "balanced", partition = true } = spec;
  if (problem.sensitive.some(({ weights }) => weights !== undefined)) {
    // only strict Mondrian counts the people of a population in every part
    const recoding = yield* searchStrict(problem, requirement, {
      score: "normalised-span",
      threads: question.threads,
    });
    return { recoding, form: "range", search: { effort, method: "mondrian" } };
  }
  const { threads, seed } = question;
  const most = Math.floor((question.suppression ?? 0) * problem.rows + 1e-9);
  const measure = searchMeasure(question.measure);
  const asked = { requirement, measure, threads, effort, seed, most, clustering: clusteringOf(spec) };
  const bound = disclosureBound(spec.minimize);
  const search =
    bound === undefined
      ? (partition ? searchLeavingOut : searchLocal)(problem, asked)
      : (partition ? searchWithin : searchLocalWithin)(problem, asked, bound);
  const found = yield* search;
  return { recoding: found.recoding, form: "range", search: { effort, ...found.search } };
}
