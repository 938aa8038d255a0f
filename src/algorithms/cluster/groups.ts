import type { Judge } from "../judge.ts";
import { adjust, type Groups, refresh } from "./group-boxes.ts";
import { type Records, type SensitiveCodes, tuplesOf } from "./records.ts";

/**
 * Groups from the group of each record, numbered from 0 without gaps; where records may be left out, those of the last
 * group are.
 */
export function openGroups(
  records: Records,
  groupOf: Int32Array,
  count: number,
  judge: Judge,
  sensitive: SensitiveCodes,
  mostOutside = 0,
): Groups {
  const outside = mostOutside > 0 ? count - 1 : -1;
  const sizes = new Int32Array(count);
  for (let record = 0; record < records.count; record++) sizes[groupOf[record]] += 1;
  let room = 2 * judge.least;
  sizes.forEach((size, group) => {
    if (group !== outside) room = Math.max(room, size + 1);
  });
  const placeOf = new Int32Array(records.count);
  const members = new Int32Array(count * room + mostOutside + 1);
  const filled = new Int32Array(count);
  for (let record = 0; record < records.count; record++) {
    const group = groupOf[record];
    placeOf[record] = filled[group];
    members[group * room + filled[group]++] = record;
  }
  const tupleOf = tuplesOf(records);
  const { attributes } = records;
  const ranks = new Int32Array(records.count * attributes);
  for (let record = 0; record < records.count; record++) {
    const from = tupleOf[record] * attributes;
    for (let attribute = 0; attribute < attributes; attribute++) {
      ranks[record * attributes + attribute] = records.ranks[from + attribute];
    }
  }
  const groups: Groups = {
    records,
    tupleOf,
    ranks,
    room,
    outside,
    mostOutside,
    groupOf,
    placeOf,
    members,
    sizes,
    ends: new Int32Array(count * records.attributes * 4),
    holders: new Int32Array(count * records.attributes * 2),
    widths: new Float64Array(count),
    shrinks: new Float64Array(records.count),
    mostShrinks: new Float64Array(count),
    known: new Uint8Array(count),
    histograms: judge.sizeOnly ? [] : sensitive.sizes.map((values) => new Float64Array(count * values)),
    sensitive,
  };
  groups.histograms.forEach((histogram, nth) => {
    const values = sensitive.sizes[nth];
    const codes = sensitive.codes[nth];
    for (let record = 0; record < records.count; record++) histogram[groupOf[record] * values + codes[record]] += 1;
  });
  for (let group = 0; group < count; group++) refresh(groups, group);
  return groups;
}

/** Whether a group has room for one more record. */
export function hasRoom({ room, outside, mostOutside, sizes }: Groups, group: number): boolean {
  return group === outside ? sizes[group] < mostOutside : sizes[group] + 1 < room;
}

/** Moves a record into another group. */
export function moveRecord(groups: Groups, record: number, to: number): void {
  const from = groups.groupOf[record];
  takeOut(groups, record, from);
  putIn(groups, record, to);
  adjust(groups, from, record, -1);
  adjust(groups, to, -1, record);
}

/** Exchanges two records of different groups. */
export function swapRecords(groups: Groups, a: number, b: number): void {
  const { groupOf, placeOf, members, room } = groups;
  const groupA = groupOf[a];
  const groupB = groupOf[b];
  const placeA = placeOf[a];
  const placeB = placeOf[b];
  members[groupA * room + placeA] = b;
  members[groupB * room + placeB] = a;
  placeOf[a] = placeB;
  placeOf[b] = placeA;
  groupOf[a] = groupB;
  groupOf[b] = groupA;
  count(groups, a, groupA, -1);
  count(groups, a, groupB, 1);
  count(groups, b, groupB, -1);
  count(groups, b, groupA, 1);
  adjust(groups, groupA, a, b);
  adjust(groups, groupB, b, a);
}

function takeOut(groups: Groups, record: number, group: number): void {
  const { placeOf, members, sizes, room } = groups;
  const last = members[group * room + sizes[group] - 1];
  members[group * room + placeOf[record]] = last;
  placeOf[last] = placeOf[record];
  sizes[group] -= 1;
  count(groups, record, group, -1);
}

function putIn(groups: Groups, record: number, group: number): void {
  const { placeOf, members, sizes, room, groupOf } = groups;
  members[group * room + sizes[group]] = record;
  placeOf[record] = sizes[group];
  sizes[group] += 1;
  groupOf[record] = group;
  count(groups, record, group, 1);
}

function count({ histograms, sensitive }: Groups, record: number, group: number, by: number): void {
  for (let nth = 0; nth < histograms.length; nth++) {
    histograms[nth][group * sensitive.sizes[nth] + sensitive.codes[nth][record]] += by;
  }
}

/** Says whether a group would still be allowed with one record taken out, one put in, or both; −1 for none. */
export type GroupCheck = (group: number, out: number, into: number) => boolean;

/** A check of changed groups against models that look at more than sizes; sizes are the caller's business. */
export function allowedIn(groups: Groups, judge: Judge): GroupCheck {
  if (judge.sizeOnly) return () => true;
  const scratch = groups.sensitive.sizes.map((values) => new Float64Array(values));
  return (group, out, into) => {
    if (group === groups.outside) return true;
    scratch.forEach((histogram, nth) => {
      const values = histogram.length;
      histogram.set(groups.histograms[nth].subarray(group * values, (group + 1) * values));
      const codes = groups.sensitive.codes[nth];
      if (out >= 0) histogram[codes[out]] -= 1;
      if (into >= 0) histogram[codes[into]] += 1;
    });
    return judge.holds(scratch, groups.sizes[group] - +(out >= 0) + +(into >= 0));
  };
}
