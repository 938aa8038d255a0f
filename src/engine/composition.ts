/**
 * @file What a release and earlier ones of the same people give away together. Whoever has all of them can form every
 * group of people that shares its cohort in each release, or is in none of it; a group that is too small there was hidden
 * in larger cohorts before. What cannot be matched is not taken for safe: it is listed as not shown.
 */

import { isCombination, leastSize } from "../audit/index.ts";
import { append, few, KohortError, largest } from "../base/index.ts";
import { type PrivacyGoal, traitsOf } from "../privacy/index.ts";
import type { FullSpec } from "../spec/index.ts";
import { spellingKey } from "../table/index.ts";

/**
 * What groups of people need to keep what was asked: to be large enough, to be the very cohorts since their sensitive
 * values were judged, or something that is not seen from who is in which cohort.
 */
export const needs = ["size", "cohorts", "more"] as const;

/** What groups of people need to keep what was asked. */
export type Need = (typeof needs)[number];

/** The people of a release by what they are known again, two numbers each, and the cohort of each of them. */
export type PlacedPeople = {
  readonly hashes: Uint32Array;
  readonly cohortOf: Uint32Array;
  readonly cohorts: number;
  /** The columns by which people are known again, and whether these are merely all columns of the table. */
  readonly by: readonly string[];
  readonly wholeRows: boolean;
  /** Rows beyond the first of people who have several. */
  readonly repeated: number;
  /** The fewest people that a cohort was promised to have. */
  readonly k: number;
  readonly need: Need;
  /** The columns that others are taken to know, and the others that are published. */
  readonly quasi: readonly string[];
  readonly beside: readonly string[];
  /** A hash of who has which sensitive values. */
  readonly values: string;
};

/** What a new release gives away together with the earlier ones of a ledger. */
export type Composition = {
  /** Earlier releases, and those of them that name people by the same columns. */
  readonly earlier: number;
  readonly compared: number;
  /** People who are in the new release and in an earlier one that was compared. */
  readonly common: number;
  /** The largest number of people that the new release or one of the earlier ones promised for a cohort. */
  readonly k: number;
  /** People in groups of fewer than k that the releases together tell apart, and those who are alone there. */
  readonly below: number;
  readonly isolated: number;
  /** What could not be compared, so that these figures say nothing of it. */
  readonly notShown: readonly string[];
};

/** The fewest people that a spec promises for a cohort, by whatever goal; at least 2, so that nobody is alone. */
export function promisedSize(spec: FullSpec): number {
  return largest([
    2,
    leastSize(spec) ?? 1,
    ...spec.privacy.map((goal) => {
      const { values, chance } = traitsOf(goal);
      const least = values === undefined ? 1 / (isCombination(goal) ? 1 : (chance?.(goal) ?? 1)) : Number(goal[values]);
      return Math.ceil(least - 1e-9);
    }),
  ]);
}

/** What groups need to keep what a spec asks. */
export function needOf({ privacy }: FullSpec): Need {
  if (privacy.some((goal) => !isBySize(goal) && !traitsOf(goal).sensitive)) return "more";
  return privacy.every(isBySize) ? "size" : "cohorts";
}

/** Whether every group that is large enough keeps a goal. */
function isBySize(goal: PrivacyGoal): boolean {
  return traitsOf(goal).bySize === true && !isCombination(goal);
}

/** Lays a new release over earlier ones. */
export function compose(own: PlacedPeople, earlier: readonly PlacedPeople[]): Composition {
  const same = earlier.filter(({ by }) => isSameList(by, own.by));
  const people = numberPeople([...same, own]);
  const { common, sizes, matches } = layOver(own, same, people);
  const k = largest([own, ...earlier].map((release) => release.k));
  const count = (isSmall: (size: number) => boolean): number =>
    sizes.reduce((people, size) => people + (isSmall(size) ? size : 0), 0);
  return {
    earlier: earlier.length,
    compared: same.length,
    common,
    k,
    below: count((size) => size < k),
    isolated: count((size) => size === 1),
    notShown: notShownOf(own, earlier, matches, people),
  };
}

/** Refuses a release that is not shown to be safe together with earlier ones. */
export function refuseUnsafe({ notShown, below, isolated, k }: Composition): void {
  const [first, ...others] = notShown;
  if (first !== undefined) {
    throw new KohortError("audit", `the release cannot be shown to be safe together with earlier ones: ${first}`, {
      hint: 'know people by the same identifiers as before, one row each, and in the same cohorts where values are protected; or publish without `compose: "safe"`',
      where: others.length === 0 ? undefined : few(others, "; "),
    });
  }
  if (below === 0) return;
  const alone = isolated === 0 ? "" : `, ${isolated} of them alone`;
  const people = below === 1 ? "1 person is" : `${below} people are`;
  throw new KohortError("audit", `together with earlier releases ${people} in groups of fewer than ${k}${alone}`, {
    hint: 'ask for a larger k or for the cohorts of the earlier release, or publish without `compose: "safe"`',
  });
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i]);
}

/** A person's hash as one number of 53 bits. */
function keyAt(hashes: Uint32Array, person: number): number {
  return hashes[2 * person] * 0x20_0000 + (hashes[2 * person + 1] >>> 11);
}

type Overlay = {
  /** People of the new release who are in an earlier one. */
  readonly common: number;
  /** How many people each group has that the releases tell apart and that the new one has a part in. */
  readonly sizes: readonly number[];
  /** Per earlier release how many of its rows are in the new one. */
  readonly matches: readonly number[];
};

/** Everybody who is in some releases, numbered: how many they are, and the people of each release. */
type PeopleNumbering = { readonly total: number; readonly places: readonly Uint32Array[] };

function numberPeople(releases: readonly PlacedPeople[]): PeopleNumbering {
  const everybody = new Map<number, number>();
  const places = releases.map(({ hashes, cohortOf }) =>
    Uint32Array.from(cohortOf, (_, person) => {
      const key = keyAt(hashes, person);
      const known = everybody.get(key);
      if (known !== undefined) return known;
      everybody.set(key, everybody.size);
      return everybody.size - 1;
    }),
  );
  return { total: everybody.size, places };
}

/** Splits everybody by the cohort, or the absence, in each earlier release, and then by that in the new one. */
function layOver(own: PlacedPeople, earlier: readonly PlacedPeople[], { total, places }: PeopleNumbering): Overlay {
  const ownPlaces = places[earlier.length];
  const isOwn = new Uint8Array(total);
  for (const person of ownPlaces) isOwn[person] = 1;
  const isEarlier = new Uint8Array(total);
  let groups: Float64Array = new Float64Array(total);
  const matches = earlier.map(({ cohortOf, cohorts }, nth) => {
    let found = 0;
    for (const person of places[nth]) {
      isEarlier[person] = 1;
      found += isOwn[person];
    }
    groups = split(groups, places[nth], cohortOf, cohorts);
    return found;
  });
  const touched = new Set<number>();
  for (const person of ownPlaces) touched.add(groups[person]);
  const parts = split(groups, ownPlaces, own.cohortOf, own.cohorts);
  const sizes = new Map<number, number>();
  parts.forEach((part, person) => {
    // a group that the new release has nobody of is no smaller than before
    if (touched.has(groups[person])) sizes.set(part, (sizes.get(part) ?? 0) + 1);
  });
  let common = 0;
  isOwn.forEach((one, person) => {
    common += one & isEarlier[person];
  });
  return { common, sizes: [...sizes.values()], matches };
}

/** The groups parted by cohort, those who are in none apart. */
function split(groups: Float64Array, places: Uint32Array, cohortOf: Uint32Array, cohorts: number): Float64Array {
  const cohort = new Float64Array(groups.length);
  places.forEach((person, row) => {
    cohort[person] = 1 + cohortOf[row];
  });
  const known = new Map<number, number>();
  return groups.map((group, person) => {
    const pair = group * (cohorts + 1) + cohort[person];
    const place = known.get(pair) ?? known.size;
    known.set(pair, place);
    return place;
  });
}

function notShownOf(
  own: PlacedPeople,
  earlier: readonly PlacedPeople[],
  matches: readonly number[],
  { total, places }: PeopleNumbering,
): string[] {
  const found: string[] = [];
  const repeats = (who: string, { repeated }: PlacedPeople): void => {
    const rows = repeated === 1 ? "1 row" : `${repeated} rows`;
    if (repeated > 0) found.push(`${rows} of ${who} cannot be told from another by ${columnsText(own)}`);
  };
  if (earlier.length > 0) repeats("this release", own);
  const compared: NamedPeople[] = [];
  earlier.forEach((release, place) => {
    const name = `release ${place + 1} of the ledger`;
    if (!isSameList(release.by, own.by)) {
      found.push(`${name} knows people by ${columnsText(release)}, this one by ${columnsText(own)}`);
      return;
    }
    const common = matches[compared.length];
    const there = { name, people: places[compared.length] };
    compared.push(there);
    repeats(name, release);
    const here = { name: "this release", people: places.at(-1)! };
    const strange = own.wholeRows ? undefined : strangersOf(here, there, total);
    if (common === 0) found.push(`nobody of this release is in ${name}`);
    else if (strange !== undefined) found.push(strange);
    else if (own.wholeRows || release.wholeRows) {
      const strangers = Math.max(own.cohortOf.length, release.cohortOf.length) - common;
      const rows = strangers === 1 ? "1 row has" : `${strangers} rows have`;
      if (strangers > 0) found.push(`${rows} no equal in ${name}, and no identifying column says whose they are`);
    }
    append(found, knownElsewhere(own, release, name));
    const needed = [own.need, release.need];
    if (needed.includes("more")) {
      const who = own.need === "more" ? "this release" : name;
      found.push(`what ${who} asks for is not seen from who is in which cohort`);
    } else if (needed.includes("cohorts")) {
      const mixed = mixedPeople(own, release);
      const people = mixed === 1 ? "1 person has" : `${mixed} people have`;
      if (mixed > 0) {
        found.push(`${people} another cohort than in ${name}, so that what both tell of sensitive values is not shown`);
      } else if (own.values !== release.values) {
        found.push(`sensitive values are not those of ${name}, so that what stayed the same may be told by both`);
      }
    }
  });
  const apart = own.wholeRows ? undefined : strangersAmong(compared, total);
  if (apart !== undefined) found.push(apart);
  return found;
}

/** The people of a release, numbered, and what it is called. */
type NamedPeople = { readonly name: string; readonly people: Uint32Array };

/**
 * Why people may be in two releases without being matched: whoever is only in one could be anybody who is only in the
 * other, under another identifier. Where one has nobody of their own, everybody else is known.
 */
function strangersOf(one: NamedPeople, other: NamedPeople, total: number): string | undefined {
  const [come, gone] = [peopleOnlyIn(one, other, total), peopleOnlyIn(other, one, total)];
  if (come === 0 || gone === 0) return undefined;
  return `${come} of ${one.name} ${come === 1 ? "is" : "are"} not in ${other.name} and ${gone} of ${other.name} not in ${one.name}: they may be the same people under other identifiers`;
}

function peopleOnlyIn({ people }: NamedPeople, other: NamedPeople, total: number): number {
  const isThere = new Uint8Array(total);
  for (const person of other.people) isThere[person] = 1;
  return people.reduce((count, person) => count + 1 - isThere[person], 0);
}

/** The first two of several releases that may have people in common who are not matched, so that groups are not known. */
function strangersAmong(releases: readonly NamedPeople[], total: number): string | undefined {
  for (const [place, release] of releases.entries()) {
    for (const other of releases.slice(0, place)) {
      const found = strangersOf(release, other, total);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Columns that one release takes for known to others and the other publishes as they are. */
function knownElsewhere(own: PlacedPeople, release: PlacedPeople, name: string): string[] {
  const amongst = (names: readonly string[], others: readonly string[]): string[] => {
    const keys = new Set(others.map(spellingKey));
    return names.filter((column) => keys.has(spellingKey(column)));
  };
  return [
    ...amongst(own.beside, release.quasi).map(
      (column) => `column "${column}" is published as it is and a quasi-identifier in ${name}`,
    ),
    ...amongst(own.quasi, release.beside).map(
      (column) => `column "${column}" is a quasi-identifier and published as it is in ${name}`,
    ),
  ];
}

/** People of both releases who do not share their cohort with exactly the same people in both. */
function mixedPeople(own: PlacedPeople, release: PlacedPeople): number {
  const before = new Map<number, number>();
  release.cohortOf.forEach((cohort, person) => {
    before.set(keyAt(release.hashes, person), cohort);
  });
  const pairOf = (person: number): number | undefined => {
    const cohort = before.get(keyAt(own.hashes, person));
    return cohort === undefined ? undefined : own.cohortOf[person] * release.cohorts + cohort;
  };
  const [ownSizes, sizes] = [sizesOf(own), sizesOf(release)];
  const shared = new Map<number, number>();
  own.cohortOf.forEach((_, person) => {
    const pair = pairOf(person);
    if (pair !== undefined) shared.set(pair, (shared.get(pair) ?? 0) + 1);
  });
  let mixed = 0;
  for (const [pair, people] of shared) {
    const isSame = people === ownSizes[Math.floor(pair / release.cohorts)] && people === sizes[pair % release.cohorts];
    if (!isSame) mixed += people;
  }
  return mixed;
}

function sizesOf({ cohortOf, cohorts }: PlacedPeople): Uint32Array {
  const sizes = new Uint32Array(cohorts);
  for (const cohort of cohortOf) sizes[cohort]++;
  return sizes;
}

function columnsText({ by, wholeRows }: PlacedPeople): string {
  const names = by.slice(0, 5).map((name) => `"${name}"`);
  const more = by.length > 5 ? ` and ${by.length - 5} more` : "";
  return `${wholeRows ? "all of " : ""}${names.join(", ")}${more}`;
}
