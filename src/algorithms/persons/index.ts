/** @file Searches over people: by counting them in every part, or over one row of each where that is the same. */
import { KohortError, type Task } from "../../base/index.ts";
import { cohortSizes, type Problem, suppressedRecords } from "../../cohort/index.ts";
import { createModels } from "../../privacy/index.ts";
import type { Question, SearchResult } from "../algorithm.ts";
import { type AlgorithmSpec, algorithmOf } from "../registry.ts";
import { type CutChoice, partitionPeople } from "./partition.ts";
import { representativesOf } from "./representatives.ts";

export { holdsAll } from "./judge-people.ts";

/**
 * Releases that a method proposes for a problem that says whose records they are, better ones usually first. Each has
 * enough people in every cohort; what sensitive values come to where cohorts are published alike is for the caller to
 * judge.
 */
export function* searchPeople(problem: Problem, question: Question, spec: AlgorithmSpec): Task<SearchResult[]> {
  const how = algorithmOf(spec).countsPersons?.(spec);
  if (how !== "always" && how !== "alike") {
    throw new KohortError("spec", `${spec.name} as asked for cannot count people`, { hint: otherWays });
  }
  const found: SearchResult[] = [];
  if (spec.name !== "mondrian" || how === "alike") {
    const one = yield* searchRepresentatives(problem, question, spec);
    if (typeof one !== "string") found.push(one);
    else if (how === "alike") {
      throw one === "differ"
        ? new KohortError(
            "spec",
            `${spec.name} cannot count people whose rows differ in quasi-identifiers or lack an identifier`,
            { hint: otherWays },
          )
        : new KohortError("infeasible", `${spec.name} finds no release over one row of each person`, {
            hint: "use auto or mondrian as they are, which look at all rows, or ask for less",
          });
    }
  }
  if (how === "alike") return found;
  const choices: readonly CutChoice[] = spec.name === "mondrian" ? ["median"] : ["median", "gain"];
  const form = spec.name === "mondrian" ? (spec.values ?? "range") : "range";
  for (const choice of choices) {
    const recoding = yield* partitionPeople(problem, question, choice);
    found.push({ recoding, form, search: spec.name === "mondrian" ? {} : { method: "mondrian", cuts: choice } });
  }
  return found;
}

const otherWays =
  'use auto or mondrian as they are, keep one row of each person, or count rows instead with `person: "none"`';

/** Asks a method about one row of each person; `differ` where that is not the same as asking about people. */
function* searchRepresentatives(
  problem: Problem,
  question: Question,
  spec: AlgorithmSpec,
): Task<SearchResult | "differ" | "infeasible"> {
  const representatives = representativesOf(problem);
  if (representatives === undefined) return "differ";
  const { problem: reduced, lift } = representatives;
  const sensitive = question.table.sensitive.map((column, nth) => ({
    ...column,
    totals: reduced.sensitive[nth].totals,
  }));
  const asked = { ...question, table: { rows: reduced.rows, sensitive } };
  const isFeasible = createModels(asked.goals, asked.table).every((model) =>
    model.holds({ size: reduced.rows, histogram: sensitive[model.sensitive]?.totals ?? new Float64Array(0) }),
  );
  if (!isFeasible) return "infeasible";
  const most = Math.floor((question.suppression ?? 0) * problem.rows + 1e-9);
  for (const suppression of most === 0 ? [0] : [question.suppression ?? 0, 0]) {
    const found = yield* algorithmOf(spec).search(reduced, { ...asked, suppression }, spec);
    const recoding = lift(found.recoding);
    if (suppressedRecords(recoding, cohortSizes(problem, recoding)) > most) continue;
    return { ...found, recoding, search: { ...found.search, searched: "one row of each person" } };
  }
  return "infeasible";
}
