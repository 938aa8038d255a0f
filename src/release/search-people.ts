/**
 * @file Asks for releases of tables in which somebody may have several records. Whatever a method proposes is judged
 * here once more, exactly: by the different people, and the (person, value) pairs, of all records that would be
 * published alike. Joining cohorts never lowers the number of people, but may change the shares of values in any way,
 * since a pair that is in both counts once.
 */
import { type Question, type SearchResult, searchPeople } from "../algorithms/index.ts";
import { holdsCombinations, holdsTogether, isCombination } from "../audit/index.ts";
import { KohortError, largest, report, type Task } from "../base/index.ts";
import { cohortSizes, type Problem, type PublishedColumn, publish, type Recoding } from "../cohort/index.ts";
import { createModels, type KAnonymity, kAnonymity, type PrivacyGoal, stricterGoal } from "../privacy/index.ts";
import { ncp } from "../quality/index.ts";
import type { FullSpec } from "../spec/index.ts";

type Proposal = SearchResult & { readonly published: readonly PublishedColumn[] };

/** The release that loses least of those that a method proposes and that meet every goal by people. */
export function* searchReleaseOfPeople(problem: Problem, question: Question, spec: FullSpec): Task<Proposal> {
  const combinations = question.goals.filter(isCombination);
  const snap = problem.attributes.map((attribute) => spec.attributes[attribute.name]?.snap);
  for (const goals of attempts(question, combinations)) {
    let best: { readonly proposal: Proposal; readonly loss: number } | undefined;
    for (const found of yield* searchPeople(problem, { ...question, goals }, spec.algorithm)) {
      const published = yield* publish(problem, found.recoding, { form: found.form, snap });
      yield* report("search", 1, 1);
      if (!holdsByPeople(problem, found.recoding, published, question)) continue;
      const loss = ncp(problem, found.recoding, cohortSizes(problem, found.recoding)).total;
      if (best === undefined || loss < best.loss) best = { proposal: { ...found, published }, loss };
    }
    if (best !== undefined) return best.proposal;
  }
  throw new KohortError("infeasible", `${spec.algorithm.name} finds no release that holds when people are counted`, {
    hint: "use auto, leave hierarchies and snap out, or ask for less",
  });
}

/** Goals on cohorts from what is needed to what is more likely to hold for the table as a whole. */
function attempts({ goals, table }: Question, combinations: readonly KAnonymity[]): PrivacyGoal[][] {
  const stated = goals.filter((goal) => !isCombination(goal));
  const strict = createModels(stated, table).every(({ monotone }) => monotone) ? [] : [stated.map(stricterGoal)];
  const sets = [stated.length === 0 ? [kAnonymity(1)] : stated, ...strict];
  if (combinations.length === 0) return sets;
  return [0, 0.25, 0.5, 1].flatMap((part) =>
    sets.map((set) => [...set, kAnonymity(Math.max(1, largest(combinations.map(({ k }) => Math.ceil(part * k)))))]),
  );
}

/** Whether what would be published meets every goal by people. */
function holdsByPeople(
  problem: Problem,
  recoding: Recoding,
  published: readonly PublishedColumn[],
  { goals, table }: Question,
): boolean {
  const ofCohorts = createModels(
    goals.filter((goal) => !isCombination(goal)),
    table,
  );
  return (
    holdsTogether(problem, recoding, published, ofCohorts) &&
    holdsCombinations(problem, recoding, published, goals.filter(isCombination))
  );
}
