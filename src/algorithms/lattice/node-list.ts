/** @file Which nodes of a lattice a pass visits, and in which order. */
import { indices } from "../../base/index.ts";
import type { Ladder } from "../../cohort/index.ts";
import type { Grid, Levels } from "./grid.ts";

/** Nodes in the order of what a record loses at them on average, the least first. */
export type NodeList = {
  readonly count: number;
  readonly at: (place: number) => Levels;
  /** Whether no level was left out. */
  readonly complete: boolean;
};

/**
 * The nodes that some levels of each attribute make. Where they are more than `most`, levels are left out: again and
 * again the one whose values lose least more on the next level that is left, and once only the ends are left, the
 * attribute that loses least when it is always at its highest.
 */
export function nodesWithin(grid: Grid, stated: readonly (readonly number[])[], most: number): NodeList {
  const costs = meanCosts(grid);
  const choices = stated.map((levels) => levels.slice());
  const all = (): number => choices.reduce((product, levels) => product * levels.length, 1);
  const complete = all() <= most;
  while (all() > most) {
    const { attribute, place } = cheapestLevel(choices, costs);
    choices[attribute].splice(place, 1);
  }
  return { ...cheapestFirst(productOf(choices), costs), complete };
}

/** The level, not the last of its attribute, that is missed least. */
function cheapestLevel(
  choices: readonly (readonly number[])[],
  costs: readonly Float64Array[],
): { attribute: number; place: number } {
  let best = { attribute: -1, place: 0, cost: Number.POSITIVE_INFINITY, end: true };
  choices.forEach((levels, attribute) => {
    for (let place = 0; place + 1 < levels.length; place++) {
      const cost = costs[attribute][levels[place + 1]] - costs[attribute][levels[place]];
      const end = place === 0;
      if (best.attribute < 0 || (end === best.end ? cost < best.cost : !end)) best = { attribute, place, cost, end };
    }
  });
  return best;
}

type FlatNodes = { readonly flat: Uint8Array; readonly width: number };

function productOf(choices: readonly (readonly number[])[]): FlatNodes {
  const width = choices.length;
  const count = choices.reduce((product, levels) => product * levels.length, 1);
  const flat = new Uint8Array(count * width);
  const digits = new Uint32Array(width);
  for (let place = 0; place < count; place++) {
    for (let attribute = 0; attribute < width; attribute++) {
      flat[place * width + attribute] = choices[attribute][digits[attribute]];
    }
    for (let at = width - 1; at >= 0; at--) {
      digits[at] += 1;
      if (digits[at] < choices[at].length) break;
      digits[at] = 0;
    }
  }
  return { flat, width };
}

/** Per attribute and level what a record loses on average, (values − 1) / (D − 1), weighed. */
function meanCosts({ problem, ladders }: Grid): Float64Array[] {
  return ladders.map((ladder, attribute) => {
    const { weight } = problem.attributes[attribute];
    const others = Math.max(1, ladder.domain - 1);
    return Float64Array.from(ladder.leaves, (_, level) => (weight * leavesBeyond(ladder, level, attribute)) / others);
  });
  function leavesBeyond(ladder: Ladder, level: number, attribute: number): number {
    const ranks = problem.ranks[attribute];
    let sum = 0;
    for (let tuple = 0; tuple < problem.tuples; tuple++) {
      sum += problem.weights[tuple] * (ladder.leaves[level][ladder.groupOf[level][ranks[tuple]]] - 1);
    }
    return sum;
  }
}

/** Nodes by cost, of equal ones the first in the order of their levels. */
function cheapestFirst({ flat, width }: FlatNodes, costs: readonly Float64Array[]): Omit<NodeList, "complete"> {
  const count = flat.length / width;
  const total = new Float64Array(count);
  for (let place = 0; place < count; place++) {
    for (let attribute = 0; attribute < width; attribute++) {
      total[place] += costs[attribute][flat[place * width + attribute]];
    }
  }
  const order = indices(count).sort((a, b) => total[a] - total[b] || a - b);
  return { count, at: (place) => flat.subarray(order[place] * width, (order[place] + 1) * width) };
}
