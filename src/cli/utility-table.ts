import type { Scores } from "../learning/index.ts";
import { digits, spread } from "../report/index.ts";
import type { SeedSummary, TableIntervals } from "../utility/index.ts";
import { formatTable } from "./format.ts";

type Entries = readonly (readonly [name: string, found: Pick<Scores, "accuracy" | "f1" | "auc">])[];

/** Classifiers side by side, one line each. */
export function utilityTable(entries: Entries, trainedOn = "trained on"): string {
  return lined(
    trainedOn,
    entries.map(([name, { accuracy, f1, auc }]) => [name, digits(accuracy), digits(f1), digits(auc)]),
  );
}

/** What classifiers came to: boosted trees, then logistic regression and all seeds where these were asked for. */
export function utilityText(
  entries: Entries,
  more: { readonly logistic?: object; readonly overSeeds?: SeedSummary },
): string {
  const parts = [utilityTable(entries)];
  if (more.logistic !== undefined) {
    parts.push(utilityTable(Object.entries(more.logistic), "logistic, trained on"));
  }
  const { overSeeds } = more;
  if (overSeeds !== undefined) {
    const over = `over ${overSeeds.seeds.length} seeds, trained on`;
    parts.push(intervalTable(overSeeds.utility, over));
    if (overSeeds.logistic !== undefined) {
      parts.push(intervalTable(overSeeds.logistic, `logistic ${over}`));
    }
  }
  return parts.join("\n\n");
}

/** Means over seeds with their intervals, one line each. */
export function intervalTable(found: TableIntervals, title: string): string {
  return lined(
    title,
    Object.entries(found).map(([name, { accuracy, f1, auc }]) => [name, spread(accuracy), spread(f1), spread(auc)]),
  );
}

function lined(title: string, rows: string[][]): string {
  const right = { align: "right" } as const;
  return formatTable([{ title }, ...["accuracy", "F1", "AUC"].map((name) => ({ title: name, ...right }))], rows);
}
