/**
 * @file How many people of a population a cohort could be: those that every one of its values covers. People are folded
 * by their values and taken in order; what is known of the values before is kept from one to the next as sets of
 * cohorts, a bit each, so that only what changes is looked at.
 */
import { report, type Task } from "../base/index.ts";
import { type Cover, covers, type Fold, foldRows } from "../cohort/index.ts";
import type { Codes, Column, Table } from "../table/index.ts";

/** A quasi-identifier of a table with cohorts, and what its values cover of the same column of a population. */
export type MatchedColumn = { readonly released: Column; readonly population: Column; readonly cover: Cover };

/** The people of a population that match each cohort of a table. */
export function* peopleMatching(
  population: Table,
  cohorts: Fold,
  columns: readonly MatchedColumn[],
  threads: number,
): Task<Float64Array> {
  const people = yield* foldRows(
    columns.map(({ population: { codes }, cover }) => ({ codes, rankOf: cover.rankOf, size: cover.attribute.size })),
    population.rows,
    threads,
  );
  const ranks = columns.map(({ population: { codes }, cover }) => {
    const first = new Uint32Array(people.tuples);
    for (let row = population.rows - 1; row >= 0; row--) first[people.tupleOf[row]] = cover.rankOf[codes[row]];
    return first;
  });
  const codeOf = columns.map(({ released }) => codesOf(released.codes, cohorts));
  const words = Math.ceil(cohorts.tuples / 32);
  const matched = new Float64Array(cohorts.tuples);
  const known = columns.map(() => new Map<number, Uint32Array>());
  const all = new Uint32Array(words).fill(0xffff_ffff);
  const stack = [all, ...columns.map(() => new Uint32Array(words))];
  const order = inOrder(ranks, people.tuples);
  let before = -1;
  for (let nth = 0; nth < order.length; nth++) {
    if (nth % 1024 === 0) yield* report("match", nth, order.length);
    const tuple = order[nth];
    let column = 0;
    while (before >= 0 && column < columns.length && ranks[column][tuple] === ranks[column][before]) column++;
    for (; column < columns.length; column++) {
      const rank = ranks[column][tuple];
      let set = known[column].get(rank);
      if (set === undefined) {
        set = cohortsCovering(columns[column].cover, codeOf[column], rank, words);
        known[column].set(rank, set);
      }
      both(stack[column], set, stack[column + 1]);
    }
    addWeight(stack[columns.length], matched, people.weights[tuple]);
    before = tuple;
  }
  return matched;
}

/** The released code that each cohort has. */
function codesOf(codes: Codes, cohorts: Fold): Uint32Array {
  const found = new Uint32Array(cohorts.tuples);
  for (let row = 0; row < codes.length; row++) found[cohorts.tupleOf[row]] = codes[row];
  return found;
}

/** Tuples sorted by their ranks, column after column. */
function inOrder(ranks: readonly Uint32Array[], tuples: number): Uint32Array {
  return Uint32Array.from({ length: tuples }, (_, tuple) => tuple).sort((a, b) => {
    for (const column of ranks) if (column[a] !== column[b]) return column[a] - column[b];
    return a - b;
  });
}

function cohortsCovering(cover: Cover, codeOf: Uint32Array, rank: number, words: number): Uint32Array {
  const isCovered = new Uint8Array(cover.count.length);
  for (let code = 0; code < isCovered.length; code++) if (covers(cover, code, rank)) isCovered[code] = 1;
  const set = new Uint32Array(words);
  for (let cohort = 0; cohort < codeOf.length; cohort++) {
    if (isCovered[codeOf[cohort]] === 1) set[cohort >>> 5] |= 1 << (cohort & 31);
  }
  return set;
}

function both(a: Uint32Array, b: Uint32Array, out: Uint32Array): void {
  for (let word = 0; word < out.length; word++) out[word] = a[word] & b[word];
}

function addWeight(set: Uint32Array, matched: Float64Array, weight: number): void {
  for (let word = 0; word < set.length; word++) {
    let bits = set[word];
    while (bits !== 0) {
      const lowest = bits & -bits;
      const cohort = 32 * word + 31 - Math.clz32(lowest);
      if (cohort < matched.length) matched[cohort] += weight;
      bits ^= lowest;
    }
  }
}
