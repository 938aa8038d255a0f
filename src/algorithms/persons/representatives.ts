/**
 * @file One row for each person. Where all rows of everybody agree in the quasi-identifiers, a search over one row of
 * each person is a search over people, by any method: the other rows follow it. What it finds holds for the number of
 * people; what the other rows say of sensitive values must be judged afterwards.
 */
import { type CutTree, cohortSizes, type Problem, type Recoding } from "../../cohort/index.ts";

/** A problem of one record per person, and where its tuples stand in the whole. */
export type Representatives = {
  readonly problem: Problem;
  /** A recoding of the representatives, taken over by every row. */
  readonly lift: (recoding: Recoding) => Recoding;
};

/**
 * The row of each person whose tuple comes first as a problem of its own; undefined where a row has no identifier or somebody's rows
 * differ in the quasi-identifiers.
 */
export function representativesOf(problem: Problem): Representatives | undefined {
  const { tupleOf, tuples, weights } = problem;
  const { of, count } = problem.persons!;
  const combination = combinationsOf(problem);
  const tupleOfPerson = new Int32Array(count).fill(-1);
  for (let row = 0; row < of.length; row++) {
    const person = of[row];
    if (person < 0) return undefined;
    const tuple = tupleOf[row];
    const before = tupleOfPerson[person];
    if (before >= 0 && combination[before] !== combination[tuple]) return undefined;
    if (before === -1 || tuple < before) tupleOfPerson[person] = tuple;
  }
  const isFolded = tuples !== problem.rows || weights.some((weight) => weight !== 1);
  const peopleOf = new Uint32Array(tuples);
  for (const tuple of tupleOfPerson) peopleOf[tuple] += 1;
  const place = new Int32Array(tuples).fill(-1);
  const chosen: number[] = [];
  for (let tuple = 0; tuple < tuples; tuple++) if (peopleOf[tuple] > 0) place[tuple] = chosen.push(tuple) - 1;
  const tupleOfRow = Uint32Array.from(tupleOfPerson, (tuple) => place[tuple]);
  const pick = Uint32Array.from(chosen);
  const { persons: _, ...plain } = problem;
  const sensitive = problem.sensitive.map((column) => {
    const codes = column.codes.slice(0, pick.length);
    const totals = new Float64Array(column.totals.length);
    pick.forEach((tuple, i) => {
      codes[i] = column.codes[tuple];
      totals[codes[i]] += peopleOf[tuple];
    });
    return { ...column, codes, totals };
  });
  const ranks = problem.ranks.map((column) => {
    const own = column.slice(0, pick.length);
    pick.forEach((tuple, i) => {
      own[i] = column[tuple];
    });
    return own;
  });
  const reduced: Problem = {
    ...plain,
    rows: count,
    sensitive,
    tuples: pick.length,
    ranks,
    weights: pick.map((tuple) => peopleOf[tuple]),
    tupleOf: tupleOfRow,
  };
  return {
    problem: reduced,
    lift: (recoding) => lifted(problem, recoding, { of, place, combination, tupleOfRow, isFolded }),
  };
}

/** A number for each tuple that is the same exactly where the quasi-identifiers are. */
function combinationsOf({ ranks, tuples }: Problem): Uint32Array {
  const known = new Map<string, number>();
  return Uint32Array.from({ length: tuples }, (_, tuple) => {
    const key = ranks.map((column) => column[tuple]).join();
    let number = known.get(key);
    if (number === undefined) known.set(key, (number = known.size));
    return number;
  });
}

type Places = {
  readonly of: Int32Array;
  readonly place: Int32Array;
  readonly combination: Uint32Array;
  readonly tupleOfRow: Uint32Array;
  readonly isFolded: boolean;
};

/** Every tuple in the cohort of its own representatives, or else of some with the same quasi-identifiers. */
function lifted(
  problem: Problem,
  recoding: Recoding,
  { of, place, combination, tupleOfRow, isFolded }: Places,
): Recoding {
  const { rowOrder: _, tree, ...others } = recoding;
  const alike = new Int32Array(problem.tuples).fill(-1);
  for (let tuple = 0; tuple < problem.tuples; tuple++) {
    if (place[tuple] >= 0 && alike[combination[tuple]] === -1) alike[combination[tuple]] = place[tuple];
  }
  const cohortOf = Uint32Array.from(
    place,
    (own, tuple) => recoding.cohortOf[own >= 0 ? own : alike[combination[tuple]]],
  );
  // where every row is a tuple, it goes where its person goes
  if (!isFolded) {
    of.forEach((person, row) => {
      cohortOf[problem.tupleOf[row]] = recoding.cohortOf[tupleOfRow[person]];
    });
  }
  const whole = { ...others, cohortOf };
  return tree === undefined ? whole : { ...whole, tree: recounted(tree, cohortSizes(problem, whole)) };
}

/** A tree of cuts with the records of the cohorts below each node; children stand behind their parents. */
function recounted(tree: CutTree, sizes: Float64Array): CutTree {
  const records = new Uint32Array(tree.records.length);
  for (let node = records.length - 1; node >= 0; node--) {
    if (tree.count[node] === 0) records[node] = sizes[tree.cohort[node]];
    for (let child = 0; child < tree.count[node]; child++) records[node] += records[tree.first[node] + child];
  }
  return { ...tree, records };
}
