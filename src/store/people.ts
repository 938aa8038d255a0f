/**
 * @file Whose rows lie in a store. Releases there count rows, so they are refused where rows are not people; an audit
 * counts people by `COUNT(DISTINCT)` for goals on how many there are.
 */

import { type Audit, auditOf, judgeCohorts } from "../audit/index.ts";
import { finish, KohortError } from "../base/index.ts";
import { type CohortSizes, type GroupPeople, sizedCohorts } from "../cohort/index.ts";
import { type PrivacyGoal, privacyModels } from "../privacy/index.ts";
import { choosePerson, mayNumber, namesInPart, type Repetition, together } from "../problem/index.ts";
import { columnsWith, type Spec } from "../spec/index.ts";
import { identifierKey, type MissingMarks, marksFor } from "../table/index.ts";
import { expanded } from "./measure.ts";
import type { Row, Source, Store } from "./store.ts";

/** Whose rows they are, if that makes a difference, and what is to be warned of. */
export type StorePeople = { readonly column?: string; readonly taken: boolean; readonly warnings: readonly string[] };

/** Finds the column by which somebody has several rows or a row lacks an identifier. */
export async function peopleIn(
  store: Store,
  source: Source,
  spec: Spec,
  missing: MissingMarks,
): Promise<StorePeople & { readonly counted?: PeopleTally }> {
  const [stated] = columnsWith(spec, "person");
  const names = source.names.filter((name) => (stated === undefined ? mayNumber(name, spec) : name === stated));
  const counted: PeopleTally[] = [];
  for (const name of names) counted.push(await repetitionIn(store, source, name, marksFor(missing, name)));
  const parts = await togetherIn(store, source, spec);
  const { column, taken, warnings } = choosePerson(spec, () => [...counted, ...parts]);
  const own = counted.find(({ name }) => name === column);
  if (own === undefined || own.values === own.all) return { taken, warnings };
  if (own.texts !== own.values) throw spelledDifferently(store.name, own);
  return { column: own.name, taken, warnings, counted: own };
}

/** How often combinations of the columns occur that name people only together. */
async function togetherIn(store: Store, { names, select }: Source, spec: Spec): Promise<Repetition[]> {
  const parts = names.flatMap((name, i) => (namesInPart(name, spec) ? [{ name, value: `x${i}` }] : []));
  if (parts.length === 0) return [];
  const combinations = `SELECT count(*) AS n FROM (${select}) s GROUP BY ${parts.map(({ value }) => value).join(", ")}`;
  const [found] = await store.query(`SELECT count(*) AS people, CAST(sum(n) AS BIGINT) AS n FROM (${combinations}) c`);
  return [together(parts, Number(found.people), Number(found.n))];
}

/** Refuses a table in which somebody has several rows or a row lacks an identifier; returns what is to be warned of. */
export async function refusePeople(
  store: Store,
  source: Source,
  spec: Spec,
  missing: MissingMarks,
): Promise<readonly string[]> {
  const { counted, warnings } = await peopleIn(store, source, spec, missing);
  if (counted === undefined) return warnings;
  throw new KohortError(
    "spec",
    `the ${store.name} engine counts rows, and by column "${counted.name}" ${counted.all} rows belong to ${counted.values} people`,
    { hint: 'use `engine: "memory"`, which counts people, or count rows with `person: "none"`' },
  );
}

type PeopleTally = Repetition & {
  readonly all: number;
  /** Different texts, of which several may be one person's identifier. */
  readonly texts: number;
};

/** Identifiers that are compared one by one, where they may be written in several ways. */
const mostCompared = 1_000_000;

function spelledDifferently(engine: Store["name"], { name, texts, values }: PeopleTally): KohortError {
  return new KohortError(
    "spec",
    `the ${engine} engine compares identifiers as texts, and the ${texts} texts of column "${name}" may be ${values} people: they differ in spelling or are one number`,
    { hint: 'use `engine: "memory"`, write each identifier in one way, or count rows with `person: "none"`' },
  );
}

/** What to measure of a relation by people. */
export type PeopleRequest = {
  readonly relation: string;
  readonly quasiIdentifiers: readonly string[];
  readonly goals: readonly PrivacyGoal[];
  /** The column that says whose rows they are, and what stands for "not known" there. */
  readonly person: { readonly column: string; readonly taken: boolean; readonly missing: readonly string[] };
  readonly fraction?: number;
  /** Rows without a value, which are suppressed records that were kept; they are not in the relation. */
  readonly blank?: number;
};

/** Measures a relation as it stands, by people; goals must be on their number. */
export async function measurePeople(store: Store, request: PeopleRequest): Promise<Audit> {
  const { goals, person, blank = 0, fraction } = request;
  const unmet = goals.find(({ model }) => privacyModels[model].sensitive);
  if (unmet !== undefined) throw uncounted(store.name, unmet.model);
  const cohorts = await countPeople(store, request);
  const verdicts = finish(
    judgeCohorts(
      goals,
      { rows: cohorts.weights.reduce((sum, size) => sum + size, 0), sensitive: [], persons: cohorts.people.known },
      { ...cohorts, stream: () => sizedCohorts(cohorts.people.sizes, cohorts.people.own) },
    ),
  );
  const { column, taken } = person;
  return auditOf(cohorts, {
    goals,
    verdicts,
    blank,
    leftOut: 0,
    disclosure: [],
    fraction,
    person: { column, taken: taken ? true : undefined },
  });
}

/** Refuses a goal on sensitive values, for which (person, value) pairs would have to be counted. */
function uncounted(engine: Store["name"], model: string): KohortError {
  return new KohortError("spec", `the ${engine} engine counts people, but not by sensitive value as ${model} needs`, {
    hint: 'use `engine: "memory"` for it, or count rows with `person: "none"`',
  });
}

/** The sizes of cohorts by records and by people; people are counted with the first of the smallest cohorts they are in. */
async function countPeople(
  store: Store,
  { relation, quasiIdentifiers, person }: PeopleRequest,
): Promise<CohortSizes & { readonly weights: Float64Array; readonly people: GroupPeople }> {
  const { dialect } = store;
  const keys = quasiIdentifiers.map((_, i) => `q${i}`);
  const texts = quasiIdentifiers.map((name, i) => `${dialect.asText(`r.${dialect.identifier(name)}`)} AS q${i}`);
  const who = knownText(store, dialect.asText(`r.${dialect.identifier(person.column)}`), person.missing);
  const rows = `SELECT ${[...texts, `${who} AS who`].join(", ")} FROM ${relation} r`;
  const cohorts = `SELECT ${keys.join(", ")}, count(*) AS size, count(DISTINCT who) AS people FROM (${rows}) w GROUP BY ${keys.join(", ")}`;
  const found = await store.query(
    `SELECT people, size, count(*) AS alike FROM (${cohorts}) c GROUP BY people, size ORDER BY people, size`,
  );
  const same = keys.map((key) => `w.${key} = c.${key}`).join(" AND ");
  const placed = `SELECT w.who, c.people FROM (${rows}) w JOIN (${cohorts}) c ON ${same}`;
  const least = await grouped(
    store,
    `SELECT min(people) AS people FROM (${placed}) p WHERE who IS NOT NULL GROUP BY who`,
  );
  const nameless = await grouped(store, `SELECT people FROM (${placed}) p WHERE who IS NULL`);
  const alike = ({ alike: times }: Row): number => Number(times);
  const weights = expanded(found.map((row) => ({ size: Number(row.size), alike: alike(row) })));
  const sizes = expanded(found.map((row) => ({ size: Number(row.people), alike: alike(row) })));
  const own = sizes.map((size, cohort) =>
    size === sizes[cohort - 1] ? 0 : (least.get(size) ?? 0) + (nameless.get(size) ?? 0),
  );
  const known = [...least.values()].reduce((sum, count) => sum + count, 0);
  const total = own.reduce((sum, count) => sum + count, 0);
  return { weights, matching: weights, people: { sizes, own, known, total } };
}

/** How often each number of people occurs in a query. */
async function grouped(store: Store, select: string): Promise<Map<number, number>> {
  const found = await store.query(`SELECT people, count(*) AS n FROM (${select}) g GROUP BY people`);
  return new Map(found.map(({ people, n }) => [Number(people), Number(n)]));
}

/** A text, or NULL where it stands for "not known". */
function knownText({ dialect }: Store, text: string, missing: readonly string[]): string {
  if (missing.length === 0) return text;
  return `CASE WHEN ${text} IN (${missing.map(dialect.literal).join(", ")}) THEN NULL ELSE ${text} END`;
}

/** How often values of a column occur, in all and without those that are missing. */
async function repetitionIn(
  store: Store,
  source: Source,
  name: string,
  missing: readonly string[],
): Promise<PeopleTally> {
  const { dialect } = store;
  const text = dialect.asText(`x${source.names.indexOf(name)}`);
  const known = knownText(store, text, missing);
  const selected = `SELECT ${known} AS who FROM (${source.select}) s`;
  const times = (pattern: string): string => `count(CASE WHEN ${dialect.matches("who", pattern)} THEN 1 END)`;
  const odd = `count(CASE WHEN ${dialect.matches("who", "^[0-9+,.eE-]+$")} AND ${dialect.matches("who", "^0.|[+,.eE-]")} THEN 1 END)`;
  const [found] = await store.query(
    `SELECT count(*) AS n, count(who) AS known, count(DISTINCT who) AS people, ${times("^[!-~]+$")} AS plain, ${times("[A-Z]")} AS upper, ${times("[a-z]")} AS lower, ${odd} AS odd FROM (${selected}) w`,
  );
  const [rows, texts] = [Number(found.known), Number(found.people)];
  const counted = { name, all: Number(found.n), texts };
  const isPlain = Number(found.plain) === rows && Number(found.odd) === 0;
  if (isPlain && (Number(found.upper) === 0 || Number(found.lower) === 0)) return { ...counted, rows, values: texts };
  if (texts > mostCompared) {
    throw new KohortError(
      "spec",
      `the ${store.name} engine cannot tell which of the ${texts} identifiers of column "${name}" are one person's, since they may be written in several ways`,
      { hint: 'use `engine: "memory"`, write each identifier in one way, or count rows with `person: "none"`' },
    );
  }
  const listed = await store.query(`SELECT who, count(*) AS n FROM (${selected}) w WHERE who IS NOT NULL GROUP BY who`);
  const keys = new Set(missing.map(identifierKey)).add("");
  const people = new Set<string>();
  let named = 0;
  for (const { who, n } of listed) {
    const key = identifierKey(String(who));
    if (keys.has(key)) continue;
    people.add(key);
    named += Number(n);
  }
  return { ...counted, rows: named, values: people.size };
}
