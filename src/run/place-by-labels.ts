/**
 * @file Places records by what a release printed alone. Every cohort whose labels may stand for a record is a candidate;
 * a column is published as the label that all of them share, and as `*` where they differ or the label does not say what
 * it stands for. The cohort that the release's own cuts lead to is always a candidate, so that every value is published
 * as it would be with the recipe's key, or as `*`.
 */
import { report, type Task } from "../base/index.ts";
import { any, type Problem } from "../cohort/index.ts";
import type { FullSpec } from "../spec/index.ts";
import { type LabelTest, labelTests } from "./label-reading.ts";
import { blame, type Placed } from "./placement.ts";
import type { Recipe } from "./recipe.ts";

/** The labels that may stand for a value, and whether one surely does. */
type Fit = { readonly label: number; readonly sure: boolean };

/** Cohorts by their labels, column after column. */
type Branch = Map<number, Branch>;

/** Places every tuple by the labels that may stand for its values. */
export function* placeByLabels(problem: Problem, recipe: Recipe, spec: FullSpec): Task<Placed> {
  const { attributes, cohorts } = recipe;
  const fits = attributes.map((attribute, index) => {
    const axis = problem.attributes[index]!;
    const { hierarchy } = spec.attributes[attribute.name]!;
    return fitsOf(labelTests(attribute, axis, { hierarchy, missing: spec.input.missing }));
  });
  const labelsOf = (tuple: number): (readonly Fit[])[] =>
    fits.map((fitsOfRank, index) => fitsOfRank(problem.ranks[index]![tuple]!));
  const unseen = attributes.map(() => new Map<number, number>());
  const outside = attributes.map(() => new Map<number, number>());
  const withheld = attributes.map(() => 0);
  const place = cohorts === undefined ? levelLabels : cohortLabels(recipe, cohorts);
  const texts: (readonly string[] | undefined)[] = [];
  for (let tuple = 0; tuple < problem.tuples; tuple++) {
    if (tuple % 0x1000 === 0) yield* report("apply", tuple, problem.tuples);
    const candidates = labelsOf(tuple);
    const none = candidates.findIndex((some) => some.length === 0);
    const found = none < 0 ? place(candidates) : none;
    if (typeof found === "number") {
      const isName = none >= 0 && attributes[none]!.kind === "category";
      texts.push(blame(isName ? unseen : outside, problem, found, tuple));
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

/** The labels that may stand for each rank, found when they are first asked for. */
function fitsOf(tests: readonly LabelTest[]): (rank: number) => readonly Fit[] {
  const found = new Map<number, readonly Fit[]>();
  return (rank) => {
    const known = found.get(rank);
    if (known !== undefined) return known;
    const fits = tests.flatMap((test, label) => {
      const stands = test(rank);
      return stands === "no" ? [] : [{ label, sure: stands === "yes" }];
    });
    found.set(rank, fits);
    return fits;
  };
}

/** Per column the label of its level, −1 where it is not told: groups of a level do not overlap. */
function levelLabels(candidates: readonly (readonly Fit[])[]): number[] {
  return candidates.map((fits) => {
    const sure = fits.filter((fit) => fit.sure);
    return sure.length === 1 ? sure[0]!.label : -1;
  });
}

/** Per column the label that all candidates share, −1 where it is not told; or the column in which none fits. */
function cohortLabels(
  { attributes }: Recipe,
  cohorts: NonNullable<Recipe["cohorts"]>,
): (candidates: readonly (readonly Fit[])[]) => number[] | number {
  const places = attributes.map(({ labels }) => new Map(labels.map(({ text }, label) => [text, label])));
  const root: Branch = new Map();
  for (const texts of cohorts) {
    let branch = root;
    texts.forEach((text, index) => {
      const label = places[index]!.get(text)!;
      const next: Branch = branch.get(label) ?? new Map();
      branch.set(label, next);
      branch = next;
    });
  }
  return (candidates) => {
    const path: Fit[] = [];
    let deepest = 0;
    let shared: number[] | undefined;
    const walk = (branch: Branch, index: number): void => {
      if (shared?.every((label) => label < 0)) return;
      if (index === candidates.length) {
        shared =
          shared === undefined
            ? path.map(({ label, sure }) => (sure ? label : -1))
            : shared.map((label, at) => (label === path[at]!.label ? label : -1));
        return;
      }
      deepest = Math.max(deepest, index);
      for (const fit of candidates[index]!) {
        const next = branch.get(fit.label);
        if (next === undefined) continue;
        path[index] = fit;
        walk(next, index + 1);
      }
    };
    walk(root, 0);
    return shared ?? deepest;
  };
}
