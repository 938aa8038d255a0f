/**
 * @file People of a population whom no released record fits. A least presence asks something of them: a class of people
 * of whom nobody is in the table has the share 0 and fails. A class whose records were left out is none of these. The
 * release alone does not tell the two apart; the table it was made of does, at the levels that the release shows.
 */
import { report, type Task } from "../base/index.ts";
import { type Cover, coverOf, ladderOf } from "../cohort/index.ts";
import { hierarchyFor, stack, type UnmatchedPeople } from "../problem/index.ts";
import { type Column, columnIndex, labelAt, type Table } from "../table/index.ts";
import type { AuditOptions } from "./audit.ts";

/**
 * How many of these people are in a class without any record of the original. A class is what the release publishes
 * alike: per column the groups of the highest level that has all its released values, or single values where no level
 * has them, as in ranges.
 */
export function* peopleWithoutRecords(
  released: Table,
  original: Table,
  population: Table,
  unmatched: UnmatchedPeople,
  { quasiIdentifiers, attributes = {}, ...options }: AuditOptions,
): Task<number> {
  const rows = original.rows + population.rows;
  const columns = quasiIdentifiers.map((name) => {
    const before = original.columns[columnIndex(original, name, "`original`")];
    const stacked = stack(before, population.columns[columnIndex(population, name, "the population")], rows);
    const { hierarchy: setting, order, levels } = attributes[name] ?? {};
    const hierarchy = setting === undefined ? undefined : hierarchyFor(stacked, setting, options);
    const after = released.columns[columnIndex(released, name)];
    return { stacked, after, ...groupsOf(coverOf(stacked, after, { hierarchy, order }), after, levels?.[1]) };
  });
  const published = new Set<string>();
  if (columns.every(({ groupOfText }) => groupOfText !== undefined)) {
    for (let row = 0; row < released.rows; row++) {
      published.add(columns.map(({ groupOfText, after }) => groupOfText![after.codes[row]]).join());
    }
  }
  const keyOf = (row: number): string => columns.map(({ stacked, groupOf }) => groupOf[stacked.codes[row]]).join();
  const leftOut = new Set<string>();
  for (let row = 0; row < original.rows; row++) {
    if (row % 4096 === 4095) yield* report("audit", row, original.rows);
    const key = keyOf(row);
    if (!published.has(key)) leftOut.add(key);
  }
  let absent = 0;
  unmatched.rows.forEach((row, at) => {
    if (!leftOut.has(keyOf(original.rows + row))) absent += unmatched.people[at];
  });
  return absent;
}

type Groups = {
  /** The group of each code of the original column. */
  readonly groupOf: Uint32Array;
  /** The group that each released code is, where all of them are groups of one level. */
  readonly groupOfText?: Uint32Array;
};

/** The groups of the highest level that has every released value. */
function groupsOf(cover: Cover, { codes, labels }: Column, most: number | undefined): Groups {
  const { attribute, rankOf } = cover;
  const ladder = ladderOf(attribute);
  const isUsed = new Uint8Array(labels.size);
  for (let row = 0; row < codes.length; row++) isUsed[codes[row]] = 1;
  for (let level = Math.min(ladder.height, most ?? ladder.height); level >= 0; level--) {
    const groups = ladder.groupOf[level];
    const groupOfText = textGroups(cover, groups, isUsed);
    if (groupOfText === undefined) continue;
    // groups of two levels may hold the same values under other names
    const isNamed = (text: number): boolean =>
      labelAt(labels, text) === ladder.labels[level][groupOfText[text]] || attribute.tree === undefined;
    if (isUsed.every((used, text) => used === 0 || isNamed(text))) {
      return { groupOf: rankOf.map((rank) => groups[rank]), groupOfText };
    }
  }
  return { groupOf: rankOf };
}

/** The group that each used text covers, no more and no less; undefined where one covers something else. */
function textGroups({ starts, runs, count }: Cover, groups: Uint32Array, isUsed: Uint8Array): Uint32Array | undefined {
  const sizes = new Map<number, number>();
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const found = new Uint32Array(isUsed.length);
  for (let text = 0; text < isUsed.length; text++) {
    if (isUsed[text] === 0) continue;
    const group = groups[runs[2 * starts[text]]];
    if (group === undefined || count[text] !== sizes.get(group)) return undefined;
    for (let run = starts[text]; run < starts[text + 1]; run++) {
      for (let rank = runs[2 * run]; rank <= runs[2 * run + 1]; rank++) if (groups[rank] !== group) return undefined;
    }
    found[text] = group;
  }
  return found;
}
