import type { Random } from "../base/index.ts";

/**
 * A number from `low` to `high` in steps of the last decimal, each as likely. Where there are more steps than doubles
 * tell apart (14 decimals on numbers of three digits), any double between the two is as good.
 */
export function drawBetween(low: number, high: number, decimals: number, random: Random): number {
  const grain = 10 ** decimals;
  const steps = Math.round((high - low) * grain) + 1;
  if (!Number.isSafeInteger(steps)) {
    const share = random.unit();
    return Math.min(high, Math.max(low, low * (1 - share) + high * share));
  }
  return low + random.below(steps) / grain;
}
