/**
 * @file Snake orders: a walk through all combinations of ranks in which neighbours differ little. It is the reflected
 * mixed-radix order: the first attribute goes up once, every further one goes up and down in turns, so that at each
 * turn only one attribute moves by one.
 */

import { runCost } from "../run-costs.ts";
import type { Records } from "./records.ts";

/**
 * Orders of the attributes for snake orders that complement each other. In the first the attribute that goes by the
 * smallest steps moves fastest, so that records close in the order differ by little; in each further one another
 * attribute moves fastest, those first that take many steps.
 */
export function attributeOrders(records: Records, wanted: number): number[][] {
  const { attributes } = records;
  const steps = Float64Array.from({ length: attributes }, (_, attribute) => meanStep(records, attribute));
  const base = Array.from(steps, (_, attribute) => attribute).sort((a, b) => steps[b] - steps[a] || a - b);
  const reach = Float64Array.from(steps, (step, attribute) => (step === 0 ? 0 : dispersion(records, attribute) / step));
  const others = base.slice(0, -1).sort((a, b) => reach[b] - reach[a] || a - b);
  const last = others.slice(0, wanted - 1).map((attribute) => [...base.filter((one) => one !== attribute), attribute]);
  return [base, ...last];
}

/** The mean cost of a step from one rank to the next. */
function meanStep({ costs }: Records, attribute: number): number {
  const size = costs.sizes[attribute];
  let sum = 0;
  for (let rank = 1; rank < size; rank++) sum += runCost(costs, attribute, rank - 1, rank);
  return size < 2 ? 0 : sum / (size - 1);
}

/** The mean cost of a pair of records, from pairs that stand half a table apart. */
function dispersion({ attributes, tuples, ranks, costs }: Records, attribute: number): number {
  const half = Math.max(1, Math.floor(tuples / 2));
  let sum = 0;
  for (let tuple = 0; tuple + half < tuples; tuple++) {
    const x = ranks[tuple * attributes + attribute];
    const y = ranks[(tuple + half) * attributes + attribute];
    if (x !== y) sum += runCost(costs, attribute, Math.min(x, y), Math.max(x, y));
  }
  return sum / half;
}

/** Combined digits are sorted in one pass up to this many values. */
const mostValues = 1 << 14;

/** The tuples in snake order, the first of the stated attributes moving slowest. */
export function snakeOrder({ tuples, attributes, ranks, costs }: Records, order: readonly number[]): Uint32Array {
  const passes = passesOf(order.map((attribute) => costs.sizes[attribute]));
  const turned = new Uint8Array(tuples);
  const digits = passes.map(({ from, to }) => {
    const digit = new Uint32Array(tuples);
    for (let place = from; place < to; place++) {
      const attribute = order[place];
      const size = costs.sizes[attribute];
      for (let tuple = 0, at = attribute; tuple < tuples; tuple++, at += attributes) {
        const rank = ranks[at];
        digit[tuple] = digit[tuple] * size + (turned[tuple] === 0 ? rank : size - 1 - rank);
        turned[tuple] ^= rank & 1;
      }
    }
    return digit;
  });
  let sorted = new Uint32Array(tuples);
  for (let tuple = 0; tuple < tuples; tuple++) sorted[tuple] = tuple;
  let other = new Uint32Array(tuples);
  for (let pass = passes.length - 1; pass >= 0; pass--) {
    const { values } = passes[pass];
    const starts = new Uint32Array(values + 1);
    const digit = digits[pass];
    for (let tuple = 0; tuple < tuples; tuple++) starts[digit[tuple] + 1] += 1;
    for (let value = 0; value < values; value++) starts[value + 1] += starts[value];
    for (let i = 0; i < tuples; i++) {
      const tuple = sorted[i];
      other[starts[digit[tuple]]++] = tuple;
    }
    [sorted, other] = [other, sorted];
  }
  return sorted;
}

/** Which digits are sorted together: as many as their values are few. */
function passesOf(sizes: readonly number[]): { from: number; to: number; values: number }[] {
  const passes: { from: number; to: number; values: number }[] = [];
  sizes.forEach((size, place) => {
    const last = passes[passes.length - 1];
    if (last === undefined || last.values * size > mostValues)
      passes.push({ from: place, to: place + 1, values: size });
    else {
      last.to = place + 1;
      last.values *= size;
    }
  });
  return passes;
}
