/**
 * Discernibility: how many records each record cannot be told apart from, summed. That is Σ n² over cohorts of n records,
 * and for a record that is not published all records of the original. Bayardo and Agrawal, *Data privacy through optimal
 * k-anonymization*, ICDE 2005, section 3.
 */
export function discernibility(sizes: Float64Array, leftOut: RecordCounts): number {
  let sum = 0;
  for (const size of sizes) sum += size * size;
  return discernibilityOf(sum, leftOut);
}

/** How many records there were, and how many of them are not published or carry nothing. */
export type RecordCounts = { readonly records: number; readonly leftOut: number };

/** The same where the sum over published records is known: each with the records that match it. */
export function discernibilityOf(squares: number, { records, leftOut }: RecordCounts): number {
  return squares + records * leftOut;
}
