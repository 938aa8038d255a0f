/** @file Sizes, times and names as the page writes them. */

/** 812 kB, 1.4 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ["kB", "MB", "GB"];
  let [value, unit] = [bytes / 1000, 0];
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value >= 100 ? Math.round(value) : Number(value.toPrecision(2))} ${units[unit]}`;
}

/** Under 0.1 s, 0.4 s, 12 s, 3 min. */
export function formatSeconds(seconds: number): string {
  if (seconds < 0.05) return "under 0.1 s";
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

/** The time of day: 14:02. */
export function formatTime(when: number): string {
  const date = new Date(when);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A column's name as a part of a file's name. */
export function fileWord(column: string): string {
  return column.replace(/[^\p{L}\p{N}_.-]+/gu, "_");
}
