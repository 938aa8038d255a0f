/** @file Which records of the original a cohort of the release holds, as far as the two tables tell. */
import { cohortsFor, type ReleaseView, rankIn, ranksCovered } from "../attacks/index.ts";

/** The records of a cohort, and whether they are known to be just these. */
export type Members = { readonly rows: readonly number[]; readonly certain: boolean };

/** The cohort of each record of the original where a truth tells it; −1 for those that were left out. */
export function cohortsByTruth(view: ReleaseView, truth: Uint32Array, rows: number): Int32Array {
  const found = new Int32Array(rows).fill(-1);
  truth.forEach((row, released) => {
    found[row] = view.cohortOf[released]!;
  });
  return found;
}

/**
 * The records that a cohort holds. Without a truth these are the records that its values cover; where more are covered
 * than it has, those that fit no other cohort come first.
 */
export function membersOf(view: ReleaseView, cohort: number, rows: number, known: Int32Array | undefined): Members {
  const found: number[] = [];
  if (known !== undefined) {
    known.forEach((own, row) => {
      if (own === cohort) found.push(row);
    });
    return { rows: found, certain: true };
  }
  const covered = ranksCovered(view, cohort);
  for (let row = 0; row < rows; row++) {
    if (covered.every((ranks, column) => ranks[rankIn(view.known[column]!, row)] === 1)) found.push(row);
  }
  const size = view.sizes[cohort]!;
  if (found.length <= size) return { rows: found, certain: found.length === size };
  const others = new Map(found.map((row) => [row, cohortsFor(view, row).length]));
  const likely = [...found].sort((a, b) => others.get(a)! - others.get(b)! || a - b).slice(0, size);
  return { rows: likely.sort((a, b) => a - b), certain: false };
}
