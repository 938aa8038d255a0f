/** So many cases of a property, or a tenth of them in the fast tier; the slow tier tries all. */
export function runs(all: number): number {
  return process.env.KOHORT_TIER === "fast" ? Math.ceil(all / 10) : all;
}
