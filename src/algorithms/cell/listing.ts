import { printable } from "../../base/index.ts";
import type { Problem } from "../../cohort/index.ts";
import { candidatesOf, candidateText, cellAxes } from "./cell-axis.ts";

/** What every value of every quasi-identifier may be published as: `25: * 25 [21-25] [25-30] : 4`. */
export function candidateListing(problem: Problem): string {
  const lines: string[] = [];
  for (const axis of cellAxes(problem, "ncp")) {
    lines.push(axis.attribute.name);
    axis.attribute.labels.forEach((label, rank) => {
      const candidates = candidatesOf(axis, rank);
      lines.push(`  ${label}: ${candidates.map((one) => candidateText(axis, one)).join(" ")} : ${candidates.length}`);
    });
  }
  return lines.map(printable).join("\n");
}
