/**
 * @file Numbers of people that start again in every household (`1, 2, 3`, then `1, 2`). They look like numbers of people
 * but tell nobody apart: the same number belongs to somebody else in the next household.
 */
import { headerMeaning } from "../spec/index.ts";
import type { Column, Table } from "../table/index.ts";

/** Households per number past which a number is not one person's: nobody lives in so many. */
const manyHouseholds = 3;

/** The columns that number people within households, with the column of these households. */
export function withinHouseholds({ columns, rows }: Table): Map<string, string> {
  const found = new Map<string, string>();
  const households = columns.filter(({ name }) => headerMeaning(name) === "households");
  for (const column of columns) {
    if (headerMeaning(column.name) !== "people" && headerMeaning(column.name) !== "members") continue;
    const around = households.find((one) => recurs(column, one, rows));
    if (around !== undefined) found.set(column.name, around.name);
  }
  return found;
}

/** Whether the values of a column recur in several values of another, on average. */
function recurs(column: Column, around: Column, rows: number): boolean {
  const values = new Set<number>();
  const pairs = new Set<number>();
  for (let row = 0; row < rows; row++) {
    const value = column.codes[row];
    values.add(value);
    pairs.add(value * around.labels.size + around.codes[row]);
  }
  return pairs.size > manyHouseholds * values.size;
}
