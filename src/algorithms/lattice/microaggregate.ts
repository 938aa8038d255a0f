/**
 * @file Microaggregation: instead of a group, a cohort publishes what stands in the middle of its own values. Domingo-
 * Ferrer and Torra, *Ordinal, continuous and heterogeneous k-anonymity through microaggregation*, DMKD 2005: means for
 * numbers, medians where values have an order, the most frequent value elsewhere.
 */
import { didYouMean, indices, KohortError, meanOf, middleOf } from "../../base/index.ts";
import { type Attribute, any, dayText, type Problem, type Recoding, valueText } from "../../cohort/index.ts";
import { createModels, isOfMatching } from "../../privacy/index.ts";
import type { Question } from "../algorithm.ts";

/** What can stand for the values of a cohort. */
const centres = ["mean", "median", "mode"] as const;

/** What stands for an attribute's values in every cohort. */
export type Aggregation = { readonly attribute: number; readonly by: (typeof centres)[number] };

/** The attributes that are published by their centre, from words such as `age`, `age:median` or `job:mode`. */
export function aggregationsOf(problem: Problem, words: readonly string[]): Aggregation[] {
  const names = problem.attributes.map(({ name }) => name);
  return words.map((word) => {
    const [, head = "", tail = ""] = /^(.*):([^:]*)$/s.exec(word) ?? [];
    const stated = names.includes(word) ? undefined : centres.find((centre) => centre === tail);
    const name = stated === undefined ? word : head;
    const attribute = names.indexOf(name);
    if (attribute < 0) {
      throw new KohortError("spec", `"${name}" cannot be microaggregated: it is no quasi-identifier`, {
        hint: didYouMean(name, names, "quasi-identifiers"),
      });
    }
    const possible = centresOf(problem.attributes[attribute]);
    const by = stated ?? possible[0];
    if (possible.includes(by)) return { attribute, by };
    throw new KohortError(
      "spec",
      `"${name}" has no ${by}: it is ${by === "mean" ? "not a number" : "without an order"}`,
      {
        hint: `it can be published by its ${possible.join(" or ")}`,
      },
    );
  });
}

/** Whether words such as `age` or `age:median` name a column. */
export function isAggregated(words: readonly string[], column: string): boolean {
  return words.some((word) => word === column || centres.some((centre) => word === `${column}:${centre}`));
}

/** What can stand for an attribute's values, the usual first. */
function centresOf({ kind, numbers, ordered, tree }: Attribute): readonly Aggregation["by"][] {
  if (kind !== "category" && numbers !== undefined) return centres;
  if (!ordered) return ["mode"];
  return tree === undefined ? ["median", "mode"] : ["mode", "median"];
}

/** Cohorts may be published alike, and nobody can tell whom a centre covers: refuses models that would have to. */
export function refuseCentres({ goals, table }: Question): void {
  const models = createModels(goals, table);
  const covering = goals.find((goal, at) => models[at].population !== undefined || isOfMatching(goal));
  if (covering === undefined) return;
  throw new KohortError("spec", `${covering.model} cannot be measured where values are microaggregated`, {
    hint: "a mean does not say whom it covers; publish groups, or ask for k-anonymity",
  });
}

/**
 * Publishes the centre of a cohort's values instead of its group. The mean of numbers is told to six decimals, that of
 * days to the day; the median of numbers is the mean of the two in the middle, of days and names the lower of them; of
 * equally frequent values the first is the mode. Where a value is missing, mean and median are `*`, and the mode counts
 * it as a value. What a cohort loses is still counted by its group.
 */
export function withCentres(problem: Problem, recoding: Recoding, aggregations: readonly Aggregation[]): Recoding {
  if (aggregations.length === 0 || recoding.texts === undefined) return recoding;
  const texts = recoding.texts.slice();
  for (const aggregation of aggregations) texts[aggregation.attribute] = centreTexts(problem, recoding, aggregation);
  const centres = texts.map((_, attribute) => aggregations.some((one) => one.attribute === attribute));
  return { ...recoding, texts, centres };
}

/** The ranks of a cohort in order, each with how many records have it. */
type RankCount = { readonly rank: number; count: number };

function centreTexts(problem: Problem, recoding: Recoding, { attribute, by }: Aggregation): string[] {
  const axis = problem.attributes[attribute];
  const ranks = problem.ranks[attribute];
  const { cohortOf } = recoding;
  const place = placesOf(axis);
  const order = indices(problem.tuples).sort((a, b) => cohortOf[a] - cohortOf[b] || place[ranks[a]] - place[ranks[b]]);
  const texts: string[] = [];
  let at = 0;
  for (let cohort = 0; cohort < recoding.cohorts; cohort++) {
    const values: RankCount[] = [];
    for (; at < order.length && cohortOf[order[at]] === cohort; at++) {
      const rank = ranks[order[at]];
      const count = problem.weights[order[at]];
      const last = values.at(-1);
      if (last?.rank === rank) last.count += count;
      else if (count > 0) values.push({ rank, count });
    }
    texts.push(centreText(axis, values, by));
  }
  return texts;
}

/** Where each rank stands in the order of the values; under a hierarchy ranks follow its leaves instead. */
function placesOf({ size, numbers, missing }: Attribute): Float64Array {
  return Float64Array.from({ length: size }, (_, rank) =>
    rank === missing ? Number.POSITIVE_INFINITY : (numbers?.[rank] ?? rank),
  );
}

function centreText(axis: Attribute, values: readonly RankCount[], by: Aggregation["by"]): string {
  const { labels, missing, numbers, kind } = axis;
  if (values.length === 0) return any;
  if (by === "mode") {
    const mode = values.reduce((most, value) => (value.count > most.count ? value : most));
    return valueText(labels[mode.rank]);
  }
  if (values.at(-1)!.rank === missing) return any;
  const records = values.reduce((sum, { count }) => sum + count, 0);
  if (by === "mean") {
    const mean = meanOf(values.map(({ rank, count }) => [numbers![rank], count]));
    return kind === "date" ? dayText(Math.round(mean)) : rounded(mean);
  }
  const [low, high] = [Math.floor((records - 1) / 2), Math.floor(records / 2)].map((wanted) => rankAt(values, wanted));
  return kind === "number" ? rounded(middleOf(numbers![low], numbers![high])) : valueText(labels[low]);
}

function rankAt(values: readonly RankCount[], wanted: number): number {
  let reached = 0;
  return values.find(({ count }) => (reached += count) > wanted)!.rank;
}

function rounded(figure: number): string {
  return String(Number(figure.toFixed(6)));
}
