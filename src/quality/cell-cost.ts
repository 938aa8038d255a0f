/**
 * @file What a single published value costs, cell by cell, as the measures of cell search count it. `*` always costs 1
 * and an unchanged value nothing.
 */
import type { Attribute } from "../cohort/index.ts";

/**
 * The measures that price every cell by itself. Certainty is that of the teaching program MG-GA: a hierarchy's node costs
 * the number of children of its parent over the distinct values of the column, a range of numbers its width over the
 * column's; a broader group may cost less than a narrower one, so where that matters use NCP. Minimal distortion counts
 * changed cells (Sweeney 2002).
 */
export const cellMeasures = ["certainty", "minimal-distortion", "ncp", "loss"] as const;

/** A measure that prices every cell by itself. */
export type CellMeasure = (typeof cellMeasures)[number];

/** What it costs to publish a hierarchy's node in place of a value below it. */
export function nodeCost(attribute: Attribute, node: number, measure: CellMeasure): number {
  if (measure === "minimal-distortion") return 1;
  const { tree, hierarchy } = attribute.tree!;
  if (measure === "certainty") {
    const parent = tree.parent[node];
    const siblings = tree.children[parent].length - (parent === 0 ? (hierarchy.unlisted ?? 0) : 0);
    return siblings / attribute.size;
  }
  const leaves = tree.high[node] - tree.low[node] + 1;
  const all = tree.leaves.length;
  if (measure === "ncp" || all === 1) return leaves / all;
  return (leaves - 1) / (all - 1);
}

/** What it costs to publish the run from one rank to another in place of a value inside it. */
export function runCost(attribute: Attribute, low: number, high: number, measure: CellMeasure): number {
  if (measure === "minimal-distortion") return 1;
  return (attribute.positions[high] - attribute.positions[low]) / attribute.range;
}
