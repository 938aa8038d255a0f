/**
 * @file Attacks on made rows. Each asks how often it succeeds against people whose rows were trained on, and against a
 * control group who are like them but were not: only what goes beyond the control is a leak (Giomi, Boenisch, Wehmeyer
 * and Tasnádi, A unified framework for quantifying privacy risk in synthetic data, PETS 2023, for singling-out,
 * linkability and inference). Intervals are 95 %: Wilson's for a share, Newcombe's for a difference of two and for an AUC.
 */
import { indices, type Random, randomFrom, report, shuffle, type Task } from "../base/index.ts";
import { areaInterval, areaUnderCurve, wilson } from "../learning/index.ts";
import { takeOf } from "./classify.ts";
import { keyOf } from "./generate.ts";
import { nearest, type ScaledRows, scaled } from "./neighbours.ts";
import { seedFor } from "./noise.ts";
import type { Rows, Shape } from "./rows.ts";

/** What an attack found. */
export type Leak = {
  /** How often it succeeds against training rows (for membership: its AUC). */
  readonly success: number;
  /** How often against the control group (for membership and distance 0.5, what guessing gives). */
  readonly baseline: number;
  /** 95 % interval of success − baseline. */
  readonly interval: readonly [number, number];
  /** `leak` when the interval, widened because six attacks are made (Bonferroni), lies above 0. */
  readonly verdict: "leak" | "nothing found";
};

/** All attacks on made rows. */
export type Leaks = {
  readonly copies: Leak;
  readonly distanceToClosest: Leak & { readonly median: number; readonly medianControl: number };
  readonly membership: Leak;
  readonly singlingOut: Leak;
  readonly linkability: Leak;
  readonly inference: Leak;
};

/** What is attacked, with what. */
export type LeakInput = {
  readonly made: Rows;
  readonly training: Rows;
  readonly holdout: Rows;
  readonly shapes: readonly Shape[];
  /** The column an attacker wants to infer. */
  readonly secret: string;
  readonly seed: number;
  /** Attacks of each kind, at most. */
  readonly attempts?: number;
};

type Scene = {
  readonly made: ScaledRows;
  readonly training: ScaledRows;
  readonly holdout: ScaledRows;
  readonly all: readonly number[];
  readonly random: Random;
  readonly attempts: number;
};

/** Runs all attacks; training and holdout are cut to the same number of rows first. */
export function* attackRows(input: LeakInput): Task<Leaks> {
  const { made, shapes, attempts = 1000 } = input;
  const random = randomFrom(seedFor(input.seed, 8));
  const size = Math.min(input.training.count, input.holdout.count);
  const some = (rows: Rows): Rows => takeOf(rows, shuffle(indices(rows.count), random).subarray(0, size));
  const [training, holdout] = [some(input.training), some(input.holdout)];
  const scene: Scene = {
    made: scaled(made, shapes),
    training: scaled(training, shapes),
    holdout: scaled(holdout, shapes),
    all: shapes.map((_, index) => index),
    random,
    attempts: Math.min(attempts, size, made.count),
  };
  const secret = shapes.findIndex(({ name }) => name === input.secret);
  const copies = copiesOf(made, training, holdout);
  const distanceToClosest = yield* closest(scene);
  const membership = yield* memberships(scene);
  const singlingOut = yield* singleOut(scene, [made, training, holdout], shapes);
  const linkability = yield* link(scene);
  const inference = yield* infer(scene, secret);
  return { copies, distanceToClosest, membership, singlingOut, linkability, inference };
}

/** The share of training rows that stand among the made ones, cell for cell. */
function copiesOf(made: Rows, training: Rows, holdout: Rows): Leak {
  const keys = new Set<string>();
  for (let row = 0; row < made.count; row++) keys.add(keyOf(made, row));
  const hits = (rows: Rows): number => {
    let count = 0;
    for (let row = 0; row < rows.count; row++) if (keys.has(keyOf(rows, row))) count += 1;
    return count;
  };
  return compared(hits(training), training.count, hits(holdout), holdout.count);
}

/** Whether made rows lie nearer to training rows than to as many others. */
function* closest(scene: Scene): Task<Leaks["distanceToClosest"]> {
  const { made, training, holdout, all, attempts } = scene;
  const [near, far]: [number[], number[]] = [[], []];
  let nearer = 0;
  for (let i = 0; i < attempts; i++) {
    const row = Math.floor((i * made.count) / attempts);
    const a = nearest(made, row, training, all).distance;
    const b = nearest(made, row, holdout, all).distance;
    near.push(a);
    far.push(b);
    nearer += a < b ? 1 : a === b ? 0.5 : 0;
    yield* report("attack", i + 1, 5 * attempts, "distance");
  }
  const [low, high] = wilson(nearer, attempts);
  const success = nearer / attempts;
  return {
    ...leak(success, 0.5, [low - 0.5, high - 0.5]),
    median: median(near),
    medianControl: median(far),
  };
}

/** Whether a row's distance to the closest made row tells that it was trained on. */
function* memberships({ made, training, holdout, all, attempts }: Scene): Task<Leak> {
  const scores = new Float64Array(attempts * 2);
  for (let i = 0; i < attempts; i++) {
    scores[i] = -nearest(training, i, made, all).distance;
    scores[attempts + i] = -nearest(holdout, i, made, all).distance;
    yield* report("attack", 1 * attempts + i + 1, 5 * attempts, "membership");
  }
  const auc = areaUnderCurve(scores, (row) => row < attempts);
  const [low, high] = areaInterval(auc, attempts);
  return leak(auc, 0.5, [low - 0.5, high - 0.5]);
}

/** Guesses that exactly one person has what exactly one made row has in some columns. */
function* singleOut(
  { random, attempts, all }: Scene,
  [made, training, holdout]: readonly [Rows, Rows, Rows],
  shapes: readonly Shape[],
): Task<Leak> {
  let tried = 0;
  const hits = [0, 0];
  for (let attempt = 0; attempt < attempts * 20 && tried < attempts; attempt++) {
    const row = random.below(made.count);
    const columns = shuffle([...all], random).slice(0, Math.min(all.length, 3 + random.below(3)));
    const matches = (rows: Rows): number => countMatches(rows, made, row, columns, shapes);
    if (matches(made) === 1) {
      tried += 1;
      if (matches(training) === 1) hits[0] += 1;
      if (matches(holdout) === 1) hits[1] += 1;
    }
    yield* report("attack", 2 * attempts + tried, 5 * attempts, "singling out");
  }
  return tried === 0 ? untried : compared(hits[0], tried, hits[1], tried);
}

function countMatches(
  rows: Rows,
  made: Rows,
  row: number,
  columns: readonly number[],
  shapes: readonly Shape[],
): number {
  let count = 0;
  const wanted = columns.map((column) => made.columns[column][row]);
  const slack = columns.map((column) => {
    const shape = shapes[column];
    return shape.kind === "number" ? (shape.high - shape.low) * 0.005 : 0;
  });
  for (let other = 0; other < rows.count && count < 2; other++) {
    let isMatch = true;
    for (let c = 0; c < columns.length && isMatch; c++) {
      const value = rows.columns[columns[c]][other];
      isMatch = Math.abs(value - wanted[c]) <= slack[c] || (Number.isNaN(value) && Number.isNaN(wanted[c]));
    }
    if (isMatch) count += 1;
  }
  return count;
}

/** Whether two halves of what is known about a person lead to the same made row. */
function* link(scene: Scene): Task<Leak> {
  const { made, all, random } = scene;
  const mixed = shuffle([...all], random);
  const [first, second] = [mixed.slice(0, mixed.length >> 1), mixed.slice(mixed.length >> 1)];
  if (first.length === 0) return untried;
  return yield* tryEach(scene, 3, "linkability", (rows, row) => {
    const found = nearest(rows, row, made, first, 1).rows;
    return nearest(rows, row, made, second, 1).rows.some((one) => found.includes(one));
  });
}

/** Whether the made row nearest to what is known about a person tells the rest. */
function* infer(scene: Scene, secret: number): Task<Leak> {
  const { made, all } = scene;
  const known = all.filter((column) => column !== secret);
  return yield* tryEach(scene, 4, "inference", (rows, row) => {
    const guess = made.columns[secret][nearest(rows, row, made, known).rows[0]];
    const truth = rows.columns[secret][row];
    return rows.isNumber[secret] ? Math.abs(guess - truth) <= 0.025 : guess === truth;
  });
}

/** Tries an attack, the nth of five, on rows trained on and on as many others. */
function* tryEach(
  { training, holdout, attempts }: Scene,
  nth: number,
  name: string,
  succeeds: (rows: ScaledRows, row: number) => boolean,
): Task<Leak> {
  let [hits, controlHits] = [0, 0];
  for (let row = 0; row < attempts; row++) {
    if (succeeds(training, row)) hits += 1;
    if (succeeds(holdout, row)) controlHits += 1;
    yield* report("attack", nth * attempts + row + 1, 5 * attempts, name);
  }
  return compared(hits, attempts, controlHits, attempts);
}

/** How much wider an interval is at 95 % for six attacks together than for one. */
const forSix = 2.6383 / 1.96;

function leak(success: number, baseline: number, interval: readonly [number, number]): Leak {
  const beyond = success - baseline;
  const isSure = beyond - (beyond - interval[0]) * forSix > 0;
  return { success, baseline, interval, verdict: isSure ? "leak" : "nothing found" };
}

/** Where nothing could be tried nothing is known. */
const untried: Leak = { success: 0, baseline: 0, interval: [-1, 1], verdict: "nothing found" };

/** Two shares, and Newcombe's interval of their difference. */
function compared(hits: number, of: number, controlHits: number, controlOf: number): Leak {
  const [a, b] = [hits / of, controlHits / controlOf];
  const [lowA, highA] = wilson(hits, of);
  const [lowB, highB] = wilson(controlHits, controlOf);
  const low = a - b - Math.sqrt((a - lowA) ** 2 + (highB - b) ** 2);
  const high = a - b + Math.sqrt((highA - a) ** 2 + (b - lowB) ** 2);
  return leak(a, b, [low, high]);
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted.length === 0 ? 0 : (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}
