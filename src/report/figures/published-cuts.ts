import { isSuppressed } from "../../cohort/index.ts";
import type { Examination } from "../../examine/index.ts";
import type { Release } from "../../release/index.ts";
import type { PaintingSubject } from "./painting.ts";
import { valueTree } from "./value-tree.ts";

/**
 * What a report may paint of a release: the method's own cuts where each of their parts is a cohort that is published,
 * and otherwise the published values side by side. Parts that are published alike, or not at all, are finer than the
 * release, and how many records they have is not told by it.
 */
export function publishedCuts(
  release: Release,
  counts: Examination["counts"],
): Pick<PaintingSubject, "tree" | "isCut" | "sensitive"> {
  const { recoding, cohorts } = release;
  const { tree } = recoding;
  const leaves = tree?.count.reduce((sum, children) => sum + +(children === 0), 0);
  const isWhole = recoding.suppressed?.includes(1) !== true && leaves === cohorts.count;
  if (tree !== undefined && isWhole) {
    return { tree, isCut: true, sensitive: counts };
  }
  const shown = valueTree(release, "joined");
  if (counts === undefined) return { tree: shown, isCut: false };
  return { tree: shown, isCut: false, sensitive: { name: counts.name, counts: joinedCounts(release, shown, counts) } };
}

/** Counts of values by leaf: those of all cohorts that are published like the one the leaf names. */
function joinedCounts(
  { recoding, published }: Release,
  { cohort: leaves }: PaintingSubject["tree"],
  { counts }: NonNullable<Examination["counts"]>,
): Uint32Array[] {
  const textsOf = (cohort: number): string => published.map(({ textOf }) => textOf[cohort]).join();
  const named = new Set(leaves.filter((leaf) => leaf >= 0));
  const sums = new Map([...named].map((leaf) => [textsOf(leaf), counts[leaf].slice()]));
  for (let cohort = 0; cohort < recoding.cohorts; cohort++) {
    const sum = sums.get(textsOf(cohort));
    if (sum === undefined || isSuppressed(recoding, cohort) || named.has(cohort)) continue;
    counts[cohort].forEach((count, value) => {
      sum[value] += count;
    });
  }
  return counts.map((own, cohort) => sums.get(textsOf(cohort)) ?? own);
}
