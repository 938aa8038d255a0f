/** A share in percent with as many digits as tell something: 16.8 %, 0.003 %. */
export function percent(share: number): string {
  const value = 100 * share;
  if (value === 0 || value >= 99.95) return `${Math.round(value)} %`;
  if (value >= 1) return `${Number(value.toFixed(1))} %`;
  return `${Number(value.toPrecision(2))} %`;
}

/** A whole number with commas between the thousands. */
export function counted(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A number and its noun: 1 cohort, 2 cohorts. */
export function many(count: number, noun: string): string {
  return `${counted(count)} ${noun}${count === 1 ? "" : "s"}`;
}
