/** @file Numbers and sizes as the page writes them; the same for every reader, whatever their language settings are. */

/** 1,234,567 or 0.123. */
export function formatNumber(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "–" : "∞";
  if (Number.isInteger(value)) return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
  const rounded = Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(digits));
  const [whole, part] = String(rounded).split(".");
  const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, ",");
  return part === undefined ? grouped : `${grouped}.${part}`;
}

/** A share as percent: 20 %, 3.3 %, 0.04 %. */
export function formatShare(share: number): string {
  if (!Number.isFinite(share)) return "–";
  const percent = share * 100;
  if (percent === 0) return "0 %";
  if (percent >= 99.95) return percent >= 100 ? "100 %" : `${(Math.floor(percent * 100) / 100).toFixed(2)} %`;
  return `${percent >= 10 ? Number(percent.toFixed(1)) : Number(percent.toPrecision(2))} %`;
}

/** `1 record`, `12 records`. */
export function count(value: number, noun: string): string {
  return `${formatNumber(value)} ${noun}${value === 1 ? "" : "s"}`;
}

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

/** 0.4 s, 12 s, 3 min. */
export function formatSeconds(seconds: number): string {
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
