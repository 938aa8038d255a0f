/**
 * @file Finds the best cuts of a part. For one attribute the part's tuples are gathered into bins by rank; each bin
 * knows its records and the union of its tuples' values on every attribute. Unions of bins from the left and from the
 * right give the tight boxes of both sides of every cut, so all cuts of an attribute cost one pass over the tuples.
 * Long axes are cut into bins of several ranks first and the best bin is then looked into.
 *
 * An attribute that spans few ranks inside the part is a bit set, several of them to a word, so that the union of many
 * values is one `or` for several attributes; lowest and highest bit are the ends of the run. Against keeping the ends
 * of each attribute this halves the time on Adult.
 */

import { report, type Task } from "../../base/index.ts";
import type { Judge } from "../judge.ts";
import { type RunCosts, runCost } from "../run-costs.ts";
import { lookWork, type Pace, takeTurn } from "./pace.ts";
import { ranksAt, weightAt } from "./tuple-rows.ts";

/** Neighbouring rows that belong together, with their tight box. */
export type Part = {
  readonly start: number;
  readonly end: number;
  readonly records: number;
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  /** What its box costs a record. */
  readonly cost: number;
  /** Per sensitive column how often each value occurs; empty when only sizes count. */
  readonly histograms: readonly Float64Array[];
};

/** A cut after a rank, with what it promises: less is better. */
export type Cut = { readonly attribute: number; readonly rank: number; readonly score: number };

/** Looks for cuts in the rows it was made for. */
export type CutFinder = {
  readonly partOf: (start: number, end: number) => Part;
  /** The best cut of each attribute that has an allowed one, best first, at most `wanted`. */
  readonly cutsOf: (part: Part, wanted: number) => Cut[];
  /** The best of those cuts in a part that takes long to look at, reporting after every few attributes. */
  readonly bestCutOf: (part: Part, pace: Pace) => Task<Cut | undefined>;
};

/** What a finder works on. */
export type FinderInput = {
  readonly rows: Uint32Array;
  readonly stride: number;
  readonly costs: RunCosts;
  /** What boxes promise to cost once they are cut further; what they cost unless stated. */
  readonly promise?: RunCosts;
  readonly judge: Judge;
  /** Values of each sensitive column. */
  readonly sensitiveSizes: readonly number[];
  /** What a side of so many records is expected to lose of what its box costs now. */
  readonly shrink: (records: number) => number;
};

/** Words that the bit set of one attribute may take; past that only its ends are kept. */
const wideWords = 4;

/**
 * Attributes up to which all of a part are looked at for cuts. Looking at one grows with their number, so that of more
 * only so many are as keep this square; those whose span costs most come first, as they have most to gain.
 */
const manyAttributes = 120;

/** Bins an axis is gathered into at most. */
const mostBins = 256;

/** Opens a finder. */
export function cutFinder(input: FinderInput): CutFinder {
  const { rows, stride, costs, judge, shrink, promise = costs } = input;
  const attributes = costs.sizes.length;
  const sensitiveAt = ranksAt + attributes;
  const most = 1 + wideWords * attributes;
  const bins = new Uint32Array((mostBins + 2) * most);
  const union = new Uint32Array(most);
  const rightCosts = new Float64Array(mostBins + 2);
  // what varies inside the part at hand, and where: in which word at which bit, or as which long one
  const varying = new Int32Array(attributes);
  const wordOf = new Int32Array(attributes);
  const shift = new Uint32Array(attributes);
  const field = new Uint32Array(attributes);
  const base = new Uint32Array(attributes);
  const room = new Uint32Array(wideWords * attributes);
  const longs = new Int32Array(attributes);
  const mostCut = attributes <= manyAttributes ? attributes : Math.ceil(manyAttributes ** 2 / attributes);
  let cuttable: Int32Array = varying;
  let cuttableCount = 0;
  let varyingCount = 0;
  let wordCount = 0;
  let longCount = 0;
  let binStride = 0;
  // the bit sets of the part's tuples, word after word
  let sets = new Uint32Array(0);
  const binHistograms = input.sensitiveSizes.map((size) => new Float64Array((mostBins + 2) * size));
  const leftHistograms = input.sensitiveSizes.map((size) => new Float64Array(size));

  const partOf = (start: number, end: number): Part => {
    const low = new Uint32Array(attributes);
    const high = new Uint32Array(attributes);
    const first = start * stride;
    const last = end * stride;
    let records = 0;
    for (let at = first + weightAt; at < last; at += stride) records += rows[at];
    let cost = 0;
    for (let attribute = 0; attribute < attributes; attribute++) {
      let lowest = rows[first + ranksAt + attribute];
      let highest = lowest;
      for (let at = first + stride + ranksAt + attribute; at < last; at += stride) {
        const rank = rows[at];
        if (rank < lowest) lowest = rank;
        else if (rank > highest) highest = rank;
      }
      low[attribute] = lowest;
      high[attribute] = highest;
      cost += runCost(costs, attribute, lowest, highest);
    }
    const histograms = judge.sizeOnly
      ? []
      : input.sensitiveSizes.map((size, nth) => {
          const histogram = new Float64Array(size);
          for (let at = start * stride; at < end * stride; at += stride) {
            histogram[rows[at + sensitiveAt + nth]] += rows[at + weightAt];
          }
          return histogram;
        });
    return { start, end, records, low, high, cost, histograms };
  };

  /** Notes which attributes vary inside the part and lays their values out as bit sets where they fit. */
  const open = (part: Part): void => {
    varyingCount = 0;
    wordCount = 0;
    longCount = 0;
    for (let attribute = 0; attribute < attributes; attribute++) {
      const low = part.low[attribute];
      const span = part.high[attribute] - low + 1;
      if (span === 1) continue;
      varying[varyingCount++] = attribute;
      base[attribute] = low;
      if (span > 32 * wideWords) {
        wordOf[attribute] = -1 - longCount;
        longs[longCount++] = attribute;
        continue;
      }
      if (span > 32) {
        wordOf[attribute] = wordCount;
        field[attribute] = 0;
        shift[attribute] = (span + 31) >>> 5;
        for (let left = shift[attribute]; left > 0; left--) room[wordCount++] = 32;
        continue;
      }
      let word = 0;
      while (word < wordCount && room[word] + span > 32) word++;
      if (word === wordCount) room[wordCount++] = 0;
      wordOf[attribute] = word;
      shift[attribute] = room[word];
      field[attribute] = span === 32 ? 0xffff_ffff : 2 ** span - 1;
      room[word] += span;
    }
    binStride = 1 + wordCount + 2 * longCount;
    cuttableCount = Math.min(varyingCount, mostCut);
    cuttable = cuttableCount < varyingCount ? dearest(part) : varying;
    layOutSets(part);
  };

  /** The attributes that vary, those whose span inside the part costs most first. */
  const dearest = ({ low, high }: Part): Int32Array => {
    const cost = new Float64Array(attributes);
    const own = varying.slice(0, varyingCount);
    for (const attribute of own) cost[attribute] = runCost(costs, attribute, low[attribute], high[attribute]);
    return own.sort((a, b) => cost[b] - cost[a] || a - b);
  };

  const layOutSets = (part: Part): void => {
    const members = part.end - part.start;
    if (sets.length < members * wordCount) sets = new Uint32Array(members * wordCount);
    sets.fill(0, 0, members * wordCount);
    for (let i = 0; i < varyingCount; i++) {
      const attribute = varying[i];
      const word = wordOf[attribute];
      if (word < 0) continue;
      const first = word * members;
      if (field[attribute] === 0) {
        const from = base[attribute];
        for (let member = 0, at = part.start * stride + ranksAt + attribute; member < members; member++, at += stride) {
          const bit = rows[at] - from;
          sets[first + (bit >>> 5) * members + member] |= 1 << bit;
        }
        continue;
      }
      const move = shift[attribute] - base[attribute];
      for (let member = 0, at = part.start * stride + ranksAt + attribute; member < members; member++, at += stride) {
        sets[first + member] |= 1 << (rows[at] + move);
      }
    }
  };

  /** Gathers the part's tuples: bin 0 lies before `from`, then bins of `width` ranks, the last holds all the rest. */
  const gather = (part: Part, attribute: number, from: number, width: number, count: number): void => {
    const size = binStride;
    const members = part.end - part.start;
    bins.fill(0, 0, count * size);
    const first = part.start * stride;
    if (longCount === 0 && width === 1 && wordCount <= 3) {
      // nearly all parts are like this; bin 0 stays empty
      const start = first + ranksAt + attribute;
      const second = wordCount > 1 ? members : 0;
      const third = wordCount > 2 ? 2 * members : 0;
      const toWeight = weightAt - ranksAt - attribute;
      if (wordCount === 1) {
        for (let member = 0, at = start; member < members; member++, at += stride) {
          const b = (rows[at] - from + 1) * 2;
          bins[b] += rows[at + toWeight];
          bins[b + 1] |= sets[member];
        }
      } else if (wordCount === 2) {
        for (let member = 0, at = start; member < members; member++, at += stride) {
          const b = (rows[at] - from + 1) * 3;
          bins[b] += rows[at + toWeight];
          bins[b + 1] |= sets[member];
          bins[b + 2] |= sets[second + member];
        }
      } else {
        for (let member = 0, at = start; member < members; member++, at += stride) {
          const b = (rows[at] - from + 1) * 4;
          bins[b] += rows[at + toWeight];
          bins[b + 1] |= sets[member];
          bins[b + 2] |= sets[second + member];
          bins[b + 3] |= sets[third + member];
        }
      }
    } else if (longCount === 0 && width === 1) {
      gatherSets(part, attribute, from);
    } else {
      gatherAny(part, attribute, from, width, count);
    }
    if (!judge.sizeOnly) gatherHistograms(part, attribute, from, width, count);
  };

  const gatherSets = (part: Part, attribute: number, from: number): void => {
    const size = binStride;
    const members = part.end - part.start;
    const words = wordCount;
    const column = ranksAt + attribute;
    for (let member = 0, at = part.start * stride; member < members; member++, at += stride) {
      const b = (rows[at + column] - from + 1) * size;
      bins[b] += rows[at + weightAt];
      bins[b + 1] |= sets[member];
      bins[b + 2] |= sets[members + member];
      bins[b + 3] |= sets[2 * members + member];
      bins[b + 4] |= sets[3 * members + member];
      for (let word = 4; word < words; word++) bins[b + 1 + word] |= sets[word * members + member];
    }
  };

  const gatherAny = (part: Part, attribute: number, from: number, width: number, count: number): void => {
    const size = binStride;
    const members = part.end - part.start;
    const words = wordCount;
    const column = ranksAt + attribute;
    const firstLong = 1 + words;
    for (let member = 0, at = part.start * stride; member < members; member++, at += stride) {
      const offset = rows[at + column] - from;
      const bin = width === 1 ? offset : Math.floor(offset / width);
      const b = (bin < 0 ? 0 : bin + 1 >= count ? count - 1 : bin + 1) * size;
      bins[b] += rows[at + weightAt];
      for (let word = 0; word < words; word++) bins[b + 1 + word] |= sets[word * members + member];
      for (let nth = 0; nth < longCount; nth++) {
        // one above the highest rank, and how far the lowest lies below the axis' end: both grow from 0
        const other = longs[nth];
        const rank = rows[at + ranksAt + other];
        const place = b + firstLong + 2 * nth;
        if (rank + 1 > bins[place]) bins[place] = rank + 1;
        const below = costs.sizes[other] - rank;
        if (below > bins[place + 1]) bins[place + 1] = below;
      }
    }
  };

  const gatherHistograms = (part: Part, attribute: number, from: number, width: number, count: number): void => {
    const column = ranksAt + attribute;
    binHistograms.forEach((histograms, nth) => {
      const values = input.sensitiveSizes[nth];
      histograms.fill(0, 0, count * values);
      for (let at = part.start * stride, end = part.end * stride; at < end; at += stride) {
        const bin = Math.floor((rows[at + column] - from) / width);
        const b = bin < 0 ? 0 : bin + 1 >= count ? count - 1 : bin + 1;
        histograms[b * values + rows[at + sensitiveAt + nth]] += rows[at + weightAt];
      }
    });
  };

  const join = (bin: number): void => {
    const b = bin * binStride;
    union[0] += bins[b];
    let slot = 1;
    for (; slot <= wordCount; slot++) union[slot] |= bins[b + slot];
    for (; slot < binStride; slot++) if (bins[b + slot] > union[slot]) union[slot] = bins[b + slot];
  };

  /** What the box of the union costs. */
  const unionCost = (): number => {
    const { table, tableAt, sizes } = promise;
    let cost = 0;
    for (let i = 0; i < varyingCount; i++) {
      const attribute = varying[i];
      const word = wordOf[attribute];
      if (word >= 0 && field[attribute] === 0) {
        let first = word + 1;
        let last = word + shift[attribute];
        while (union[first] === 0) first++;
        while (union[last] === 0) last--;
        const lowest = base[attribute] + 32 * (first - word) - 1 - Math.clz32(union[first] & -union[first]);
        const highest = base[attribute] + 32 * (last - word) - 1 - Math.clz32(union[last]);
        cost += runCost(promise, attribute, lowest, highest);
      } else if (word >= 0) {
        const set = (union[1 + word] >>> shift[attribute]) & field[attribute];
        const lowest = base[attribute] + 31 - Math.clz32(set & -set);
        const highest = base[attribute] + 31 - Math.clz32(set);
        const at = tableAt[attribute];
        cost +=
          at >= 0 ? table[at + lowest * sizes[attribute] + highest] : runCost(promise, attribute, lowest, highest);
      } else {
        const place = 1 + wordCount + 2 * (-1 - word);
        cost += runCost(promise, attribute, sizes[attribute] - union[place + 1], union[place] - 1);
      }
    }
    return cost;
  };

  const addHistograms = (bin: number): void => {
    leftHistograms.forEach((left, nth) => {
      const values = left.length;
      const from = binHistograms[nth];
      for (let value = 0; value < values; value++) left[value] += from[bin * values + value];
    });
  };

  /** The best bin to cut after among those gathered, −1 if none; its score in `best.score`. */
  const best = { bin: -1, score: 0 };
  const weigh = (part: Part, count: number): void => {
    const { least } = judge;
    best.bin = -1;
    best.score = Number.POSITIVE_INFINITY;
    union.fill(0, 0, binStride);
    for (let bin = count - 1; bin > 0; bin--) {
      if (bins[bin * binStride] === 0) continue;
      join(bin);
      const records = union[0];
      if (records >= least && part.records - records >= least) {
        rightCosts[bin] = unionCost() * records * shrink(records);
      }
    }
    union.fill(0, 0, binStride);
    for (const left of leftHistograms) left.fill(0);
    let next = 0;
    for (let bin = 0; bin < count - 1; bin = next) {
      next = bin + 1;
      if (bins[bin * binStride] === 0) continue;
      join(bin);
      if (!judge.sizeOnly) addHistograms(bin);
      const records = union[0];
      if (part.records - records < least) break;
      while (next < count && bins[next * binStride] === 0) next++;
      if (records < least) continue;
      const score = rightCosts[next] + unionCost() * records * shrink(records);
      const isAllowed = (): boolean => judge.allows(part.histograms, leftHistograms, part.records, records);
      if (score < best.score && (judge.sizeOnly || isAllowed())) {
        best.score = score;
        best.bin = bin;
      }
    }
  };

  /** The best allowed cut of one attribute. */
  const cutOn = (part: Part, attribute: number): Cut | undefined => {
    let from = part.low[attribute];
    let to = part.high[attribute];
    let width = 1;
    while (to - from + 1 > width * (mostBins - 1)) width *= 16;
    for (;;) {
      const count = Math.floor((to - from) / width) + 2;
      gather(part, attribute, from, width, count);
      weigh(part, count);
      if (best.bin < 0) return undefined;
      // bin b > 0 ends at rank from + b·width − 1
      const rank = best.bin === 0 ? from - 1 : Math.min(part.high[attribute], from + best.bin * width - 1);
      if (width === 1) return { attribute, rank, score: best.score };
      from = Math.max(part.low[attribute], rank - width + 1);
      to = Math.min(part.high[attribute], rank + width);
      width /= 16;
    }
  };

  const cutsOf = (part: Part, wanted: number): Cut[] => {
    const cuts: Cut[] = [];
    open(part);
    for (let i = 0; i < cuttableCount; i++) {
      const cut = cutOn(part, cuttable[i]);
      if (cut !== undefined) cuts.push(cut);
    }
    cuts.sort((a, b) => a.score - b.score || a.attribute - b.attribute);
    return cuts.slice(0, wanted);
  };

  const bestCutOf = function* (part: Part, pace: Pace): Task<Cut | undefined> {
    const work = lookWork(part.end - part.start, attributes) / attributes;
    let first: Cut | undefined;
    open(part);
    for (let i = 0; i < cuttableCount; i++) {
      const cut = cutOn(part, cuttable[i]);
      if (cut !== undefined && (first === undefined || cut.score < first.score)) first = cut;
      if (takeTurn(pace, work)) yield* report("search", pace.finished, pace.tuples);
    }
    return first;
  };

  return { partOf, cutsOf, bestCutOf };
}
