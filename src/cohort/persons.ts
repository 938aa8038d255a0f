/**
 * @file Whose rows they are. One person may have several rows, in one tuple or in several, so the people of a set of
 * tuples are the size of a union and never a sum. Persons with rows in one tuple only are a plain count there; those
 * who occur in several tuples are listed in each by code. Sensitive values are counted by distinct (person, value)
 * pairs. A row without an identifier is a person of its own where values are counted, and nobody where people are:
 * it may belong to somebody who is already counted.
 */
import { numberIn, report, type Task } from "../base/index.ts";
import { type Column, foldIdentifiers } from "../table/index.ts";
import type { SensitiveColumn } from "./problem.ts";

/** The person of each row: a number below `count`, or −1 where the identifier is missing. */
export type PersonRows = { readonly of: Int32Array; readonly count: number };

/** The persons of a problem's records and tuples. */
export type Persons = PersonRows & {
  /** Per tuple the persons who occur in this tuple only. */
  readonly alone: Uint32Array;
  /** Per tuple the rows without an identifier. */
  readonly nameless: Uint32Array;
  /** The persons of tuple t who occur in others as well are `shared[starts[t] … starts[t + 1])`. */
  readonly starts: Uint32Array;
  readonly shared: Uint32Array;
  /** How many different persons are in `shared`. */
  readonly sharing: number;
  /** Per sensitive column the code of the pair (person, value) of each entry of `shared`. */
  readonly pairs: readonly { readonly codes: Uint32Array; readonly count: number }[];
};

/** Whose row each is, by a column that numbers people; identifiers that may be one person's are one person. */
export function personRows(column: Pick<Column, "codes" | "labels" | "missing">): PersonRows {
  const { codes } = column;
  const folded = foldIdentifiers(column);
  const numberOf = new Int32Array(folded.count).fill(-1);
  let count = 0;
  const of = new Int32Array(codes.length);
  for (let row = 0; row < codes.length; row++) {
    const who = folded.of[codes[row]];
    if (who >= 0 && numberOf[who] === -1) numberOf[who] = count++;
    of[row] = who < 0 ? -1 : numberOf[who];
  }
  return { of, count };
}

/** Rows handled between two moments in which Cancel can be heard. */
const slice = 0x4_0000;

/** Finds the persons of each tuple, given the tuple of each row. */
export function* personsOf(
  rows: PersonRows,
  tupleOf: Uint32Array,
  tuples: number,
  sensitive: readonly Pick<SensitiveColumn, "codes" | "totals">[],
): Task<Persons> {
  const { of, count } = rows;
  const first = new Int32Array(count).fill(-1);
  const number = new Int32Array(count).fill(-1);
  const nameless = new Uint32Array(tuples);
  let sharing = 0;
  for (let row = 0; row < of.length; row++) {
    if (row % slice === slice - 1) yield* report("fold", row, of.length);
    const person = of[row];
    const tuple = tupleOf[row];
    if (person < 0) nameless[tuple] += 1;
    else if (first[person] === -1) first[person] = tuple;
    else if (first[person] !== tuple && number[person] === -1) number[person] = sharing++;
  }
  const alone = new Uint32Array(tuples);
  for (let person = 0; person < count; person++) if (number[person] === -1) alone[first[person]] += 1;
  const { starts, shared } = yield* listShared(of, tupleOf, tuples, number, sharing);
  return {
    of,
    count,
    alone,
    nameless,
    starts,
    shared,
    sharing,
    pairs: yield* pairsOf(starts, shared, tuples, sensitive),
  };
}

/** The shared persons of each tuple, each once. */
function* listShared(
  of: Int32Array,
  tupleOf: Uint32Array,
  tuples: number,
  number: Int32Array,
  sharing: number,
): Task<{ readonly starts: Uint32Array; readonly shared: Uint32Array }> {
  const starts = new Uint32Array(tuples + 1);
  if (sharing === 0) return { starts, shared: new Uint32Array(0) };
  const isShared = (row: number): boolean => of[row] >= 0 && number[of[row]] >= 0;
  let entries = 0;
  for (let row = 0; row < of.length; row++) entries += +isShared(row);
  yield* report("fold", 0, 1);
  const keys = new Float64Array(entries);
  let at = 0;
  for (let row = 0; row < of.length; row++) if (isShared(row)) keys[at++] = tupleOf[row] * sharing + number[of[row]];
  yield* report("fold", 0, 1);
  keys.sort();
  yield* report("fold", 1, 1);
  const shared = new Uint32Array(entries);
  let kept = 0;
  for (let i = 0; i < entries; i++) {
    if (i > 0 && keys[i] === keys[i - 1]) continue;
    const tuple = Math.floor(keys[i] / sharing);
    starts[tuple + 1] += 1;
    shared[kept++] = keys[i] - tuple * sharing;
  }
  for (let tuple = 0; tuple < tuples; tuple++) starts[tuple + 1] += starts[tuple];
  return { starts, shared: shared.slice(0, kept) };
}

/** Numbers the (person, value) pairs of shared persons, column by column. */
function* pairsOf(
  starts: Uint32Array,
  shared: Uint32Array,
  tuples: number,
  sensitive: readonly Pick<SensitiveColumn, "codes" | "totals">[],
): Task<Persons["pairs"]> {
  const found: { codes: Uint32Array; count: number }[] = [];
  for (const { codes: values, totals } of sensitive) {
    yield* report("fold", 0, 1);
    const known = new Map<number, number>();
    const codes = new Uint32Array(shared.length);
    for (let tuple = 0; tuple < tuples; tuple++) {
      for (let i = starts[tuple]; i < starts[tuple + 1]; i++) {
        const key = shared[i] * totals.length + values[tuple];
        codes[i] = numberIn(known, key);
      }
    }
    found.push({ codes, count: known.size });
  }
  return found;
}

/** What a set of tuples comes to when people are counted. */
export type PeopleCounts = {
  /** Different people who are known by an identifier. */
  readonly people: number;
  /** Per sensitive column how many people have each value; a row without an identifier counts as one. */
  readonly histograms: readonly Float64Array[];
};

/** Counts the people of sets of tuples; it keeps its scratch arrays between calls, and its histograms are one of them. */
export type PeopleCounter = {
  /** Different people in some tuples. */
  readonly people: (tuples: Uint32Array) => number;
  /** Different people, and how many of them have each sensitive value; the histograms are overwritten by the next call. */
  readonly counts: (tuples: Uint32Array) => PeopleCounts;
};

/** A counter for the tuples of a problem. */
export function countPeople(
  persons: Persons,
  sensitive: readonly Pick<SensitiveColumn, "codes" | "totals">[],
): PeopleCounter {
  const { alone, nameless, starts, shared, sharing, pairs } = persons;
  const seen = new Uint32Array(sharing);
  const seenPairs = pairs.map(({ count }) => new Uint32Array(count));
  const histograms = sensitive.map(({ totals }) => new Float64Array(totals.length));
  let turn = 0;
  const people = (tuples: Uint32Array): number => {
    turn += 1;
    let count = 0;
    for (let i = 0; i < tuples.length; i++) {
      const tuple = tuples[i];
      count += alone[tuple];
      const end = starts[tuple + 1];
      for (let at = starts[tuple]; at < end; at++) {
        if (seen[shared[at]] === turn) continue;
        seen[shared[at]] = turn;
        count += 1;
      }
    }
    return count;
  };
  const counts = (tuples: Uint32Array): PeopleCounts => {
    const found = people(tuples);
    for (let nth = 0; nth < histograms.length; nth++) {
      const histogram = histograms[nth].fill(0);
      const { codes: values } = sensitive[nth];
      const { codes } = pairs[nth];
      const marks = seenPairs[nth];
      for (let i = 0; i < tuples.length; i++) {
        const tuple = tuples[i];
        const value = values[tuple];
        histogram[value] += alone[tuple] + nameless[tuple];
        const end = starts[tuple + 1];
        for (let at = starts[tuple]; at < end; at++) {
          if (marks[codes[at]] === turn) continue;
          marks[codes[at]] = turn;
          histogram[value] += 1;
        }
      }
    }
    return { people: found, histograms };
  };
  return { people, counts };
}

/** Tuples listed by group: those of group g are `list[starts[g] … starts[g + 1])`; tuples of group −1 are in none. */
export type TupleGroups = { readonly starts: Uint32Array; readonly list: Uint32Array };

/** Lists tuples by the group that each is in. */
export function groupTuples(groupOf: ArrayLike<number>, groups: number): TupleGroups {
  const starts = new Uint32Array(groups + 1);
  for (let tuple = 0; tuple < groupOf.length; tuple++) if (groupOf[tuple] >= 0) starts[groupOf[tuple] + 1] += 1;
  for (let group = 0; group < groups; group++) starts[group + 1] += starts[group];
  const next = starts.slice(0, groups);
  const list = new Uint32Array(starts[groups]);
  for (let tuple = 0; tuple < groupOf.length; tuple++) {
    if (groupOf[tuple] >= 0) list[next[groupOf[tuple]]++] = tuple;
  }
  return { starts, list };
}

/** The people of groups of rows. */
export type GroupPeople = {
  /** Different people in each group. */
  readonly sizes: Float64Array;
  /** Of the people in each group those who are in no smaller one; a row without an identifier is one of its own. */
  readonly own: Float64Array;
  /** Different people in all groups together. */
  readonly known: number;
  /** These, and rows without an identifier. */
  readonly total: number;
};

/** Counts the people of groups of rows; rows of group −1 are in none. */
export function groupPeople(rows: PersonRows, groupOf: ArrayLike<number>, groups: number): GroupPeople {
  const { of, count } = rows;
  const { starts, list } = groupTuples(groupOf, groups);
  const sizes = new Float64Array(groups);
  const own = new Float64Array(groups);
  const seen = new Uint32Array(count);
  for (let group = 0; group < groups; group++) {
    for (let at = starts[group]; at < starts[group + 1]; at++) {
      const person = of[list[at]];
      if (person < 0) own[group] += 1;
      else if (seen[person] !== group + 1) {
        seen[person] = group + 1;
        sizes[group] += 1;
      }
    }
  }
  const smallest = new Int32Array(count).fill(-1);
  for (let row = 0; row < of.length; row++) {
    const person = of[row];
    const group = groupOf[row];
    if (person < 0 || group < 0) continue;
    if (smallest[person] === -1 || sizes[group] < sizes[smallest[person]]) smallest[person] = group;
  }
  let known = 0;
  for (let person = 0; person < count; person++) {
    if (smallest[person] < 0) continue;
    own[smallest[person]] += 1;
    known += 1;
  }
  return { sizes, own, known, total: own.reduce((sum, people) => sum + people, 0) };
}

/** Row numbers by person, those without an identifier first. */
function rowsByPerson({ of, count }: PersonRows): Uint32Array {
  return groupTuples(
    of.map((person) => person + 1),
    count + 1,
  ).list;
}

/**
 * One row for each (group, person, value), listed by group; all rows without an identifier. `values` is the value of
 * each row, as a number below `kinds`.
 */
export function distinctPairs(
  persons: PersonRows,
  groupOf: ArrayLike<number>,
  groups: number,
  values: ArrayLike<number>,
  kinds: number,
): TupleGroups {
  const order = rowsByPerson(persons);
  const inOrder = Int32Array.from(order, (row) => groupOf[row]);
  const { starts, list } = groupTuples(inOrder, groups);
  const seen = new Uint32Array(kinds);
  const kept = new Uint32Array(groups + 1);
  const rows = new Uint32Array(list.length);
  let run = 0;
  let count = 0;
  for (let group = 0; group < groups; group++) {
    let before = -1;
    for (let at = starts[group]; at < starts[group + 1]; at++) {
      const row = order[list[at]];
      const person = persons.of[row];
      if (person < 0 || person !== before) run += 1;
      before = person;
      if (seen[values[row]] === run) continue;
      seen[values[row]] = run;
      rows[count++] = row;
    }
    kept[group + 1] = count;
  }
  return { starts: kept, list: rows.slice(0, count) };
}

/** Different people with a row in one of the marked groups; a row without an identifier is one of its own. */
export function peopleIn(persons: PersonRows, groupOf: ArrayLike<number>, isMarked: Uint8Array): number {
  const { of, count } = persons;
  const seen = new Uint8Array(count);
  let people = 0;
  for (let row = 0; row < of.length; row++) {
    if (groupOf[row] < 0 || isMarked[groupOf[row]] !== 1) continue;
    const person = of[row];
    if (person < 0) people += 1;
    else if (seen[person] === 0) {
      seen[person] = 1;
      people += 1;
    }
  }
  return people;
}
