import { labelAt, labelCounts, type Table } from "../table/index.ts";

/**
 * Per column, how many made rows carry a value that only one record of the original has; columns without such rows are
 * left out. A name among them is a real person's; a number may also have been hit by chance.
 */
export function loneValues(made: Table, original: Table): Record<string, number> {
  const found: Record<string, number> = {};
  for (const column of made.columns) {
    const real = original.columns.find(({ name }) => name === column.name);
    if (real === undefined) continue;
    const counts = labelCounts(real);
    const lone = new Set<string>();
    counts.forEach((count, code) => {
      if (count === 1 && !real.missing.includes(code)) lone.add(labelAt(real.labels, code));
    });
    let rows = 0;
    labelCounts(column).forEach((count, code) => {
      if (count > 0 && lone.has(labelAt(column.labels, code))) rows += count;
    });
    if (rows > 0) found[column.name] = rows;
  }
  return found;
}
