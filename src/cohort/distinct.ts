import { numberIn, type Task } from "../base/index.ts";
import { type Column, newCodes, type Table } from "../table/index.ts";
import { type Fold, type FoldColumn, fold, plainColumn } from "./compress.ts";
import { type GroupPeople, groupPeople } from "./persons.ts";
import type { Attribute, Problem } from "./problem.ts";

/**
 * How many combinations of quasi-identifier values occur among the records of a table; values that a minimum level
 * makes one rank still count apart.
 */
export function* distinctCombinations(problem: Problem, table: Table): Task<number> {
  if (isRaised(problem)) return (yield* foldRecords(problem, table)).tuples;
  if (problem.sensitive.length === 0 && problem.tuples < problem.rows) return problem.tuples;
  return (yield* foldCombinations(problem)).combinations.tuples;
}

/** How many records of a table share each combination of quasi-identifier values. */
export function* combinationSizes(problem: Problem, table: Table): Task<Float64Array> {
  if (isRaised(problem)) return Float64Array.from((yield* foldRecords(problem, table)).weights);
  const { combinations, weights } = yield* foldCombinations(problem);
  const sizes = new Float64Array(combinations.tuples);
  for (let tuple = 0; tuple < weights.length; tuple++) sizes[combinations.tupleOf[tuple]] += weights[tuple];
  return sizes;
}

/** The people who share each combination of quasi-identifier values, where people are counted. */
export function* combinationPeople(problem: Problem, table: Table): Task<GroupPeople> {
  if (isRaised(problem)) {
    const { tupleOf, tuples } = yield* foldRecords(problem, table);
    return groupPeople(problem.persons!, tupleOf, tuples);
  }
  const { combinations } = yield* foldCombinations(problem);
  const groupOf = Uint32Array.from(problem.tupleOf, (tuple) => combinations.tupleOf[tuple]);
  return groupPeople(problem.persons!, groupOf, combinations.tuples);
}

/** Folds the tuples that stand for records by their quasi-identifiers alone. */
function* foldCombinations(problem: Problem): Task<{ readonly combinations: Fold; readonly weights: Uint32Array }> {
  const weightless = problem.sensitive.some(({ weights }) => weights !== undefined);
  const columns = problem.ranks.map((ranks, index) => {
    const { size } = problem.attributes[index];
    const codes = weightless ? ranks.filter((_, tuple) => problem.weights[tuple] > 0) : ranks;
    return plainColumn(codes, size);
  });
  const weights = weightless ? problem.weights.filter((weight) => weight > 0) : problem.weights;
  return { combinations: yield* fold(columns, 0, columns[0]?.codes.length ?? 0), weights };
}

/** Whether ranks are not the values themselves: groups of a level, or several texts of one number under a hierarchy. */
function isRaised({ attributes }: Problem): boolean {
  return attributes.some((attribute) => attribute.floor !== undefined || hasTwins(attribute));
}

function hasTwins({ numbers, missing }: Attribute): boolean {
  if (numbers === undefined) return false;
  const known = missing < 0 ? numbers : numbers.subarray(0, missing);
  return new Set(known).size < known.length;
}

/** A column by its values: equal numbers or days are one however they are written, and so is all that is missing. */
export function valueFold({ codes, labels, kind, numbers, missing }: Column): FoldColumn {
  const gaps = new Set(missing);
  const ranks = new Map<string, number>();
  const rankOf = Uint32Array.from({ length: labels.size }, (_, code) => {
    const value = gaps.has(code) ? "" : kind === "category" ? `code ${code}` : `number ${numbers![code]}`;
    return numberIn(ranks, value);
  });
  return { codes, rankOf, size: ranks.size };
}

/** A column as it stands: two cells are alike exactly if they are written alike. */
export function textFold({ codes, labels: { size } }: Pick<Column, "codes" | "labels">): FoldColumn {
  return { codes, rankOf: Uint32Array.from({ length: size }, (_, code) => code), size };
}

/** Folds the records by their values, not by their ranks. */
function foldRecords(problem: Problem, table: Table): Task<Fold> {
  const columns = problem.attributes.map((attribute, index) => rowColumn(problem, attribute, index, table));
  return fold(columns, 0, problem.rows);
}

/** A column of ranks row by row, of values where the ranks are groups. */
function rowColumn({ ranks, tupleOf, rows }: Problem, attribute: Attribute, index: number, table: Table): FoldColumn {
  if (attribute.floor !== undefined || hasTwins(attribute)) return valueFold(table.columns[attribute.column]);
  const own = newCodes(rows, attribute.size);
  for (let row = 0; row < rows; row++) own[row] = ranks[index][tupleOf[row]];
  return plainColumn(own, attribute.size);
}
