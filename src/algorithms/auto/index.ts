import { KohortError, type Task } from "../../base/index.ts";
import type { Problem, Recoding } from "../../cohort/index.ts";
import type { AlgorithmEntry, Found, Question } from "../algorithm.ts";
import { foldProblem } from "../cluster/fold-problem.ts";
import { type ClusterEffort, clusterProblem, recodingOf } from "../cluster/search.ts";
import { judgeOf } from "../judge.ts";
import { lowerBound } from "../lower-bound.ts";
import { searchStrict } from "../mondrian/strict-search.ts";
import { recodingLoss } from "../recoding-loss.ts";
import { searchMeasure } from "../run-costs.ts";
import { type AutoSpec, autoSchema } from "./options.ts";
import { searchPartition } from "./partition.ts";
import { disclosureBound } from "./prune.ts";
import { searchWithin } from "./within.ts";

export { type AutoSpec, auto } from "./options.ts";

/** The chooser: the method that loses least for the time given. */
export const autoEntry: AlgorithmEntry<AutoSpec> = {
  title: "auto",
  sentence: "Chooses and chains the methods that lose least for the effort given.",
  schema: autoSchema,
  folded: (spec) => spec.partition !== false || disclosureBound(spec.minimize) !== undefined,
  countsSensitive: (spec) => disclosureBound(spec.minimize) !== undefined,
  wildcards: () => true,
  countsPeople: (spec) => disclosureBound(spec.minimize) === undefined,
  suppresses: false,
  search,
};

function* search(problem: Problem, question: Question, spec: AutoSpec): Task<Found> {
  const found = yield* searchByEffort(problem, question, spec);
  if (spec.bound !== true) return found;
  const folded = spec.partition === false ? yield* foldProblem(problem) : problem;
  const { least } = judgeOf({ goals: question.goals, table: question.table });
  const bound = yield* lowerBound(folded, least, searchMeasure(question.measure));
  return { ...found, search: { ...found.search, bound } };
}

function* searchByEffort(problem: Problem, question: Question, spec: AutoSpec): Task<Found> {
  const requirement = { goals: question.goals, table: question.table };
  const measure = searchMeasure(question.measure);
  const { effort = "balanced", partition = true } = spec;
  const bound = disclosureBound(spec.minimize);
  if (problem.sensitive.some(({ weights }) => weights !== undefined)) {
    // only strict Mondrian counts the people of a population in every part
    const recoding = yield* searchStrict(problem, requirement, plainCuts(question));
    return { recoding, form: "range", search: { effort, method: "mondrian" } };
  }
  if (partition || bound !== undefined) {
    if (bound !== undefined && !partition) {
      throw new KohortError("spec", "a bound on disclosure needs partition=true", {
        hint: "leave partition=false out, or ask for l-diversity instead of the bound",
      });
    }
    const asked = { requirement, measure, threads: question.threads, effort };
    const found =
      bound === undefined ? yield* searchPartition(problem, asked) : yield* searchWithin(problem, asked, bound);
    return { recoding: found.recoding, form: "range", search: { effort, ...found.search } };
  }
  const folded = yield* foldProblem(problem);
  const clustered = yield* clusterProblem(folded, {
    requirement,
    measure,
    seed: question.seed,
    effort: effortOf(spec),
  });
  const recoding = yield* recodingOf(problem, folded, clustered);
  const plain = yield* searchStrict(folded, requirement, plainCuts(question));
  if (recodingLoss(folded, plain, measure) < recodingLoss(problem, recoding, measure)) {
    return { recoding: unfolded(folded, plain), form: "range", search: { effort, method: "mondrian" } };
  }
  const { rounds, planned } = clustered;
  const annealed = planned === 0 ? {} : { rounds, planned };
  return { recoding, form: "range", search: { effort, method: "cluster", ...annealed } };
}

/** Mondrian as it is by itself. */
function plainCuts({ threads }: Question): { readonly score: "normalised-span"; readonly threads: number } {
  return { score: "normalised-span", threads };
}

/** Rounds of annealing at effort `best`. */
const bestRounds = 10;

function effortOf({ effort = "balanced", planned, rounds }: AutoSpec): ClusterEffort {
  const stop = rounds === undefined ? {} : { rounds };
  if (planned !== undefined) return { descent: 20, planned, ...stop };
  if (typeof effort === "number") return { descent: 20, planned: 0, seconds: effort, ...stop };
  if (effort === "best") return { descent: 20, planned: bestRounds, ...stop };
  return { descent: effort === "fast" ? 1 : 2, planned: 0 };
}

/** A recoding of tuples as one of single records. */
function unfolded(folded: Problem, { cohortOf, tree: _, ...boxes }: Recoding): Recoding {
  return { ...boxes, cohortOf: Uint32Array.from(folded.tupleOf, (tuple) => cohortOf[tuple]!) };
}
