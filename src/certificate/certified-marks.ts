/**
 * @file Texts that no verifier can compare in good time: bringing marks above and below a letter into one order takes some
 * programs the square of their number. Text that is meant to be read has fewer than 30 (Unicode Standard Annex #15,
 * Stream-Safe Text Format).
 */
import { labelStrings, type Table } from "../table/index.ts";

const tooMany = /\p{M}{1001}/u;

/** What is wrong with a table that has a text with more than 1,000 marks in a row. */
export function marksProblem({ columns }: Table): string | undefined {
  const isOdd = columns.some(
    ({ name, labels }) => tooMany.test(name) || labelStrings(labels).some((text) => tooMany.test(text)),
  );
  return isOdd ? "a text has more than 1,000 combining marks in a row" : undefined;
}
