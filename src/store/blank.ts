/** @file Records of a store that carry nothing: `*` in every cell. They are members of no cohort, unless all are such. */
import { any } from "../cohort/index.ts";
import type { Source, Store } from "./store.ts";

/** What is true of a record with something else than `*` in one of the columns. */
function carries({ dialect }: Store, columns: readonly string[]): string {
  return columns.map((column) => `${dialect.asText(column)} <> ${dialect.literal(any)}`).join(" OR ");
}

/** How many records a relation has, and how many of them carry something. */
async function countCarrying(store: Store, relation: string, kept: string): Promise<{ all: number; carrying: number }> {
  const [found] = await store.query(
    `SELECT count(*) AS n, CAST(coalesce(sum(CASE WHEN ${kept} THEN 1 ELSE 0 END), 0) AS BIGINT) AS m FROM ${relation}`,
  );
  return { all: Number(found.n), carrying: Number(found.m) };
}

/** The source without the records that carry nothing, and how many those are. */
export async function withoutBlank(
  store: Store,
  source: Source,
): Promise<{ readonly source: Source; readonly blank: number }> {
  const kept = carries(
    store,
    source.names.map((_, i) => `x${i}`),
  );
  const { all, carrying } = await countCarrying(store, `(${source.select}) s`, kept);
  if (carrying === 0 || carrying === all) return { source, blank: 0 };
  return { source: { ...source, select: `SELECT * FROM (${source.select}) w WHERE ${kept}` }, blank: all - carrying };
}

/** The relation of a release without the records that carry nothing, and how many those are. */
export async function carryingRelation(
  store: Store,
  relation: string,
  names: readonly string[],
): Promise<{ readonly relation: string; readonly blank: number }> {
  const kept = carries(store, names.map(store.dialect.identifier));
  const { all, carrying } = await countCarrying(store, `${relation} s`, kept);
  if (carrying === 0 || carrying === all) return { relation, blank: 0 };
  return { relation: `(SELECT * FROM ${relation} w WHERE ${kept})`, blank: all - carrying };
}
