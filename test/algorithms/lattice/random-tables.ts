import { finish, type Random, randomFrom } from "../../../src/base/index.ts";
import { axisOf, encode, type Problem } from "../../../src/cohort/index.ts";
import type { Hierarchy } from "../../../src/hierarchy/index.ts";
import { categoryColumn, type Table } from "../../../src/table/index.ts";
import type { SlowTable } from "./slow-lattice.ts";

/** A random small table with random hierarchies, as texts and as our own types. */
export type RandomTable = {
  readonly slow: SlowTable;
  readonly table: Table;
  readonly hierarchies: readonly Hierarchy[];
  readonly random: Random;
};

/** The table that belongs to a seed: up to four attributes, up to 24 rows, some values of the domain never occurring. */
export function randomTable(
  seed: number,
  options: { readonly attributes?: number; readonly rows?: number } = {},
): RandomTable {
  const random = randomFrom(seed);
  const attributes = 1 + random.below(options.attributes ?? 4);
  const count = 1 + random.below(options.rows ?? 24);
  const hierarchies = Array.from({ length: attributes }, (_, attribute) => randomHierarchy(attribute, random));
  const rows = Array.from({ length: count }, () =>
    hierarchies.map(
      ({ levels }) => levels[0][Math.min(random.below(levels[0].length), random.below(levels[0].length))],
    ),
  );
  const sensitive = rows.map(() => `d${Math.min(random.below(4), random.below(4))}`);
  const weights = hierarchies.map(() => 1 + random.below(3));
  const columns = hierarchies.map((_, i) =>
    categoryColumn(
      `a${i}`,
      rows.map((row) => row[i]),
    ),
  );
  return {
    slow: { rows, paths: hierarchies.map(pathsOf), weights, sensitive },
    table: { rows: count, columns: [...columns, categoryColumn("disease", sensitive)] },
    hierarchies,
    random,
  };
}

/** Values put into groups and groups into groups at random. */
function randomHierarchy(attribute: number, random: Random): Hierarchy {
  const levels: string[][] = [Array.from({ length: 2 + random.below(5) }, (_, i) => `v${attribute}.${i}`)];
  const parents: Uint32Array[] = [];
  const between = random.below(3);
  for (let level = 1; level <= between; level++) {
    const below = levels.at(-1)!;
    const groups = 1 + random.below(below.length);
    const chosen = below.map((_, i) => (i < groups ? i : random.below(groups)));
    levels.push(Array.from({ length: groups }, (_, i) => `g${attribute}.${level}.${i}`));
    parents.push(Uint32Array.from(chosen));
  }
  parents.push(new Uint32Array(levels.at(-1)!.length));
  levels.push(["*"]);
  return { levels, parents };
}

function pathsOf({ levels, parents }: Hierarchy): Map<string, string[]> {
  return new Map(
    levels[0].map((value, place) => {
      const path = [value];
      let at = place;
      parents.forEach((up, level) => {
        at = up[at];
        path.push(levels[level + 1][at]);
      });
      return [value, path];
    }),
  );
}

/** The table as a problem, its sensitive column counted. */
export function problemFrom({ slow, table, hierarchies }: RandomTable): Problem {
  const axes = hierarchies.map((hierarchy, i) => axisOf(table.columns[i], i, { hierarchy, weight: slow.weights[i] }));
  const last = table.columns.length - 1;
  return finish(encode(table, axes, [axisOf(table.columns[last], last)]));
}
