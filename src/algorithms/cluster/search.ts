import { type DriverAnswer, parallel, remember, report, reportBest, type Task } from "../../base/index.ts";
import { foldProblem, type Problem, type Recoding, tightBoxes } from "../../cohort/index.ts";
import { cutBest } from "../best-cut/kernel.ts";
import { pickTuples, tuplesIn } from "../cut-tree.ts";
import { type Judge, judgeOf, type Requirement } from "../judge.ts";
import type { SearchMeasure } from "../run-costs.ts";
import { descend } from "./descent.ts";
import { lossOf } from "./group-boxes.ts";
import { openGroups } from "./groups.ts";
import { type ClusterInput, clusterWork, fullDescent, numbered } from "./kernel.ts";
import { type Neighbours, nearNeighbours } from "./neighbours.ts";
import { type Grouping, type RecordInput, type Records, recordsIn } from "./records.ts";
import { type Round, shardWork, shareOut } from "./shards.ts";
import { attributeOrders, snakeOrder } from "./snake.ts";

/** How long to search. */
export type ClusterEffort = {
  /** Rounds of annealing that the temperature is planned for; 0 anneals nothing. */
  readonly planned: number;
  /** Rounds of annealing to stop after; all that are planned unless stated. */
  readonly rounds?: number;
  /** Seconds of annealing; how many rounds they are worth is found out by the first one. */
  readonly seconds?: number;
};

/** What is searched, by what rules. */
export type ClusterQuestion = {
  readonly requirement: Requirement;
  readonly measure: SearchMeasure;
  readonly seed: number;
  readonly effort: ClusterEffort;
};

/** The cohort of each record in the order of the tuples, and how far the annealing came. */
export type Clustering = Grouping & { readonly planned: number; readonly rounds: number };

/** Tuples that are grouped in one piece; larger tables are cut first, whatever the number of threads. */
export const onePiece = 50_000;

/** Tuples up to which groups of several pieces exchange records at last; more would take longer than all pieces. */
const atLast = 4 * onePiece;

/** Groups the records of a folded problem. */
export function* clusterProblem(problem: Problem, question: ClusterQuestion): Task<Clustering> {
  const { requirement, measure, effort } = question;
  const whole: ClusterInput = { ...tuplesIn(problem, requirement), measure };
  const start = problem.tuples <= onePiece ? yield* clusterWork.run(whole) : yield* clusterPieces(problem, whole);
  const isAnnealed = effort.planned > 0 || effort.seconds !== undefined;
  if (!isAnnealed && problem.tuples > atLast) return { ...start, planned: 0, rounds: 0 };
  const laid = recordsIn(whole, measure);
  const bench = { ...laid, near: yield* nearNeighbours(laid.records, wide), judge: judgeOf(requirement) };
  const settled = yield* improve(bench, start);
  if (!isAnnealed) return { groupOf: settled.groupOf, count: settled.count, planned: 0, rounds: 0 };
  return yield* annealRounds(bench, question, settled);
}

/** All records with the neighbours among which they may be exchanged. */
type Bench = RecordInput & { readonly near: Neighbours; readonly judge: Judge };

/** Groups and what they lose. */
type PricedClustering = Grouping & { readonly loss: number };

/** How neighbours are looked for when groups are good already. */
const wide = { window: 40, keep: 16, orders: 8 };

/** Groups after a descent over the whole table. */
function* improve({ records, near, judge, sensitive }: Bench, found: Grouping): Task<PricedClustering> {
  const groups = openGroups(records, found.groupOf.slice(), found.count, judge, sensitive);
  yield* descend(groups, near, judge, fullDescent);
  return { loss: lossOf(groups), ...numbered(groups.groupOf) };
}

/** Cuts the table into pieces and groups each by itself. */
function* clusterPieces(problem: Problem, whole: ClusterInput): Task<Grouping> {
  const top = yield* cutBest({ ...whole, breadth: { cuts: 1, within: 0 }, deferBelow: onePiece / 2 });
  const pieces = top.deferred.map(({ tuples }) => tuples);
  // cohorts that were finished above the pieces stand together as they are
  const done = new Map<number, number[]>();
  top.cohortOf.forEach((cohort, tuple) => {
    if (cohort >= 0) remember(done, cohort, () => []).push(tuple);
  });
  const inputs = pieces.map((tuples) => pickTuples(whole, tuples));
  const outputs = yield* parallel("search", clusterWork, inputs);
  const first = new Uint32Array(problem.tuples + 1);
  for (let tuple = 0; tuple < problem.tuples; tuple++) first[tuple + 1] = first[tuple] + problem.weights[tuple];
  const groupOf = new Int32Array(first[problem.tuples]);
  let count = 0;
  outputs.forEach((output, piece) => {
    let at = 0;
    for (const tuple of pieces[piece]) {
      for (let record = first[tuple]; record < first[tuple + 1]; record++) {
        groupOf[record] = count + output.groupOf[at++];
      }
    }
    count += output.count;
  });
  for (const tuples of done.values()) {
    for (const tuple of tuples) groupOf.fill(count, first[tuple], first[tuple + 1]);
    count += 1;
  }
  return { groupOf, count };
}

/**
 * Boxes that one round of regrouping works out and exchanges that annealing proposes per record, records of a shard, and
 * the snake orders shards go by in turn.
 */
const boxesPerRecord = 300;
const proposalsPerRecord = 5;
const recordsPerShard = 8192;
const turns = 4;

/** Anneals in rounds on threads, then descends; keeps what it was given if nothing better was found. */
function* annealRounds(bench: Bench, question: ClusterQuestion, base: PricedClustering): Task<Clustering> {
  const { effort, requirement, measure, seed } = question;
  const { records, tupleOf, near, judge, sensitive } = bench;
  const places = attributeOrders(records, turns).map((order) => placesOf(records, order));
  const mean = base.loss / records.count / Math.sqrt(judge.least);
  let state: Grouping = base;
  const annealed = yield* annealFor(effort, records.count, base.loss, function* (round, planned) {
    const context: Round = {
      ...{ records, tupleOf, near, sensitive: sensitive.codes, requirement, measure },
      places: places[round % places.length],
      shards: Math.max(2, Math.ceil(records.count / recordsPerShard)),
      shift: (Math.floor(round / places.length) % 2) / 2,
    };
    const shared = shareOut(context, state.groupOf, state.count);
    const inputs = shared.map((shard, nth) => ({
      ...shard.input,
      work: shard.records.length * boxesPerRecord,
      proposals: shard.records.length * proposalsPerRecord,
      from: mean * heat(round, round, planned),
      to: mean * heat(round, round + 1, planned),
      seed: seed * 1_000_003 + round * 1009 + nth,
    }));
    const outputs = yield* parallel("search", shardWork, inputs);
    state = joined(shared, outputs, records.count);
    return outputs.reduce((sum, output) => sum + output.loss, 0);
  });
  const ended = yield* improve(bench, state);
  const { groupOf, count } = ended.loss < base.loss ? ended : base;
  return { groupOf, count, ...annealed };
}

/**
 * Makes rounds of annealing as long as an effort lasts; `anneal` makes one, told how many were made and are planned, and
 * returns what is lost after it.
 */
export function* annealFor(
  effort: ClusterEffort,
  records: number,
  loss: number,
  anneal: (round: number, planned: number) => Task<number>,
): Task<{ readonly planned: number; readonly rounds: number }> {
  let { planned } = effort;
  let rounds = 0;
  let standing = yield* show(0, planned, loss, records);
  const began = standing.seconds;
  const isOpen = (): boolean => rounds < planned || (rounds === 0 && effort.seconds !== undefined);
  while (!standing.settle && isOpen() && rounds !== effort.rounds) {
    const lost = yield* anneal(rounds, planned);
    rounds += 1;
    standing = yield* show(rounds, Math.max(planned, rounds), lost, records);
    if (effort.seconds === undefined) continue;
    const spent = standing.seconds - began;
    if (rounds === 1) planned = Math.max(2, Math.floor((0.95 * effort.seconds) / Math.max(spent, 1e-3)));
    else if (spent + spent / rounds > effort.seconds) break;
  }
  // a search given seconds that settled before its first round is repeated by one planned and none made
  return { planned: Math.max(planned, rounds, effort.seconds === undefined ? 0 : 1), rounds };
}

/**
 * The temperature of a round after so many are done, in a record's mean loss over √k: a longer search starts hotter, up
 * to sixteen rounds, and falls to nothing at the last. The first round, by which a search that is given seconds finds
 * out how many it can make, stays warm whatever is planned.
 */
function heat(round: number, done: number, planned: number): number {
  return round === 0 ? 1 : Math.sqrt(Math.min(16, planned)) * (1 - done / planned);
}

function* show(done: number, total: number, loss: number, records: number): Task<DriverAnswer> {
  return yield* reportBest("search", done, Math.max(1, total), `loss ${((100 * loss) / records).toFixed(3)} %`);
}

function placesOf(records: Records, order: readonly number[]): Uint32Array {
  const places = new Uint32Array(records.tuples);
  snakeOrder(records, order).forEach((tuple, place) => {
    places[tuple] = place;
  });
  return places;
}

function joined(
  shards: readonly { readonly records: Uint32Array }[],
  outputs: readonly { readonly groupOf: Int32Array }[],
  count: number,
): Grouping {
  const groupOf = new Int32Array(count);
  let base = 0;
  outputs.forEach((output, nth) => {
    let most = 0;
    shards[nth].records.forEach((record, place) => {
      groupOf[record] = base + output.groupOf[place];
      most = Math.max(most, output.groupOf[place] + 1);
    });
    base += most;
  });
  return numbered(groupOf);
}

/** The recoding of an unfolded problem whose records, in the order of the folded tuples, are in these groups. */
export function* recodingOf(problem: Problem, folded: Problem, found: Grouping): Task<Recoding> {
  yield* report("search", 1, 1);
  const next = new Uint32Array(folded.tuples);
  let reached = 0;
  for (let tuple = 0; tuple < folded.tuples; tuple++) {
    next[tuple] = reached;
    reached += folded.weights[tuple];
  }
  const cohortOf = new Uint32Array(problem.tuples);
  for (let row = 0; row < problem.tuples; row++) cohortOf[row] = found.groupOf[next[folded.tupleOf[row]]++];
  return { kind: "local", cohorts: found.count, cohortOf, ...tightBoxes(problem, cohortOf, found.count) };
}

/** Groups of single records, and what is to be said of the annealing that made them. */
export type LocalGroups = {
  readonly recoding: Recoding;
  readonly annealed: { readonly rounds?: number; readonly planned?: number };
};

/** Clusters the records of an unfolded problem, the same way for whoever asks. */
export function* clusterRecords(problem: Problem, question: ClusterQuestion): Task<LocalGroups> {
  // records that differ in sensitive values alone are one tuple where only sizes count
  const { goals, table } = question.requirement;
  const { sizeOnly } = judgeOf(question.requirement);
  const requirement = sizeOnly ? { goals, table: { ...table, sensitive: [] } } : question.requirement;
  const folded = yield* foldProblem(sizeOnly ? { ...problem, sensitive: [] } : problem);
  const found = yield* clusterProblem(folded, { ...question, requirement });
  const { rounds, planned } = found;
  return { recoding: yield* recodingOf(problem, folded, found), annealed: planned === 0 ? {} : { rounds, planned } };
}
