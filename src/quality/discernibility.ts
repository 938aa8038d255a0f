/**
 * Discernibility: how many pairs of records a release makes alike, Σ n² over cohorts of n records. Bayardo and
 * Agrawal, *Data privacy through optimal k-anonymization*, ICDE 2005, section 3.
 */
export function discernibility(sizes: Float64Array): number {
  let sum = 0;
  for (const size of sizes) sum += size * size;
  return sum;
}
