import { KohortError } from "../base/index.ts";
import { type Hierarchy, treeOf } from "../hierarchy/index.ts";
import { type Column, compareLabels, labelAt, labelCounts } from "../table/index.ts";
import type { Axis } from "./problem.ts";

/**
 * How names without an order are laid out. `frequency`: those that fewest records have first, of equally many by
 * code point, so that the order of the rows does not matter; `appearance`: as they first appear, as other programs have
 * it. Rare names first lose less with Mondrian than frequent ones first where k is small, and as much with best cuts.
 */
export type Layout = "frequency" | "appearance";

/** What the spec may say about a quasi-identifier. */
export type AxisOptions = {
  readonly weight?: number;
  readonly hierarchy?: Hierarchy;
  /** The order of a category's values; those not named follow as `layout` says. */
  readonly order?: readonly string[];
  /** How names without an order are laid out; by frequency unless stated. */
  readonly layout?: Layout;
  /** Whether what is missing matches anything. */
  readonly wildcard?: true;
  /** The lowest and highest level at which it may be published. */
  readonly levels?: readonly [lowest: number, highest: number];
};

/**
 * Lays a column's values on an axis: numbers and days by value, names in the order stated or by frequency, leaves of a
 * hierarchy in its order. What is missing comes last. Labels that mean the same number share a rank and are published
 * as the shortest of them.
 */
export function axisOf(column: Column, place: number, options: AxisOptions = {}): Axis {
  const counts = labelCounts(column);
  const rarerFirst = (a: number, b: number): number => counts[a] - counts[b] || compareLabels(column.labels, a, b);
  const isLaidOut = options.layout !== "appearance";
  const seen = isLaidOut ? codesIn(counts) : codesInOrder(column);
  const missing = new Set(column.missing);
  const known = seen.filter((code) => !missing.has(code));
  const missingSeen = seen.filter((code) => missing.has(code));
  if (isLaidOut) missingSeen.sort((a, b) => counts[b] - counts[a] || compareLabels(column.labels, a, b));
  if (isLaidOut && column.kind === "category" && options.hierarchy === undefined) known.sort(rarerFirst);
  const ordered = orderCodes(column, known, options);
  const rankOf = new Uint32Array(column.labels.size);
  const labels: string[] = [];
  const positions: number[] = [];
  const numbers: number[] = [];
  const byNumber = options.hierarchy === undefined && column.kind !== "category";
  for (const code of ordered.codes) {
    const position = byNumber ? column.numbers![code] : labels.length;
    const label = labelAt(column.labels, code);
    if (byNumber && labels.length > 0 && positions[labels.length - 1] === position) {
      labels[labels.length - 1] = plainer(labels[labels.length - 1], label);
    } else {
      labels.push(label);
      positions.push(position);
      numbers.push(column.numbers?.[code] ?? Number.NaN);
    }
    rankOf[code] = labels.length - 1;
  }
  const range = positions.length > 0 ? positions[positions.length - 1] - positions[0] : 0;
  if (missingSeen.length > 0) {
    for (const code of missingSeen) rankOf[code] = labels.length;
    labels.push(labelAt(column.labels, missingSeen[0]));
    positions.push(Number.NaN);
    numbers.push(Number.NaN);
  }
  const attribute = {
    name: column.name,
    column: place,
    kind: column.kind,
    size: labels.length,
    positions: Float64Array.from(positions),
    numbers: column.kind === "category" ? undefined : Float64Array.from(numbers),
    labels,
    missing: missingSeen.length > 0 ? labels.length - 1 : -1,
    range,
    weight: options.weight ?? 1,
    ordered: column.kind !== "category" || options.order !== undefined || options.hierarchy !== undefined,
    levels: options.levels,
    wildcard: options.wildcard,
  };
  if (ordered.tree === undefined || options.hierarchy === undefined) return { attribute, rankOf, source: column };
  const leafOf = Int32Array.from(positions, (_, rank) => ordered.leafOf[rank] ?? -1);
  return {
    attribute: { ...attribute, tree: { tree: ordered.tree, hierarchy: options.hierarchy, leafOf } },
    rankOf,
    source: column,
  };
}

/** The codes that occur, ascending. */
function codesIn(counts: Float64Array): number[] {
  const codes: number[] = [];
  for (let code = 0; code < counts.length; code++) if (counts[code] > 0) codes.push(code);
  return codes;
}

/** The codes that occur, by first appearance; stops reading once every label has been seen. */
function codesInOrder(column: Column): number[] {
  const seen = new Uint8Array(column.labels.size);
  const order: number[] = [];
  const { codes } = column;
  for (let row = 0; row < codes.length && order.length < column.labels.size; row++) {
    const code = codes[row];
    if (seen[code] === 0) {
      seen[code] = 1;
      order.push(code);
    }
  }
  return order;
}

function orderCodes(column: Column, codes: readonly number[], options: AxisOptions) {
  if (options.hierarchy !== undefined) return byHierarchy(column, codes, options.hierarchy);
  const ordered = Uint32Array.from(codes);
  if (column.kind !== "category") {
    const numbers = column.numbers!;
    return { codes: ordered.sort((a, b) => numbers[a] - numbers[b]), leafOf: [] as number[], tree: undefined };
  }
  if (options.order !== undefined) {
    const stated = new Map(options.order.map((label, index) => [label, index]));
    const rank = new Map(
      codes.map((code, index) => [code, stated.get(labelAt(column.labels, code)) ?? stated.size + index]),
    );
    ordered.sort((a, b) => rank.get(a)! - rank.get(b)!);
  }
  return { codes: ordered, leafOf: [] as number[], tree: undefined };
}

function byHierarchy(column: Column, codes: readonly number[], hierarchy: Hierarchy) {
  const tree = treeOf(hierarchy);
  const leaf = new Map(tree.leaves.map((label, index) => [label, index]));
  const found = codes.map((code) => {
    const label = labelAt(column.labels, code);
    const index = leaf.get(label);
    if (index === undefined) {
      throw new KohortError("hierarchy", `the hierarchy of "${column.name}" misses the value "${label}"`, {
        hint: "add the value to the hierarchy; `kohort hierarchy check` lists all that are missing",
      });
    }
    return { code, index };
  });
  found.sort((a, b) => a.index - b.index);
  return { codes: Uint32Array.from(found, (one) => one.code), leafOf: found.map((one) => one.index), tree };
}

/** Of two ways to write the same number the shorter one, then the first by code unit. */
function plainer(a: string, b: string): string {
  if (a.length !== b.length) return a.length < b.length ? a : b;
  return a < b ? a : b;
}
