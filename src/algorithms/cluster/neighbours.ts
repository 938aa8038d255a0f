import { report, type Task } from "../../base/index.ts";
import { runCost } from "../run-costs.ts";
import type { Records } from "./records.ts";
import { attributeOrders, snakeOrder } from "./snake.ts";

/** Some near tuples of each tuple, nearest first; −1 where there are fewer. */
export type Neighbours = {
  readonly keep: number;
  readonly of: Int32Array;
  readonly distances: Float64Array;
};

/** How neighbours are looked for: how far along each snake order, in how many orders, and how many are kept. */
export type NeighbourOptions = { readonly window: number; readonly keep: number; readonly orders: number };

/** Near neighbours from a few snake orders: tuples close in one of them are tried, the nearest are kept. */
export function* nearNeighbours(records: Records, options: NeighbourOptions): Task<Neighbours> {
  const { tuples } = records;
  const { window, keep } = options;
  const of = new Int32Array(tuples * keep).fill(-1);
  const distances = new Float64Array(tuples * keep).fill(Number.POSITIVE_INFINITY);
  const orders = attributeOrders(records, options.orders);
  const distance = distanceBy(records, orders[0]!);
  for (let turn = 0; turn < orders.length; turn++) {
    const order = snakeOrder(records, orders[turn]!);
    for (let place = 0; place < tuples; place++) {
      const tuple = order[place]!;
      const last = Math.min(tuples - 1, place + window);
      const end = tuple * keep + keep - 1;
      for (let next = place + 1; next <= last; next++) {
        const other = order[next]!;
        const farthest = distances[other * keep + keep - 1]!;
        const worst = Math.max(distances[end]!, farthest);
        const found = distance(tuple, other, worst);
        if (found >= worst) continue;
        insert(of, distances, keep, tuple, other, found);
        insert(of, distances, keep, other, tuple, found);
      }
      if ((place & 0x7ff) === 0x7ff) yield* report("search", turn * tuples + place, orders.length * tuples);
    }
  }
  return { keep, of, distances };
}

/**
 * What the smallest box around two tuples costs; at least the bound when it costs that much. Attributes are summed
 * dearest step first, so that most pairs are given up after one or two.
 */
function distanceBy(
  { tuples, attributes, ranks, costs }: Records,
  order: readonly number[],
): (a: number, b: number, bound: number) => number {
  const { table } = costs;
  const laid = new Int32Array(tuples * attributes);
  for (let tuple = 0; tuple < tuples; tuple++) {
    for (let place = 0; place < attributes; place++) {
      laid[tuple * attributes + place] = ranks[tuple * attributes + order[place]!]!;
    }
  }
  const starts = Int32Array.from(order, (attribute) => costs.tableAt[attribute]!);
  const sizes = Int32Array.from(order, (attribute) => costs.sizes[attribute]!);
  return (a, b, bound) => {
    let sum = 0;
    for (let place = 0, i = a * attributes, j = b * attributes; place < attributes; place++, i++, j++) {
      const x = laid[i]!;
      const y = laid[j]!;
      if (x === y) continue;
      const start = starts[place]!;
      sum +=
        start >= 0
          ? table[start + x * sizes[place]! + y]!
          : runCost(costs, order[place]!, Math.min(x, y), Math.max(x, y));
      if (sum >= bound) return sum;
    }
    return sum;
  };
}

function insert(
  of: Int32Array,
  distances: Float64Array,
  keep: number,
  tuple: number,
  other: number,
  found: number,
): void {
  const first = tuple * keep;
  let place = first + keep - 1;
  if (found >= distances[place]!) return;
  while (place > first && distances[place - 1]! > found) place--;
  // a tuple met in an earlier order stands among those as far away
  for (let same = place - 1; same >= first && distances[same] === found; same--) if (of[same] === other) return;
  for (let move = first + keep - 1; move > place; move--) {
    distances[move] = distances[move - 1]!;
    of[move] = of[move - 1]!;
  }
  distances[place] = found;
  of[place] = other;
}
