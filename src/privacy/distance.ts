/**
 * @file How far the sensitive values of a cohort are from those of the table: the earth mover's distance for three
 * ground distances, each in the closed form of Li, Li, Venkatasubramanian, *t-closeness*, ICDE 2007, section 5, and
 * the largest difference of one value's shares. All work on counts and divide last, so repeating every row of a table
 * changes nothing.
 */
import { columnSetting, KohortError } from "../base/index.ts";
import type { SensitiveCounts, ValueTree } from "./model.ts";

/** The ground distances by name. */
export const distances = ["equal", "ordered", "hierarchical", "largest-difference"] as const;

/** A ground distance between sensitive values. */
export type Distance = (typeof distances)[number];

/** The distance of one cohort's histogram from the table. */
export type DistanceFunction = (histogram: Float64Array, size: number) => number;

/** Numbers and days lie in an order, names are all equally far from each other. */
export function defaultDistance({ kind }: Pick<SensitiveCounts, "kind">): Distance {
  return kind === "number" || kind === "date" ? "ordered" : "equal";
}

/** A distance from the given shares, ready to be asked about cohorts. */
export function distanceOf(distance: Distance, column: SensitiveCounts, shares: Float64Array): DistanceFunction {
  if (distance === "equal") return (histogram, size) => equalDistance(histogram, size, shares);
  if (distance === "largest-difference") return (histogram, size) => largestDifference(histogram, size, shares);
  if (distance === "ordered") {
    if (column.ordered === false) {
      throw new KohortError("spec", `t-closeness with distance ordered needs the order of "${column.name}"`, {
        hint: `state it in the spec ("order": […]) or with a hierarchy, or use distance equal`,
      });
    }
    return orderedDistance(shares);
  }
  if (column.tree === undefined) {
    throw new KohortError("spec", `t-closeness with distance hierarchical needs a hierarchy of "${column.name}"`, {
      hint: `state one with ${columnSetting(column.name, "hierarchy")}, or use distance equal`,
    });
  }
  return hierarchicalDistance(column.tree, shares);
}

/** ½ Σ |q − p| over all values of the table. */
function equalDistance(histogram: Float64Array, size: number, shares: Float64Array): number {
  let sum = 0;
  for (let value = 0; value < shares.length; value++) sum += Math.abs(histogram[value] / size - shares[value]);
  return sum / 2;
}

/** 1/(d − 1) Σᵢ |Σ_{j ≤ i} (q_j − p_j)| over the d values that the table has, in their order; 0 for one value. */
function orderedDistance(shares: Float64Array): DistanceFunction {
  let values = 0;
  let last = 0;
  shares.forEach((share, value) => {
    if (share === 0) return;
    values++;
    last = value;
  });
  return (histogram, size) => {
    if (values <= 1) return 0;
    let surplus = 0;
    let sum = 0;
    for (let value = 0; value < last; value++) {
      if (shares[value] === 0 && histogram[value] === 0) continue;
      surplus += histogram[value] / size - shares[value];
      sum += Math.abs(surplus);
    }
    return sum / (values - 1);
  };
}

/** max |q − p| over the values that the cohort has. */
function largestDifference(histogram: Float64Array, size: number, shares: Float64Array): number {
  let most = 0;
  for (let value = 0; value < shares.length; value++) {
    if (histogram[value] === 0) continue;
    const difference = Math.abs(histogram[value] / size - shares[value]);
    if (difference > most) most = difference;
  }
  return most;
}

/**
 * Σ over inner nodes x of level(x) / height · min(pos, neg), where pos and neg are what x's children have too much and
 * too little of. A node's level is the longest way down from it: 0 for a leaf, the height for the root.
 */
function hierarchicalDistance({ parent, nodeOf }: ValueTree, shares: Float64Array): DistanceFunction {
  const nodes = parent.length;
  const level = new Float64Array(nodes);
  for (let node = nodes - 1; node > 0; node--) {
    const above = parent[node];
    if (level[node] + 1 > level[above]) level[above] = level[node] + 1;
  }
  const height = level[0];
  const surplus = new Float64Array(nodes);
  const over = new Float64Array(nodes);
  const under = new Float64Array(nodes);
  return (histogram, size) => {
    surplus.fill(0);
    over.fill(0);
    under.fill(0);
    for (let value = 0; value < shares.length; value++) {
      surplus[nodeOf[value]] += histogram[value] / size - shares[value];
    }
    let cost = 0;
    for (let node = nodes - 1; node >= 0; node--) {
      if (level[node] > 0) cost += level[node] * Math.min(over[node], under[node]);
      if (node === 0) break;
      const above = parent[node];
      const extra = surplus[node];
      surplus[above] += extra;
      if (extra > 0) over[above] += extra;
      else under[above] -= extra;
    }
    return height === 0 ? 0 : cost / height;
  };
}
