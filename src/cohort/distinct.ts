import type { Task } from "../base/index.ts";
import { fold } from "./compress.ts";
import type { Problem } from "./problem.ts";

/** How many combinations of quasi-identifier values occur. */
export function* distinctCombinations(problem: Problem): Task<number> {
  if (problem.sensitive.length === 0 && problem.tuples < problem.rows) return problem.tuples;
  const columns = problem.ranks.map((codes, index) => {
    const { size } = problem.attributes[index]!;
    return { codes, rankOf: Uint32Array.from({ length: size }, (_, rank) => rank), size };
  });
  return (yield* fold(columns, 0, problem.tuples)).tuples;
}
