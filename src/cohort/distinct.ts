import type { Task } from "../base/index.ts";
import { type Fold, fold } from "./compress.ts";
import { type GroupPeople, groupPeople } from "./persons.ts";
import type { Problem } from "./problem.ts";

/** How many combinations of quasi-identifier values occur among the records. */
export function* distinctCombinations(problem: Problem): Task<number> {
  if (problem.sensitive.length === 0 && problem.tuples < problem.rows) return problem.tuples;
  return (yield* foldCombinations(problem)).combinations.tuples;
}

/** How many records share each combination of quasi-identifier values. */
export function* combinationSizes(problem: Problem): Task<Float64Array> {
  const { combinations, weights } = yield* foldCombinations(problem);
  const sizes = new Float64Array(combinations.tuples);
  for (let tuple = 0; tuple < weights.length; tuple++) sizes[combinations.tupleOf[tuple]!]! += weights[tuple]!;
  return sizes;
}

/** The people who share each combination of quasi-identifier values, where people are counted. */
export function* combinationPeople(problem: Problem): Task<GroupPeople> {
  const { combinations } = yield* foldCombinations(problem);
  const groupOf = Uint32Array.from(problem.tupleOf, (tuple) => combinations.tupleOf[tuple]!);
  return groupPeople(problem.persons!, groupOf, combinations.tuples);
}

/** Folds the tuples that stand for records by their quasi-identifiers alone. */
function* foldCombinations(problem: Problem): Task<{ readonly combinations: Fold; readonly weights: Uint32Array }> {
  const weightless = problem.sensitive.some(({ weights }) => weights !== undefined);
  const columns = problem.ranks.map((ranks, index) => {
    const { size } = problem.attributes[index]!;
    const codes = weightless ? ranks.filter((_, tuple) => problem.weights[tuple]! > 0) : ranks;
    return { codes, rankOf: Uint32Array.from({ length: size }, (_, rank) => rank), size };
  });
  const weights = weightless ? problem.weights.filter((weight) => weight > 0) : problem.weights;
  return { combinations: yield* fold(columns, 0, columns[0]?.codes.length ?? 0), weights };
}
