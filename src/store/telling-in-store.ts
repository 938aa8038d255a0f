/** @file What published columns tell that no goal speaks of, counted in a store: the same figures as in memory, by SQL. */
import {
  boundsSizes,
  type CoarseningLeak,
  type ColumnTelling,
  countsFor,
  headerWarnings,
  leastSize,
  type PairTelling,
  type PrivacyWarning,
  pairsByFigure,
  specWarnings,
  type Telling,
  tellingWarnings,
} from "../audit/index.ts";
import { type FullSpec, roleOf } from "../spec/index.ts";
import { type LeafTuples, leafedRows, recodedTable } from "./leaves.ts";
import type { Tuples } from "./levels.ts";
import { oddNamesInStore } from "./odd-names.ts";
import type { Profile } from "./profile.ts";
import type { Source, Store } from "./store.ts";

/** What is looked at: the leaves that are to be published, and the places of the columns that go out. */
export type StoreTelling = {
  readonly source: Source;
  readonly profile: Profile;
  readonly tuples: Tuples;
  readonly leafed: LeafTuples;
  readonly released: readonly number[];
  readonly spec: FullSpec;
  /** What was said of the people behind rows. */
  readonly people: readonly string[];
};

/** A column that is looked at: its place in the source and its name in the table of what is told. */
type TellingColumn = {
  readonly column: string;
  readonly role: "insensitive" | "sensitive";
  readonly place: number;
  readonly key: string;
};

/** Comparisons of two columns that one query makes. */
const comparedAtOnce = 64;

/** Measures what the published columns tell, and puts it into warnings. */
export async function tellingInStore(
  store: Store,
  request: StoreTelling,
): Promise<{ readonly told: Telling; readonly privacyWarnings: readonly PrivacyWarning[] }> {
  const { source, spec, released } = request;
  const k = leastSize(spec);
  const told = await toldBy(store, request, k);
  const names = released.map((place) => source.names[place]);
  const privacyWarnings: PrivacyWarning[] = [
    ...request.people.map((sentence): PrivacyWarning => ({ kind: "people", columns: [], sentence })),
    ...headerWarnings(await oddNamesInStore(store, source)),
    ...specWarnings(names, spec),
    ...tellingWarnings(told, { k, suppression: spec.suppression }),
  ];
  return { told, privacyWarnings };
}

async function toldBy(store: Store, request: StoreTelling, k: number): Promise<Telling> {
  const { source, profile, tuples, spec, released } = request;
  const looked = released.flatMap((place): TellingColumn[] => {
    const column = source.names[place];
    const role = roleOf(spec, column);
    return role === "insensitive" || role === "sensitive" ? [{ column, role, place, key: `e${place}` }] : [];
  });
  const people = profile.rows;
  const limit = countsFor(people);
  const none = { count: 0, list: [] };
  const single = boundsSizes(spec) ? {} : { single: await singlesIn(store, tuples, people) };
  if (looked.length === 0) {
    const nothing = { columns: [], pairs: [], undone: [], copies: [], notChecked: { pairs: none, undone: none } };
    return { people, ...single, ...nothing, limit };
  }
  await createTold(store, request, looked);
  try {
    const columns: (ColumnTelling & { readonly key: string; readonly place: number })[] = [];
    for (const { column, role, key, place } of looked) {
      const own = role === "insensitive" ? await told(store, [key], k, people) : await alone(store, [key], people);
      columns.push({ column, role, ...own, key, place });
    }
    const { pairs: chosen, notChecked } = pairsByFigure(
      columns.filter(({ role }) => role === "insensitive"),
      ({ alone: unique, below, place }) => [unique, below!, profile.columns[place].values],
      limit,
    );
    const pairs: PairTelling[] = [];
    for (const [a, b] of chosen)
      pairs.push({ columns: [a.column, b.column], ...(await told(store, [a.key, b.key], k, people)) });
    const coarse = await coarsened(store, tuples);
    const asked = looked.flatMap(({ column, key }) =>
      coarse.map((i) => ({ column, key, i, of: tuples.quasi[i].name })),
    );
    const undone: CoarseningLeak[] = [];
    for (const { column, key, i, of } of asked.slice(0, limit))
      undone.push({ column, of, share: (await undoneBy(store, key, i)) / people });
    const left = asked.slice(limit).map(({ column, of }) => [column, of] as const);
    return {
      people,
      ...single,
      columns: columns.map(({ key: _, place: _place, ...column }) => column),
      pairs,
      undone,
      copies: await copies(store, source, profile, looked),
      limit,
      notChecked: { pairs: notChecked, undone: { count: left.length, list: left } },
    };
  } finally {
    for (const table of ["told", "alike"]) await store.drop(table);
  }
}

/** Makes the tables that are counted: leaves that are published alike, and the rows with what is looked at. */
async function createTold(store: Store, request: StoreTelling, looked: readonly TellingColumn[]): Promise<void> {
  const { source, tuples, leafed } = request;
  const texts = tuples.quasi.map((_, i) => `t${i}`);
  const alike = [
    `min(leaf) OVER (PARTITION BY ${texts.join(", ")}) AS cohort`,
    ...texts.map((text, i) => `min(leaf) OVER (PARTITION BY ${text}) AS v${i}`),
  ];
  await store.run(store.dialect.create("alike", `SELECT leaf, ${alike.join(", ")} FROM ${recodedTable}`));
  const own = looked.map(({ place, key }) => ({ value: store.dialect.asText(`x.x${place}`), name: key }));
  const names = [
    ...["a.cohort", ...texts.map((_, i) => `a.v${i}`)],
    ...[...looked.map(({ key }) => key), ...texts.map((_, i) => `c${i}`)].map((name) => `s.${name}`),
  ];
  const rows = leafedRows(store, source, tuples, leafed, own);
  await store.run(
    store.dialect.create("told", `SELECT ${names.join(", ")} FROM (${rows}) s JOIN alike a ON a.leaf = s.leaf`),
  );
}

async function numbers(store: Store, sql: string): Promise<readonly number[]> {
  const [row] = await store.query(sql);
  return Object.values(row).map((value) => Number(value ?? 0));
}

const sumWhere = (condition: string, value: string, name: string): string =>
  `CAST(sum(CASE WHEN ${condition} THEN ${value} ELSE 0 END) AS BIGINT) AS ${name}`;

/** The share of people whose published quasi-identifiers are nobody else's. */
async function singlesIn(store: Store, { quasi }: Tuples, people: number): Promise<number> {
  const texts = quasi.map((_, i) => `r.t${i}`).join(", ");
  const groups = `SELECT sum(b.records) AS n FROM ${recodedTable} r JOIN leaves b ON b.leaf = r.leaf GROUP BY ${texts}`;
  const [single] = await numbers(store, `SELECT ${sumWhere("n = 1", "1", "a")} FROM (${groups}) g`);
  return single / people;
}

async function alone(store: Store, keys: readonly string[], people: number): Promise<{ readonly alone: number }> {
  const groups = `SELECT count(*) AS n FROM told GROUP BY ${keys.join(", ")}`;
  const [unique] = await numbers(store, `SELECT ${sumWhere("n = 1", "1", "a")} FROM (${groups}) g`);
  return { alone: unique / people };
}

async function told(
  store: Store,
  keys: readonly string[],
  k: number,
  people: number,
): Promise<Pick<PairTelling, "alone" | "within" | "below">> {
  const groups = `SELECT count(*) AS n FROM told GROUP BY cohort, ${keys.join(", ")}`;
  const sums = [sumWhere("n = 1", "1", "a"), sumWhere(`n < ${k}`, "n", "b")];
  const [within, below] = await numbers(store, `SELECT ${sums.join(", ")} FROM (${groups}) g`);
  return { ...(await alone(store, keys, people)), within: within / people, below: below / people };
}

/** The quasi-identifiers of which some published value stands for several values that were read. */
async function coarsened(store: Store, { quasi }: Tuples): Promise<number[]> {
  const found: number[] = [];
  for (const i of quasi.keys()) {
    const groups = `SELECT min(c${i}) AS low, max(c${i}) AS high FROM told GROUP BY v${i}`;
    const [open] = await numbers(store, `SELECT ${sumWhere("low <> high", "1", "a")} FROM (${groups}) g`);
    if (open > 0) found.push(i);
  }
  return found;
}

/** The people whose original value of a quasi-identifier is fixed by its published value and a column; see `undone`. */
async function undoneBy(store: Store, key: string, i: number): Promise<number> {
  const by = (columns: string): string =>
    `SELECT ${columns}, count(*) AS n, min(c${i}) AS low, max(c${i}) AS high FROM told GROUP BY ${columns}`;
  const isFixed = "b.low = b.high AND p.low <> p.high AND d.n >= 2 AND (b.n >= 2 OR d.low = d.high)";
  const from = `(${by(`v${i}, ${key}`)}) b JOIN (${by(`v${i}`)}) p ON p.v${i} = b.v${i} JOIN (${by(key)}) d ON d.${key} = b.${key}`;
  const [found] = await numbers(store, `SELECT CAST(sum(b.n) AS BIGINT) AS n FROM ${from} WHERE ${isFixed}`);
  return found;
}

/** Looked-at columns whose texts are those of another column, row by row; of two such columns the later one is named. */
async function copies(
  store: Store,
  source: Source,
  profile: Profile,
  looked: readonly TellingColumn[],
): Promise<Telling["copies"]> {
  const places = new Set(looked.map(({ place }) => place));
  const pairs = looked.flatMap(({ place }) =>
    source.names.flatMap((_, other) => {
      const isEarlier = !places.has(other) || other < place;
      // the numbers of values are estimates, and those of one text as two types may differ
      const [values, others] = [profile.columns[place].values, profile.columns[other].values];
      const isAlike = values > 1 && Math.abs(values - others) <= 0.1 * Math.max(values, others);
      return other !== place && isEarlier && isAlike ? [{ place, other }] : [];
    }),
  );
  const found = new Map<number, number>();
  for (let from = 0; from < pairs.length; from += comparedAtOnce) {
    const some = pairs.slice(from, from + comparedAtOnce);
    const sums = some.map(({ place, other }, nth) =>
      sumWhere(`${store.dialect.asText(`x.x${place}`)} <> ${store.dialect.asText(`x.x${other}`)}`, "1", `d${nth}`),
    );
    const differing = await numbers(store, `SELECT ${sums.join(", ")} FROM (${source.select}) x`);
    some.forEach(({ place, other }, nth) => {
      if (differing[nth] === 0 && !found.has(place)) found.set(place, other);
    });
  }
  return [...found].map(([place, other]) => ({ column: source.names[place], of: source.names[other] }));
}
