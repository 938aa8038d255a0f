/** @file Numbers as people read them; the same in every locale. */

/** A number with thousands separators and at most `digits` decimals: 30162 is "30,162". */
export function formatNumber(value: number, digits = 2): string {
  if (!Number.isFinite(value)) return String(value);
  const [whole, fraction = ""] = Math.abs(value).toFixed(digits).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const decimals = fraction.replace(/0+$/, "");
  const shown = decimals === "" ? grouped : `${grouped}.${decimals}`;
  return value < 0 && /[1-9]/.test(shown) ? `−${shown}` : shown;
}

/** A fraction in 0..1 as a percentage: 0.112435 is "11.24 %"; what is not 0, but for rounding, is never shown as 0. */
export function formatShare(share: number, digits = 2): string {
  const shown = formatNumber(share * 100, digits);
  return share > 1e-12 && shown === "0" ? `< ${10 ** -digits} %` : `${shown} %`;
}

/** A difference of two shares in percentage points: 0.3885 is "38.85 points". */
export function formatPoints(difference: number, digits = 2): string {
  return `${formatNumber(difference * 100, digits)} points`;
}

/** "1 record", "30,162 records". */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
