/** @file A report as one HTML page that needs nothing else: text, tables and figures drawn in the page. */
import { escapeText } from "./figures/svg.ts";

/** A part of a page: a heading, a sentence or two, a table, figures side by side. */
export type PageSection = {
  readonly title: string;
  readonly text?: string;
  readonly table?: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
  readonly figures?: readonly string[];
};

/** Builds the page. */
export function htmlPage(title: string, sections: readonly PageSection[]): string {
  const body = sections.map(({ title: heading, text, table, figures }) =>
    [
      `<section><h2>${escapeText(heading)}</h2>`,
      ...(text === undefined ? [] : [`<p>${escapeText(text)}</p>`]),
      ...(table === undefined ? [] : [tableText(table)]),
      ...(figures === undefined || figures.length === 0
        ? []
        : [`<div class="figures">${figures.map((figure) => `<figure>${figure}</figure>`).join("\n")}</div>`]),
      "</section>",
    ].join("\n"),
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeText(title)}</title>
<style>
:root { color-scheme: light dark }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1000px; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse } td, th { padding: .2rem .8rem .2rem 0; text-align: left; border-bottom: 1px solid #8884 }
td:not(:first-child) { font-variant-numeric: tabular-nums }
.figures { display: flex; flex-wrap: wrap; gap: 1rem } figure { margin: 0 } svg { max-width: 100%; height: auto }
</style></head>
<body><h1>${escapeText(title)}</h1>
${body.join("\n")}
</body></html>
`;
}

function tableText({ head, rows }: NonNullable<PageSection["table"]>): string {
  const line = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeText(cell)}</${tag}>`).join("")}</tr>`;
  return `<table><thead>${line(head, "th")}</thead><tbody>${rows.map((row) => line(row, "td")).join("")}</tbody></table>`;
}
