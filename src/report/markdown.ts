import { largest, printableLines } from "../base/index.ts";
import type { Page, PageSection, PageTable } from "./page.ts";

/** A report as Markdown: what the page says, without its figures. */
export function markdownPage({ title, lead, sections }: Page): string {
  const parts = sections.flatMap((section) => sectionLines(section, 2));
  return [`# ${escaped(title)}`, "", ...(lead === undefined ? [] : [escaped(lead), ""]), ...parts].join("\n");
}

function sectionLines({ title, text, list, table, code = [], parts = [] }: PageSection, depth: number): string[] {
  return [
    `${"#".repeat(depth)} ${escaped(title)}`,
    "",
    ...(text === undefined ? [] : [escaped(text), ""]),
    ...(list === undefined ? [] : [...list.map((item) => `- ${escaped(item)}`), ""]),
    ...(table === undefined ? [] : [...tableLines(table), ""]),
    ...code.flatMap((block) => [escaped(block.name), "", ...fenced(block.text), ""]),
    ...parts.flatMap((part) => sectionLines(part, depth + 1)),
  ];
}

/** Text between fences that are longer than any it has itself. */
function fenced(text: string): string[] {
  const longest = Math.max(2, largest([...text.matchAll(/`+/g)].map(([run]) => run.length)));
  const fence = "`".repeat(longest + 1);
  return [fence, printableLines(text.trimEnd()), fence];
}

function tableLines({ head, rows }: PageTable): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)];
}

function escaped(text: string): string {
  return printableLines(text)
    .replace(/[|\\`*_<>]/g, "\\$&")
    .replace(/\s*\n\s*/g, " ");
}
