/** What a map has for a key; made and kept there where it has nothing yet. */
export function remember<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}

/** The number of a key: keys are numbered from 0 as they are first met. */
export function numberIn<Key>(known: Map<Key, number>, key: Key): number {
  const found = known.get(key);
  if (found !== undefined) return found;
  known.set(key, known.size);
  return known.size - 1;
}

/** The numbers from 0 to `count` − 1. */
export function indices(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, index) => index);
}
