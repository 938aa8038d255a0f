/**
 * @file The cheapest table under the matching meaning of k, by branch and bound over the rows' options.
 *
 * Let every row take any of its cheapest options at once. If a released row i still fails, let U be the rows that reach
 * i: in every solution either i takes an option covering at least k rows of U, or some row outside U takes one that
 * touches U. (For the original side: let W be what original j reaches; either one more row of W covers j, or some row of
 * W takes an option that leaves W.) Each such condition is a hitting cut; raising its price until one more option
 * becomes cheapest raises a lower bound on the whole (dual ascent). Options whose price lies above what the best known
 * table leaves are dropped, and when no cut is left the row with fewest cheapest options is branched on.
 */
import { type Random, randomFrom, report, reportBest, shuffle, type Task } from "../../base/index.ts";
import { type ConcealmentSide, closure, hasRow, partners, type RowSets, rowSets } from "../../privacy/index.ts";
import { type EarlyEnd, endOf, hasTime, type TimeLeft } from "./ending.ts";
import type { RowOption } from "./row-options.ts";

/** What is to be solved; on the released side no option may cover fewer than k rows. */
export type MatchingProblem = {
  readonly options: readonly (readonly RowOption[])[];
  readonly k: number;
  readonly side: ConcealmentSide;
};

/** How long to search, and for what. */
export type MatchingLimits = {
  /** Seconds on the clock of `report`. */
  readonly until: number;
  /** A table known beforehand: per row the place of its option; its cost is the one to beat. */
  readonly start?: readonly number[];
  /** Walks through every table of this cost instead of looking for a cheaper one. */
  readonly every?: { readonly cost: number; readonly visit: (picked: readonly number[]) => boolean };
};

/** The best table found and how far it is proved. */
export type MatchingResult = {
  readonly picked: readonly number[] | undefined;
  readonly cost: number;
  readonly bound: number;
  readonly states: number;
  /** Whether the search ended by itself. */
  readonly complete: boolean;
  /** What ended it before that. */
  readonly end?: EarlyEnd;
};

type Node = {
  /** Per row the places of the options still open. */
  readonly open: readonly Int32Array[];
  /** Their prices above the bound. */
  readonly price: readonly Float64Array[];
  readonly bound: number;
};

const tolerance = 1e-9;

/** Whether a complete pick of options holds. */
export function pickHolds({ options, k, side }: MatchingProblem, picked: readonly number[]): boolean {
  const cover = rowSets(options.length);
  picked.forEach((option, row) => {
    cover.bits.set(options[row][option].cover, row * cover.words);
  });
  return partners(cover, side).every((kept) => kept >= k);
}

/** Looks for the cheapest table. */
export function* searchMatching(problem: MatchingProblem, limits: MatchingLimits): Task<MatchingResult> {
  const { every } = limits;
  let picked = limits.start;
  let best = every?.cost ?? (picked === undefined ? Number.POSITIVE_INFINITY : costOf(problem, picked));
  const scale = Math.max(1, Math.abs(best));
  const ceiling = (): number => (every === undefined ? best - tolerance * scale : best + tolerance * scale);
  const stack: Node[] = [rootOf(problem)];
  let states = 0;
  let complete = true;
  let end: EarlyEnd = "ties";
  while (stack.length > 0) {
    states += 1;
    const answer = yield* picked === undefined
      ? report("search", 0, 0)
      : reportBest("search", 0, 0, `best ${best.toFixed(4)}`);
    const ended = endOf(answer, limits.until);
    if (ended !== undefined) {
      end = ended;
      complete = false;
      break;
    }
    const node = ascend(problem, stack.pop()!, ceiling());
    if (node === undefined) continue;
    const solved = node.open.map((open, at) => open[cheapest(node.price[at])]);
    const cost = costOf(problem, solved);
    if (every === undefined) {
      if (cost < best && pickHolds(problem, solved)) {
        best = cost;
        picked = solved;
      }
      // a pick that meets some condition more than once costs more than the bound says
      if (cost <= node.bound + tolerance * scale && pickHolds(problem, solved)) continue;
    }
    const row = rowToBranch(node, every !== undefined);
    if (row < 0) {
      const isTied = every !== undefined && cost <= ceiling() && pickHolds(problem, solved);
      if (isTied && !every.visit(solved)) {
        complete = false;
        break;
      }
      continue;
    }
    branch(node, row, stack);
  }
  const left = stack.reduce((least, node) => Math.min(least, node.bound), complete ? best : Number.POSITIVE_INFINITY);
  const bound = Math.min(best, complete ? best : left);
  return { picked, cost: best, bound, states, complete, end: complete ? undefined : end };
}

function costOf({ options }: MatchingProblem, picked: readonly number[]): number {
  return picked.reduce((sum, option, row) => sum + options[row][option].cost, 0);
}

function rootOf({ options }: MatchingProblem): Node {
  let bound = 0;
  const price = options.map((row) => {
    const least = row.reduce((cost, option) => Math.min(cost, option.cost), Number.POSITIVE_INFINITY);
    bound += least;
    return Float64Array.from(row, (option) => option.cost - least);
  });
  return { open: options.map((row) => Int32Array.from(row.keys())), price, bound };
}

function cheapest(prices: Float64Array): number {
  let at = 0;
  for (let i = 1; i < prices.length; i++) if (prices[i] < prices[at]) at = i;
  return at;
}

/** Prices the open options anew, adding cuts while they raise the bound; undefined once nothing below the ceiling is left. */
function ascend(problem: MatchingProblem, node: Node, ceiling: number): Node | undefined {
  let bound = 0;
  const open = [...node.open];
  const price = open.map((places, row) => Float64Array.from(places, (option) => problem.options[row][option].cost));
  for (;;) {
    for (let row = 0; row < price.length; row++) {
      const prices = price[row];
      if (prices.length === 0) return undefined;
      const least = prices[cheapest(prices)];
      if (least !== 0) {
        bound += least;
        for (let i = 0; i < prices.length; i++) prices[i] -= least;
      }
    }
    if (bound > ceiling) return undefined;
    for (let row = 0; row < open.length; row++) {
      const within = price[row].filter((one) => bound + one <= ceiling);
      if (within.length === price[row].length) continue;
      open[row] = open[row].filter((_, i) => bound + price[row][i] <= ceiling);
      price[row] = within;
    }
    const raised = cutOnce(problem, open, price);
    if (raised === undefined) return { open, price, bound };
    if (raised === Number.POSITIVE_INFINITY) return undefined;
    bound += raised;
  }
}

/** The options of all rows that are still open, with their prices. */
type OpenRows = {
  readonly options: readonly (readonly RowOption[])[];
  readonly open: readonly Int32Array[];
  readonly price: readonly Float64Array[];
};

/** Finds one violated condition and raises its price; undefined when none is violated, infinite when none can be met. */
function cutOnce(
  { options, k, side }: MatchingProblem,
  open: readonly Int32Array[],
  price: readonly Float64Array[],
): number | undefined {
  const rows = options.length;
  const union = rowSets(rows);
  const { words } = union;
  for (let row = 0; row < rows; row++) {
    const places = open[row];
    for (let i = 0; i < places.length; i++) {
      if (price[row][i] > tolerance) continue;
      const { cover } = options[row][places[i]];
      for (let w = 0; w < words; w++) union.bits[row * words + w] |= cover[w];
    }
  }
  const reach = closure(union);
  const near = side === "released" ? transposed(reach) : reach;
  const state: OpenRows = { options, open, price };
  let best: Hits | undefined;
  for (let row = 0; row < rows; row++) {
    const hits = side === "released" ? releasedCut(state, near, row, k) : originalCut(state, near, row, k);
    if (hits === undefined || hits.least <= tolerance) continue;
    if (best === undefined || hits.least * best.rowAt.length > best.least * hits.rowAt.length) best = hits;
  }
  if (best === undefined || best.least === Number.POSITIVE_INFINITY) return best?.least;
  const { rowAt, placeAt, least } = best;
  for (let n = 0; n < rowAt.length; n++) price[rowAt[n]][placeAt[n]] -= least;
  return least;
}

/** For each row everything that reaches it. */
function transposed(reach: RowSets): RowSets {
  const result = rowSets(reach.rows);
  for (let from = 0; from < reach.rows; from++) {
    for (let to = 0; to < reach.rows; to++) {
      if (hasRow(reach, from, to)) result.bits[to * result.words + (from >>> 5)] |= 1 << (from & 31);
    }
  }
  return result;
}

/** The options that would meet a condition, and the least price among them. */
type Hits = { readonly rowAt: readonly number[]; readonly placeAt: readonly number[]; readonly least: number };

function inSet(set: Uint32Array, row: number): boolean {
  return ((set[row >>> 5] >>> (row & 31)) & 1) === 1;
}

function common(a: Uint32Array, b: Uint32Array): number {
  let count = 0;
  for (let w = 0; w < a.length; w++) for (let word = a[w] & b[w]; word !== 0; word &= word - 1) count++;
  return count;
}

function touches(a: Uint32Array, b: Uint32Array): boolean {
  for (let w = 0; w < a.length; w++) if ((a[w] & b[w]) !== 0) return true;
  return false;
}

/** Row takes an option covering at least k of the rows that reach it, or a row outside them touches them. */
function releasedCut({ options, open, price }: OpenRows, reaching: RowSets, row: number, k: number): Hits | undefined {
  const { words } = reaching;
  const set = reaching.bits.subarray(row * words, (row + 1) * words);
  const rowAt: number[] = [];
  const placeAt: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < open.length; at++) {
    if (at !== row && inSet(set, at)) continue;
    const places = open[at];
    for (let i = 0; i < places.length; i++) {
      const { cover } = options[at][places[i]];
      if (at === row ? common(cover, set) < k : !touches(cover, set)) continue;
      if (price[at][i] <= tolerance) return undefined;
      rowAt.push(at);
      placeAt.push(i);
      if (price[at][i] < least) least = price[at][i];
    }
  }
  return { rowAt, placeAt, least };
}

/**
 * One more row of a set covers the original, or a row of the set takes an option that leaves it. Starts from what the
 * original reaches and takes in what the cheapest option would leave for, while still too few rows cover it.
 */
function originalCut({ options, open, price }: OpenRows, reach: RowSets, row: number, k: number): Hits | undefined {
  const { words } = reach;
  const set = reach.bits.slice(row * words, (row + 1) * words);
  const covers = open.map((places, at) =>
    places.some((option, i) => price[at][i] <= tolerance && inSet(options[at][option].cover, row)),
  );
  const fails = (inside: Uint32Array): boolean => covers.filter((does, at) => does && inSet(inside, at)).length < k;
  if (!fails(set)) return undefined;
  for (;;) {
    const rowAt: number[] = [];
    const placeAt: number[] = [];
    let least = Number.POSITIVE_INFINITY;
    let leaving: Uint32Array | undefined;
    for (let at = 0; at < open.length; at++) {
      if (!inSet(set, at)) continue;
      const places = open[at];
      for (let i = 0; i < places.length; i++) {
        const { cover } = options[at][places[i]];
        const leaves = cover.some((word, w) => (word & ~set[w]) !== 0);
        if (!leaves && (covers[at] || !inSet(cover, row))) continue;
        rowAt.push(at);
        placeAt.push(i);
        if (price[at][i] < least) {
          least = price[at][i];
          leaving = leaves ? cover : undefined;
        }
      }
    }
    if (leaving === undefined) return { rowAt, placeAt, least };
    const wider = set.slice();
    for (let to = 0; to < reach.rows; to++) {
      if (inSet(leaving, to)) for (let w = 0; w < words; w++) wider[w] |= reach.bits[to * words + w];
    }
    if (!fails(wider)) return { rowAt, placeAt, least };
    set.set(wider);
  }
}

/** The row with the fewest ways to go on, −1 when all is decided: ways that cost nothing more first, then any. */
function rowToBranch({ open, price }: Node, all: boolean): number {
  let chosen = -1;
  let fewest = Number.POSITIVE_INFINITY;
  open.forEach((places, row) => {
    if (places.length < 2) return;
    const free = all ? places.length : price[row].reduce((count, one) => count + (one <= tolerance ? 1 : 0), 0);
    const ways = free > 1 ? free : 1e6 + places.length;
    if (ways < fewest) {
      fewest = ways;
      chosen = row;
    }
  });
  return chosen;
}

/** A child per option of the row, the cheapest on top. */
function branch({ open, price, bound }: Node, row: number, stack: Node[]): void {
  const order = [...price[row].keys()].sort((a, b) => price[row][b] - price[row][a]);
  for (const i of order) {
    stack.push({
      open: open.map((places, at) => (at === row ? Int32Array.of(places[i]) : places)),
      price: price.map((prices, at) => (at === row ? Float64Array.of(0) : prices)),
      bound: bound + price[row][i],
    });
  }
}

/**
 * A good table to start from, as per row the place of its option: full covers shrunk row by row, from several orders; the
 * best so far where the time is up.
 */
export function* startMatching(
  problem: MatchingProblem,
  { tries, seed }: { readonly tries: number; readonly seed: number },
  time: TimeLeft,
): Task<number[]> {
  const random = randomFrom(seed);
  const widest = problem.options.map((options) => options.length - 1);
  let best = widest;
  let least = costOf(problem, best);
  for (let at = 0; at < tries && time.end === undefined; at++) {
    const picked = yield* shrink(problem, [...widest], random, time);
    const cost = costOf(problem, picked);
    if (cost < least) {
      least = cost;
      best = picked;
    }
  }
  return best;
}

/** Lets rows, in a random order, take their cheapest option that still holds, until none can. */
function* shrink(problem: MatchingProblem, picked: number[], random: Random, time: TimeLeft): Task<number[]> {
  const order = Array.from(picked.keys());
  for (let changed = true; changed; ) {
    changed = false;
    for (const row of shuffle(order, random)) {
      const before = picked[row];
      const costs = problem.options[row];
      for (let option = 0; option < costs.length && costs[option].cost < costs[before].cost - 1e-12; option++) {
        if (!(yield* hasTime(time, picked.length ** 2))) return picked;
        picked[row] = option;
        if (pickHolds(problem, picked)) {
          changed = true;
          break;
        }
        picked[row] = before;
      }
    }
  }
  return picked;
}
