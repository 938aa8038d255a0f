import { byCodePoint, KohortError, meanOf, middleOf, numberIn, remember, report, type Task } from "../base/index.ts";
import { lowestCommon } from "../hierarchy/index.ts";
import { dayText } from "./day-text.ts";
import { isValue } from "./floor.ts";
import { any, intervalText, setText, valueText } from "./generalised.ts";
import type { Attribute, Problem } from "./problem.ts";
import type { Recoding } from "./recoding.ts";

/**
 * How a cohort's values are written. `range`: the run from lowest to highest (a hierarchy's node where there is one);
 * `set`: the values that occur; `prefix`: what they begin with in common; `node`: as `range`; `mean`, `median`: of
 * numbers, names as `set`; `tilde` and `tilde-codes`: as the C Mondrian prints them.
 */
export type PublishForm = "range" | "set" | "prefix" | "node" | "mean" | "median" | "tilde" | "tilde-codes";

/** How to write a release's quasi-identifiers. */
export type PublishOptions = {
  readonly form: PublishForm;
  /** Per attribute the width of a grid to which intervals of numbers are widened. */
  readonly snap?: readonly (number | undefined)[];
};

/** The texts an attribute is published as, and which of them each cohort has. */
export type PublishedColumn = {
  readonly texts: readonly string[];
  readonly textOf: Uint32Array;
  /** Whether a text stands for the values of its cohort and does not say which: a mean, a median, a mode. */
  readonly centre?: true;
};

/** Decides how every cohort's values are written. */
export function* publish(problem: Problem, recoding: Recoding, options: PublishOptions): Task<PublishedColumn[]> {
  const published: PublishedColumn[] = [];
  for (let index = 0; index < problem.attributes.length; index++) {
    yield* report("apply", 0, 1);
    published.push(publishAttribute(problem, recoding, index, options));
  }
  return published;
}

function publishAttribute(
  problem: Problem,
  recoding: Recoding,
  index: number,
  options: PublishOptions,
): PublishedColumn {
  const attribute = problem.attributes[index];
  const stated = recoding.texts?.[index];
  if (stated !== undefined) return { ...byTexts(stated), ...(recoding.centres?.[index] === true ? centred : {}) };
  const bounds = { low: recoding.low[index], high: recoding.high[index] };
  const width = options.snap?.[index];
  const text = (low: number, high: number): string => boundsText(attribute, low, high, options.form, width);
  if (width !== undefined) return byBounds(bounds, text);
  const byMembers = options.form === "set" || options.form === "prefix" || isCentre(options.form);
  if (byMembers && attribute.tree === undefined) {
    const isCentred = isCentre(options.form) && attribute.kind === "number";
    return { ...publishMembers(problem, recoding, index, options.form), ...(isCentred ? centred : {}) };
  }
  return byBounds(bounds, text);
}

const centred = { centre: true } as const;

/** What a box from one rank to another is published as where its ends tell, on a grid of the width given. */
export function boundsText(
  attribute: Attribute,
  low: number,
  high: number,
  form: PublishForm,
  width: number | undefined,
): string {
  return width === undefined ? runText(attribute, low, high, form) : snappedText(attribute, low, high, width);
}

function isCentre(form: PublishForm): form is "mean" | "median" {
  return form === "mean" || form === "median";
}

function byTexts(stated: readonly string[]): PublishedColumn {
  const known = new Map<string, number>();
  const textOf = Uint32Array.from(stated, (text) => numberIn(known, text));
  return { texts: [...known.keys()], textOf };
}

/** One text for each pair of ends that occurs. */
function byBounds(
  { low, high }: { readonly low: Uint32Array; readonly high: Uint32Array },
  text: (low: number, high: number) => string,
): PublishedColumn {
  const known = new Map<string, number>();
  const byEnds = new Map<number, number>();
  const textOf = new Uint32Array(low.length);
  for (let cohort = 0; cohort < low.length; cohort++) {
    const ends = low[cohort] * 0x400_0000 + high[cohort];
    textOf[cohort] = remember(byEnds, ends, () => numberIn(known, text(low[cohort], high[cohort])));
  }
  return { texts: [...known.keys()], textOf };
}

/** The text of a run of ranks. */
export function runText(attribute: Attribute, low: number, high: number, form: PublishForm): string {
  const { labels, size, missing, tree, kind } = attribute;
  if (form === "tilde-codes" && kind === "category") return low === high ? `${low}` : `${low}~${high}`;
  const tilde = form === "tilde" || form === "tilde-codes";
  if (low === high) return tilde ? labels[low] : rankText(attribute, low);
  if (high === missing) return any;
  if (tree !== undefined) {
    return tree.tree.labels[lowestCommon(tree.tree, tree.leafOf[low], tree.leafOf[high])];
  }
  if (kind !== "category") return tilde ? `${labels[low]}~${labels[high]}` : intervalText(labels[low], labels[high]);
  if (tilde) return labels.slice(low, high + 1).join("~");
  return high - low + 1 === size ? any : setText(listed(attribute, labels.slice(low, high + 1)));
}

/** What a rank is published as when it stands alone: a value so that it reads as one, a group by its label. */
function rankText(attribute: Attribute, rank: number): string {
  const label = attribute.labels[rank];
  return isValue(attribute, rank) ? valueText(label) : label;
}

/** The members of a set as it lists them: numbers and days by value, names by code point, which says nothing of the input. */
function listed({ kind }: Attribute, labels: readonly string[]): readonly string[] {
  return kind === "category" ? [...labels].sort(byCodePoint) : labels;
}

/**
 * The run widened outward to whole cells of a grid; for whole numbers and width 5, 17 … 23 becomes [15..24]. Days are
 * counted from 1970-01-01 and written as ISO text; the last day belongs to the cell until its midnight.
 */
function snappedText(attribute: Attribute, low: number, high: number, width: number): string {
  if (high === attribute.missing) return low === high ? rankText(attribute, low) : any;
  const isDate = attribute.kind === "date";
  const whole = isDate || attribute.positions.every((position) => Number.isNaN(position) || Number.isInteger(position));
  const step = isDate ? Math.max(1, Math.round(width)) : width;
  const from = cellOf(attribute.positions[low], step) * step;
  const to = (cellOf(attribute.positions[high], step) + 1) * step;
  const [least, most] = [attribute.positions[low], attribute.positions[high]];
  const noise = 1e-9 * Math.max(1, Math.abs(least), Math.abs(most));
  if (!(from - noise <= least && to + noise >= most && Number.isFinite(from) && Number.isFinite(to))) {
    throw new KohortError("spec", `column "${attribute.name}" has numbers that a grid of width ${width} cannot hold`, {
      where: `attributes.${attribute.name}.snap`,
      hint: "widen it, or leave it out",
    });
  }
  const text = isDate ? dayText : plain;
  const [fromText, toText] = [text(from), text(whole && Number.isInteger(step) ? to - 1 : to)];
  return fromText === toText ? fromText : intervalText(fromText, toText);
}

/** The cell of a grid in which a number lies; one that lies on a line but for the noise of fractions is on it. */
function cellOf(position: number, width: number): number {
  const cells = position / width;
  const nearest = Math.round(cells);
  return Math.abs(cells - nearest) < 1e-9 * Math.max(1, Math.abs(nearest)) ? nearest : Math.floor(cells);
}

/** A number as short as it can be written, without the noise of binary fractions. */
function plain(number: number): string {
  return String(Number(number.toFixed(9)));
}

/** Texts that depend on which values occur, not only on the ends. */
function publishMembers(problem: Problem, recoding: Recoding, index: number, form: PublishForm): PublishedColumn {
  const attribute = problem.attributes[index];
  const counts = Array.from({ length: recoding.cohorts }, () => new Map<number, number>());
  const ranks = problem.ranks[index];
  for (let tuple = 0; tuple < problem.tuples; tuple++) {
    const cohort = counts[recoding.cohortOf[tuple]];
    cohort.set(ranks[tuple], (cohort.get(ranks[tuple]) ?? 0) + problem.weights[tuple]);
  }
  const known = new Map<string, number>();
  const textOf = Uint32Array.from(counts, (cohort) => {
    const members = [...cohort].sort((a, b) => a[0] - b[0]);
    return numberIn(known, membersText(attribute, members, form));
  });
  return { texts: [...known.keys()], textOf };
}

function membersText(attribute: Attribute, members: readonly (readonly [number, number])[], form: PublishForm): string {
  const labels = members.map(([rank]) => attribute.labels[rank]);
  const numeric = attribute.kind === "number";
  const last = members[members.length - 1][0];
  if (members.length > 1 && last === attribute.missing) return any;
  if (isCentre(form) && numeric && last !== attribute.missing) return plainCentre(attribute, members, form);
  if (members.length === 1) return valueText(labels[0]);
  if (form === "prefix") return prefixText(labels);
  const whole = members.length === attribute.size && !numeric;
  return whole ? any : setText(listed(attribute, labels));
}

/** What all labels begin with, filled up with stars to the longest of them. */
function prefixText(labels: readonly string[]): string {
  let length = 0;
  const first = labels[0];
  while (length < first.length && labels.every((label) => label[length] === first[length])) length++;
  const longest = labels.reduce((most, label) => Math.max(most, label.length), 0);
  return length === 0 ? any : first.slice(0, length) + "*".repeat(Math.max(1, longest - length));
}

/** The mean or median, to six decimals. */
function plainCentre(
  { positions }: Attribute,
  members: readonly (readonly [number, number])[],
  form: "mean" | "median",
): string {
  if (form === "mean") {
    return String(Number(meanOf(members.map(([rank, count]) => [positions[rank], count])).toFixed(6)));
  }
  const records = members.reduce((sum, [, count]) => sum + count, 0);
  const at = (wanted: number): number => {
    let reached = 0;
    for (const [rank, count] of members) if ((reached += count) > wanted) return positions[rank];
    return positions[members[members.length - 1][0]];
  };
  const median = middleOf(at(Math.floor((records - 1) / 2)), at(Math.floor(records / 2)));
  return String(Number(median.toFixed(6)));
}
