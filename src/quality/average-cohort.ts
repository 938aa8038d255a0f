/** The mean number of records in a cohort. */
export function averageCohort(sizes: Float64Array): number {
  let records = 0;
  for (const size of sizes) records += size;
  return sizes.length === 0 ? 0 : records / sizes.length;
}

/**
 * C_avg: the mean cohort over the k that was asked, 1 when no cohort is larger than it must be. LeFevre, DeWitt,
 * Ramakrishnan, *Mondrian multidimensional k-anonymity*, ICDE 2006, section 5.
 */
export function cAvg(sizes: Float64Array, k: number): number {
  return averageCohort(sizes) / k;
}
