/**
 * @file What published columns tell that no goal speaks of: whom an insensitive or sensitive column singles out, whether
 * it breaks cohorts when others know it too, and whether it undoes what was made coarser. Counted on codes before
 * anything is written.
 */
import { report, type Task } from "../base/index.ts";
import { copiedColumns } from "../problem/index.ts";
import { type GroupCodes, isCoarser, pairOf, peopleBelow, undone } from "../risk/index.ts";
import { type FullSpec, hasRole, roleOf } from "../spec/index.ts";
import type { Column, Table } from "../table/index.ts";
import { boundsSizes } from "./least-size.ts";

/** What one published column tells, in shares of people. */
export type ColumnTelling = {
  readonly column: string;
  readonly role: "insensitive" | "sensitive";
  /** Whom it singles out on its own. */
  readonly alone: number;
  /** Whom it singles out together with the published quasi-identifiers; not asked of sensitive columns. */
  readonly within?: number;
  /** Who is then in a cohort of fewer than the k that was asked. */
  readonly below?: number;
};

/** What two insensitive columns tell together, in shares of people. */
export type PairTelling = {
  readonly columns: readonly [string, string];
  readonly alone: number;
  readonly within: number;
  readonly below: number;
};

/** The share of people whose original value of a coarsened column another column fixes. */
export type CoarseningLeak = { readonly column: string; readonly of: string; readonly share: number };

/** What was not counted: how many, and the first of them. */
export type UncheckedPairs = { readonly count: number; readonly list: readonly (readonly [string, string])[] };

/** What the published columns tell. */
export type Telling = {
  readonly people: number;
  /** The share of people who are alone in their cohort; counted where no goal speaks of that. */
  readonly single?: number;
  readonly columns: readonly ColumnTelling[];
  readonly pairs: readonly PairTelling[];
  readonly undone: readonly CoarseningLeak[];
  readonly copies: readonly { readonly column: string; readonly of: string }[];
  /** How many pairs may be counted on a table of so many records. */
  readonly limit: number;
  readonly notChecked: { readonly pairs: UncheckedPairs; readonly undone: UncheckedPairs };
};

/** Records that are gone through for all pairs together. */
const countedRecords = 30_000_000;

/** How many pairs are counted: as many as go through 30 million records, at least 20 and at most 5,000. */
export function countsFor(records: number): number {
  return Math.max(20, Math.min(5000, Math.floor(countedRecords / Math.max(1, records))));
}

/** UncheckedPairs pairs that are listed; beyond them they are only counted. */
const listed = 1000;

/** The pairs to count, those with the larger single figures first, and the ones that are not reached. */
export function pairsByFigure<T extends { readonly column: string }>(
  columns: readonly T[],
  figures: (column: T) => readonly number[],
  limit: number,
): { readonly pairs: readonly (readonly [T, T])[]; readonly notChecked: UncheckedPairs } {
  const keyed = columns.map((column, place) => ({ column, place, figures: figures(column) }));
  keyed.sort((a, b) => {
    const differs = a.figures.findIndex((figure, i) => figure !== b.figures[i]);
    return differs < 0 ? a.place - b.place : b.figures[differs] - a.figures[differs];
  });
  const all = (keyed.length * (keyed.length - 1)) / 2;
  const pairs: (readonly [T, T])[] = [];
  const list: (readonly [string, string])[] = [];
  for (let second = 1; second < keyed.length && list.length < listed; second++) {
    for (let first = 0; first < second && list.length < listed; first++) {
      const pair = [keyed[first].column, keyed[second].column] as const;
      if (pairs.length < limit) pairs.push(pair);
      else list.push([pair[0].column, pair[1].column]);
    }
  }
  return { pairs, notChecked: { count: all - pairs.length, list } };
}

/** A published column that is looked at, and about how many values it has. */
export type LookedColumn = Pick<ColumnTelling, "column" | "role"> & { readonly values: number };

/** Where people are counted: in memory in steps of a task, in a store by queries. */
export type TellingSource<Step, Answer> = {
  readonly people: number;
  readonly records: number;
  readonly looked: readonly LookedColumn[];
  /** People who are alone in their cohort. */
  readonly singles: () => Generator<Step, number, Answer>;
  /** People who are alone with their values of some columns. */
  readonly alone: (columns: readonly string[]) => Generator<Step, number, Answer>;
  /** People who are alone with them in their cohort, and who are with fewer than k. */
  readonly within: (columns: readonly string[]) => Generator<Step, Pick<PairTelling, "within" | "below">, Answer>;
  /** The columns of which some published value stands for several values that were read. */
  readonly coarse: () => Generator<Step, readonly string[], Answer>;
  /** People whose original value of a coarsened column another one fixes. */
  readonly undone: (column: string, of: string) => Generator<Step, number, Answer>;
  readonly copies: () => Generator<Step, Telling["copies"], Answer>;
};

/** Measures what the published columns tell. */
export function* tellingOf<Step, Answer>(
  source: TellingSource<Step, Answer>,
  spec: Pick<FullSpec, "privacy">,
): Generator<Step, Telling, Answer> {
  const { people, looked } = source;
  const share = (count: number): number => (people === 0 ? 0 : count / people);
  const limit = countsFor(source.records);
  const single = boundsSizes(spec) ? undefined : share(yield* source.singles());
  const none = { count: 0, list: [] };
  if (looked.length === 0 || source.records === 0) {
    const notChecked = { pairs: none, undone: none };
    return { people, single, columns: [], pairs: [], undone: [], copies: [], limit, notChecked };
  }
  const tell = function* (names: readonly string[]): Generator<Step, Omit<PairTelling, "columns">, Answer> {
    const alone = share(yield* source.alone(names));
    const { within, below } = yield* source.within(names);
    return { alone, within: share(within), below: share(below) };
  };
  const columns: (ColumnTelling & { readonly values: number })[] = [];
  for (const { column, role, values } of looked) {
    const own = role === "insensitive" ? yield* tell([column]) : { alone: share(yield* source.alone([column])) };
    columns.push({ column, role, ...own, values });
  }
  const { pairs: chosen, notChecked } = pairsByFigure(
    columns.filter(({ role }) => role === "insensitive"),
    ({ alone, below, values }) => [alone, below!, values],
    limit,
  );
  const pairs: PairTelling[] = [];
  for (const [{ column: a }, { column: b }] of chosen) pairs.push({ columns: [a, b], ...(yield* tell([a, b])) });
  const coarse = yield* source.coarse();
  const asked = looked.flatMap(({ column }) => coarse.flatMap((of) => (of === column ? [] : [{ column, of }])));
  const undone: CoarseningLeak[] = [];
  for (const { column, of } of asked.slice(0, limit)) {
    undone.push({ column, of, share: share(yield* source.undone(column, of)) });
  }
  const left = asked.slice(limit);
  return {
    people,
    single,
    columns: columns.map(({ values: _, ...column }) => column),
    pairs,
    undone,
    copies: yield* source.copies(),
    limit,
    notChecked: {
      pairs: notChecked,
      undone: { count: left.length, list: left.slice(0, listed).map(({ column, of }) => [column, of] as const) },
    },
  };
}

/** What is looked at: the released table before its rows are put in order, and the row of the input behind each row. */
export type TellingInput = {
  readonly released: Table;
  readonly input: Table;
  readonly rows: Uint32Array;
  readonly spec: Pick<FullSpec, "attributes" | "rest" | "privacy">;
  /** The k that was asked of cohorts; 1 without one. */
  readonly k: number;
  /** RowOwner record each released row is; without it every record is a person. */
  readonly persons?: GroupCodes;
};

/** Measures what the columns of a table in memory tell. */
export function* telling({ released, input, rows, spec, k, persons }: TellingInput): Task<Telling> {
  const columnNamed = new Map(released.columns.map((column) => [column.name, column]));
  const looked = released.columns.flatMap(({ name, labels }): LookedColumn[] => {
    const role = roleOf(spec, name);
    return role === "insensitive" || role === "sensitive" ? [{ column: name, role, values: labels.size }] : [];
  });
  const codesOf = (names: readonly string[]): GroupCodes =>
    names.map((name) => groupedOf(columnNamed.get(name)!)).reduce((a, b) => pairOf(a, b));
  const isCounted = !boundsSizes(spec) || looked.some(({ role }) => role === "insensitive");
  const cohorts = isCounted ? yield* cohortsOf(released, spec) : undefined;
  const coarse = new Map<string, CoarseColumn>();
  return yield* tellingOf(
    {
      people: persons?.size ?? released.rows,
      records: released.rows,
      looked,
      *singles() {
        yield* report("check", 0, 1);
        return peopleBelow(cohorts!, 2, persons);
      },
      *alone(names) {
        yield* report("check", 0, 1);
        return peopleBelow(codesOf(names), 2, persons);
      },
      *within(names) {
        yield* report("check", 0, 1);
        const both = pairOf(codesOf(names), cohorts!);
        return { within: peopleBelow(both, 2, persons), below: peopleBelow(both, k, persons) };
      },
      *coarse() {
        for (const one of yield* coarsenedColumns(released, input, rows)) coarse.set(one.name, one);
        return [...coarse.keys()];
      },
      *undone(column, of) {
        yield* report("check", 0, 1);
        return undone({ ...coarse.get(of)!, column: codesOf([column]), persons });
      },
      copies: () =>
        copiedColumns(
          looked.map(({ column }) => columnNamed.get(column)!),
          input,
          rows,
        ),
    },
    spec,
  );
}

function groupedOf({ codes, labels }: Pick<Column, "codes" | "labels">): GroupCodes {
  return { codes, size: labels.size };
}

/** Records by what is published of their quasi-identifiers. */
function* cohortsOf(released: Table, spec: TellingInput["spec"]): Task<GroupCodes> {
  let found: GroupCodes = { codes: new Uint8Array(released.rows), size: 1 };
  for (const column of released.columns) {
    if (!hasRole(spec, column.name) || spec.attributes[column.name].role !== "quasi-identifying") continue;
    yield* report("check", 0, 1);
    found = pairOf(found, groupedOf(column));
  }
  return found;
}

/** The codes of some rows; a loop, since `Uint32Array.from` takes fifty times as long. */
function codesAt(codes: Column["codes"], rows: Uint32Array): Uint32Array {
  const found = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at++) found[at] = codes[rows[at]];
  return found;
}

type CoarseColumn = { readonly name: string; readonly published: GroupCodes; readonly original: GroupCodes };

/** The columns of which some published value stands for several values that were read. */
function* coarsenedColumns(released: Table, input: Table, rows: Uint32Array): Task<CoarseColumn[]> {
  const found: CoarseColumn[] = [];
  for (const after of released.columns) {
    const before = input.columns.find(({ name }) => name === after.name);
    if (before === undefined || before.codes === after.codes) continue;
    yield* report("check", 0, 1);
    const original = { codes: codesAt(before.codes, rows), size: before.labels.size };
    const published = groupedOf(after);
    if (isCoarser(published, original)) found.push({ name: after.name, published, original });
  }
  return found;
}
