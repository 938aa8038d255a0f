import { report, type Task } from "../base/index.ts";
import { type Column, labelAt, type Table } from "../table/index.ts";

/** Rows whose texts tell most columns apart. */
const few = 16;

/**
 * The published columns whose texts are, row by row, those of another column of the input; columns of one value are
 * copies of nothing. Of two published copies only the later one is named.
 */
export function* copiedColumns(
  published: readonly Column[],
  input: Table,
  rows: Uint32Array,
): Task<{ readonly column: string; readonly of: string }[]> {
  const place = new Map(input.columns.map(({ name }, at) => [name, at]));
  const looked = new Set(published.map(({ name }) => name));
  const byBeginning = new Map<string, Column[]>();
  for (const column of input.columns) {
    const begins = JSON.stringify(
      Array.from(rows.subarray(0, few), (row) => labelAt(column.labels, column.codes[row])),
    );
    byBeginning.set(begins, [...(byBeginning.get(begins) ?? []), column]);
  }
  const found: { column: string; of: string }[] = [];
  for (const column of published) {
    yield* report("check", 0, 1);
    const begins = JSON.stringify(Array.from(column.codes.subarray(0, few), (code) => labelAt(column.labels, code)));
    const original = (byBeginning.get(begins) ?? []).find((other) => {
      if (other.name === column.name) return false;
      if (looked.has(other.name) && place.get(other.name)! > place.get(column.name)!) return false;
      return isSame(column, other, rows);
    });
    if (original !== undefined) found.push({ column: column.name, of: original.name });
  }
  return found;
}

function isSame(column: Column, other: Column, rows: Uint32Array): boolean {
  const codeOf = new Int32Array(column.labels.size).fill(-1);
  let values = 0;
  for (let row = 0; row < rows.length; row++) {
    const [own, theirs] = [column.codes[row], other.codes[rows[row]]];
    if (codeOf[own] === theirs) continue;
    if (codeOf[own] !== -1 || labelAt(column.labels, own) !== labelAt(other.labels, theirs)) return false;
    codeOf[own] = theirs;
    values += 1;
  }
  return values > 1;
}
