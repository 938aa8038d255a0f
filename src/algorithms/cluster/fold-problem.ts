import type { Task } from "../../base/index.ts";
import { fold, type Problem } from "../../cohort/index.ts";
import type { Codes } from "../../table/index.ts";

/** The same problem with equal records folded into weighted tuples. */
export function* foldProblem(problem: Problem): Task<Problem> {
  const columns = [
    ...problem.ranks.map((codes, index) => ({ codes, size: problem.attributes[index].size })),
    ...problem.sensitive.map(({ codes, totals }) => ({ codes, size: totals.length })),
  ];
  const folded = yield* fold(
    columns.map(({ codes, size }) => ({ codes, size, rankOf: Uint32Array.from({ length: size }, (_, rank) => rank) })),
    0,
    problem.tuples,
  );
  const firstRow = new Uint32Array(folded.tuples);
  for (let row = problem.tuples - 1; row >= 0; row--) firstRow[folded.tupleOf[row]] = row;
  const ofTuples = (codes: Codes): Codes => {
    const picked = codes.slice(0, folded.tuples) as Codes;
    for (let tuple = 0; tuple < folded.tuples; tuple++) picked[tuple] = codes[firstRow[tuple]];
    return picked;
  };
  return {
    ...problem,
    tuples: folded.tuples,
    ranks: problem.ranks.map(ofTuples),
    sensitive: problem.sensitive.map((column) => ({ ...column, codes: ofTuples(column.codes) })),
    weights: folded.weights,
    tupleOf: folded.tupleOf,
  };
}
