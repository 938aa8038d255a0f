/** Compares by code point, alike on every machine and as UTF-8 bytes compare. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [own, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (own !== other) return placeOf(own) - placeOf(other);
  }
  return a.length - b.length;
}

/** The place of a code unit among code points: a surrogate stands for points beyond all other units. */
function placeOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit;
}
