/**
 * @file Naive Bayes on counted values: P(class) · Π P(value of column | class), with one added to every count (Laplace).
 * It learns from counts, which may be fractions, so that a record whose value is only known to lie in a range can count
 * a little for each value of it.
 */

/** A naive Bayes classifier: logarithms of the priors and, per column, of P(value | class) at `value × classes + class`. */
export type NaiveBayes = {
  readonly classes: number;
  readonly priors: Float64Array;
  readonly columns: readonly Float64Array[];
};

/** Learns from how often each class occurs and how often each value occurs with it (at `value × classes + class`). */
export function fitNaiveBayes(classCounts: Float64Array, columnCounts: readonly Float64Array[]): NaiveBayes {
  const classes = classCounts.length;
  let records = 0;
  for (const count of classCounts) records += count;
  return {
    classes,
    priors: classCounts.map((count) => Math.log((count + 1) / (records + classes))),
    columns: columnCounts.map((counts) => {
      const values = counts.length / classes;
      const totals = new Float64Array(classes);
      for (let at = 0; at < counts.length; at++) totals[at % classes] += counts[at];
      return counts.map((count, at) => Math.log((count + 1) / (totals[at % classes] + values)));
    }),
  };
}

/** Writes the logarithm of P(class, values) of a record into `out`, class by class; a value below 0 is not known. */
export function scoreNaiveBayes(model: NaiveBayes, values: ArrayLike<number>, out: Float64Array): void {
  const { classes, priors, columns } = model;
  out.set(priors);
  for (let column = 0; column < columns.length; column++) {
    const value = values[column];
    if (value < 0) continue;
    const scores = columns[column];
    for (let at = 0; at < classes; at++) out[at] += scores[value * classes + at];
  }
}
