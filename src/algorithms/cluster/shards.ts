/**
 * @file Annealing on threads: the groups are shared out into a few shards of groups that lie near each other, each
 * shard is annealed by itself, and for the next round they are shared out differently. How many shards there are and
 * what each is given does not depend on the number of threads, so neither does the result.
 */

import { numberIn, type Task, type Work } from "../../base/index.ts";
import { judgeOf, type Requirement } from "../judge.ts";
import { type CutAxis, runCosts, type SearchMeasure } from "../run-costs.ts";
import { anneal } from "./anneal.ts";
import { lossOf } from "./group-boxes.ts";
import { openGroups } from "./groups.ts";
import type { Neighbours } from "./neighbours.ts";
import type { Records } from "./records.ts";
import { regroup } from "./regroup.ts";

/** A shard to be annealed. */
export type ShardInput = {
  readonly axes: readonly CutAxis[];
  readonly measure: SearchMeasure;
  readonly requirement: Requirement;
  readonly ranks: Int32Array;
  readonly first: Uint32Array;
  readonly sensitive: readonly Int32Array[];
  readonly near: Int32Array;
  readonly keep: number;
  readonly groupOf: Int32Array;
  readonly groups: number;
  /** Boxes that regrouping may work out, and exchanges that annealing proposes after it. */
  readonly work: number;
  readonly proposals: number;
  readonly from: number;
  readonly to: number;
  readonly seed: number;
};

/** A shard's records in their new groups, and what they lose. */
export type ShardOutput = { readonly groupOf: Int32Array; readonly loss: number };

/** Anneals one shard; what a thread is asked to do. */
export const shardWork: Work<ShardInput, ShardOutput> = {
  name: "cluster-shard",
  run: annealShard,
  transfer: ({ groupOf }) => [groupOf.buffer as ArrayBuffer],
};

/** Where strict models seldom allow what regrouping makes, so many times the exchanges are proposed instead. */
const seldom = 0.02;
const instead = 20;

function* annealShard(input: ShardInput): Task<ShardOutput> {
  const judge = judgeOf(input.requirement);
  const { first, ranks, axes, proposals, from, to, seed } = input;
  const tuples = first.length - 1;
  const records: Records = {
    tuples,
    attributes: axes.length,
    ranks,
    first,
    count: first[tuples],
    costs: runCosts(axes, input.measure, tuples),
  };
  const sizes = input.requirement.table.sensitive.map(({ totals }) => totals.length).slice(0, input.sensitive.length);
  const groups = openGroups(records, input.groupOf, input.groups, judge, { codes: input.sensitive, sizes });
  const near: Neighbours = { keep: input.keep, of: input.near, distances: new Float64Array(0) };
  const kept = yield* regroup(groups, near, judge, { work: input.work, from, to, seed });
  const times = kept < seldom ? instead : 1;
  yield* anneal(groups, near, judge, { proposals: proposals * times, from, to, seed });
  return { groupOf: groups.groupOf, loss: lossOf(groups) };
}

/** What all shards of a round have in common. */
export type Round = {
  readonly records: Records;
  readonly tupleOf: Uint32Array;
  readonly near: Neighbours;
  /** Per sensitive column the code of each record. */
  readonly sensitive: readonly Int32Array[];
  readonly requirement: Requirement;
  readonly measure: SearchMeasure;
  /** The place of each tuple in the order by which this round shares groups out. */
  readonly places: Uint32Array;
  /** How many shards, and by what share of one their borders are moved. */
  readonly shards: number;
  readonly shift: number;
};

/** A shard and which records it has. */
export type Shard = {
  readonly records: Uint32Array;
  readonly input: Omit<ShardInput, "work" | "proposals" | "from" | "to" | "seed">;
};

/** Shares groups out by where they lie. */
export function shareOut(round: Round, groupOf: Int32Array, count: number): Shard[] {
  const shardOf = shardsOfGroups(round, groupOf, count);
  const members: number[][] = Array.from({ length: round.shards + 1 }, () => []);
  for (let record = 0; record < groupOf.length; record++) members[shardOf[groupOf[record]]].push(record);
  return members
    .filter((list) => list.length > 0)
    .map((list) => shardOfRecords(round, groupOf, Uint32Array.from(list)));
}

function shardsOfGroups({ places, tupleOf, shards, shift, records }: Round, groupOf: Int32Array, count: number) {
  const sum = new Float64Array(count);
  const sizes = new Float64Array(count);
  for (let record = 0; record < groupOf.length; record++) {
    sum[groupOf[record]] += places[tupleOf[record]];
    sizes[groupOf[record]] += 1;
  }
  const order = Array.from(sizes, (_, group) => group).sort((a, b) => sum[a] / sizes[a] - sum[b] / sizes[b] || a - b);
  const shardOf = new Int32Array(count);
  const share = records.count / shards;
  let reached = 0;
  for (const group of order) {
    shardOf[group] = Math.min(shards, Math.floor(reached / share + shift));
    reached += sizes[group];
  }
  return shardOf;
}

function shardOfRecords(round: Round, groupOf: Int32Array, chosen: Uint32Array): Shard {
  const { records, tupleOf, near, sensitive, requirement, measure } = round;
  const { attributes } = records;
  const tuples: number[] = [];
  const first: number[] = [];
  const numbers = new Map<number, number>();
  const local = new Int32Array(chosen.length);
  const tupleNumber = new Int32Array(records.tuples).fill(-1);
  chosen.forEach((record, place) => {
    const tuple = tupleOf[record];
    if (tuples[tuples.length - 1] !== tuple) {
      tupleNumber[tuple] = tuples.length;
      tuples.push(tuple);
      first.push(place);
    }
    local[place] = numberIn(numbers, groupOf[record]);
  });
  first.push(chosen.length);
  const ranks = new Int32Array(tuples.length * attributes);
  const nearOf = new Int32Array(tuples.length * near.keep).fill(-1);
  tuples.forEach((tuple, place) => {
    ranks.set(records.ranks.subarray(tuple * attributes, (tuple + 1) * attributes), place * attributes);
    let kept = place * near.keep;
    for (let at = tuple * near.keep; at < (tuple + 1) * near.keep; at++) {
      const other = near.of[at];
      if (other >= 0 && tupleNumber[other] >= 0) nearOf[kept++] = tupleNumber[other];
    }
  });
  return {
    records: chosen,
    input: {
      axes: records.costs.axes,
      measure,
      requirement,
      ranks,
      first: Uint32Array.from(first),
      sensitive: sensitive.map((codes) => Int32Array.from(chosen, (record) => codes[record])),
      near: nearOf,
      keep: near.keep,
      groupOf: local,
      groups: numbers.size,
    },
  };
}
