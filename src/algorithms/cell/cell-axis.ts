/**
 * @file One attribute as cell search sees it: what each of its values may be published as, and at what cost.
 *
 * A candidate is a number: 0 is `*`, 1 + rank the value itself, and from 1 + size on either a node of the hierarchy or a
 * range of ranks (low × size + high). The root of a hierarchy and the range over everything are `*`.
 */
import { printable } from "../../base/index.ts";
import { type Attribute, any, intervalText, isValue, type Problem, valueText } from "../../cohort/index.ts";
import { type CellMeasure, nodeCost, runCost } from "../../quality/index.ts";

/** An attribute with the prices of a measure. */
export type CellAxis = {
  readonly attribute: Attribute;
  readonly measure: CellMeasure;
  /** The last rank that is not "not known". */
  readonly last: number;
};

/** Anything at all. */
export const star = 0;

/** Lays out a problem's attributes for a measure. */
export function cellAxes(problem: Problem, measure: CellMeasure): CellAxis[] {
  return problem.attributes.map((attribute) => ({
    attribute,
    measure,
    last: attribute.missing >= 0 ? attribute.missing - 1 : attribute.size - 1,
  }));
}

/** The candidate that leaves a value as it is. */
export function keep(rank: number): number {
  return 1 + rank;
}

function hasRanges({ attribute }: CellAxis): boolean {
  return attribute.tree === undefined && attribute.kind !== "category";
}

/** The candidate of a range of ranks, both ends included and different. */
export function rangeCandidate({ attribute: { size } }: CellAxis, low: number, high: number): number {
  return 1 + size + low * size + high;
}

/** Everything that values from rank `low` to rank `high` may all be published as, apart from one of the values. */
export function commonCandidates(axis: CellAxis, low: number, high: number): number[] {
  const { attribute, last } = axis;
  const found = [star];
  if (high > last) return found;
  if (attribute.tree !== undefined) {
    const { tree, leafOf } = attribute.tree;
    const lowest = leafOf[low];
    let node = tree.leafNode[lowest];
    while (node > 0 && (tree.high[node] < leafOf[high] || tree.children[node].length === 0)) {
      node = tree.parent[node];
    }
    for (; node > 0; node = tree.parent[node]) found.push(1 + attribute.size + node);
  } else if (hasRanges(axis)) {
    for (let from = 0; from <= low; from++) {
      for (let to = Math.max(high, from + 1); to <= last; to++) {
        if (from > 0 || to < last) found.push(rangeCandidate(axis, from, to));
      }
    }
  }
  return found;
}

/** Everything that a value may be published as: `*`, itself, then groups or ranges. */
export function candidatesOf(axis: CellAxis, rank: number): number[] {
  const [, ...others] = commonCandidates(axis, rank, rank);
  return [star, keep(rank), ...others];
}

/** What a candidate costs a cell whose value it is not, without the weight. */
export function candidateCost({ attribute, measure }: CellAxis, candidate: number): number {
  const { size } = attribute;
  if (candidate === star) return measure === "ncp" || measure === "loss" ? Number(size > 1) : 1;
  if (candidate <= size) return 0;
  const code = candidate - 1 - size;
  if (attribute.tree !== undefined) return nodeCost(attribute, code, measure);
  return runCost(attribute, Math.floor(code / size), code % size, measure);
}

/** Whether a value may be published as a candidate. */
export function covers({ attribute, last }: CellAxis, candidate: number, rank: number): boolean {
  const { size } = attribute;
  if (candidate === star || candidate === 1 + rank) return true;
  if (candidate <= size || rank > last) return false;
  const code = candidate - 1 - size;
  if (attribute.tree === undefined) return rank >= Math.floor(code / size) && rank <= code % size;
  const { tree, leafOf } = attribute.tree;
  return leafOf[rank] >= tree.low[code] && leafOf[rank] <= tree.high[code];
}

/** The lowest and highest rank that a candidate covers. */
export function reachOf(axis: CellAxis, candidate: number): [low: number, high: number] {
  const { size } = axis.attribute;
  if (candidate === star) return [0, size - 1];
  if (candidate <= size) return [candidate - 1, candidate - 1];
  const code = candidate - 1 - size;
  if (axis.attribute.tree === undefined) return [Math.floor(code / size), code % size];
  let low = 0;
  while (!covers(axis, candidate, low)) low++;
  let high = low;
  while (high + 1 < size && covers(axis, candidate, high + 1)) high++;
  return [low, high];
}

/** How a candidate is written: `*`, the value, the group's name, `[21-25]`; a range of days is `[from..to]`. */
export function candidateText({ attribute }: CellAxis, candidate: number): string {
  const { size, labels, tree, kind } = attribute;
  if (candidate === star) return any;
  if (candidate <= size) {
    const label = labels[candidate - 1];
    if (!isValue(attribute, candidate - 1)) return label;
    return label.startsWith("[") && label.endsWith("]") && label.includes("-") ? `\\${label}` : valueText(label);
  }
  const code = candidate - 1 - size;
  if (tree !== undefined) return tree.tree.labels[code];
  const low = labels[Math.floor(code / size)];
  const high = labels[code % size];
  return kind === "date" ? intervalText(low, high) : `[${low}-${high}]`;
}

/**
 * For every run of ranks the least weighted cost per record of publishing values from its one end to its other alike,
 * as a square table low × size + high. A single value may stay as it is.
 */
export function unitCosts(axis: CellAxis): Float64Array {
  const { attribute, last } = axis;
  const { size, weight, tree } = attribute;
  const table = new Float64Array(size * size);
  const starred = weight * candidateCost(axis, star);
  for (let low = 0; low < size; low++) {
    for (let high = low; high < size; high++) {
      let least = starred;
      if (tree !== undefined) {
        for (const candidate of commonCandidates(axis, low, high)) {
          least = Math.min(least, weight * candidateCost(axis, candidate));
        }
      } else if (hasRanges(axis) && high <= last && low < high && (low > 0 || high < last)) {
        least = Math.min(least, weight * runCost(attribute, low, high, axis.measure));
      }
      table[low * size + high] = low === high ? Math.min(0, least) : least;
    }
  }
  return table;
}

/** What every value of every quasi-identifier may be published as: `25: * 25 [21-25] [25-30] : 4`. */
export function candidateListing(problem: Problem): string {
  const lines: string[] = [];
  for (const axis of cellAxes(problem, "ncp")) {
    lines.push(axis.attribute.name);
    axis.attribute.labels.forEach((label, rank) => {
      const candidates = candidatesOf(axis, rank);
      lines.push(`  ${label}: ${candidates.map((one) => candidateText(axis, one)).join(" ")} : ${candidates.length}`);
    });
  }
  return lines.map(printable).join("\n");
}
