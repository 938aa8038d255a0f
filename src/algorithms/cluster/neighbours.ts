import { report, type Task } from "../../base/index.ts";
import { type CutAxis, runCost } from "../run-costs.ts";
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
  const farthest = new Float64Array(tuples).fill(Number.POSITIVE_INFINITY);
  const orders = attributeOrders(records, options.orders);
  const line = newLine(records, orders[0]);
  const { straight, places, bent } = line;
  for (let turn = 0; turn < orders.length; turn++) {
    const order = snakeOrder(records, orders[turn]);
    line.walk(order);
    for (let place = 0; place < tuples; place++) {
      const tuple = order[place];
      const last = Math.min(tuples - 1, place + window);
      const from = place * straight;
      for (let next = place + 1; next <= last; next++) {
        const other = order[next];
        const worst = Math.max(farthest[tuple], farthest[other]);
        let found = 0;
        for (let i = 0, a = from, b = next * straight; i < straight && found < worst; i++, a++, b++) {
          found += Math.abs(places[a] - places[b]);
        }
        if (found >= worst) continue;
        if (bent > 0) found = line.add(found, place, next, worst);
        if (found >= worst) continue;
        if (found < farthest[tuple]) farthest[tuple] = insert(of, distances, keep, tuple, other, found);
        if (found < farthest[other]) farthest[other] = insert(of, distances, keep, other, tuple, found);
      }
      if ((place & 0x7ff) === 0x7ff) yield* report("search", turn * tuples + place, orders.length * tuples);
    }
  }
  return { keep, of, distances };
}

/** Tuples side by side as a snake order walks them. What two cost together is summed dearest step first. */
type Line = {
  /** Attributes on which a run costs the difference of its ends, and place after place where a tuple is on each. */
  readonly straight: number;
  readonly places: Float64Array;
  /** Attributes with a hierarchy or with missing values, whose runs are looked up. */
  readonly bent: number;
  /** Lays the tuples out in an order. */
  readonly walk: (order: Uint32Array) => void;
  /** What two places cost with the bent attributes; at least the bound where they cost that much. */
  readonly add: (sum: number, a: number, b: number, bound: number) => number;
};

function newLine({ tuples, attributes, ranks, costs }: Records, dearest: readonly number[]): Line {
  const straightly = dearest.filter((attribute) => isStraight(costs.axes[attribute]));
  const bently = dearest.filter((attribute) => !straightly.includes(attribute));
  const straight = straightly.length;
  const bent = bently.length;
  const placed = new Float64Array(tuples * straight);
  straightly.forEach((attribute, i) => {
    const { positions, range } = costs.axes[attribute];
    // a step that is a multiple of 2⁻⁵² makes sums of whole positions exact, so that pairs equally far apart are found to
    // be; positions with decimals, and ranges of 1e15 and more, are rounded, and such ties then fall by rounding
    const step = range === 0 ? 0 : Math.round((costs.shares[attribute] / range) * 2 ** 52) / 2 ** 52;
    const scaled = positions.map((position) => (position - positions[0]) * step);
    for (let tuple = 0; tuple < tuples; tuple++) {
      placed[tuple * straight + i] = scaled[ranks[tuple * attributes + attribute]];
    }
  });
  const places = new Float64Array(tuples * straight);
  const laid = new Int32Array(tuples * bent);
  const walk: Line["walk"] = (order) => {
    for (let place = 0; place < tuples; place++) {
      const tuple = order[place];
      for (let i = 0; i < straight; i++) places[place * straight + i] = placed[tuple * straight + i];
      for (let i = 0; i < bent; i++) laid[place * bent + i] = ranks[tuple * attributes + bently[i]];
    }
  };
  const add: Line["add"] = (before, a, b, bound) => {
    let sum = before;
    for (let i = 0; i < bent && sum < bound; i++) {
      const x = laid[a * bent + i];
      const y = laid[b * bent + i];
      if (x !== y) sum += runCost(costs, bently[i], Math.min(x, y), Math.max(x, y));
    }
    return sum;
  };
  return { straight, places, bent, walk, add };
}

function isStraight({ tree, missing }: CutAxis): boolean {
  return tree === undefined && missing < 0;
}

/** Keeps a neighbour nearer than the farthest one kept, unless it is there already; returns how far that is now. */
function insert(
  of: Int32Array,
  distances: Float64Array,
  keep: number,
  tuple: number,
  other: number,
  found: number,
): number {
  const first = tuple * keep;
  const last = first + keep - 1;
  let place = last;
  while (place > first && distances[place - 1] > found) place--;
  // a tuple met in an earlier order stands among those as far away
  for (let same = place - 1; same >= first && distances[same] === found; same--) {
    if (of[same] === other) return distances[last];
  }
  for (let move = last; move > place; move--) {
    distances[move] = distances[move - 1];
    of[move] = of[move - 1];
  }
  distances[place] = found;
  of[place] = other;
  return distances[last];
}
