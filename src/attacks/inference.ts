import { largest, randomFrom, report } from "../base/index.ts";
import { fitNaiveBayes, type NaiveBayes, scoreNaiveBayes } from "../learning/index.ts";
import type { AttackEntry } from "./attack.ts";
import { type KnownColumn, type ReleaseView, rankIn } from "./release-view.ts";
import { drawTargets } from "./scene.ts";
import type { SensitiveView } from "./sensitive-view.ts";
import { percent } from "./words.ts";

/** Sensitive values past which a column is not learned. */
const mostValues = 2000;

/**
 * Attribute inference: learns from the release how the sensitive column follows from the others (naive Bayes, a released
 * range counting evenly for each value in it) and guesses it for people whose other values are known. What is learned
 * holds for people outside the release as well. Blind is the most frequent value.
 */
export const inference: AttackEntry = {
  title: "attribute inference",
  sentence: "Learns from the release how the sensitive value follows from the others and guesses it.",
  knows: "the person's quasi-identifiers; the person need not be in the release",
  mitigation: "t-closeness; coarser quasi-identifiers; this is also what a useful release teaches",
  also: ["attribute-inference", "classifier"],
  sensitive: true,
  *run(scene, sensitive) {
    const { view } = scene;
    const { original, releasedCode, totals } = sensitive;
    if (original === undefined) return { impossible: `needs the original values of "${sensitive.name}"` };
    if (totals.length > mostValues) return { impossible: `finds ${totals.length} values of "${sensitive.name}"` };
    yield* report("attack", 0, 1);
    const model = learn(view, sensitive);
    const rows = drawTargets(scene);
    const scores = new Float64Array(totals.length);
    const random = randomFrom(scene.seed);
    let right = 0;
    for (let nth = 0; nth < rows.length; nth++) {
      if (nth % 256 === 0) yield* report("attack", nth, rows.length);
      const row = rows[nth];
      scoreNaiveBayes(
        model,
        view.known.map((column) => rankIn(column, row)),
        scores,
      );
      if (likeliest(scores, random.unit()) === releasedCode[original.codes[row]]) right++;
    }
    const blind = largest(totals) / Math.max(1, view.table.rows);
    return {
      successes: right,
      targets: rows.length,
      baseline: blind,
      says: `${sensitive.name} is guessed right for ${percent(right / Math.max(1, rows.length))} of people by what the release teaches, for ${percent(blind)} by its most frequent value`,
      details: { learner: "naive Bayes" },
    };
  },
};

/** The place of the largest score; of equal ones a random one. */
export function likeliest(scores: Float64Array, chance: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const score of scores) most = Math.max(most, score);
  const best: number[] = [];
  for (let at = 0; at < scores.length; at++) if (scores[at] >= most - 1e-9) best.push(at);
  return best[Math.floor(chance * best.length)];
}

function learn(view: ReleaseView, { totals, starts, values, counts }: SensitiveView): NaiveBayes {
  const classes = totals.length;
  const columns = view.known.map((column) => {
    const byCode = new Float64Array(column.released.labels.size * classes);
    for (let cohort = 0; cohort < view.cohorts; cohort++) {
      const code = column.codeOf[cohort];
      for (let at = starts[cohort]; at < starts[cohort + 1]; at++) byCode[code * classes + values[at]] += counts[at];
    }
    return spread(column, byCode, classes);
  });
  return fitNaiveBayes(totals, columns);
}

/** Counts by released code as counts by rank, evenly over the ranks a code covers. */
function spread({ cover }: KnownColumn, byCode: Float64Array, classes: number): Float64Array {
  const byRank = new Float64Array(cover.attribute.size * classes);
  const { starts, runs, count } = cover;
  for (let code = 0; code < count.length; code++) {
    for (let run = starts[code]; run < starts[code + 1]; run++) {
      for (let rank = runs[2 * run]; rank <= runs[2 * run + 1]; rank++) {
        for (let at = 0; at < classes; at++) byRank[rank * classes + at] += byCode[code * classes + at] / count[code];
      }
    }
  }
  return byRank;
}
