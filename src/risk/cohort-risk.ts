/**
 * @file The risk of being recognised, from cohort sizes alone. Three attackers (El Emam and Dankar 2008; El Emam 2013):
 * the prosecutor knows that a person is in the table, the journalist knows only that the person is in the population
 * the table was drawn from, the marketer wants to recognise as many as possible and does not care who.
 */
import { sumOf } from "../base/index.ts";
import type { Sizes } from "../cohort/index.ts";
import { type RiskPresetName, riskPresets } from "./presets.ts";

/** Cohorts of a range of sizes. */
export type SizeBand = {
  readonly from: number;
  /** The largest size of the band; undefined for the last one, which has no end. */
  readonly to?: number;
  readonly cohorts: number;
  readonly records: number;
};

/** The risk of being recognised by somebody who knows a person's quasi-identifiers and that they are in the table. */
export type Risk = {
  /** 1 / smallest cohort. */
  readonly highest: number;
  /** Cohorts / records: the mean over records. */
  readonly average: number;
  /** The share of records whose risk lies above each threshold. */
  readonly records: Readonly<Record<string, number>>;
  /** The highest risk of a record when the attacker knows that its person is in the table: 1 / smallest cohort. */
  readonly prosecutor: number;
  /** The highest risk when only the population is known: 1 / its fewest people that match a cohort. */
  readonly journalist: number;
  /** The share of records that are recognised on average when all are matched against the population. */
  readonly marketer: number;
  /** Records that the population given does not have, if there are any. */
  readonly outside?: number;
  /** Records that are alone in their cohort, as a share. */
  readonly unique: number;
  /** Share of records that each preset would still have to protect, and whether it is met. */
  readonly presets: Readonly<
    Record<RiskPresetName, { readonly k: number; readonly above: number; readonly met: boolean }>
  >;
  /** How many cohorts there are of which size. */
  readonly sizes: readonly SizeBand[];
};

/** Thresholds people publish by: internal use, controlled access, public release, strict public release. */
export const thresholds: readonly number[] = [0.33, 0.2, 0.09, 0.05];

/**
 * The risk that cohorts of these sizes carry. `population` holds, cohort by cohort, how many people of the population
 * match it; without it the table is taken to be the population. `records` are those that a size is of, where that is
 * not the size itself: where missing values match anything, a record matches more than are written alike. Without
 * records nobody is at risk, and all figures are 0.
 */
export function riskOf(sizes: Sizes, rows: number, population: Sizes = sizes, records: Sizes = sizes): Risk {
  const highest = 1 / least(sizes);
  const shareOf = (count: number): number => (rows === 0 ? 0 : count / rows);
  const peopled = new Float64Array(sizes.length);
  let fewest = Number.POSITIVE_INFINITY;
  let outside = 0;
  for (let cohort = 0; cohort < sizes.length; cohort++) {
    const size = sizes[cohort];
    // people who are in the table are in its population, whether a register has them or not
    const people = Math.max(size, population[cohort]);
    if (population !== sizes && population[cohort] < records[cohort]) outside += records[cohort] - population[cohort];
    peopled[cohort] = people;
    fewest = Math.min(fewest, people);
  }
  const above = Object.fromEntries(
    thresholds.map((threshold) => [String(threshold), shareOf(recordsAbove(sizes, threshold, records))]),
  );
  return {
    highest,
    average: shareOf(records === sizes ? sizes.length : recognised(records, sizes)),
    records: above,
    prosecutor: highest,
    journalist: 1 / fewest,
    marketer: shareOf(recognised(records, peopled)),
    outside: outside === 0 ? undefined : outside,
    unique: shareOf(recordsBelow(sizes, 2, records)),
    presets: presetsOf(sizes, shareOf, records),
    sizes: sizeBands(sizes, records),
  };
}

/**
 * How many records are recognised where each is picked from a crowd. Records are added up by the size of their crowd
 * first, so that the figure is the same to the last digit whichever of two crowds alike a record is counted in.
 */
function recognised(records: Sizes, crowds: Sizes): number {
  const bySize = new Map<number, number>();
  for (const [cohort, size] of crowds.entries()) bySize.set(size, (bySize.get(size) ?? 0) + records[cohort]);
  return sumOf(Array.from(bySize, ([size, own]) => own / size));
}

/** Records whose cohort carries a risk above the threshold. */
export function recordsAbove(sizes: Sizes, threshold: number, records: Sizes = sizes): number {
  let above = 0;
  for (let cohort = 0; cohort < sizes.length; cohort++) if (1 / sizes[cohort] > threshold) above += records[cohort];
  return above;
}

function recordsBelow(sizes: Sizes, k: number, records: Sizes): number {
  let below = 0;
  for (let cohort = 0; cohort < sizes.length; cohort++) if (sizes[cohort] < k) below += records[cohort];
  return below;
}

function least(sizes: Sizes): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const size of sizes) smallest = Math.min(smallest, size);
  return smallest;
}

function presetsOf(sizes: Sizes, shareOf: (count: number) => number, records: Sizes): Risk["presets"] {
  return Object.fromEntries(
    Object.entries(riskPresets).map(([name, { k }]) => {
      const below = recordsBelow(sizes, k, records);
      return [name, { k, above: shareOf(below), met: below === 0 }];
    }),
  ) as Risk["presets"];
}

const bandStarts = [1, 2, 3, 5, 11, 20, 50, 100, 1000] as const;

/** How many cohorts there are of which size, in bands that begin where the presets do. */
export function sizeBands(sizes: Sizes, own: Sizes = sizes): SizeBand[] {
  const cohorts = new Array<number>(bandStarts.length).fill(0);
  const records = new Array<number>(bandStarts.length).fill(0);
  for (let cohort = 0; cohort < sizes.length; cohort++) {
    let band = bandStarts.length - 1;
    while (bandStarts[band] > sizes[cohort]) band--;
    cohorts[band] += 1;
    records[band] += own[cohort];
  }
  return bandStarts.flatMap((from, band) => {
    if (cohorts[band] === 0) return [];
    const counts = { cohorts: cohorts[band], records: records[band] };
    const next = bandStarts[band + 1];
    return [next === undefined ? { from, ...counts } : { from, to: next - 1, ...counts }];
  });
}
