import { didYouMean, KohortError } from "../../base/index.ts";
import type { Problem, Recoding } from "../../cohort/index.ts";

/** The attributes that are published as means; only numbers have one. */
export function meansOf(problem: Problem, names: readonly string[]): number[] {
  return names.map((name) => {
    const index = problem.attributes.findIndex((attribute) => attribute.name === name);
    if (index < 0) {
      const known = problem.attributes.map((attribute) => attribute.name);
      throw new KohortError("spec", `"${name}" cannot be microaggregated: it is no quasi-identifier`, {
        hint: didYouMean(name, known, "quasi-identifiers"),
      });
    }
    const { kind, labels, missing } = problem.attributes[index]!;
    const known = labels.filter((_, rank) => rank !== missing);
    if (kind === "number" && known.every((label) => Number.isFinite(Number(label)))) return index;
    throw new KohortError("spec", `"${name}" cannot be microaggregated: it is not a number`, {
      hint: 'only numbers have a mean; leave it out of "microaggregate"',
    });
  });
}

/**
 * Publishes the mean of a cohort's numbers, to six decimals, instead of its group; `*` where a value is missing. What a
 * cohort loses is still counted by its group.
 */
export function withMeans(problem: Problem, recoding: Recoding, attributes: readonly number[]): Recoding {
  if (attributes.length === 0 || recoding.texts === undefined) return recoding;
  const texts = recoding.texts.map((own, index) =>
    attributes.includes(index) ? means(problem, recoding, index) : own,
  );
  return { ...recoding, texts };
}

function means(problem: Problem, recoding: Recoding, index: number): string[] {
  const { labels, missing } = problem.attributes[index]!;
  const numbers = Float64Array.from(labels, (label, rank) => (rank === missing ? Number.NaN : Number(label)));
  const ranks = problem.ranks[index]!;
  const sums = new Float64Array(recoding.cohorts);
  const records = new Float64Array(recoding.cohorts);
  for (let tuple = 0; tuple < problem.tuples; tuple++) {
    const cohort = recoding.cohortOf[tuple]!;
    sums[cohort]! += problem.weights[tuple]! * numbers[ranks[tuple]!]!;
    records[cohort]! += problem.weights[tuple]!;
  }
  return Array.from(sums, (sum, cohort) =>
    Number.isNaN(sum) ? "*" : String(Number((sum / records[cohort]!).toFixed(6))),
  );
}
