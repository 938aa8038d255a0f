/**
 * @file Which groups of rows are worth more than they cost, given a price for each row: the step of column generation
 * that also certifies its bound.
 *
 * A group G of rows costs |G| · u(G), and u never falls when a row joins. So whatever G grows into, every row s it takes
 * costs at least u(G ∪ s), and the gain of any larger group is at most
 * Σ over G of (price − u(G)) + the best few of (price of s − u(G ∪ s)). Branches below the threshold are left out.
 * Conditions of the kind "at most one chosen group holds two of these three rows" (subset-row cuts, Jepsen et al. 2008)
 * have a price too, which a group pays from its second such row on; more rows only add to it, so the bound stands.
 */
import type { GroupCosts } from "./grid.ts";

/** A group and how much less it costs than the prices of its rows. */
export type PricedGroup = { readonly rows: readonly number[]; readonly gain: number };

/** Conditions on triples of rows, and the price of each. */
export type TripleCuts = { readonly triples: readonly (readonly number[])[]; readonly prices: Float64Array };

/** What to look for. */
export type PricingOptions = {
  readonly least: number;
  readonly most: number;
  /** Only groups that gain more than this. */
  readonly above: number;
  /** How many of the best groups to keep; the threshold rises once there are as many. */
  readonly keep: number;
  /** Steps after which the search gives up; `bound` then covers what was not looked at. */
  readonly steps: number;
  readonly cuts: TripleCuts;
};

/** The groups found and the most that any group, seen or not, can gain. */
export type PricingResult = {
  readonly found: readonly PricedGroup[];
  readonly bound: number;
  readonly steps: number;
  /** Whether every group that gains more than was asked is among those found. */
  readonly complete: boolean;
};

/** Finds the groups whose lowest row is `root` that gain most. */
export function priceRoot(
  costs: GroupCosts,
  prices: Float64Array,
  root: number,
  options: PricingOptions,
): PricingResult {
  const { rows: total, width, ranks, units, sizes } = costs;
  const { least, most, keep } = options;
  const low = new Uint32Array((most + 1) * width);
  const high = new Uint32Array((most + 1) * width);
  const found: PricedGroup[] = [];
  let above = options.above;
  let steps = 0;
  let unseen = Number.NEGATIVE_INFINITY;
  let dropped = false;
  const members = [root];
  const { cutsOf, held } = cutsByRow(total, options.cuts, root);
  const cutPrices = options.cuts.prices;
  let paid = 0;
  const toPay = (row: number): number => {
    let more = 0;
    for (const cut of cutsOf[row]) if (held[cut] === 1) more += cutPrices[cut];
    return more;
  };
  for (let a = 0; a < width; a++) low[a] = high[a] = ranks[root * width + a];

  const unitWith = (depth: number, row: number): number => {
    let unit = 0;
    const base = depth * width;
    const at = row * width;
    for (let a = 0; a < width; a++) {
      const rank = ranks[at + a];
      const l = low[base + a];
      const h = high[base + a];
      unit += units[a][Math.min(rank, l) * sizes[a] + Math.max(rank, h)];
    }
    return unit;
  };
  const take = (gain: number): void => {
    if (gain <= above) return;
    found.push({ rows: members.slice(), gain });
    if (found.length >= 2 * keep) keepBest();
  };
  /** Sorts only when twice as many were found as are kept, so that each costs little however many there are. */
  const keepBest = (): void => {
    found.sort((a, b) => b.gain - a.gain);
    if (found.length <= keep) return;
    found.length = keep;
    dropped = true;
    above = Math.max(above, found[keep - 1].gain);
  };

  /** Extends the group at `depth` (its size less 1), whose rows' prices sum to `worth`, by rows out of `pool`. */
  const extend = (depth: number, worth: number, pool: Int32Array): void => {
    const size = depth + 1;
    const value = new Float64Array(pool.length);
    const unit = new Float64Array(pool.length);
    for (let i = 0; i < pool.length; i++) {
      unit[i] = unitWith(depth, pool[i]);
      value[i] = prices[pool[i]] - unit[i];
    }
    steps += pool.length + 1;
    const room = most - size;
    // the best rows that may still join beside one that is chosen, those needed to reach the least size even at a loss
    const sorted = value.slice().sort().reverse();
    const needed = Math.max(0, least - size - 1);
    let others = 0;
    for (let i = 0; i < Math.min(room - 1, sorted.length); i++) {
      if (sorted[i] > 0 || i < needed) others += sorted[i];
      else break;
    }
    const bound = new Float64Array(pool.length);
    const more = Float64Array.from(pool, toPay);
    for (let i = 0; i < pool.length; i++) bound[i] = worth - paid - more[i] - size * unit[i] + value[i] + others;
    const order = Int32Array.from(pool.keys())
      .filter((i) => bound[i] > above)
      .sort((a, b) => bound[b] - bound[a]);
    for (let at = 0; at < order.length; at++) {
      const i = order[at];
      if (bound[i] <= above) break;
      if (steps > options.steps) {
        unseen = Math.max(unseen, bound[i]);
        return;
      }
      const row = pool[i];
      const gain = worth + prices[row] - (size + 1) * unit[i] - paid - more[i];
      members.push(row);
      paid += more[i];
      for (const cut of cutsOf[row]) held[cut] += 1;
      if (size + 1 >= least) take(gain);
      if (size + 1 < most) {
        for (let a = 0; a < width; a++) {
          const rank = ranks[row * width + a];
          const base = depth * width + a;
          low[base + width] = Math.min(low[base], rank);
          high[base + width] = Math.max(high[base], rank);
        }
        // rows before this one in the order were tried with it already
        const rest = order.subarray(at + 1).map((other) => pool[other]);
        if (rest.length > 0) extend(depth + 1, worth + prices[row], rest);
      }
      members.pop();
      paid -= more[i];
      for (const cut of cutsOf[row]) held[cut] -= 1;
    }
  };
  if (least === 1) take(prices[root] - unitWith(0, root));
  const later = Int32Array.from({ length: total - root - 1 }, (_, i) => root + 1 + i);
  if (most > 1) extend(0, prices[root], later);
  keepBest();
  const best = found[0]?.gain ?? options.above;
  return { found, bound: Math.max(best, unseen), steps, complete: unseen === Number.NEGATIVE_INFINITY && !dropped };
}

/** The conditions that cost something, by row, and how many rows of each the group holds. */
function cutsByRow(
  rows: number,
  { triples, prices }: TripleCuts,
  root: number,
): { readonly cutsOf: readonly (readonly number[])[]; readonly held: Uint8Array } {
  const cutsOf = Array.from({ length: rows }, () => [] as number[]);
  const held = new Uint8Array(triples.length);
  triples.forEach((triple, cut) => {
    if (prices[cut] <= 0) return;
    for (const row of triple) cutsOf[row].push(cut);
    if (triple.includes(root)) held[cut] = 1;
  });
  return { cutsOf, held };
}
