/** @file Numbers that are not what their doubles are, found among the labels of a column in a store. */
import { valueKey } from "../table/index.ts";
import type { Store } from "./store.ts";

/** A number as it is written, by the pattern of regular expressions that both engines read. */
export const numberPattern = "^ *[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)? *$";
const longWhole = "^ *[+-]?[0-9]{16,} *$";

const double = "CAST(trim(label) AS DOUBLE)";

/** The condition that a label is a whole number beyond 2^53, or so large or so small that a double does not reach it. */
export function isOutOfReach({ dialect }: Store): string {
  const conditions = [
    `(${dialect.matches("label", longWhole)} AND abs(${double}) >= 9007199254740992)`,
    `abs(${double}) > 1.7976931348623157E308`,
    `(${double} = 0 AND ${dialect.matches("label", "^[^eE]*[1-9]")})`,
  ];
  return `CASE WHEN ${dialect.matches("label", numberPattern)} THEN ${conditions.join(" OR ")} ELSE false END`;
}

/**
 * Whether a table of labels has two that differ as numbers and are one double. Only those that share one are fetched,
 * and compared here by their digits, as in memory.
 */
export async function shareDoubles(store: Store, labels: string, isMissing: string): Promise<boolean> {
  const { dialect } = store;
  const doubtful = `max(CASE WHEN length(label) > 15 OR ${dialect.matches("label", "[eE]")} THEN 1 ELSE 0 END)`;
  const known = `SELECT label, ${double} + 0.0 AS number FROM ${labels} WHERE NOT (${isMissing})`;
  const [first] = await store.query(`SELECT ${doubtful} AS n FROM (${known}) k`);
  if (Number(first.n ?? 0) === 0) return false;
  const shared = `SELECT number FROM (${known}) k GROUP BY number HAVING count(*) > 1 AND ${doubtful} = 1`;
  const found = await store.query(
    `SELECT label, dense_rank() OVER (ORDER BY number) AS place FROM (${known}) l WHERE number IN (${shared})`,
  );
  const keys = new Map<number, string>();
  for (const { label, place } of found) {
    const key = valueKey(String(label));
    const other = keys.get(Number(place));
    if (other !== undefined && other !== key) return true;
    keys.set(Number(place), key);
  }
  return false;
}
