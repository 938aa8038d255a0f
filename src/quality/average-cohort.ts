/** The mean number of records in a cohort. */
export function averageCohort(sizes: Float64Array): number {
  let records = 0;
  for (const size of sizes) records += size;
  return sizes.length === 0 ? 0 : records / sizes.length;
}

/**
 * The same where records match each other without being cohorts: the harmonic mean over records of the records that match
 * them, n / Σ 1/f, which is n / cohorts where none overlap. The result does not depend on the order of the counts.
 */
export function averageMatched(counts: ArrayLike<number>, records: ArrayLike<number>): number {
  const byCount = new Map<number, number>();
  let all = 0;
  for (let at = 0; at < counts.length; at++) {
    byCount.set(counts[at], (byCount.get(counts[at]) ?? 0) + records[at]);
    all += records[at];
  }
  const risks = [...byCount].sort(([a], [b]) => a - b).reduce((sum, [count, own]) => sum + own / count, 0);
  return all === 0 ? 0 : all / risks;
}

/**
 * C_avg: the mean cohort over the k that was asked, 1 when no cohort is larger than it must be; undefined where no k was
 * asked. LeFevre, DeWitt, Ramakrishnan, *Mondrian multidimensional k-anonymity*, ICDE 2006, section 5.
 */
export function cAvg(average: number, k: number | undefined): number | undefined {
  return k === undefined ? undefined : average / k;
}
