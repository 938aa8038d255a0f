import { KohortError } from "../base/index.ts";
import type { Hierarchy } from "./hierarchy.ts";

/** Where the columns came from, for errors: a file or attribute, and the line of each row. */
export type ColumnsOrigin = {
  readonly where?: string;
  readonly lineOf?: (row: number) => number;
};

/**
 * Makes a hierarchy of columns of labels: `columns[l][i]` is what value i is called at level l. Groups are numbered in
 * order of first appearance. A `*` level is added when the last column holds several labels.
 */
export function hierarchyFromColumns(
  columns: readonly (readonly string[])[],
  origin: ColumnsOrigin = {},
): { hierarchy: Hierarchy; addedRoot: boolean } {
  const leaves = columns[0] ?? [];
  if (leaves.length === 0)
    return { hierarchy: { levels: [[], ["*"]], parents: [new Uint32Array(0)] }, addedRoot: true };
  refuseDuplicates(leaves, origin);
  const levels: string[][] = [[...leaves]];
  const parents: Uint32Array[] = [];
  let places = Uint32Array.from(leaves, (_, row) => row);
  let firstRows: number[] = leaves.map((_, row) => row);
  for (let level = 1; level < columns.length; level++) {
    const column = columns[level];
    const known = new Map<string, number>();
    const starts: number[] = [];
    const above = new Uint32Array(leaves.length);
    const up = new Uint32Array(levels[level - 1].length);
    for (let row = 0; row < leaves.length; row++) {
      const label = column[row];
      let group = known.get(label);
      if (group === undefined) {
        group = known.size;
        known.set(label, group);
        starts.push(row);
      }
      above[row] = group;
      const child = places[row];
      const first = firstRows[child];
      if (first === row) up[child] = group;
      else if (up[child] !== group) throw twoParents(levels[level - 1][child], level, [first, row], column, origin);
    }
    levels.push([...known.keys()]);
    parents.push(up);
    places = above;
    firstRows = starts;
  }
  const top = levels.at(-1)!.length;
  if (top === 1) return { hierarchy: { levels, parents }, addedRoot: false };
  levels.push(["*"]);
  parents.push(new Uint32Array(top));
  return { hierarchy: { levels, parents }, addedRoot: true };
}

/** A builder's hierarchy: the values, what each is called level by level, and `*` on top. */
export function stack(values: readonly string[], groupings: readonly (readonly string[])[]): Hierarchy {
  return hierarchyFromColumns([values, ...groupings, values.map(() => "*")]).hierarchy;
}

function refuseDuplicates(leaves: readonly string[], { where, lineOf }: ColumnsOrigin): void {
  const known = new Map<string, number>();
  for (let row = 0; row < leaves.length; row++) {
    const first = known.get(leaves[row]);
    if (first !== undefined) {
      const lines = lineOf === undefined ? "" : `, on lines ${lineOf(first)} and ${lineOf(row)}`;
      throw new KohortError("hierarchy", `value "${leaves[row]}" stands in the hierarchy twice${lines}`, {
        hint: "keep one of them",
        where,
      });
    }
    known.set(leaves[row], row);
  }
}

function twoParents(
  label: string,
  level: number,
  rows: readonly [number, number],
  column: readonly string[],
  { where, lineOf }: ColumnsOrigin,
): KohortError {
  const [one, other] = rows.map((row) => `"${column[row]}"${lineOf === undefined ? "" : ` (line ${lineOf(row)})`}`) as [
    string,
    string,
  ];
  return new KohortError("hierarchy", `"${label}" has two parents at level ${level}: ${one} and ${other}`, {
    hint: "a group lies in exactly one larger group; rename one of the two, or move its values",
    where,
  });
}
