/**
 * @file Records that share values, as codes. A group is a code, and groups of two columns are the pairs that occur,
 * numbered in order of appearance. Where several records are one person's, people are counted and not records.
 */

/** A code per record, below `size`. */
export type GroupCodes = { readonly codes: Uint8Array | Uint16Array | Uint32Array; readonly size: number };

/** Cells of a table of all pairs, per record, up to which it is quicker than a hash table. */
const direct = 4;

/** Records by what they have in both columns. */
export function pairOf(a: GroupCodes, b: GroupCodes): GroupCodes {
  const rows = a.codes.length;
  const codes = new Uint32Array(rows);
  const cells = a.size * b.size;
  if (cells <= Math.max(1024, direct * rows)) {
    const known = new Uint32Array(cells);
    let size = 0;
    for (let row = 0; row < rows; row++) {
      const cell = a.codes[row] * b.size + b.codes[row];
      if (known[cell] === 0) known[cell] = ++size;
      codes[row] = known[cell] - 1;
    }
    return { codes, size };
  }
  const slots = 1 << Math.ceil(Math.log2(2 * rows));
  const first = new Uint32Array(slots);
  const second = new Uint32Array(slots);
  const known = new Uint32Array(slots);
  let size = 0;
  for (let row = 0; row < rows; row++) {
    const [x, y] = [a.codes[row], b.codes[row]];
    let slot = mixed(x, y) & (slots - 1);
    while (known[slot] !== 0 && (first[slot] !== x || second[slot] !== y)) slot = (slot + 1) & (slots - 1);
    if (known[slot] === 0) {
      first[slot] = x;
      second[slot] = y;
      known[slot] = ++size;
    }
    codes[row] = known[slot] - 1;
  }
  return { codes, size };
}

/** A hash of two whole numbers: the finaliser of MurmurHash3 (Appleby) over both. */
function mixed(a: number, b: number): number {
  let hash = Math.imul(a ^ Math.imul(b, 0x9e37_79b1), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** How many people each group has; without persons every record is a person of its own. */
export function peopleIn(groups: GroupCodes, persons: GroupCodes | undefined): Uint32Array {
  const counts = new Uint32Array(groups.size);
  if (persons === undefined) {
    for (const code of groups.codes) counts[code] += 1;
    return counts;
  }
  const pairs = pairOf(groups, persons);
  const isSeen = new Uint8Array(pairs.size);
  pairs.codes.forEach((pair, row) => {
    if (isSeen[pair] === 1) return;
    isSeen[pair] = 1;
    counts[groups.codes[row]] += 1;
  });
  return counts;
}

/** How many people have at least one record that is marked. */
export function markedPeople(marks: Uint8Array, persons: GroupCodes | undefined): number {
  if (persons === undefined) return marks.reduce((sum, mark) => sum + mark, 0);
  const isMarked = new Uint8Array(persons.size);
  marks.forEach((mark, row) => {
    if (mark === 1) isMarked[persons.codes[row]] = 1;
  });
  return isMarked.reduce((sum, mark) => sum + mark, 0);
}

/** People who are in a group of fewer than so many people. */
export function peopleBelow(groups: GroupCodes, least: number, persons: GroupCodes | undefined): number {
  const counts = peopleIn(groups, persons);
  if (persons === undefined) return counts.reduce((sum, count) => sum + (count < least ? count : 0), 0);
  return markedPeople(
    Uint8Array.from(groups.codes, (code) => +(counts[code] < least)),
    persons,
  );
}
