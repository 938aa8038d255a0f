/** @file What `anonymize` writes beside the release when asked: the table of classes and the drawing of cohorts. */
import { KohortError } from "../base/index.ts";
import type { Draft } from "../engine/index.ts";
import { classTable, type Release } from "../release/index.ts";
import { canDrawCohorts, cohortsFigure } from "../report/index.ts";
import { columnsWith } from "../spec/index.ts";
import { csvBlocks, type Table } from "../table/index.ts";
import type { Context } from "./context.ts";
import { printable } from "./format.ts";
import { textOf } from "./parse.ts";
import { draftText, ownerOnly, refuseExisting } from "./session.ts";

/** Refuses files of another form, or that exist, before any work starts. */
export function refuseExtras(context: Context): void {
  const figure = textOf(context.parsed, "figure");
  if (figure !== undefined && !/\.svg$/i.test(figure)) {
    throw new KohortError("usage", `a figure cannot be written as "${figure}"`, { hint: "name it *.svg" });
  }
  refuseExisting(figure, context);
  refuseExisting(textOf(context.parsed, "class-table"), context);
}

/** Their drafts. */
export async function draftExtras(context: Context, original: Table, release: Release): Promise<Draft[]> {
  const classes = textOf(context.parsed, "class-table");
  const figure = textOf(context.parsed, "figure");
  const [sensitive] = columnsWith(release.spec, "sensitive");
  if (classes !== undefined && sensitive === undefined) {
    throw new KohortError("usage", "--class-table needs a sensitive column", { hint: "name one with --sensitive" });
  }
  if (figure !== undefined && !canDrawCohorts(release)) {
    throw new KohortError("usage", "--figure needs two quasi-identifiers", { hint: "name two with --quasi" });
  }
  const texts: [string, string][] = [];
  if (classes !== undefined) texts.push([classes, csvText(classTable(original, release, sensitive))]);
  if (figure !== undefined) texts.push([figure, cohortsFigure([{ name: "after", release }])]);
  return draftTexts(texts, context);
}

/** Drafts of files for their owner alone; if one of them cannot be written, none is left. */
export async function draftTexts(
  texts: readonly (readonly [path: string, text: string])[],
  context: Context,
): Promise<Draft[]> {
  const drafts: Draft[] = [];
  try {
    for (const [path, text] of texts) drafts.push(await draftText(path, text, context, ownerOnly));
    return drafts;
  } catch (thrown) {
    for (const draft of drafts) draft.discard();
    throw thrown;
  }
}

/** Says what was written, and to whom it may be given. */
export function sayExtras({ parsed, terminal }: Context): void {
  const [classes, figure] = [textOf(parsed, "class-table"), textOf(parsed, "figure")];
  if (classes !== undefined) {
    terminal.say(`wrote ${printable(classes)}, which is for you alone: it has the means and values of small groups`);
  }
  if (figure !== undefined) {
    terminal.say(`wrote ${printable(figure)}, which is for you alone: it has a point for every record as it was read`);
  }
}

/** A small table as CSV. */
export function csvText(table: Table): string {
  return Buffer.concat([...csvBlocks(table)]).toString();
}
