/**
 * @file Places records by what a release printed alone. Every cohort whose labels may stand for a record is a candidate;
 * a column is published as the label that all of them share, and as `*` where they differ or the label does not say what
 * it stands for. The cohort that the release's own cuts lead to is always a candidate, so that every value is published
 * as it would be with the recipe's key, or as `*`.
 */
import { report, type Task } from "../base/index.ts";
import { any, type Problem } from "../cohort/index.ts";
import type { FullSpec } from "../spec/index.ts";
import { marksFor } from "../table/index.ts";
import { boxSearch } from "./box-tree.ts";
import { type LabelCover, labelCovers, mayBe } from "./label-reading.ts";
import { blame, type Placed } from "./placement.ts";
import type { Recipe } from "./recipe.ts";

/** Per column a label, −1 where it is not told; or the column in which no label fits. */
type Place = (ranks: ArrayLike<number>) => readonly number[] | number;

/** Places every tuple by the labels that may stand for its values. */
export function* placeByLabels(problem: Problem, recipe: Recipe, spec: FullSpec): Task<Placed> {
  const { attributes, cohorts } = recipe;
  const covers = attributes.map((attribute, index) => {
    const { hierarchy } = spec.attributes[attribute.name]!;
    const missing = marksFor(spec.input.missing, attribute.name);
    return labelCovers(attribute, problem.attributes[index]!, { hierarchy, missing });
  });
  const fits = covers.map(fittingLabels);
  const place = cohorts === undefined ? placeByLevels(covers, fits) : placeInCohorts(recipe, cohorts, covers);
  const unseen = attributes.map(() => new Map<number, number>());
  const outside = attributes.map(() => new Map<number, number>());
  const withheld = attributes.map(() => 0);
  const texts: (readonly string[] | undefined)[] = [];
  const ranks = new Uint32Array(attributes.length);
  for (let tuple = 0; tuple < problem.tuples; tuple++) {
    if (tuple % 0x1000 === 0) yield* report("apply", tuple, problem.tuples);
    for (let index = 0; index < ranks.length; index++) ranks[index] = problem.ranks[index]![tuple]!;
    const found = place(ranks);
    if (typeof found === "number") {
      const strange = fits.findIndex((labelsOf, index) => labelsOf(ranks[index]!).length === 0);
      const isName = strange >= 0 && attributes[strange]!.kind === "category";
      texts.push(blame(isName ? unseen : outside, problem, strange < 0 ? found : strange, tuple));
      continue;
    }
    texts.push(
      found.map((label, index) => {
        if (label >= 0) return attributes[index]!.labels[label]!.text;
        withheld[index]! += problem.weights[tuple]!;
        return any;
      }),
    );
  }
  return { texts, unseen, outside, withheld };
}

/** The labels that may stand for a rank, found when they are first asked for. */
function fittingLabels(covers: readonly LabelCover[]): (rank: number) => readonly number[] {
  const found = new Map<number, readonly number[]>();
  return (rank) => {
    const known = found.get(rank) ?? covers.flatMap((cover, label) => (mayBe(cover, rank) ? [label] : []));
    found.set(rank, known);
    return known;
  };
}

/** Groups of one level do not overlap, so that a label that surely stands for a value is the one. */
function placeByLevels(
  covers: readonly (readonly LabelCover[])[],
  fits: readonly ((rank: number) => readonly number[])[],
): Place {
  return (ranks) => {
    const found: number[] = [];
    for (const [index, labelsOf] of fits.entries()) {
      const labels = labelsOf(ranks[index]!);
      if (labels.length === 0) return index;
      const sure = labels.filter((label) => covers[index]![label]!.sure);
      found.push(sure.length === 1 ? sure[0]! : -1);
    }
    return found;
  };
}

/** The labels that all cohorts share which may have a record. */
function placeInCohorts(
  { attributes }: Recipe,
  cohorts: NonNullable<Recipe["cohorts"]>,
  covers: readonly (readonly LabelCover[])[],
): Place {
  const labels = attributes.map((attribute, index) => {
    const places = new Map(attribute.labels.map(({ text }, label) => [text, label]));
    return Int32Array.from(cohorts, (texts) => places.get(texts[index]!)!);
  });
  const bounds = (end: "low" | "high"): Int32Array[] =>
    labels.map((own, index) => own.map((label) => covers[index]![label]![end]));
  const search = boxSearch({ low: bounds("low"), high: bounds("high") });
  const fits = (ranks: ArrayLike<number>, cohort: number, but: number): boolean =>
    labels.every((own, index) => index === but || mayBe(covers[index]![own[cohort]!]!, ranks[index]!));
  return (ranks) => {
    let shared: Int32Array | undefined;
    search(ranks, (cohort) => {
      if (!fits(ranks, cohort, -1)) return true;
      shared =
        shared === undefined
          ? Int32Array.from(labels, (own, index) => (covers[index]![own[cohort]!]!.sure ? own[cohort]! : -1))
          : shared.map((label, index) => (label === labels[index]![cohort] ? label : -1));
      return shared.some((label) => label >= 0);
    });
    return shared === undefined ? misfit(ranks) : Array.from(shared);
  };
  /** The first column but for whose value a cohort could have the record; the last one where there is none. */
  function misfit(ranks: ArrayLike<number>): number {
    for (let index = 0; index < labels.length; index++) {
      let isBlamed = false;
      search(
        ranks,
        (cohort) => {
          isBlamed = fits(ranks, cohort, index);
          return !isBlamed;
        },
        index,
      );
      if (isBlamed) return index;
    }
    return labels.length - 1;
  }
}
