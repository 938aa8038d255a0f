/**
 * A document as JSON text. JSON has no infinite numbers and `JSON.stringify` writes `null` for them, which reads as a
 * figure that is not there: they are the strings "Infinity" and "-Infinity".
 */
export function jsonText(document: unknown): string {
  return JSON.stringify(
    document,
    (_, value: unknown) =>
      value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY ? String(value) : value,
    2,
  );
}
