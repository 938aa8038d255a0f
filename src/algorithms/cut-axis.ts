import type { Attribute } from "../cohort/index.ts";

/** What a kernel needs to know of an attribute: everything but its labels, so that little crosses to a thread. */
export type CutAxis = Omit<Attribute, "labels">;

/** An attribute without its labels. */
export function cutAxis({ labels: _, ...axis }: Attribute): CutAxis {
  return axis;
}
