/** @file The tree that a painting shows: the method's own cuts or, where it makes none, published values side by side. */
import { append } from "../../base/index.ts";
import { type CutTree, cohortSizes, isSuppressed } from "../../cohort/index.ts";
import { layOutCuts } from "../../report/index.ts";
import type { Release } from "../../run/index.ts";
import type { PaintingData } from "../protocol.ts";

/** The painting's canvas: its height is 1. */
const canvasWidth = 1.6;

/** Cuts whose labels are sent along; a replay of more would not end. */
const labelledCuts = 5000;

/** Lays a release out as a painting. */
export function paintingOf(release: Release): PaintingData {
  const { problem, recoding } = release;
  const own = recoding.tree !== undefined;
  const tree = recoding.tree ?? valueTree(release);
  const { left, top, right, bottom, depth, upright } = layOutCuts(tree, canvasWidth, 1);
  const nodes = left.length;
  const boxes = new Float32Array(4 * nodes);
  for (let node = 0; node < nodes; node++) {
    boxes.set([left[node]!, top[node]!, right[node]!, bottom[node]!], 4 * node);
  }
  const cutLabels = Array.from({ length: Math.min(nodes, labelledCuts) }, (_, node) => {
    const attribute = problem.attributes[tree.attribute[node]!];
    if (!own || attribute === undefined || tree.count[node] !== 2) return "";
    return attribute.labels[tree.cut[node]!] ?? "";
  });
  const { attribute, first, count, records, cohort } = tree;
  return { boxes, depth, upright, attribute, first, count, records, cohort, cutLabels, own };
}

type Range = { readonly from: number; readonly to: number; readonly attribute: number };

/** Cohorts nested by what is published of the first attribute, then of the second, and so on. */
function valueTree({ problem, recoding, published }: Release): CutTree {
  const sizes = cohortSizes(problem, recoding);
  const attributes = published.length;
  const order = Array.from(sizes.keys()).filter((cohort) => !isSuppressed(recoding, cohort) && sizes[cohort]! > 0);
  order.sort((a, b) => {
    for (let i = 0; i < attributes; i++) {
      const low = recoding.low[i];
      const byRank = low === undefined ? 0 : low[a]! - low[b]!;
      const apart = byRank || published[i]!.textOf[a]! - published[i]!.textOf[b]!;
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
    const { from, to, attribute } = nodes[node]!;
    const parts = partsOf({ from, to, attribute }, order, published);
    let records = 0;
    for (let i = from; i < to; i++) records += sizes[order[i]!]!;
    tree.records.push(records);
    tree.first.push(nodes.length);
    tree.count.push(parts.length);
    tree.attribute.push(parts.length === 0 ? -1 : Math.min(attributes - 1, parts[0]!.attribute - 1));
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

/** A run of cohorts parted by the next attribute in which they differ; none for a single cohort. */
function partsOf({ from, to, attribute }: Range, order: readonly number[], published: Release["published"]): Range[] {
  if (to - from <= 1) return [];
  for (let next = attribute; next < published.length; next++) {
    const { textOf } = published[next]!;
    const parts: Range[] = [];
    let start = from;
    for (let i = from + 1; i <= to; i++) {
      if (i < to && textOf[order[i]!] === textOf[order[start]!]) continue;
      parts.push({ from: start, to: i, attribute: next + 1 });
      start = i;
    }
    if (parts.length > 1) return parts;
  }
  return Array.from({ length: to - from }, (_, i) => ({
    from: from + i,
    to: from + i + 1,
    attribute: published.length,
  }));
}
