/** @file The tree of a release whose method makes no cuts of its own: published values side by side. */
import { append } from "../../base/index.ts";
import { type CutTree, cohortSizes, isSuppressed } from "../../cohort/index.ts";
import type { Release } from "../../release/index.ts";

type Range = { readonly from: number; readonly to: number; readonly attribute: number };

/**
 * Cohorts nested by what is published of the first attribute, then of the second, and so on. Those that are published
 * alike are one leaf, which has the number of the first, where `alike` says so.
 */
export function valueTree({ problem, recoding, published }: Release, alike: "apart" | "joined"): CutTree {
  const sizes = cohortSizes(problem, recoding);
  const attributes = published.length;
  const order = Array.from(sizes.keys()).filter((cohort) => !isSuppressed(recoding, cohort) && sizes[cohort] > 0);
  const places = published.map(({ textOf }, i) => textPlaces(order, textOf, recoding.low[i]));
  order.sort((a, b) => {
    for (let i = 0; i < attributes; i++) {
      const { textOf } = published[i];
      const apart = places[i].get(textOf[a])! - places[i].get(textOf[b])! || textOf[a] - textOf[b];
      if (apart !== 0) return apart;
    }
    return a - b;
  });
  const nodes: Range[] = [{ from: 0, to: order.length, attribute: 0 }];
  const tree = {
    attribute: [] as number[],
    first: [] as number[],
    count: [] as number[],
    records: [] as number[],
    cohort: [] as number[],
  };
  for (let node = 0; node < nodes.length; node++) {
    const { from, to, attribute } = nodes[node];
    const parts = partsOf({ from, to, attribute }, order, published, alike);
    let records = 0;
    for (let i = from; i < to; i++) records += sizes[order[i]];
    tree.records.push(records);
    tree.first.push(nodes.length);
    tree.count.push(parts.length);
    tree.attribute.push(parts.length === 0 ? -1 : Math.min(attributes - 1, parts[0].attribute - 1));
    tree.cohort.push(parts.length === 0 ? (order[from] ?? -1) : -1);
    append(nodes, parts);
  }
  return {
    attribute: Int32Array.from(tree.attribute),
    cut: new Uint32Array(nodes.length),
    first: Uint32Array.from(tree.first),
    count: Uint32Array.from(tree.count),
    records: Uint32Array.from(tree.records),
    cohort: Int32Array.from(tree.cohort),
  };
}

/** Per text of an attribute the lowest rank of the cohorts that are published with it, where cohorts have ranks. */
function textPlaces(
  cohorts: readonly number[],
  textOf: Uint32Array,
  low: Uint32Array | undefined,
): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (const cohort of cohorts) {
    const text = textOf[cohort];
    const place = low?.[cohort] ?? 0;
    places.set(text, Math.min(place, places.get(text) ?? place));
  }
  return places;
}

/** A run of cohorts parted by the next attribute in which they differ; none for a single cohort, or for several that are alike. */
function partsOf(
  { from, to, attribute }: Range,
  order: readonly number[],
  published: Release["published"],
  alike: "apart" | "joined",
): Range[] {
  if (to - from <= 1) return [];
  for (let next = attribute; next < published.length; next++) {
    const { textOf } = published[next];
    const parts: Range[] = [];
    let start = from;
    for (let i = from + 1; i <= to; i++) {
      if (i < to && textOf[order[i]] === textOf[order[start]]) continue;
      parts.push({ from: start, to: i, attribute: next + 1 });
      start = i;
    }
    if (parts.length > 1) return parts;
  }
  if (alike === "joined") return [];
  return Array.from({ length: to - from }, (_, i) => ({
    from: from + i,
    to: from + i + 1,
    attribute: published.length,
  }));
}
