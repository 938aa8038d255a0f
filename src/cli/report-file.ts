/** @file The report as a file: JSON for programs, Markdown and HTML for people. */
import { jsonText, KohortError } from "../base/index.ts";
import type { Draft } from "../engine/index.ts";
import { htmlPage, markdownPage, type Page, type Provenance } from "../report/index.ts";
import type { Context } from "./context.ts";
import { printable, quoted } from "./format.ts";
import { textOf } from "./parse.ts";
import { draftText, ownerOnly, publishTogether, refuseExisting } from "./session.ts";
import { packageVersion } from "./version.ts";

/** Refuses a report of another form, or one that exists, before any work starts. */
export function refuseReport(context: Context): void {
  const { parsed } = context;
  const path = textOf(parsed, "report");
  if (path === undefined) return;
  refuseReportForm(path);
  refuseExisting(path, context);
}

/** Refuses a report of another form. */
export function refuseReportForm(path: string): void {
  if (/\.(json|md|html)$/i.test(path)) return;
  throw new KohortError("usage", `a report cannot be written as "${path}"`, {
    hint: "name it *.html, *.md or *.json",
  });
}

/** The report as a draft if one is wanted, for its owner alone if it is secret: the document as it is, or the page. */
export async function draftReport(
  context: Context,
  document: object,
  page: () => Page,
  isSecret = false,
): Promise<Draft[]> {
  const path = textOf(context.parsed, "report");
  const mode = isSecret ? ownerOnly : undefined;
  return path === undefined ? [] : [await draftText(path, textFor(path, document, page), context, mode)];
}

/** Writes the report if one is wanted. */
export async function writeReport(
  context: Context,
  document: object,
  page: () => Page,
  isSecret = false,
): Promise<void> {
  await publishTogether(await draftReport(context, document, page, isSecret), context);
  sayReport(context);
}

/** Says where the report is. */
export function sayReport({ parsed, terminal }: Context): void {
  const path = textOf(parsed, "report");
  if (path !== undefined) terminal.say(`wrote ${printable(path)}`);
}

/** A report in the form that its path names: the document as it is, or the page. */
export function textFor(path: string, document: object, page: () => Page): string {
  if (/\.json$/i.test(path)) return `${jsonText(document)}\n`;
  const drawn = page();
  return /\.md$/i.test(path) ? markdownPage(drawn) : htmlPage(drawn.title, drawn.sections, drawn.lead);
}

/** What a report says of the run that made it. */
export function provenanceOf(context: Context): Provenance {
  return { version: packageVersion(), host: hostName(), command: commandText(context) };
}

/** What the program runs on. */
export function hostName(): string {
  return `Node ${process.versions.node}, ${process.platform} ${process.arch}`;
}

/** The command as it was typed. */
export function commandText({ typed }: Context): string {
  return `kohort ${typed.map(quoted).join(" ")}`;
}
