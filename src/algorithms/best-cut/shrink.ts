/**
 * What a part of n records is expected to lose in the end, relative to its box now: further cuts down to k records
 * shrink a box as (k / n)^(1/p); below 2k nothing can be cut. Only arithmetic that every engine rounds alike.
 */
export function shrinkage(least: number, power: 4 | 6): (records: number) => number {
  const known = new Map<number, number>();
  const short = new Float64Array(4096);
  return (records) => {
    const remembered = records < short.length ? short[records] : (known.get(records) ?? 0);
    if (remembered !== 0) return remembered;
    const root = Math.sqrt(Math.min(1, least / records));
    const factor = power === 4 ? Math.sqrt(root) : cubeRoot(root);
    if (records < short.length) short[records] = factor;
    else if (known.size < 1 << 20) known.set(records, factor);
    return factor;
  };
}

/** The cube root of a number in 0 … 1 by Newton's steps. */
function cubeRoot(x: number): number {
  let root = 1;
  for (let step = 0; step < 64; step++) {
    const next = root - (root * root * root - x) / (3 * root * root);
    if (next >= root) break;
    root = next;
  }
  return root;
}
