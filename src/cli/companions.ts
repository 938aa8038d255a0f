/** @file What `anonymize` writes beside a release besides what the engine makes: the report, the table of classes, the drawing. */
import { KohortError } from "../base/index.ts";
import type { AnonymizeOutcome, FileCompanion } from "../engine/index.ts";
import type { Publication } from "../publish/index.ts";
import { classTable } from "../release/index.ts";
import { cohortsFigure, type Page } from "../report/index.ts";
import { columnsWith, type Spec } from "../spec/index.ts";
import { csvBlocks, type Table } from "../table/index.ts";
import type { Context } from "./context.ts";
import { printable } from "./format.ts";
import { textOf } from "./parse.ts";
import { refuseReportForm, textFor } from "./report-file.ts";
import { ownerOnly } from "./session.ts";

/** A report as it is written. */
type ReportContent = { readonly document: object; readonly page: () => Page; readonly isSecret?: boolean };

/** The report, if one is wanted. */
export function reportCompanion<Outcome>(
  context: Context,
  of: (outcome: Outcome, context: Context) => ReportContent,
): FileCompanion<Outcome>[] {
  const path = textOf(context.parsed, "report");
  if (path === undefined) return [];
  refuseReportForm(path);
  const companion: FileCompanion<Outcome> = {
    paths: [path],
    standsAlone: true,
    *make(outcome) {
      const { document, page, isSecret = false } = of(outcome, context);
      return [{ path, blocks: [bytesOf(textFor(path, document, page))], mode: isSecret ? ownerOnly : undefined }];
    },
  };
  return [companion];
}

/** The table of classes and the drawing of cohorts, as far as they are wanted. */
export function extraCompanions({ parsed }: Context): FileCompanion<AnonymizeOutcome>[] {
  const [classes, figure] = [textOf(parsed, "class-table"), textOf(parsed, "figure")];
  if (figure !== undefined && !/\.svg$/i.test(figure)) {
    throw new KohortError("usage", `a figure cannot be written as "${figure}"`, { hint: "name it *.svg" });
  }
  const extra = (
    path: string | undefined,
    check: (spec: Spec) => void,
    textOf: (outcome: AnonymizeOutcome) => string,
    note: string,
  ): FileCompanion<AnonymizeOutcome>[] => {
    if (path === undefined) return [];
    const make: FileCompanion<AnonymizeOutcome>["make"] = function* (outcome) {
      return [{ path, blocks: [bytesOf(textOf(outcome))], mode: ownerOnly, note: `which is for you alone: ${note}` }];
    };
    return [{ paths: [path], standsAlone: true, check, make }];
  };
  return [
    ...extra(
      classes,
      refuseWithoutSensitive,
      ({ original, release }) => csvText(classTable(original, release, columnsWith(release.spec, "sensitive")[0])),
      "it has the means and values of small groups",
    ),
    ...extra(
      figure,
      refuseWithoutTwo,
      ({ release }) => cohortsFigure([{ name: "after", release }]),
      "it has a point for every record as it was read",
    ),
  ];
}

function refuseWithoutSensitive(spec: Spec): void {
  if (columnsWith(spec, "sensitive").length > 0) return;
  throw new KohortError("usage", "--class-table needs a sensitive column", { hint: "name one with --sensitive" });
}

function refuseWithoutTwo(spec: Spec): void {
  const drawn = columnsWith(spec, "quasi-identifying").filter((name) => spec.attributes[name].separator === undefined);
  if (drawn.length >= 2) return;
  throw new KohortError("usage", "--figure needs two quasi-identifiers", { hint: "name two with --quasi" });
}

/** Says what was written beside a release, and to whom it may be given; whoever names a ledger knows that it is kept. */
export function sayBeside(beside: Publication<unknown>["beside"], { parsed, terminal }: Context): void {
  for (const { path, note } of beside) {
    if (path !== textOf(parsed, "ledger"))
      terminal.say(`wrote ${printable(path)}${note === undefined ? "" : `, ${note}`}`);
  }
}

/** A small table as CSV. */
export function csvText(table: Table): string {
  return Buffer.concat([...csvBlocks(table)]).toString();
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
