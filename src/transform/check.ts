import { daysIn, endPosition, parseGeneralised } from "../cohort/index.ts";
import { type Column, labelAt, labelCounts, labelStrings } from "../table/index.ts";
import { otherName, type Transformation } from "./registry.ts";
import { roundedTo } from "./transform.ts";

/**
 * The first value of a released column that its transformation should have changed, or undefined. Read from the texts
 * alone: single values, members of sets, the ends of intervals. Where ranges are widened to a grid or a hierarchy, as the
 * caller says or as all ends in the column show, an end need be nobody's value: `[90..94]` under a top of 90 holds those
 * who are 90 or above, and only a range wholly beyond the limit should have been changed. So it is with a range that
 * begins at the limit itself. Rare categories are counted in the column as it was before.
 */
export function untransformedValue(
  released: Column,
  before: Column,
  transformation: Transformation,
  widened: boolean,
): string | undefined {
  const isCoded = codedTest(before, transformation);
  const isWidened = widened || isOnGrid(released);
  const missing = new Set(released.missing);
  for (let code = 0; code < released.labels.size; code++) {
    if (missing.has(code)) continue;
    const text = labelAt(released.labels, code);
    const read = parseGeneralised(text);
    const values =
      read.form === "set"
        ? read.values
        : read.form === "interval"
          ? wrongEnds(read, before, transformation, isWidened)
          : read.form === "value"
            ? [read.value]
            : [];
    const wrong = values.find((value) => !isCoded(value));
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** The ends of a range that must be coded values. */
function wrongEnds(
  { low, high }: { readonly low: string; readonly high: string },
  before: Column,
  transformation: Transformation,
  isWidened: boolean,
): string[] {
  const ends = [low, high].filter((end) => end !== "");
  if (transformation.kind !== "top" && transformation.kind !== "bottom") return isWidened ? [] : ends;
  const { kind, at } = transformation;
  const places = new Map(labelStrings(before.labels).map((label, code) => [label, before.numbers?.[code]]));
  const position = (end: string): number => places.get(end) ?? (typeof at === "number" ? Number(end) : daysIn(end));
  const limit = typeof at === "number" ? at : daysIn(at);
  const [inner, isBeyond] =
    kind === "top"
      ? [endPosition(low, "low", position), endPosition(low, "low", position) > limit]
      : [endPosition(high, "high", position), endPosition(high, "high", position) < limit];
  if (isBeyond) return [kind === "top" ? low : high];
  return isWidened || inner === limit ? [] : ends;
}

/** Whether all ranges of whole numbers in a column begin and end on one grid, as ranges of what records hold do not. */
function isOnGrid({ labels, missing }: Column): boolean {
  const ranges = labelStrings(labels).flatMap((text, code) => {
    const read = parseGeneralised(text);
    return read.form === "interval" && !missing.includes(code) ? [read] : [];
  });
  const lines = ranges.flatMap(({ low, high, open }) => [
    ...(low === "" ? [] : [Number(low)]),
    ...(high === "" ? [] : [Number(high) + (open === true ? 0 : 1)]),
  ]);
  const distinct = [...new Set(lines)];
  if (!distinct.every(Number.isSafeInteger)) return false;
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const width = distinct.map(Math.abs).reduce(divisor, 0);
  // a few ends may share a small divisor by chance
  return width >= (distinct.length < 6 ? 5 : 2) && distinct.length > 2;
}

function codedTest(before: Column, transformation: Transformation): (value: string) => boolean {
  const labels = labelStrings(before.labels);
  const places = new Map(labels.map((label, code) => [label, code]));
  if (transformation.kind === "rare" || transformation.kind === "group") {
    const { as = otherName } = transformation;
    const counts = labelCounts(before);
    const keep = transformation.kind === "group" ? new Set(transformation.keep) : undefined;
    const { below = 0 } = transformation;
    return (value) => {
      const place = places.get(value);
      if (place === undefined || value === as) return true;
      return (keep?.has(value) ?? true) && counts[place] >= below;
    };
  }
  if (transformation.kind === "round") {
    return (value) => {
      const number = Number(value);
      return value.trim() === "" || Number.isNaN(number) || roundedTo(number, transformation.to) === number;
    };
  }
  const { kind, at } = transformation;
  const beyond = (number: number, limit: number): boolean => (kind === "top" ? number > limit : number < limit);
  if (typeof at === "number") return (value) => value.trim() === "" || !beyond(Number(value), at);
  // a day that the original has lies beyond the limit exactly if it was to be changed
  const limit = daysIn(at);
  return (value) => {
    const place = places.get(value);
    return place === undefined || !beyond(before.numbers![place], limit);
  };
}
