import { few } from "../base/index.ts";
import type { SkippedAttack } from "./run-attacks.ts";

/** Sentences on the attacks that were not tried, one per reason, with the way to try them where there is one. */
export function notTried(skipped: readonly SkippedAttack[], nameOf: (one: SkippedAttack) => string): string[] {
  const groups = new Map<string, SkippedAttack[]>();
  for (const one of skipped) {
    const key = `${one.reason}\n${one.hint ?? ""}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map((group) => {
    const { reason, hint } = group[0];
    const subject = group.length === 1 ? nameOf(group[0]) : `${few(group.map(nameOf))}: each`;
    return `${subject} ${reason}${hint === undefined ? "" : `; ${hint}`}`;
  });
}
