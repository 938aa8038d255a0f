/**
 * @file Measures a relation in a store: how large its cohorts are, and whether they meet what is asked. Models look at
 * a cohort's histogram and nothing else, so cohorts with equal histograms are counted in the store and judged once.
 */

import { type AttributeDisclosure, type Audit, auditOf, judgeCohorts } from "../audit/index.ts";
import { append, finish, KohortError } from "../base/index.ts";
import { type ListedCohort, listedCohorts } from "../cohort/index.ts";
import type { PrivacyGoal, TableCounts } from "../privacy/index.ts";
import { disclosureOf } from "../risk/index.ts";
import type { Field } from "./profile.ts";
import type { Row, Store } from "./store.ts";

/** What to measure of a relation whose columns have the names of the table. */
export type MeasureRequest = {
  readonly relation: string;
  readonly quasiIdentifiers: readonly string[];
  /** Every sensitive column, coded. */
  readonly sensitive: readonly Field[];
  readonly goals: readonly PrivacyGoal[];
  /** What models may know of the whole table, over the sensitive columns that goals look at. */
  readonly counts: TableCounts;
  /** How many records that carry nothing were taken out of the relation. */
  readonly blank?: number;
  readonly fraction?: number;
};

/** What a relation was found to have. */
export type StoreMeasurement = { readonly audit: Audit; readonly disclosure: readonly AttributeDisclosure[] };

type Cohorts = { readonly size: number; readonly alike: number };
type Histogram = Cohorts & { readonly values: readonly (readonly [value: number, count: number])[] };

/** Measures a relation as it stands. */
export async function measureRelation(store: Store, request: MeasureRequest): Promise<StoreMeasurement> {
  const { goals, counts, sensitive, blank = 0 } = request;
  const first = sensitive[0] !== undefined && hasFewValues(sensitive[0]) ? sensitive[0] : undefined;
  const seen = first === undefined ? undefined : await cohortsByCounts(store, request, first);
  const bySize = seen === undefined ? await cohortsBySize(store, request) : mergedSizes(seen);
  const weights = expanded(bySize);
  const histograms = new Map<string, readonly ListedCohort[]>();
  for (const field of sensitive) {
    const own = field === first ? seen! : await histogramsOf(store, request, field, bySize);
    refuseUnknown(own, field, bySize);
    histograms.set(field.name, own);
  }
  const streamOf = ({ name, totals }: Pick<Field, "name" | "totals">) =>
    listedCohorts(histograms.get(name)!, totals.length);
  const bare = bySize.map((cohort) => ({ ...cohort, values: [] }));
  const sizes = { weights, matching: weights };
  const stream = (column: number) => (column < 0 ? listedCohorts(bare, 0) : streamOf(counts.sensitive[column]));
  const disclosure = sensitive.map((field) => ({
    attribute: field.name,
    ...disclosureOf(streamOf(field), field.totals),
  }));
  const verdicts = finish(judgeCohorts(goals, counts, { ...sizes, stream }));
  const { fraction } = request;
  return { audit: auditOf(sizes, { goals, verdicts, blank, leftOut: 0, disclosure, fraction }), disclosure };
}

function keysOf({ dialect }: Store, { quasiIdentifiers }: MeasureRequest): string[] {
  return quasiIdentifiers.map((name) => dialect.asText(`r.${dialect.identifier(name)}`));
}

async function cohortsBySize(store: Store, request: MeasureRequest): Promise<Cohorts[]> {
  const found = await store.query(
    `SELECT size, count(*) AS alike FROM (SELECT count(*) AS size FROM ${request.relation} r GROUP BY ${keysOf(store, request).join(", ")}) c GROUP BY size ORDER BY size`,
  );
  return found.map(({ size, alike }) => ({ size: Number(size), alike: Number(alike) }));
}

function mergedSizes(histograms: readonly Histogram[]): Cohorts[] {
  const merged = new Map<number, number>();
  for (const { size, alike } of histograms) merged.set(size, (merged.get(size) ?? 0) + alike);
  return [...merged].map(([size, alike]) => ({ size, alike })).sort((a, b) => a.size - b.size);
}

/** Values up to which each is counted in a column of its own. */
const fewValues = 16;

function hasFewValues({ totals }: Field): boolean {
  return totals.length <= fewValues;
}

/** Every row of the relation with the code of its sensitive value, NULL where it has none; the columns are `r` and `d`. */
function codedRelation({ dialect }: Store, { relation }: MeasureRequest, { name, codes }: Field): string {
  return `${relation} r LEFT JOIN ${codes} d ON d.label = ${dialect.asText(`r.${dialect.identifier(name)}`)}`;
}

function histogramsOf(
  store: Store,
  request: MeasureRequest,
  field: Field,
  bySize: readonly Cohorts[],
): Promise<Histogram[]> {
  return hasFewValues(field) ? cohortsByCounts(store, request, field) : cohortsByText(store, request, field, bySize);
}

/** Cohorts by how often each value occurs in them, one column per value. */
async function cohortsByCounts(store: Store, request: MeasureRequest, field: Field): Promise<Histogram[]> {
  const values = Array.from(field.totals, (_, value) => value);
  const sums = values.map((value) => `CAST(sum(CASE WHEN d.code = ${value} THEN 1 ELSE 0 END) AS BIGINT) AS v${value}`);
  const names = ["size", ...values.map((value) => `v${value}`)].join(", ");
  const cohorts = `SELECT ${["count(*) AS size", ...sums].join(", ")} FROM ${codedRelation(store, request, field)} GROUP BY ${keysOf(store, request).join(", ")}`;
  const found = await store.query(
    `SELECT ${names}, count(*) AS alike FROM (${cohorts}) c GROUP BY ${names} ORDER BY ${names}`,
  );
  return found.map((row) => ({
    size: Number(row.size),
    alike: Number(row.alike),
    values: values.flatMap((value) => {
      const count = Number(row[`v${value}`]);
      return count === 0 ? [] : [[value, count] as const];
    }),
  }));
}

/** Cohorts by their histograms as texts, some of the cohorts after the other if there are more than a store gathers at once. */
async function cohortsByText(
  store: Store,
  request: MeasureRequest,
  field: Field,
  bySize: readonly Cohorts[],
): Promise<Histogram[]> {
  const { dialect } = store;
  const keys = request.quasiIdentifiers.map((_, i) => `q${i}`).join(", ");
  const named = keysOf(store, request).map((key, i) => `${key} AS q${i}`);
  const coded = `SELECT ${named.join(", ")}, coalesce(d.code, -1) AS value FROM ${codedRelation(store, request, field)}`;
  const cohorts = bySize.reduce((sum, { alike }) => sum + alike, 0);
  const parts = Math.max(1, Math.ceil(cohorts / store.cohortsAtOnce));
  const part = parts > 1 ? `, ${dialect.part(keys, parts)} AS part` : "";
  const counted = `SELECT ${keys}, value, count(*) AS c${part} FROM (${coded}) v GROUP BY ${keys}, value`;
  const table = `${field.codes}_counted`;
  if (parts > 1) await store.run(dialect.create(table, counted));
  const histograms: Histogram[] = [];
  for (let nth = 0; nth < parts; nth++) {
    const from = parts > 1 ? `${table} WHERE part = ${nth}` : `(${counted}) w`;
    const joined = `SELECT ${dialect.histogram("value", "c")} AS histogram, CAST(sum(c) AS BIGINT) AS size FROM ${from} GROUP BY ${keys}`;
    const found = await store.query(
      `SELECT histogram, size, count(*) AS alike FROM (${joined}) h GROUP BY histogram, size ORDER BY size, histogram`,
    );
    append(histograms, found.map(histogramOf));
  }
  if (parts > 1) await store.drop(table);
  return histograms;
}

function histogramOf({ histogram, size, alike }: Row): Histogram {
  const pairs = String(histogram)
    .split(" ")
    .map((pair) => pair.split(":").map(Number) as [number, number]);
  return { size: Number(size), alike: Number(alike), values: pairs.filter(([value]) => value >= 0) };
}

/** Refuses a relation in which a sensitive value is none that is known. */
function refuseUnknown(histograms: readonly Histogram[], { name }: Field, bySize: readonly Cohorts[]): void {
  let unknown = 0;
  for (const { size, alike } of bySize) unknown += size * alike;
  for (const { alike, values } of histograms) for (const [, count] of values) unknown -= alike * count;
  if (unknown === 0) return;
  throw new KohortError("audit", `column "${name}" of the release has a value that the original does not`, {
    hint: "the release was not published; run it again",
  });
}

/** The size of each cohort, of those that are alike one after the other. */
export function expanded(bySize: readonly { readonly size: number; readonly alike: number }[]): Float64Array {
  const sizes = new Float64Array(bySize.reduce((sum, { alike }) => sum + alike, 0));
  let at = 0;
  for (const { size, alike } of bySize) sizes.fill(size, at, (at += alike));
  return sizes;
}
