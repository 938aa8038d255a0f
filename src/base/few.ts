/** How many items of a list an error names. */
const named = 5;

/** A list in an error: its first five items, and how many there are where these are not all. */
export function few(items: readonly string[], between: ", " | "; " = ", "): string {
  const shown = items.slice(0, named).join(between);
  return items.length <= named ? shown : `${shown}${between}… (${items.length} in all)`;
}

/** The same a line each. */
export function fewLines(lines: readonly string[]): string[] {
  return lines.length <= named ? [...lines] : [...lines.slice(0, named), `… (${lines.length} in all)`];
}
