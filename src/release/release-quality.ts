/**
 * @file What a release lost, each figure by one definition: whoever makes a release, sweeps over many or holds one
 * against its original asks here, and reads the same number. Loss is read from the published texts.
 */

import type { Matching } from "../audit/index.ts";
import type { Task } from "../base/index.ts";
import {
  type Attribute,
  axisOf,
  distinctCombinations,
  isSuppressed,
  type Problem,
  type PublishedColumn,
  type PublishForm,
  type Recoding,
  suppressedRecords,
} from "../cohort/index.ts";
import type { JoinedCohorts } from "../problem/index.ts";
import {
  averageCohort,
  cAvg,
  discernibility,
  discernibilityOf,
  nothingLost,
  type PricedCells,
  type PublishedLoss,
  publishedLoss,
  type RecordCounts,
  recodedShare,
  type TextForm,
  type TextReader,
  type TextShare,
  textReader,
} from "../quality/index.ts";
import type { Table } from "../table/index.ts";
import type { Quality } from "./release.ts";

/** A recoding of a table, and what is published of it. */
export type RecodedTable = {
  /** The table that was searched. */
  readonly table: Table;
  readonly problem: Problem;
  readonly recoding: Recoding;
  readonly published: readonly PublishedColumn[];
  readonly form: PublishForm;
  /** Records in each cohort. */
  readonly sizes: Float64Array;
};

/** What a release lost as NCP and as `loss` count it, from the texts that it publishes. */
export function releaseLoss(recoded: RecodedTable): PublishedLoss {
  const { problem, recoding, sizes } = recoded;
  const cells = problem.attributes.map((_, index) => attributeCells(recoded, index));
  return publishedLoss(cells, { records: problem.rows, leftOut: suppressedRecords(recoding, sizes) });
}

/**
 * What the published cells of an attribute cost, work for each text and not for each record. A mean, median or mode does
 * not say what it covers: it costs what the box or group of its cohort would.
 */
export function attributeCells(recoded: RecodedTable, index: number): PricedCells {
  const { problem, recoding, published, sizes } = recoded;
  const { texts, textOf, centre } = published[index];
  const read = readerOf(recoded, index);
  const shares = texts.map((text) => {
    const reading = read(text);
    if (reading?.kind === "value") return centre === true ? undefined : nothingLost;
    return reading?.kind === "share" ? reading.share : undefined;
  });
  const records = new Float64Array(texts.length);
  const cells: [TextShare, number][] = [];
  for (let cohort = 0; cohort < recoding.cohorts; cohort++) {
    if (isSuppressed(recoding, cohort)) continue;
    const text = textOf[cohort];
    if (shares[text] === undefined) cells.push([recodedShare(problem, recoding, index, cohort), sizes[cohort]]);
    else records[text] += sizes[cohort];
  }
  records.forEach((count, text) => {
    if (count > 0) cells.push([shares[text]!, count]);
  });
  return { weight: problem.attributes[index].weight, cells };
}

function readerOf({ table, problem, form }: RecodedTable, index: number): TextReader {
  return textReader(pricedAxis(table, problem, index), { form: textForm(form) });
}

/** The axis of the original's own values, whatever level or population the search had. */
function pricedAxis({ columns }: Table, { attributes, sensitive }: Problem, index: number): Attribute {
  const attribute = attributes[index];
  const { column, floor, tree, wildcard } = attribute;
  const hasPeople = sensitive.some(({ weights }) => weights !== undefined);
  if (floor === undefined && !hasPeople) return attribute;
  return axisOf(columns[column], column, {
    hierarchy: tree?.hierarchy,
    wildcard,
  }).attribute;
}

/** How texts of a form are to be read. */
export function textForm(form: PublishForm): TextForm {
  return form === "tilde" || form === "tilde-codes" ? form : "kohort";
}

/** The cohorts that a reader sees, and what of the original is not among them. */
export type SeenCohorts = RecordCounts & {
  /** Records in each combination that is published. */
  readonly sizes: Float64Array;
  /** Who matches whom, where missing values match anything. */
  readonly matched?: Pick<Matching, "squares" | "average">;
  /** The k that was asked of cohorts, where one was. */
  readonly k: number | undefined;
};

/** What was counted of a release, wherever that was. */
export type QualityFacts = SeenCohorts & {
  readonly lost: PublishedLoss;
  /** The quasi-identifiers, and whether one has a hierarchy. */
  readonly names: readonly string[];
  readonly hasTree: boolean;
  /** Different combinations of their values in the original and in the release. */
  readonly distinct: { readonly before: number; readonly after: number };
};

/** What a release lost in all measures. */
export function qualityOf({ lost, names, hasTree, distinct, sizes, matched, k, ...counts }: QualityFacts): Quality {
  const average = matched?.average ?? averageCohort(sizes);
  return {
    ncp: lost.ncp,
    loss: hasTree ? lost.loss : undefined,
    discernibility: matched === undefined ? discernibility(sizes, counts) : discernibilityOf(matched.squares, counts),
    averageCohort: average,
    cAvg: cAvg(average, k),
    distinctLost: distinct.before - distinct.after,
    suppressed: counts.leftOut,
    attributes: Object.fromEntries(names.map((name, index) => [name, lost.perAttribute[index]])),
    notKnown: k === undefined ? [{ figure: "cAvg", reason: "no k is stated that cohorts had to have" }] : undefined,
  };
}

/** What a release in memory lost; `shown` is what is published of suppressed records as well, where they are kept. */
export function* releaseQuality(
  recoded: RecodedTable,
  seen: SeenCohorts,
  { joined, shown }: { readonly joined: JoinedCohorts; readonly shown: readonly PublishedColumn[] },
): Task<Quality> {
  const { problem, table } = recoded;
  return qualityOf({
    ...seen,
    lost: releaseLoss(recoded),
    names: problem.attributes.map(({ name }) => name),
    hasTree: problem.attributes.some(({ tree }) => tree !== undefined),
    distinct: {
      before: yield* distinctCombinations(problem, table),
      after: distinctPublished({ ...recoded, published: shown }, joined),
    },
  });
}

/** How many combinations of values are published; equal numbers that are written differently are one value. */
function distinctPublished(recoded: RecodedTable, joined: JoinedCohorts): number {
  const { problem, published } = recoded;
  const ids = published.map(({ texts }, index) => {
    const { kind } = problem.attributes[index];
    return kind === "category"
      ? undefined
      : valueIds(pricedAxis(recoded.table, problem, index), readerOf(recoded, index), texts);
  });
  if (ids.every((own) => own === undefined || own.every((id, text) => id === text))) return joined.count;
  const found = new Set<string>();
  joined.of.forEach((number, cohort) => {
    if (number < 0) return;
    found.add(published.map(({ textOf }, index) => ids[index]?.[textOf[cohort]] ?? textOf[cohort]).join());
  });
  return found.size;
}

/** For each text the first that means the same value: the same number or day, or the text itself. */
export function valueIds(attribute: Attribute, read: TextReader, texts: readonly string[]): Uint32Array {
  const first = new Map<string, number>();
  return Uint32Array.from(texts, (text, at) => {
    const reading = read(text);
    const rank = reading?.kind === "value" ? reading.rank : undefined;
    const value = rank === undefined || rank === attribute.missing ? undefined : attribute.numbers?.[rank];
    const key = value !== undefined ? `number ${value}` : rank === undefined ? `text ${text}` : `rank ${rank}`;
    const known = first.get(key);
    if (known !== undefined) return known;
    first.set(key, at);
    return at;
  });
}
