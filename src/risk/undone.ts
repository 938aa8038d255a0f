import { type GroupCodes, markedPeople, pairOf, peopleIn } from "./groups.ts";

/** A column before and after it was coarsened, and another published column that may tell more of it. */
export type CoarseningCase = {
  readonly original: GroupCodes;
  readonly published: GroupCodes;
  readonly column: GroupCodes;
  readonly persons?: GroupCodes;
};

/**
 * The people whose original value is fixed by the published value together with another column, where the published
 * value alone leaves it open. Only what two people bear out is counted: they share the column's value, and either both
 * values, or the column's value alone fixes the original. Otherwise everybody who is alone with both values would count,
 * though nothing follows from one record.
 */
export function undone({ original, published, column, persons }: CoarseningCase): number {
  const both = pairOf(published, column);
  const openByPublished = isMixed(published, original);
  const openByBoth = isMixed(both, original);
  const fixed = new Uint8Array(original.codes.length);
  for (let row = 0; row < fixed.length; row++) {
    fixed[row] = +(openByPublished[published.codes[row]] === 1 && openByBoth[both.codes[row]] === 0);
  }
  if (!fixed.includes(1)) return 0;
  const openByColumn = isMixed(column, original);
  const sharing = peopleIn(column, persons);
  const sharingBoth = peopleIn(both, persons);
  const marks = fixed.map((isFixed, row) => {
    const own = column.codes[row];
    const isBorneOut = sharing[own] >= 2 && (sharingBoth[both.codes[row]] >= 2 || openByColumn[own] === 0);
    return +(isFixed === 1 && isBorneOut);
  });
  return markedPeople(marks, persons);
}

/** Whether some published value stands for more than one original value. */
export function isCoarser(published: GroupCodes, original: GroupCodes): boolean {
  return isMixed(published, original).includes(1);
}

/** Per group whether it has more than one value. */
function isMixed(groups: GroupCodes, values: GroupCodes): Uint8Array {
  const mixed = new Uint8Array(groups.size);
  const first = new Int32Array(groups.size).fill(-1);
  for (let row = 0; row < groups.codes.length; row++) {
    const group = groups.codes[row];
    if (first[group] === -1) first[group] = values.codes[row];
    else if (first[group] !== values.codes[row]) mixed[group] = 1;
  }
  return mixed;
}
