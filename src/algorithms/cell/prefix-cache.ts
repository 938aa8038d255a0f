/**
 * @file The cache that MinGen teaches: a tree over the columns decided so far. A node stands for all tables whose first
 * columns are the same in everything that matters to privacy, so that its relation and whether it holds are worked out
 * once. Two columns share an edge exactly if they part (or cover) the rows alike, whatever their texts and costs are;
 * that is why results do not depend on the cache.
 */
import type { ColumnChoice } from "./column-choices.ts";
import type { Relation, Relations } from "./relation.ts";

/** A place in the tree. */
export type Prefix = { readonly relation: Relation; readonly holds: boolean; readonly next: Map<number, Prefix> };

/** The tree with its counts per column. */
export type PrefixCache = {
  readonly root: Prefix;
  /** Where one more column leads. */
  readonly extend: (prefix: Prefix, column: number, choice: ColumnChoice) => Prefix;
  readonly lookups: number[];
  readonly hits: number[];
  readonly nodes: () => number;
};

/** Nodes past which nothing more is remembered. */
const mostNodes = 500_000;

/** Opens a cache; one that is switched off works everything out again and counts no lookups. */
export function openCache(
  relations: Relations,
  {
    columns,
    on,
    judge,
  }: { readonly columns: number; readonly on: boolean; readonly judge: (column: number) => boolean },
): PrefixCache {
  const lookups = new Array<number>(columns).fill(0);
  const hits = new Array<number>(columns).fill(0);
  let nodes = 0;
  const extend = (prefix: Prefix, column: number, choice: ColumnChoice): Prefix => {
    if (on) {
      lookups[column] += 1;
      const known = prefix.next.get(choice.key);
      if (known !== undefined) {
        hits[column] += 1;
        return known;
      }
    }
    const relation = column === 0 ? choice.relation : relations.join(prefix.relation, choice.relation);
    const found = { relation, holds: judge(column) ? relations.holds(relation) : true, next: new Map() };
    if (on && nodes < mostNodes) {
      nodes += 1;
      prefix.next.set(choice.key, found);
    }
    return found;
  };
  return {
    root: { relation: relations.whole, holds: true, next: new Map() },
    extend,
    lookups,
    hits,
    nodes: () => nodes,
  };
}
