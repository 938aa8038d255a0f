import { daysIn, parseGeneralised } from "../cohort/index.ts";
import { type Column, labelAt, labelCounts, labelStrings } from "../table/index.ts";
import { otherName, type Transformation } from "./registry.ts";
import { roundedTo } from "./transform.ts";

/**
 * The first value of a released column that its transformation should have changed, or undefined. Read from the texts
 * alone: single values, members of sets and, unless ranges are widened to a grid or a hierarchy, the ends of intervals. Rare categories are counted in the column as it was before.
 */
export function uncodedValue(
  released: Column,
  before: Column,
  transformation: Transformation,
  widened: boolean,
): string | undefined {
  const isCoded = codedTest(before, transformation);
  const missing = new Set(released.missing);
  for (let code = 0; code < released.labels.size; code++) {
    if (missing.has(code)) continue;
    const text = labelAt(released.labels, code);
    const read = parseGeneralised(text);
    const values =
      read.form === "set"
        ? read.values
        : read.form === "interval"
          ? widened
            ? []
            : [read.low, read.high].filter((end) => end !== "")
          : read.form === "value"
            ? [read.value]
            : [];
    const wrong = values.find((value) => !isCoded(value));
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function codedTest(before: Column, transformation: Transformation): (value: string) => boolean {
  const labels = labelStrings(before.labels);
  const places = new Map(labels.map((label, code) => [label, code]));
  if (transformation.kind === "rare" || transformation.kind === "group") {
    const { as = otherName } = transformation;
    const counts = labelCounts(before);
    const keep = transformation.kind === "group" ? new Set(transformation.keep) : undefined;
    const below = transformation.kind === "rare" ? transformation.below : 0;
    return (value) => {
      const place = places.get(value);
      if (place === undefined || value === as) return true;
      return keep?.has(value) ?? counts[place]! >= below;
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
    return place === undefined || !beyond(before.numbers![place]!, limit);
  };
}
