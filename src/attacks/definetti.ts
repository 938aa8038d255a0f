/**
 * @file The deFinetti attack: within a cohort all ways to deal its sensitive values out to its people look alike, but
 * the cohorts together show which values go with which quasi-identifiers. Start with values dealt out evenly, learn a
 * naive Bayes from that, deal them out again as it says, keeping each cohort's counts (rows and columns scaled in turn,
 * Sinkhorn 1967), and repeat. Kifer, *Attacks on privacy and deFinetti's theorem*, 2009; he swaps pairs of values where
 * we keep expected shares, which needs no random start.
 */
import { append, largest, randomFrom, report, type Task } from "../base/index.ts";
import { fitNaiveBayes, scoreNaiveBayes } from "../learning/index.ts";
import type { AttackEntry } from "./attack.ts";
import { likeliest } from "./inference.ts";
import { type KnownColumn, rowsByTuple, tuplesIn } from "./release-view.ts";
import { drawCohorts, type Scene } from "./scene.ts";
import type { SensitiveView } from "./sensitive-view.ts";
import { percent } from "./words.ts";

const mostPeople = 20_000;
const mostValues = 200;
const mostBins = 24;
const rounds = 8;

/** Guesses each person's value among those of the cohort by what all cohorts together teach. */
export const definetti: AttackEntry = {
  title: "deFinetti",
  sentence:
    "Learns from all cohorts which values go with which quasi-identifiers and deals each cohort's values out so.",
  knows: "everybody's quasi-identifiers, and the release",
  mitigation: "t-closeness or β-likeness; coarser cohorts",
  also: ["de-finetti", "definetti-attack"],
  sensitive: true,
  *run(scene, sensitive) {
    const { original, totals, name } = sensitive;
    if (original === undefined) return { impossible: `needs the original values of "${name}"` };
    if (totals.length > mostValues) return { impossible: `finds ${totals.length} values of "${name}"` };
    const crowd = yield* gather(scene, sensitive);
    if (crowd.people === 0) return { impossible: "finds no cohort whose people are known for certain" };
    for (let round = 0; round < rounds; round++) {
      yield* report("attack", round, rounds);
      dealAgain(crowd);
    }
    const random = randomFrom(scene.seed);
    let right = 0;
    for (let person = 0; person < crowd.people; person++) {
      const shares = crowd.shares.subarray(person * crowd.classes, (person + 1) * crowd.classes);
      if (likeliest(shares, random.unit()) === crowd.truth[person]) right++;
    }
    let usual = 0;
    for (const { counts } of crowd.cohorts) usual += largest(counts);
    return {
      successes: right,
      targets: crowd.people,
      baseline: usual / crowd.people,
      says: `${name} is guessed right for ${percent(right / crowd.people)} of people, for ${percent(usual / crowd.people)} by the most frequent value of their cohort`,
      details: { people: crowd.people, cohorts: crowd.cohorts.length },
    };
  },
};

type Crowd = {
  readonly people: number;
  readonly classes: number;
  /** Per person and class the share with which the value is dealt out, at `person × classes + class`. */
  readonly shares: Float64Array;
  /** Per person the bin of each known column. */
  readonly bins: readonly Uint32Array[];
  readonly binCounts: readonly number[];
  readonly truth: Int32Array;
  readonly cohorts: readonly { readonly from: number; readonly to: number; readonly counts: Float64Array }[];
};

/** The people of as many cohorts as there is room for, each with its cohort's values dealt out evenly. */
function* gather(scene: Scene, { totals, starts, values, counts, releasedCode, original }: SensitiveView): Task<Crowd> {
  const { view, people } = scene;
  const rowsOf = rowsByTuple(people);
  const rankOf = new Uint32Array(scene.order.length);
  scene.order.forEach((row, rank) => {
    rankOf[row] = rank;
  });
  const classes = totals.length;
  const rows: number[] = [];
  const cohorts: { from: number; to: number; counts: Float64Array }[] = [];
  const wanted = Math.max(50, Math.min(view.cohorts, Math.floor(1e9 / Math.max(1, people.tuples))));
  for (const cohort of drawCohorts(scene, wanted)) {
    if (cohorts.length % 16 === 0) yield* report("attack", rows.length, mostPeople);
    if (rows.length >= mostPeople) break;
    const members = tuplesIn(view, people, cohort).flatMap((tuple) => rowsOf[tuple]);
    if (members.length !== view.sizes[cohort]) continue;
    const histogram = new Float64Array(classes);
    for (let at = starts[cohort]; at < starts[cohort + 1]; at++) histogram[values[at]] = counts[at];
    cohorts.push({ from: rows.length, to: rows.length + members.length, counts: histogram });
    append(
      rows,
      members.sort((a, b) => rankOf[a] - rankOf[b]),
    );
  }
  const shares = new Float64Array(rows.length * classes);
  for (const { from, to, counts: histogram } of cohorts) {
    const even = histogram.map((count) => count / (to - from));
    for (let person = from; person < to; person++) shares.set(even, person * classes);
  }
  const binned = view.known.map((column) => binsOf(column, rows));
  return {
    people: rows.length,
    classes,
    shares,
    bins: binned.map(({ bins }) => bins),
    binCounts: binned.map(({ count }) => count),
    truth: Int32Array.from(rows, (row) => releasedCode[original!.codes[row]]),
    cohorts,
  };
}

/** The ranks of a column, put into bins of about as many people each where there are many. */
function binsOf({ cover, original }: KnownColumn, rows: readonly number[]): { bins: Uint32Array; count: number } {
  const { size } = cover.attribute;
  const people = new Uint32Array(size);
  const ranks = Uint32Array.from(rows, (row) => cover.rankOf[original.codes[row]]);
  for (const rank of ranks) people[rank]++;
  if (size <= mostBins || cover.attribute.kind === "category") return { bins: ranks, count: size };
  const binOf = new Uint32Array(size);
  let before = 0;
  for (let rank = 0; rank < size; rank++) {
    binOf[rank] = Math.min(mostBins - 1, Math.floor((before * mostBins) / Math.max(1, rows.length)));
    before += people[rank];
  }
  return { bins: ranks.map((rank) => binOf[rank]), count: mostBins };
}

function dealAgain(crowd: Crowd): void {
  const { people, classes, shares, bins, binCounts } = crowd;
  const classCounts = new Float64Array(classes);
  const columnCounts = binCounts.map((count) => new Float64Array(count * classes));
  for (let person = 0; person < people; person++) {
    for (let at = 0; at < classes; at++) {
      const share = shares[person * classes + at];
      if (share === 0) continue;
      classCounts[at] += share;
      for (let column = 0; column < bins.length; column++) {
        columnCounts[column][bins[column][person] * classes + at] += share;
      }
    }
  }
  const model = fitNaiveBayes(classCounts, columnCounts);
  const scores = new Float64Array(classes);
  const values = new Float64Array(bins.length);
  for (const { from, to, counts } of crowd.cohorts) {
    for (let person = from; person < to; person++) {
      for (let column = 0; column < bins.length; column++) values[column] = bins[column][person];
      scoreNaiveBayes(model, values, scores);
      let most = Number.NEGATIVE_INFINITY;
      for (let at = 0; at < classes; at++) if (counts[at] > 0) most = Math.max(most, scores[at] - model.priors[at]);
      for (let at = 0; at < classes; at++) {
        shares[person * classes + at] = counts[at] === 0 ? 0 : Math.exp(scores[at] - model.priors[at] - most) + 1e-12;
      }
    }
    balance(shares, classes, from, to, counts);
  }
}

/** Scales a cohort's shares until each person has one value and each value as many people as it occurs. */
function balance(shares: Float64Array, classes: number, from: number, to: number, counts: Float64Array): void {
  for (let turn = 0; turn < 12; turn++) {
    for (let at = 0; at < classes; at++) {
      if (counts[at] === 0) continue;
      let sum = 0;
      for (let person = from; person < to; person++) sum += shares[person * classes + at];
      for (let person = from; person < to; person++) shares[person * classes + at] *= counts[at] / sum;
    }
    for (let person = from; person < to; person++) {
      let sum = 0;
      for (let at = 0; at < classes; at++) sum += shares[person * classes + at];
      for (let at = 0; at < classes; at++) shares[person * classes + at] /= sum;
    }
  }
}
