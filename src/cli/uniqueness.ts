import type { Task } from "../base/index.ts";
import { audit } from "../run/index.ts";
import type { Table } from "../table/index.ts";

/** How many records some columns single out together. */
export type Uniqueness = { readonly columns: readonly string[]; readonly unique: number; readonly share: number };

/** Pairs are looked at only while that stays quick. */
const mostCells = 20_000_000;

/** The records that all quasi-identifiers together single out, and the pairs of them that alone do the most. */
export function* riskyCombinations(
  table: Table,
  quasiIdentifiers: readonly string[],
): Task<{ together: Uniqueness; pairs: Uniqueness[] }> {
  const together = yield* uniquenessOf(table, quasiIdentifiers);
  const candidates = quasiIdentifiers.flatMap((a, i) => quasiIdentifiers.slice(i + 1).map((b) => [a, b]));
  const pairs: Uniqueness[] = [];
  if (candidates.length > 1 && candidates.length * table.rows <= mostCells) {
    for (const pair of candidates) pairs.push(yield* uniquenessOf(table, pair));
  }
  pairs.sort((a, b) => b.unique - a.unique);
  return { together, pairs: pairs.filter((pair) => pair.unique > 0).slice(0, 3) };
}

function* uniquenessOf(table: Table, columns: readonly string[]): Task<Uniqueness> {
  const found = yield* audit.task(table, { quasiIdentifiers: columns, privacy: [{ model: "k-anonymity", k: 2 }] });
  const unique = found.privacy[0]!.failing;
  return { columns, unique, share: table.rows === 0 ? 0 : unique / table.rows };
}
