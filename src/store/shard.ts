/**
 * @file What one worker does: cuts the nodes that fit it to their end, with the kernel that also cuts whole tables in
 * memory. Rows are numbers only: the node, a rank per attribute, a rank per sensitive column, the weight, and for long
 * axes where the rank lies, since nobody told the worker all positions.
 */
import {
  type CutAxis,
  cutStrict,
  type FarAxis,
  isLong,
  type MondrianSpec,
  type Requirement,
} from "../algorithms/index.ts";
import { KohortError, type Task } from "../base/index.ts";

/** What every worker must know, as plain data. */
export type ShardJob = {
  readonly axes: readonly FarAxis[];
  readonly sensitive: number;
  readonly requirement: Requirement;
  readonly score: NonNullable<MondrianSpec["score"]>;
  /** The most tuples a worker has room for. */
  readonly atMost: number;
};

/** The rows of one node while they come in. */
export type ShardRows = {
  count: number;
  /** Ranks per attribute, then per sensitive column, then the weights. */
  readonly columns: Uint32Array[];
  /** Per attribute on a long axis the positions. */
  readonly positions: (Float64Array | undefined)[];
};

/** Leaves of different nodes are this far apart. */
export const leavesPerNode: number = 2 ** 31;

/** How many whole numbers a row has after the node: ranks, sensitive ranks, weight. */
export function rowWidth({ axes, sensitive }: ShardJob): number {
  return axes.length + sensitive + 1;
}

/** No rows yet. */
export function noRows(job: ShardJob): ShardRows {
  return {
    count: 0,
    columns: Array.from({ length: rowWidth(job) }, () => new Uint32Array(1024)),
    positions: job.axes.map((axis) => (isLong(axis) ? new Float64Array(1024) : undefined)),
  };
}

/** Makes room for more rows, or refuses more than a worker can hold. */
export function makeRoom(rows: ShardRows, more: number, job: ShardJob, node: number): void {
  const wanted = rows.count + more;
  if (wanted > job.atMost) {
    throw new KohortError("input", `node ${node} has more than the ${job.atMost} tuples that a worker has room for`, {
      hint: "give workers more memory, or ask for more shards",
    });
  }
  const room = rows.columns[0].length;
  if (wanted <= room) return;
  const larger = Math.max(wanted, Math.min(2 * room, job.atMost));
  const wider = <A extends Uint32Array | Float64Array>(old: A): A => {
    const copy = new (old.constructor as { new (length: number): A })(larger);
    copy.set(old);
    return copy;
  };
  rows.columns.forEach((column, index) => {
    rows.columns[index] = wider(column);
  });
  rows.positions.forEach((column, index) => {
    if (column !== undefined) rows.positions[index] = wider(column);
  });
}

/** The cohort, counted from 0, of each row of a node. */
export function* cutShard(job: ShardJob, rows: ShardRows): Task<Int32Array> {
  const { count } = rows;
  const laid = job.axes.map((axis, attribute) => {
    const ranks = rows.columns[attribute].subarray(0, count);
    if (isLong(axis)) return layLong(axis, ranks, rows.positions[attribute]!, attribute);
    return { axis, ranks: axis.size <= 0x1_0000 ? Uint16Array.from(ranks) : ranks.slice() };
  });
  const at = job.axes.length;
  const { cohortOf } = yield* cutStrict({
    axes: laid.map(({ axis }) => axis),
    ranks: laid.map(({ ranks }) => ranks),
    weights: rows.columns[at + job.sensitive].slice(0, count),
    sensitive: rows.columns.slice(at, at + job.sensitive).map((column) => column.slice(0, count)),
    requirement: job.requirement,
    score: job.score,
    deferBelow: 0,
  });
  return cohortOf;
}

/** A long axis cut down to the ranks that a node has: the same order, the same positions, the same range. */
function layLong(
  { missing, range, weight }: { readonly missing: number; readonly range: number; readonly weight: number },
  ranks: Uint32Array,
  positions: Float64Array,
  attribute: number,
): { readonly axis: CutAxis; readonly ranks: Uint32Array } {
  const sorted = distinctOf(ranks);
  const found = new Float64Array(sorted.length);
  const own = new Uint32Array(ranks.length);
  for (let row = 0; row < ranks.length; row++) {
    const rank = placeIn(sorted, ranks[row]);
    own[row] = rank;
    found[rank] = positions[row];
  }
  const hasMissing = missing >= 0 && sorted[sorted.length - 1] === missing;
  const axis: CutAxis = {
    name: "",
    column: attribute,
    kind: "number",
    size: sorted.length,
    positions: found,
    missing: hasMissing ? sorted.length - 1 : -1,
    range,
    weight,
    ordered: true,
  };
  return { axis, ranks: own };
}

function distinctOf(ranks: Uint32Array): Uint32Array {
  const sorted = ranks.slice().sort();
  let kept = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[kept - 1]) sorted[kept++] = sorted[i];
  return sorted.subarray(0, kept);
}

/** Where a number stands in a sorted list that has it. */
function placeIn(sorted: Uint32Array, wanted: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
