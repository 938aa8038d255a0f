/**
 * @file The matching meaning of k. List which original rows each released row could stand for, keep only the pairs that
 * occur in at least one complete one-to-one assignment, and count what is left: per released row (`released`) or per
 * original row (`original`; global (1,k)-anonymity or k-concealment in Gionis, Mazza, Tassa, *k-Anonymization
 * revisited*, ICDE 2008, and Tassa, Mazza, Gionis, *k-Concealment*, TDP 2012).
 *
 * Enumerating assignments is factorial. With one perfect matching M at hand a pair (i, j) is in some perfect matching
 * exactly if i covers j and i and M⁻¹(j) lie in the same strongly connected component of the graph that draws i → i′
 * when i covers M(i′), which is polynomial.
 */

/** On which side the k of a matching is counted. */
export type ConcealmentSide = "released" | "original";

/** Sets of rows as bits, `words` 32-bit words a set; set i stands at `bits[i × words]`. */
export type RowSets = { readonly rows: number; readonly words: number; readonly bits: Uint32Array };

/** As many empty sets as there are rows. */
export function rowSets(rows: number): RowSets {
  const words = Math.max(1, Math.ceil(rows / 32));
  return { rows, words, bits: new Uint32Array(rows * words) };
}

/** Puts a row into a set. */
export function addRow({ words, bits }: RowSets, set: number, row: number): void {
  bits[set * words + (row >>> 5)] |= 1 << (row & 31);
}

/** Whether a set holds a row. */
export function hasRow({ words, bits }: RowSets, set: number, row: number): boolean {
  return ((bits[set * words + (row >>> 5)] >>> (row & 31)) & 1) === 1;
}

/** For each row everything it reaches in one or more steps. */
export function closure(edges: RowSets): RowSets {
  const { rows, words } = edges;
  const bits = edges.bits.slice();
  for (let via = 0; via < rows; via++) {
    const word = via >>> 5;
    const bit = 1 << (via & 31);
    for (let from = 0; from < rows; from++) {
      if ((bits[from * words + word] & bit) === 0 || from === via) continue;
      for (let w = 0; w < words; w++) bits[from * words + w] |= bits[via * words + w];
    }
  }
  return { rows, words, bits };
}

/**
 * How many partners each row keeps, when released row i covers the originals of set i and stands for original i itself:
 * originals per released row, or released rows per original.
 */
export function partners(cover: RowSets, side: ConcealmentSide): Uint32Array {
  const { rows } = cover;
  const component = components(cover);
  const kept = new Uint32Array(rows);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < rows; j++) {
      if (component[i] === component[j] && hasRow(cover, i, j)) kept[side === "released" ? i : j] += 1;
    }
  }
  return kept;
}

/** The strongly connected component of each row (Tarjan 1972, with a stack of its own). */
function components(edges: RowSets): Int32Array {
  const { rows } = edges;
  const component = new Int32Array(rows).fill(-1);
  const order = new Int32Array(rows).fill(-1);
  const low = new Int32Array(rows);
  const next = new Int32Array(rows);
  const open: number[] = [];
  const path: number[] = [];
  let seen = 0;
  let found = 0;
  for (let start = 0; start < rows; start++) {
    if (order[start] >= 0) continue;
    path.push(start);
    while (path.length > 0) {
      const row = path[path.length - 1];
      if (order[row] < 0) {
        order[row] = low[row] = seen++;
        open.push(row);
      }
      let to = next[row];
      while (to < rows && !(hasRow(edges, row, to) && component[to] < 0 && order[to] < 0)) {
        if (hasRow(edges, row, to) && component[to] < 0) low[row] = Math.min(low[row], order[to]);
        to++;
      }
      next[row] = to;
      if (to < rows) {
        path.push(to);
        continue;
      }
      path.pop();
      const parent = path[path.length - 1];
      if (parent !== undefined) low[parent] = Math.min(low[parent], low[row]);
      if (low[row] !== order[row]) continue;
      for (let member = -1; member !== row; ) {
        member = open.pop()!;
        component[member] = found;
      }
      found += 1;
    }
  }
  return component;
}

/** Which original each released row stands for in one complete assignment, or undefined when there is none. */
export function perfectMatching(cover: RowSets): Int32Array | undefined {
  const { rows } = cover;
  const originalOf = new Int32Array(rows).fill(-1);
  const releasedOf = new Int32Array(rows).fill(-1);
  for (let row = 0; row < rows; row++) {
    if (hasRow(cover, row, row)) {
      originalOf[row] = row;
      releasedOf[row] = row;
    }
  }
  for (let row = 0; row < rows; row++) {
    if (originalOf[row] < 0 && !augment(cover, row, originalOf, releasedOf)) return undefined;
  }
  return originalOf;
}

/** Finds an original for one more released row by a breadth-first search for an alternating path. */
function augment(cover: RowSets, start: number, originalOf: Int32Array, releasedOf: Int32Array): boolean {
  const { rows } = cover;
  const cameFrom = new Int32Array(rows).fill(-1);
  const queue = [start];
  for (let at = 0; at < queue.length; at++) {
    const released = queue[at];
    for (let original = 0; original < rows; original++) {
      if (cameFrom[original] >= 0 || !hasRow(cover, released, original)) continue;
      cameFrom[original] = released;
      const holder = releasedOf[original];
      if (holder >= 0) {
        queue.push(holder);
        continue;
      }
      for (let free = original; free >= 0; ) {
        const taker = cameFrom[free];
        const before = originalOf[taker];
        originalOf[taker] = free;
        releasedOf[free] = taker;
        free = taker === start ? -1 : before;
      }
      return true;
    }
  }
  return false;
}

/** How many partners each released or original row keeps, for released rows in any order; undefined without a complete assignment. */
export function partnersInAnyOrder(cover: RowSets, side: ConcealmentSide): Uint32Array | undefined {
  const matching = perfectMatching(cover);
  if (matching === undefined) return undefined;
  const moved = rowSets(cover.rows);
  const releasedOf = new Int32Array(cover.rows);
  matching.forEach((original, released) => {
    releasedOf[original] = released;
  });
  for (let i = 0; i < cover.rows; i++) {
    for (let j = 0; j < cover.rows; j++) if (hasRow(cover, i, j)) addRow(moved, i, releasedOf[j]);
  }
  const kept = partners(moved, side);
  if (side === "released") return kept;
  return Uint32Array.from(releasedOf, (released) => kept[released]);
}
