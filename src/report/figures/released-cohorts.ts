/**
 * @file The rectangles of a release over two of its quasi-identifiers, drawn from what is published and nothing else:
 * no record, and no value that the release does not show.
 */
import { formatNumber, largest, smallest } from "../../base/index.ts";
import { type Attribute, daysIn, parseGeneralised } from "../../cohort/index.ts";
import type { Release } from "../../run/index.ts";
import { type FigureAxis, partitionFigure } from "./partitions.ts";

/** So many different rectangles are drawn at most. */
const most = 4000;

/** Draws the cohorts over two quasi-identifiers, numbers and days before names; undefined where there are not two. */
export function releasedCohortsFigure(release: Release): string | undefined {
  const { problem, published, cohorts } = release;
  const places = problem.attributes.map((_, index) => index);
  const [x, y] = [...places.filter((i) => isMeasured(problem.attributes[i]!)), ...places].filter(unseen);
  if (x === undefined || y === undefined) return undefined;
  const sides = [x, y].map((i) => sideOf(problem.attributes[i]!, published[i]!.texts));
  if (sides.some((side) => side === undefined)) return undefined;
  const [across, up] = sides as [Side, Side];
  const boxes = boxesOf(release, [x, y], [across, up]);
  const drawn = boxes.slice(0, most);
  const left = boxes.length > most ? `, the ${formatNumber(most)} with most records drawn` : "";
  return partitionFigure(
    `Cohorts over ${across.axis.name} and ${up.axis.name}`,
    { x: across.axis, y: up.axis },
    [
      {
        title: `${formatNumber(cohorts.count)} cohorts in ${formatNumber(boxes.length)} rectangles${left}`,
        points: new Float64Array(0),
        boxes: Float64Array.from(drawn.flat()),
      },
    ],
    420,
  );
}

function unseen(value: number, at: number, all: readonly number[]): boolean {
  return all.indexOf(value) === at;
}

function isMeasured({ kind, tree }: Attribute): boolean {
  return kind !== "category" && tree === undefined;
}

/** An axis, and per published text where it lies on it. */
type Side = { readonly axis: FigureAxis; readonly low: Float64Array; readonly high: Float64Array };

function sideOf(attribute: Attribute, texts: readonly string[]): Side | undefined {
  const extents = texts.map((text) => extentOf(attribute, text));
  if (extents.some((extent) => extent === undefined)) return undefined;
  const known = extents.filter((extent): extent is [number, number] => Array.isArray(extent));
  if (known.length === 0) return undefined;
  const isNamed = attribute.kind === "category";
  const least = isNamed ? 0 : known.reduce((low, [from]) => Math.min(low, from), Number.POSITIVE_INFINITY);
  const last = isNamed
    ? attribute.size - 1
    : known.reduce((high, [, to]) => Math.max(high, to), Number.NEGATIVE_INFINITY);
  const ends = extents.map((extent) => (extent === "whole" ? [least, last] : extent!));
  const names = isNamed ? { names: shownNames(attribute, texts) } : {};
  return {
    axis: { name: attribute.name, low: least, high: last, ...names },
    low: Float64Array.from(ends, ([from]) => from!),
    high: Float64Array.from(ends, ([, to]) => to!),
  };
}

/** Where a published text lies; undefined where that cannot be said. */
function extentOf(attribute: Attribute, text: string): [number, number] | "whole" | undefined {
  const { kind, tree, labels, positions } = attribute;
  const node = tree?.tree.labels.indexOf(text) ?? -1;
  if (node >= 0) {
    const [from, to] = [tree!.tree.low[node]!, tree!.tree.high[node]!];
    const places = positions.filter((_, rank) => tree!.leafOf[rank]! >= from && tree!.leafOf[rank]! <= to);
    return places.length === 0 ? undefined : [places[0]!, places[places.length - 1]!];
  }
  const read = parseGeneralised(text);
  if (read.form === "any") return "whole";
  const placeOf = (value: string): number => {
    const rank = labels.indexOf(value);
    if (rank >= 0) return positions[rank]!;
    if (kind === "category" || value.trim() === "") return Number.NaN;
    return kind === "date" ? daysIn(value) : Number(value);
  };
  const values = read.form === "set" ? read.values : read.form === "value" ? [read.value] : [read.low, read.high];
  const places = values.map(placeOf).filter((place) => !Number.isNaN(place));
  return places.length === 0 ? undefined : [smallest(places), largest(places)];
}

/** The names that the release itself shows; the others stay blank. */
function shownNames({ labels }: Attribute, texts: readonly string[]): string[] {
  const shown = new Set(
    texts.flatMap((text) => {
      const read = parseGeneralised(text);
      return read.form === "set" ? read.values : read.form === "value" ? [read.value] : [];
    }),
  );
  return labels.map((name) => (shown.has(name) ? name : ""));
}

/** Left, right, bottom and top of every rectangle that occurs, those with most records first. */
function boxesOf({ published, recoding, cohorts }: Release, of: readonly number[], sides: readonly Side[]): number[][] {
  const records = new Map<string, number>();
  let kept = 0;
  for (let cohort = 0; cohort < recoding.cohorts; cohort++) {
    if (recoding.suppressed?.[cohort] === 1) continue;
    const key = of.map((index) => published[index]!.textOf[cohort]!).join();
    records.set(key, (records.get(key) ?? 0) + cohorts.sizes[kept++]!);
  }
  return [...records.entries()]
    .sort((a, b) => b[1] - a[1])
    .map(([key]) => key.split(",").flatMap((text, side) => [sides[side]!.low[+text]!, sides[side]!.high[+text]!]));
}
