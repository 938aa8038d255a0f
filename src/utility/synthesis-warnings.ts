import { headerWarnings } from "../audit/index.ts";
import { formatNumber, formatShare, type Task } from "../base/index.ts";
import { suggest } from "../inspect/index.ts";
import { rowsCounted } from "../problem/index.ts";
import { isNaming } from "../spec/index.ts";
import type { Leak } from "../synthesis/index.ts";
import type { Table } from "../table/index.ts";
import type { Synthesis } from "./synthesize.ts";

/** The share of made rows past which values that only one person has are no accident of a few. */
const manyLone = 0.1;

/** The columns of a table that seem to name people. */
export function* namingColumns(table: Table): Task<string[]> {
  const { attributes } = (yield* suggest(table)).suggestion.spec;
  return Object.keys(attributes).filter((name) => isNaming(attributes[name].role));
}

/** What somebody should know before made rows go out. */
export function synthesisWarnings({
  privacy,
  lone,
  table,
  people,
  oddNames,
}: Pick<Synthesis, "privacy" | "lone" | "table" | "people" | "oddNames">): string[] {
  const leaks = Object.entries(privacy).filter(([, { verdict }]: [string, Leak]) => verdict === "leak");
  const copied = Object.entries(lone).filter(([, rows]) => rows >= manyLone * table.rows);
  return [
    ...(people === undefined ? [] : [`${rowsCounted("synthesize", people)}: attacks find less than there is to find`]),
    ...headerWarnings(oddNames).map(({ sentence }) => sentence),
    ...leaks.map(
      ([name, { success, baseline }]: [string, Leak]) =>
        `the attack ${name} found a leak: ${formatShare(success)} where the control gives ${formatShare(baseline)}`,
    ),
    ...copied.map(
      ([name, rows]) =>
        `${formatNumber(rows)} of ${formatNumber(table.rows)} made rows carry a value of "${name}" that only one person has`,
    ),
  ];
}
