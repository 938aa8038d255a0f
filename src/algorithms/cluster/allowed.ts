import type { Judge } from "../judge.ts";
import type { Groups } from "./group-boxes.ts";

/** Says whether a group would still be allowed with one record taken out, one put in, or both; −1 for none. */
export type GroupCheck = (group: number, out: number, into: number) => boolean;

/** A check of changed groups against models that look at more than sizes; sizes are the caller's business. */
export function allowedIn(groups: Groups, judge: Judge): GroupCheck {
  if (judge.sizeOnly) return () => true;
  const scratch = groups.sensitive.sizes.map((values) => new Float64Array(values));
  return (group, out, into) => {
    if (group === groups.outside) return true;
    scratch.forEach((histogram, nth) => {
      const values = histogram.length;
      histogram.set(groups.histograms[nth].subarray(group * values, (group + 1) * values));
      const codes = groups.sensitive.codes[nth];
      if (out >= 0) histogram[codes[out]] -= 1;
      if (into >= 0) histogram[codes[into]] += 1;
    });
    return judge.holds(scratch, groups.sizes[group] - +(out >= 0) + +(into >= 0));
  };
}
