/** @file The report as a file: JSON for programs, Markdown for people. */
import { KohortError } from "../base/index.ts";
import type { Context } from "./context.ts";
import { formatNumber } from "./format.ts";
import { textOf } from "./parse.ts";
import { refuseExisting, writeText } from "./session.ts";

/** Refuses a report of another form, or one that exists, before any work starts. */
export function refuseReport(context: Context): void {
  const { parsed } = context;
  const path = textOf(parsed, "report");
  if (path === undefined) return;
  if (!/\.(json|md)$/i.test(path)) {
    throw new KohortError("usage", `a report cannot be written as "${path}"`, { hint: "name it *.json or *.md" });
  }
  refuseExisting(path, context);
}

/** Writes the report if one is wanted; `text` is its Markdown where that is more than figures in tables. */
export async function writeReport(context: Context, document: object, text?: string): Promise<void> {
  const { parsed, terminal } = context;
  const path = textOf(parsed, "report");
  if (path === undefined) return;
  const isJson = /\.json$/i.test(path);
  await writeText(path, isJson ? `${JSON.stringify(document, null, 2)}\n` : (text ?? markdown(document)), context);
  terminal.say(`wrote ${path}`);
}

/** A report in Markdown: a table per part, a row per figure. */
export function markdown(document: object): string {
  const { kohort, spec, ...parts } = document as Record<string, unknown>;
  const sections = Object.entries(parts).map(([title, part]) => `## ${title}\n\n${section(part)}\n`);
  const asked = spec === undefined ? "" : `\n## spec\n\n\`\`\`json\n${JSON.stringify(spec, null, 2)}\n\`\`\`\n`;
  return `# Report of kohort ${String(kohort)}\n\n${sections.join("\n")}${asked}`;
}

function section(part: unknown): string {
  if (Array.isArray(part)) {
    if (part.length === 0) return "none";
    if (part.every((item) => typeof item !== "object")) return part.map((item) => `- ${inline(item)}`).join("\n");
    const keys = [...new Set(part.flatMap((item) => Object.keys(item as object)))];
    const rows = part.map((item) => keys.map((key) => inline((item as Record<string, unknown>)[key])));
    return table(keys, rows);
  }
  if (typeof part !== "object" || part === null) return inline(part);
  const rows = Object.entries(part).map(([key, value]) => [key, inline(value)]);
  return rows.length === 0 ? "none" : table(["", ""], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function inline(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "number") return formatNumber(value, 6);
  if (typeof value === "object" && value !== null) {
    const parts = Object.entries(value).map(([key, member]) => `${key}: ${inline(member)}`);
    return parts.join(", ");
  }
  return String(value);
}
