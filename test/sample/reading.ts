/** The rows of a CSV text without quotes, less its header. */
export function rowsOf(text: string): string[][] {
  return text
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));
}

/** How often each value occurs. */
export function counts(values: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1);
  return found;
}

/** The 64-bit FNV-1a hash of a text's bytes, in hexadecimal. */
export function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}
