/** @file The tree that a painting shows: the method's own cuts or, where it makes none, published values side by side. */

import type { Release } from "../../release/index.ts";
import { layOutCuts, valueTree } from "../../report/index.ts";
import type { PaintingData } from "../protocol.ts";

/** The painting's canvas: its height is 1. */
const canvasWidth = 1.6;

/** Cuts whose labels are sent along; a replay of more would not end. */
const labelledCuts = 5000;

/** Lays a release out as a painting. */
export function paintingOf(release: Release): PaintingData {
  const { problem, recoding } = release;
  const own = recoding.tree !== undefined;
  const tree = recoding.tree ?? valueTree(release, "apart");
  const { left, top, right, bottom, depth, upright } = layOutCuts(tree, canvasWidth, 1);
  const nodes = left.length;
  const boxes = new Float32Array(4 * nodes);
  for (let node = 0; node < nodes; node++) {
    boxes.set([left[node], top[node], right[node], bottom[node]], 4 * node);
  }
  const cutLabels = Array.from({ length: Math.min(nodes, labelledCuts) }, (_, node) => {
    const attribute = problem.attributes[tree.attribute[node]];
    if (!own || attribute === undefined || tree.count[node] !== 2) return "";
    return attribute.labels[tree.cut[node]] ?? "";
  });
  const { attribute, first, count, records, cohort } = tree;
  return { boxes, depth, upright, attribute, first, count, records, cohort, cutLabels, own };
}
