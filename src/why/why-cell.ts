import { rankIn } from "../attacks/index.ts";
import { type CombinationGoal, combinationsOf, countsOf, isCombination } from "../audit/index.ts";
import { few, KohortError } from "../base/index.ts";
import { textsWithin } from "../problem/index.ts";
import { cell, columnIndex, labelAt } from "../table/index.ts";
import { boundsOf, type Group, type LackingRecord, lackingRecords } from "./lacking-records.ts";
import type { FinerValue, RecordShortfall, WhyCell, WhyOptions } from "./why.ts";
import type { Case } from "./why-case.ts";
import { type Candidate, finerValues } from "./why-finer.ts";
import type { Members } from "./why-place.ts";

/** Why the cells of a record are published as they are. */
export function cellsOf(found: Case, cohort: number, members: Members, own: number, options: WhyOptions): WhyCell[] {
  const { view } = found;
  const names = view.known.map(({ name }) => name);
  if (options.column !== undefined && !names.includes(options.column)) {
    throw new KohortError("column", `column "${options.column}" is not quasi-identifying`, {
      hint: `columns to ask about are: ${few(names)}`,
    });
  }
  return view.known.flatMap((column, place) => {
    if (options.column !== undefined && column.name !== options.column) return [];
    const published = labelAt(column.released.labels, column.codeOf[cohort]);
    const value = cell(found.original, own, columnIndex(found.original, column.name));
    return [{ attribute: column.name, value, published, ...finerOf(found, cohort, members, own, place) }];
  });
}

/** What stood against each finer value of a cell: the way down a hierarchy, or the nearest cut and the value itself. */
function finerOf(
  found: Case,
  cohort: number,
  { rows }: Members,
  own: number,
  place: number,
): Pick<WhyCell, "finer" | "floor"> {
  const { view, spec } = found;
  const column = view.known[place];
  const code = column.codeOf[cohort];
  const { attribute, node } = column.cover;
  const ranks = rows.map((row) => rankIn(column, row));
  const published = labelAt(column.released.labels, code);
  const all = finerValues(attribute, node[code], ranks, rankIn(column, own)).filter(({ value }) => value !== published);
  const { levels } = spec.attributes[column.name] ?? {};
  const allowed = levels === undefined ? undefined : textsWithin(attribute.tree!.hierarchy, levels);
  const candidates = allowed === undefined ? all : all.filter(({ value }) => allowed.has(value));
  const finer = candidates.map((candidate) => finerFor(found, cohort, rows, ranks, place, candidate));
  const floor = candidates.length === all.length ? {} : { floor: levels![0] };
  if (attribute.tree !== undefined || finer.length < 2) return { finer, ...floor };
  const itself = finer.pop()!;
  const lacks = ({ missing }: FinerValue): number =>
    missing?.reduce((sum, { records }) => sum + records, 0) ?? Infinity;
  finer.sort((a, b) => lacks(a) - lacks(b) || a.records - b.records);
  return { finer: lacks(itself) <= lacks(finer[0]) ? [itself] : [finer[0], itself] };
}

function finerFor(
  found: Case,
  cohort: number,
  rows: readonly number[],
  ranks: readonly number[],
  place: number,
  candidate: Candidate,
): FinerValue {
  const { view, asked } = found;
  const texts = view.known.map(({ released, codeOf }) => labelAt(released.labels, codeOf[cohort]));
  const fine = texts.map((text, at) => (at === place ? candidate.value : text));
  const these = rows.filter((_, at) => candidate.has(ranks[at]));
  const rest = rows.filter((_, at) => !candidate.has(ranks[at]));
  const groups = [
    groupOf(found, these, leastFor(found, cohort, fine, place)),
    groupOf(found, rest, leastFor(found, cohort, texts, place, rest.length)),
  ];
  const missing = lackingRecords(groups, asked);
  return {
    value: candidate.value,
    records: these.length,
    rest: rest.length,
    binds: groups.flatMap((group, at) =>
      boundsOf(group, asked).map((bound) => ({ ...bound, of: at === 0 ? ("these" as const) : ("rest" as const) })),
    ),
    missing: missing === undefined ? undefined : described(found, missing, [fine, texts]),
  };
}

/** Records as goals see them. */
export function groupOf({ problem, asked }: Case, rows: readonly number[], least: number): Group {
  const histograms = asked.sensitive.map(({ codes, totals }) => {
    const histogram = new Float64Array(totals.length);
    for (const row of rows) histogram[codes[problem.tupleOf[row]]] += 1;
    return histogram;
  });
  return { size: rows.length, histograms, least };
}

/** The fewest records with these texts for goals on combinations that look at the column; those of other cohorts count. */
function leastFor(found: Case, cohort: number, texts: readonly string[], place: number, own = 1): number {
  const { view, spec } = found;
  const names = view.known.map(({ name }) => name);
  const sizes = Array.from(view.sizes, (size, other) => (other === cohort ? 0 : size));
  let least = 0;
  for (const goal of spec.privacy.filter(isCombination) as CombinationGoal[]) {
    for (const set of combinationsOf(goal, names).filter((one) => one.includes(place))) {
      const columns = set.map((at) =>
        Array.from(view.known[at].codeOf, (code) => labelAt(view.known[at].released.labels, code)),
      );
      const others = countsOf(columns, sizes).get(JSON.stringify(set.map((at) => texts[at]))) ?? 0;
      if (others + own > 0) least = Math.max(least, goal.k - others);
    }
  }
  return least;
}

/** Missing records as they would be published, those that are alike together. */
export function described(
  { view, asked }: Case,
  missing: readonly LackingRecord[],
  texts: readonly (readonly string[])[],
): RecordShortfall[] {
  const counts = new Map<string, number>();
  for (const { group, values } of missing) {
    const quasi = view.known.map(({ name }, at) => [name, texts[group][at]]);
    const secret = asked.sensitive.map(({ axis, name }, at) => [name, axis.labels[values[at]]]);
    const key = JSON.stringify([...quasi, ...secret]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, records]) => ({ values: Object.fromEntries(JSON.parse(key)), records }));
}
