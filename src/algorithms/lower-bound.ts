/**
 * @file A loss that no release can stay below. A record's cohort has at least k records, and its box covers the record
 * and each of them, so it costs at least what the box around the record and its (k − 1)-th nearest record costs: the
 * record's radius. All members of a cohort have the same box, so it costs at least the largest of their radii; a record
 * therefore needs k records that are near and whose own radii are no larger, which gives a larger radius, and so on.
 * The mean radius is the bound. It holds for boxes that overlap and for records that are left out, which cost 1.
 */

import { report, type Task } from "../base/index.ts";
import type { Problem } from "../cohort/index.ts";
import { layRecords, type Records } from "./cluster/records.ts";
import { attributeOrders, snakeOrder } from "./cluster/snake.ts";
import { cutAxis, runCost, runCosts, type SearchMeasure } from "./run-costs.ts";

/** Tuples of one block: what is ruled out at once. */
const blockSize = 32;

/** How often radii are made larger by their neighbours' radii. */
const turns = 3;

/** The mean loss of a record that no release with cohorts of at least `least` records can stay below. */
export function* lowerBound(problem: Problem, least: number, measure: SearchMeasure): Task<number> {
  const axes = problem.attributes.map(cutAxis);
  const records = layRecords(problem.ranks, problem.weights, runCosts(axes, measure, problem.tuples));
  if (records.count === 0 || least <= 1) return 0;
  let radii: Float64Array = new Float64Array(records.tuples);
  for (let turn = 0; turn < turns; turn++) radii = yield* grow(records, problem.weights, least, radii, turn);
  let sum = 0;
  for (let tuple = 0; tuple < records.tuples; tuple++) sum += problem.weights[tuple] * radii[tuple];
  return sum / records.count;
}

type Blocks = {
  readonly order: Uint32Array;
  readonly count: number;
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly radius: Float64Array;
};

function blocksOf(records: Records, radii: Float64Array): Blocks {
  const { attributes, ranks, tuples } = records;
  const order = snakeOrder(records, attributeOrders(records, 1)[0]);
  const count = Math.ceil(tuples / blockSize);
  const low = new Int32Array(count * attributes).fill(0x7fff_ffff);
  const high = new Int32Array(count * attributes).fill(-1);
  const radius = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  order.forEach((tuple, place) => {
    const block = Math.floor(place / blockSize);
    radius[block] = Math.min(radius[block], radii[tuple]);
    for (let attribute = 0; attribute < attributes; attribute++) {
      const at = block * attributes + attribute;
      const rank = ranks[tuple * attributes + attribute];
      low[at] = Math.min(low[at], rank);
      high[at] = Math.max(high[at], rank);
    }
  });
  return { order, count, low, high, radius };
}

/** Each tuple's radius when its neighbours count from their own radius on. */
function* grow(
  records: Records,
  weights: Uint32Array,
  least: number,
  radii: Float64Array,
  turn: number,
): Task<Float64Array> {
  const { attributes, ranks, costs, tuples } = records;
  const blocks = blocksOf(records, radii);
  const grown = new Float64Array(tuples);
  // the nearest so far, nearest first, as many as hold `least` records
  const distances = new Float64Array(least + 1);
  const counts = new Float64Array(least + 1);
  for (let place = 0; place < tuples; place++) {
    if ((place & 127) === 0) yield* report("bound", turn * tuples + place, turns * tuples);
    const tuple = blocks.order[place];
    const base = tuple * attributes;
    let size = 0;
    let reached = 0;
    const worst = (): number => (reached >= least ? distances[size - 1] : Number.POSITIVE_INFINITY);
    const offer = (other: number): void => {
      const bound = worst();
      let sum = 0;
      for (let attribute = 0; attribute < attributes && sum < bound; attribute++) {
        const [x, y] = [ranks[base + attribute], ranks[other * attributes + attribute]];
        if (x !== y) sum += runCost(costs, attribute, Math.min(x, y), Math.max(x, y));
      }
      const key = Math.max(sum, radii[other]);
      if (key >= bound) return;
      let at = size++;
      for (; at > 0 && distances[at - 1] > key; at--) {
        distances[at] = distances[at - 1];
        counts[at] = counts[at - 1];
      }
      distances[at] = key;
      counts[at] = weights[other];
      reached += weights[other];
      while (size > 1 && reached - counts[size - 1] >= least) reached -= counts[--size];
    };
    const visit = (block: number): void => {
      const end = Math.min(tuples, (block + 1) * blockSize);
      for (let i = block * blockSize; i < end; i++) offer(blocks.order[i]);
    };
    const own = Math.floor(place / blockSize);
    // outward from the tuple's own block, where its neighbours most likely are
    visit(own);
    for (let step = 1; step < blocks.count; step++) {
      for (const block of [own - step, own + step]) {
        if (block < 0 || block >= blocks.count || blocks.radius[block] >= worst()) continue;
        const bound = worst();
        let sum = 0;
        for (let attribute = 0; attribute < attributes && sum < bound; attribute++) {
          const rank = ranks[base + attribute];
          const at = block * attributes + attribute;
          if (rank < blocks.low[at]) sum += runCost(costs, attribute, rank, blocks.low[at]);
          else if (rank > blocks.high[at]) sum += runCost(costs, attribute, blocks.high[at], rank);
        }
        if (sum < bound) visit(block);
      }
    }
    grown[tuple] = reached >= least ? Math.max(radii[tuple], distances[size - 1]) : 1;
  }
  return grown;
}
