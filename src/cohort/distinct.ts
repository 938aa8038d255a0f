import type { Task } from "../base/index.ts";
import { fold } from "./compress.ts";
import type { Problem } from "./problem.ts";

/** How many combinations of quasi-identifier values occur among the records. */
export function* distinctCombinations(problem: Problem): Task<number> {
  if (problem.sensitive.length === 0 && problem.tuples < problem.rows) return problem.tuples;
  const weightless = problem.sensitive.some(({ weights }) => weights !== undefined);
  const columns = problem.ranks.map((ranks, index) => {
    const { size } = problem.attributes[index]!;
    const codes = weightless ? ranks.filter((_, tuple) => problem.weights[tuple]! > 0) : ranks;
    return { codes, rankOf: Uint32Array.from({ length: size }, (_, rank) => rank), size };
  });
  return (yield* fold(columns, 0, columns[0]?.codes.length ?? 0)).tuples;
}
