import { randomFrom, report, shuffle, type Task } from "../base/index.ts";
import type { FullSpec } from "../spec/index.ts";
import { type Codes, canonicalOrder, newCodes, type Table, type WriteDialect } from "../table/index.ts";

/**
 * The order in which a release's rows are written, or undefined when it is the input's. Canonical order sorts rows by
 * their released bytes, so it is a function of the released rows alone and tells nothing about the input's order;
 * shuffled permutes it by the seed.
 */
export function* releaseOrder(
  table: Table,
  spec: FullSpec,
  own: Uint32Array | undefined,
  dialect: WriteDialect,
): Task<Uint32Array | undefined> {
  if (own !== undefined) return own;
  if (spec.order === "input") return undefined;
  const order = yield* canonicalOrder(table, dialect);
  return spec.order === "shuffled" ? shuffle(order, randomFrom(spec.seed)) : order;
}

/** The table with its rows in another order. */
export function* reorder(table: Table, order: Uint32Array): Task<Table> {
  const columns = [];
  for (const column of table.columns) {
    yield* report("order", columns.length, table.columns.length);
    const codes = newCodes(table.rows, column.labels.size);
    gather(column.codes, order, codes);
    columns.push({ ...column, codes });
  }
  return { rows: table.rows, columns };
}

function gather(from: Codes, order: Uint32Array, to: Codes): void {
  for (let row = 0; row < to.length; row++) to[row] = from[order[row]!]!;
}
