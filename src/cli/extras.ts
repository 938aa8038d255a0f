/** @file What `anonymize` writes beside the release when asked: the table of classes and the drawing of cohorts. */
import { KohortError } from "../base/index.ts";
import { canDrawCohorts, cohortsFigure } from "../report/index.ts";
import { classTable, type Release } from "../run/index.ts";
import { columnsWith } from "../spec/index.ts";
import { csvBlocks, type Table } from "../table/index.ts";
import type { Context } from "./context.ts";
import { textOf } from "./parse.ts";
import { ownerOnly, refuseExisting, writeText } from "./session.ts";

/** Refuses files of another form, or that exist, before any work starts. */
export function refuseExtras(context: Context): void {
  const figure = textOf(context.parsed, "figure");
  if (figure !== undefined && !/\.svg$/i.test(figure)) {
    throw new KohortError("usage", `a figure cannot be written as "${figure}"`, { hint: "name it *.svg" });
  }
  refuseExisting(figure, context);
  refuseExisting(textOf(context.parsed, "class-table"), context);
}

/** Writes them. */
export async function writeExtras(context: Context, original: Table, release: Release): Promise<void> {
  const classes = textOf(context.parsed, "class-table");
  if (classes !== undefined) {
    const [sensitive] = columnsWith(release.spec, "sensitive");
    if (sensitive === undefined) {
      throw new KohortError("usage", "--class-table needs a sensitive column", { hint: "name one with --sensitive" });
    }
    await writeText(classes, csvText(classTable(original, release, sensitive)), context, ownerOnly);
    context.terminal.say(`wrote ${classes}, which is for you alone: it has the means and values of small groups`);
  }
  const figure = textOf(context.parsed, "figure");
  if (figure === undefined) return;
  if (!canDrawCohorts(release)) {
    throw new KohortError("usage", "--figure needs two quasi-identifiers", { hint: "name two with --quasi" });
  }
  await writeText(figure, cohortsFigure([{ name: "after", release }]), context, ownerOnly);
  context.terminal.say(`wrote ${figure}, which is for you alone: it has a point for every record as it was read`);
}

/** A small table as CSV. */
export function csvText(table: Table): string {
  return Buffer.concat([...csvBlocks(table)]).toString();
}
