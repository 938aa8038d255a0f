/**
 * @file Places records by what a release printed alone. The boxes of its labels are parted by cuts again, so that every
 * record belongs to a leaf, whatever its values are. Where several boxes share a leaf, every one whose labels may stand
 * for a record is a candidate: a column is published as the label that all of them share, and as `*` where they differ
 * or the label does not say what it stands for. The cohort that the release's own cuts lead to is always a candidate, so
 * that every value that a label stands for is published as it would be with the recipe's key, or as `*`.
 */
import { report, type Task } from "../base/index.ts";
import type { Problem } from "../cohort/index.ts";
import { boxSearch } from "./box-tree.ts";
import { type LabelCover, labelCovers, mayBe, type Reading } from "./label-reading.ts";
import { anySpan, type ColumnSpans, columnSpans, everywhere, noSpan, type Span } from "./label-spans.ts";
import { type Box, type ClassBuilder, classBuilder, type Placement } from "./placement.ts";
import type { Recipe } from "./recipe.ts";
import { leafOf, tileTree } from "./tile-tree.ts";

/** Places every tuple by the labels that may stand for its values. */
export function* placeByLabels(problem: Problem, recipe: Recipe, readings: readonly Reading[]): Task<Placement> {
  const columns = recipe.attributes.map((own, index) => columnSpans(own, problem.attributes[index], readings[index]));
  const covers = recipe.attributes.map((own, index) => labelCovers(own, problem.attributes[index], readings[index]));
  const builder = classBuilder(problem, columns);
  const asked = { problem, recipe, columns, covers, builder };
  return recipe.cohorts === undefined ? yield* placeByLevels(asked) : yield* placeInCohorts(asked, recipe.cohorts);
}

type LabelQuestion = {
  readonly problem: Problem;
  readonly recipe: Recipe;
  readonly columns: readonly ColumnSpans[];
  readonly covers: readonly (readonly LabelCover[])[];
  readonly builder: ClassBuilder;
};

/** Groups of one level do not overlap, so that a label that surely stands for a value is the one. */
function* placeByLevels({ problem, columns, covers, builder }: LabelQuestion): Task<Placement> {
  const spansOf = columns.map((column, index) => levelSpans(column, covers[index]));
  const regions = columns.map(() => everywhere);
  for (let tuple = 0; tuple < problem.tuples; tuple++) {
    if (tuple % 0x1000 === 0) yield* report("apply", tuple, problem.tuples);
    const spans = spansOf.map((spanOf, index) => {
      const span = spanOf(problem.ranks[index][tuple]);
      if (span === undefined) builder.withhold(tuple, index);
      return span ?? anySpan;
    });
    const key = JSON.stringify(spans.map(({ text }) => text));
    builder.add(tuple, { leaf: 0, key, spans, regions });
  }
  return builder.finish([]);
}

/** The label of each rank, found when it is first asked for; undefined where the recipe does not tell. */
function levelSpans({ spans }: ColumnSpans, covers: readonly LabelCover[]): (rank: number) => Span | undefined {
  const found = new Map<number, Span | undefined>();
  return (rank) => {
    if (found.has(rank)) return found.get(rank);
    const labels = covers.flatMap((cover, label) => (mayBe(cover, rank) ? [label] : []));
    const sure = labels.filter((label) => covers[label].sure);
    const own = labels.length === 0 ? noSpan : sure.length === 1 ? spans[sure[0]] : undefined;
    found.set(rank, own);
    return own;
  };
}

/** The labels that all cohorts share which may have a record. */
function* placeInCohorts(
  { problem, recipe, columns, covers, builder }: LabelQuestion,
  cohorts: NonNullable<Recipe["cohorts"]>,
): Task<Placement> {
  const labels = recipe.attributes.map((attribute, index) => {
    const places = new Map(attribute.labels.map(({ text }, label) => [text, label]));
    return Int32Array.from(cohorts, (texts) => places.get(texts[index])!);
  });
  const boxes = columns.map(({ spans }, index) => Array.from(labels[index], (label) => spans[label]));
  const tree = tileTree(columns, boxes);
  const bounds = (end: "low" | "high"): Int32Array[] =>
    labels.map((own, index) => own.map((label) => covers[index][label][end]));
  const search = boxSearch({ low: bounds("low"), high: bounds("high") });
  const shared = sharedLabels(labels, covers, search);
  const ranks = new Uint32Array(columns.length);
  for (let tuple = 0; tuple < problem.tuples; tuple++) {
    if (tuple % 0x1000 === 0) yield* report("apply", tuple, problem.tuples);
    for (let index = 0; index < ranks.length; index++) ranks[index] = problem.ranks[index][tuple];
    const leaf = leafOf(tree, ranks);
    const { boxes: own, regions } = tree.leaves[leaf];
    const common = own.length === 1 ? undefined : shared(ranks);
    const box = common === undefined ? nearest(columns, boxes, own, ranks) : -1;
    const told = columns.map(({ spans }, index): Span | undefined => {
      const span = box >= 0 ? boxes[index][box] : spans[common![index]];
      return span === undefined || span.form === "opaque" ? undefined : span;
    });
    told.forEach((span, index) => {
      if (span === undefined) builder.withhold(tuple, index);
    });
    const spans = told.map((span) => span ?? anySpan);
    const key = own.length === 1 ? `${leaf}` : JSON.stringify([leaf, ...spans.map(({ text }) => text)]);
    const placed: Box = { leaf, key, spans, regions };
    builder.add(tuple, placed);
  }
  return builder.finish(tree.cuts);
}

/** Per column the label that all boxes around a point share, −1 where they differ; undefined where there is no box. */
function sharedLabels(
  labels: readonly Int32Array[],
  covers: readonly (readonly LabelCover[])[],
  search: ReturnType<typeof boxSearch>,
): (ranks: ArrayLike<number>) => Int32Array | undefined {
  return (ranks) => {
    let shared: Int32Array | undefined;
    search(ranks, (cohort) => {
      if (!labels.every((own, index) => mayBe(covers[index][own[cohort]], ranks[index]))) return true;
      shared =
        shared === undefined
          ? Int32Array.from(labels, (own) => own[cohort])
          : shared.map((label, index) => (label === labels[index][cohort] ? label : -1));
      return shared.some((label) => label >= 0);
    });
    return shared;
  };
}

/** Boxes of a leaf that are looked at for the nearest one. */
const mostBoxes = 1000;

/** Of a leaf's boxes the first that does not hold the fewest of a record's values. */
function nearest(
  columns: readonly ColumnSpans[],
  boxes: readonly (readonly Span[])[],
  own: readonly number[],
  ranks: ArrayLike<number>,
): number {
  let [best, fewest] = [own[0], Number.POSITIVE_INFINITY];
  if (own.length === 1) return best;
  for (const box of own.slice(0, mostBoxes)) {
    const misfits = columns.filter(
      ({ holds }, index) => boxes[index][box].form !== "opaque" && !holds(boxes[index][box], ranks[index]),
    ).length;
    if (misfits < fewest) [best, fewest] = [box, misfits];
  }
  return best;
}
