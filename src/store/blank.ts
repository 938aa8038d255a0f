/** @file Records of a store that carry nothing: `*` in every cell. They are members of no cohort, unless all are such. */
import { any } from "../cohort/index.ts";
import type { Store } from "./store.ts";

/** A relation without the records that carry nothing in some columns, and how many those are. */
export async function withoutBlank(
  { dialect, query }: Store,
  relation: string,
  columns: readonly string[],
): Promise<{ readonly relation: string; readonly blank: number }> {
  const kept = columns.map((column) => `${dialect.asText(column)} <> ${dialect.literal(any)}`).join(" OR ");
  const [found] = await query(
    `SELECT count(*) AS n, CAST(coalesce(sum(CASE WHEN ${kept} THEN 1 ELSE 0 END), 0) AS BIGINT) AS m FROM ${relation} s`,
  );
  const [all, carrying] = [Number(found.n), Number(found.m)];
  if (carrying === 0 || carrying === all) return { relation, blank: 0 };
  return { relation: `(SELECT * FROM ${relation} w WHERE ${kept})`, blank: all - carrying };
}
