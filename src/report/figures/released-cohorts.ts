/**
 * @file The rectangles of a release over two of its quasi-identifiers, drawn from the texts that are published and
 * nothing else: no record, no value that the release does not show, and no trace of how many values a text stands for.
 */
import { byCodePoint, formatNumber, largest, smallest } from "../../base/index.ts";
import { type Attribute, cohortSizes, daysIn, isSuppressed, parseGeneralised } from "../../cohort/index.ts";
import type { Release } from "../../release/index.ts";
import { type FigureAxis, partitionFigure } from "./partitions.ts";

/** So many different rectangles are drawn at most. */
const most = 4000;

/** Draws the cohorts over two quasi-identifiers, numbers and days before names; undefined where there are not two. */
export function releasedCohortsFigure(release: Release): string | undefined {
  const { problem, published, cohorts } = release;
  const sides = problem.attributes.flatMap((attribute, index) => sideOf(attribute, published[index].texts, index));
  const [across, up] = [...sides.filter(({ axis }) => axis.names === undefined), ...sides].filter(
    (side, at, all) => all.indexOf(side) === at,
  );
  if (across === undefined || up === undefined) return undefined;
  const boxes = boxesOf(release, [across, up]);
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

/** An axis, the place of its attribute, and per published text where it lies on the axis. */
type Side = {
  readonly axis: FigureAxis;
  readonly index: number;
  readonly low: Float64Array;
  readonly high: Float64Array;
};

/** Numbers and days where every text says which ones it stands for, names otherwise; none where all is hidden. */
function sideOf(attribute: Attribute, texts: readonly string[], index: number): Side[] {
  const extents = texts.map((text) => extentOf(attribute.kind, text));
  const ends = extents.flatMap((extent) => (extent === undefined ? [] : extent)).filter(Number.isFinite);
  if (attribute.kind === "category" || extents.includes(undefined) || ends.length === 0) {
    return namedSide(attribute.name, texts, index);
  }
  const [least, last] = [smallest(ends), largest(ends)];
  return [
    {
      axis: { name: attribute.name, low: least, high: last },
      index,
      low: Float64Array.from(extents, (extent) => Math.max(least, extent![0])),
      high: Float64Array.from(extents, (extent) => Math.min(last, extent![1])),
    },
  ];
}

/** Every published text is a place of its own, by code point, since other orders tell how often values occur. */
function namedSide(name: string, texts: readonly string[], index: number): Side[] {
  const isWhole = (text: string): boolean => parseGeneralised(text).form === "any";
  const names = [...new Set(texts.filter((text) => !isWhole(text)))].sort(byCodePoint);
  if (names.length === 0) return [];
  const places = new Map(names.map((text, place) => [text, place]));
  const last = names.length - 1;
  return [
    {
      axis: { name, low: 0, high: last, names },
      index,
      low: Float64Array.from(texts, (text) => places.get(text) ?? 0),
      high: Float64Array.from(texts, (text) => places.get(text) ?? last),
    },
  ];
}

/** The numbers or days that a text says it stands for, without an end where it has none; undefined for a name. */
function extentOf(kind: Attribute["kind"], text: string): readonly [number, number] | undefined {
  const read = parseGeneralised(text);
  const whole = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
  if (read.form === "any") return whole;
  const placeOf = (value: string, open: number): number => {
    if (value.trim() === "") return open;
    return kind === "date" ? daysIn(value) : Number(value);
  };
  const places =
    read.form === "interval"
      ? [placeOf(read.low, whole[0]), placeOf(read.high, whole[1])]
      : (read.form === "set" ? read.values : [read.value]).map((value) => placeOf(value, Number.NaN));
  return places.some(Number.isNaN) ? undefined : [smallest(places), largest(places)];
}

/** Left, right, bottom and top of every rectangle that occurs, those with most records first. */
function boxesOf({ problem, published, recoding }: Release, sides: readonly Side[]): number[][] {
  const sizes = cohortSizes(problem, recoding);
  const records = new Map<string, number>();
  for (let cohort = 0; cohort < recoding.cohorts; cohort++) {
    if (isSuppressed(recoding, cohort)) continue;
    const key = sides.map(({ index }) => published[index].textOf[cohort]).join();
    records.set(key, (records.get(key) ?? 0) + sizes[cohort]);
  }
  return [...records.entries()]
    .sort((a, b) => b[1] - a[1])
    .map(([key]) => key.split(",").flatMap((text, side) => [sides[side].low[+text], sides[side].high[+text]]));
}
