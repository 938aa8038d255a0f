import { few, KohortError } from "../base/index.ts";
import { hasRole, isNaming, roleOf } from "../spec/index.ts";
import type { Table } from "../table/index.ts";
import type { SynthesizeOptions } from "./synthesize.ts";

/**
 * The columns that synthetic rows may have: those with a role that is published, the label, and the columns of a
 * release that is learned from. A column that nobody spoke of is not learned from.
 */
export function learnedColumns(
  table: Table,
  { attributes = {}, rest = "drop", from, label }: Pick<SynthesizeOptions, "attributes" | "rest" | "from" | "label">,
): Table {
  const stated = { attributes, rest };
  const released = new Set(from?.columns.map(({ name }) => name));
  const silent = table.columns.filter(({ name }) => !hasRole(stated, name) && !released.has(name) && name !== label);
  if (rest === "refuse" && silent.length > 0) {
    const which = few(silent.map(({ name }) => `"${name}"`));
    throw new KohortError("spec", `${silent.length === 1 ? "column" : "columns"} ${which} without a role`, {
      hint: 'give each column a role; "unpublished" drops one',
    });
  }
  const columns = table.columns.filter(({ name }) => {
    const role = roleOf(stated, name);
    if (isNaming(role)) return false;
    return role !== "unpublished" || (!hasRole(stated, name) && (released.has(name) || name === label));
  });
  if (columns.length > 1 || table.columns.length < 2) return { rows: table.rows, columns };
  throw new KohortError("usage", "no column but the label has a role, so there is nothing to learn from", {
    hint: 'name the columns with `role: "quasi-identifying"`, `role: "sensitive"` or `role: "insensitive"`, or learn from all of them with `rest: "insensitive"`',
  });
}
