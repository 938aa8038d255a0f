/** @file What published columns tell that no goal speaks of, counted in a store: the same figures as in memory, by SQL. */
import {
  type LookedColumn,
  leastSize,
  type PrivacyWarning,
  type Telling,
  type TellingSource,
  tellingOf,
  warningsTold,
} from "../audit/index.ts";
import { type FullSpec, roleOf } from "../spec/index.ts";
import { type LeafTuples, leafedRows, recodedTable } from "./leaves.ts";
import type { Tuples } from "./levels.ts";
import { oddNamesInStore } from "./odd-names.ts";
import type { Profile } from "./profile.ts";
import type { Row, Source, Store } from "./store.ts";

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

/** A column that is looked at, and its place in the source; in the table of what is told it is `e` and the place. */
type PlacedColumn = LookedColumn & { readonly place: number };

/** Comparisons of two columns that one query makes. */
const comparedAtOnce = 64;

/** Measures what the published columns tell, and puts it into warnings. */
export async function tellingInStore(
  store: Store,
  request: StoreTelling,
): Promise<{ readonly told: Telling; readonly privacyWarnings: readonly PrivacyWarning[] }> {
  const { source, spec, released, profile, people } = request;
  const looked = released.flatMap((place): PlacedColumn[] => {
    const { name, values } = profile.columns[place];
    const role = roleOf(spec, name);
    return role === "insensitive" || role === "sensitive" ? [{ column: name, role, place, values }] : [];
  });
  if (looked.length > 0) await createTold(store, request, looked);
  try {
    const told = await answered(store, tellingOf(sourceIn(store, request, looked), spec));
    const names = released.map((place) => source.names[place]);
    const odd = await oddNamesInStore(store, source);
    return { told, privacyWarnings: warningsTold(told, { spec, names, odd, suppressed: 0, said: { people } }) };
  } finally {
    if (looked.length > 0) for (const table of ["told", "alike"]) await store.drop(table);
  }
}

/** A query, and the row that it gives. */
type Inquiry<T> = Generator<string, T, Row>;

/** Asks a store until the question is answered. */
async function answered<T>(store: Store, asking: Inquiry<T>): Promise<T> {
  let step = asking.next();
  while (step.done !== true) step = asking.next((await store.query(step.value))[0]);
  return step.value;
}

/** People counted by queries over the table of what is told. */
function sourceIn(store: Store, request: StoreTelling, looked: readonly PlacedColumn[]): TellingSource<string, Row> {
  const { tuples, profile, spec } = request;
  const k = leastSize(spec) ?? 1;
  const keyOf = (name: string): string => `e${looked.find(({ column }) => column === name)!.place}`;
  const keysOf = (names: readonly string[]): string => names.map(keyOf).join(", ");
  const placeOf = (name: string): number => tuples.quasi.findIndex((field) => field.name === name);
  return {
    people: profile.rows,
    records: profile.rows,
    looked,
    singles: () => singlesIn(tuples),
    *alone(names) {
      const groups = `SELECT count(*) AS n FROM told GROUP BY ${keysOf(names)}`;
      const [unique] = numbersIn(yield `SELECT ${sumWhere("n = 1", "1", "a")} FROM (${groups}) g`);
      return unique;
    },
    *within(names) {
      const groups = `SELECT count(*) AS n FROM told GROUP BY cohort, ${keysOf(names)}`;
      const sums = [sumWhere("n = 1", "1", "a"), sumWhere(`n < ${k}`, "n", "b")];
      const [within, below] = numbersIn(yield `SELECT ${sums.join(", ")} FROM (${groups}) g`);
      return { within, below };
    },
    *coarse() {
      const found: string[] = [];
      for (const [i, { name }] of tuples.quasi.entries()) {
        const groups = `SELECT min(c${i}) AS low, max(c${i}) AS high FROM told GROUP BY v${i}`;
        const [open] = numbersIn(yield `SELECT ${sumWhere("low <> high", "1", "a")} FROM (${groups}) g`);
        if (open > 0) found.push(name);
      }
      return found;
    },
    undone: (column, of) => undoneBy(keyOf(column), placeOf(of)),
    copies: () => copies(store, request, looked),
  };
}

/** Makes the tables that are counted: leaves that are published alike, and the rows with what is looked at. */
async function createTold(store: Store, request: StoreTelling, looked: readonly PlacedColumn[]): Promise<void> {
  const { source, tuples, leafed } = request;
  const texts = tuples.quasi.map((_, i) => `t${i}`);
  const alike = [
    `min(leaf) OVER (PARTITION BY ${texts.join(", ")}) AS cohort`,
    ...texts.map((text, i) => `min(leaf) OVER (PARTITION BY ${text}) AS v${i}`),
  ];
  await store.run(store.dialect.create("alike", `SELECT leaf, ${alike.join(", ")} FROM ${recodedTable}`));
  const own = looked.map(({ place }) => ({ value: store.dialect.asText(`x.x${place}`), name: `e${place}` }));
  const names = [
    ...["a.cohort", ...texts.map((_, i) => `a.v${i}`)],
    ...[...own.map(({ name }) => name), ...texts.map((_, i) => `c${i}`)].map((name) => `s.${name}`),
  ];
  const rows = leafedRows(store, source, tuples, leafed, own);
  await store.run(
    store.dialect.create("told", `SELECT ${names.join(", ")} FROM (${rows}) s JOIN alike a ON a.leaf = s.leaf`),
  );
}

function numbersIn(row: Row): readonly number[] {
  return Object.values(row).map((value) => Number(value ?? 0));
}

const sumWhere = (condition: string, value: string, name: string): string =>
  `CAST(sum(CASE WHEN ${condition} THEN ${value} ELSE 0 END) AS BIGINT) AS ${name}`;

/** The people whose published quasi-identifiers are nobody else's. */
function* singlesIn({ quasi }: Tuples): Inquiry<number> {
  const texts = quasi.map((_, i) => `r.t${i}`).join(", ");
  const groups = `SELECT sum(b.records) AS n FROM ${recodedTable} r JOIN leaves b ON b.leaf = r.leaf GROUP BY ${texts}`;
  const [single] = numbersIn(yield `SELECT ${sumWhere("n = 1", "1", "a")} FROM (${groups}) g`);
  return single;
}

/** The people whose original value of a quasi-identifier is fixed by its published value and a column; see `undone`. */
function* undoneBy(key: string, i: number): Inquiry<number> {
  const by = (columns: string): string =>
    `SELECT ${columns}, count(*) AS n, min(c${i}) AS low, max(c${i}) AS high FROM told GROUP BY ${columns}`;
  const isFixed = "b.low = b.high AND p.low <> p.high AND d.n >= 2 AND (b.n >= 2 OR d.low = d.high)";
  const from = `(${by(`v${i}, ${key}`)}) b JOIN (${by(`v${i}`)}) p ON p.v${i} = b.v${i} JOIN (${by(key)}) d ON d.${key} = b.${key}`;
  const [found] = numbersIn(yield `SELECT CAST(sum(b.n) AS BIGINT) AS n FROM ${from} WHERE ${isFixed}`);
  return found;
}

/** Looked-at columns whose texts are those of another column, row by row; of two such columns the later one is named. */
function* copies(
  { dialect }: Store,
  { source, profile }: StoreTelling,
  looked: readonly PlacedColumn[],
): Inquiry<Telling["copies"]> {
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
      sumWhere(`${dialect.asText(`x.x${place}`)} <> ${dialect.asText(`x.x${other}`)}`, "1", `d${nth}`),
    );
    const differing = numbersIn(yield `SELECT ${sums.join(", ")} FROM (${source.select}) x`);
    some.forEach(({ place, other }, nth) => {
      if (differing[nth] === 0 && !found.has(place)) found.set(place, other);
    });
  }
  return [...found].map(([place, other]) => ({ column: source.names[place], of: source.names[other] }));
}
