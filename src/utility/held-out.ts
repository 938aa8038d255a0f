import { KohortError } from "../base/index.ts";
import { type Split, splitStratified } from "../learning/index.ts";
import { columnIndex, type Table } from "../table/index.ts";

/** Parts a table into rows to learn from and rows to judge by, each with its share of every value of the label. */
export function splitByLabel(table: Table, label: string, share: number, seed: number): Split {
  const { codes } = table.columns[columnIndex(table, label)];
  const split = splitStratified(codes, share, seed);
  if (split.train.length > 0 && split.test.length > 0) return split;
  const what = split.test.length === 0 ? "to judge by" : "to learn from";
  throw new KohortError(
    "input",
    `no record is left ${what}: "${label}" has ${new Set(codes).size} values in ${table.rows} records`,
    { hint: "predict a column of which every value occurs several times, or keep another share of the records apart" },
  );
}
