/**
 * @file A report as one HTML page that needs nothing else: text, tables and figures drawn in the page, no script, light
 * or dark as the reader's screen is, and fit to print.
 */
import { escapeText } from "./figures/svg.ts";

/** A table of a page. */
export type PageTable = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** A part of a page: a heading, a sentence or two, a list, a table, figures side by side, text as it was typed. */
export type PageSection = {
  readonly title: string;
  readonly text?: string;
  readonly list?: readonly string[];
  readonly table?: PageTable;
  readonly figures?: readonly string[];
  readonly code?: readonly { readonly name: string; readonly text: string }[];
  /** Parts of their own under this heading. */
  readonly parts?: readonly PageSection[];
};

/** A whole report: its title, what it says in a sentence, and its parts. */
export type Page = { readonly title: string; readonly lead?: string; readonly sections: readonly PageSection[] };

const style = `
:root { color-scheme: light dark; --ink: #1b1b1b; --soft: #575757; --paper: #fbfaf7; --rule: #d6d2c8; --block: #f1efe8 }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #e9e6df; --soft: #b0aca3; --paper: #1b1b1b; --rule: #46443f; --block: #262522 }
}
* { box-sizing: border-box }
body { font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem; margin: 2rem auto; padding: 0 1.25rem }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .5rem } h2 { font-size: 1.3rem; margin: 2.5rem 0 .5rem; border-top: 3px solid var(--ink); padding-top: .6rem }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .25rem } p, li { max-width: 46rem } .lead { font-size: 1.15rem }
nav ul { columns: 3 12rem; list-style: none; padding: 0 } a { color: inherit }
.wide { overflow-x: auto } table { border-collapse: collapse; margin: .75rem 0; font-size: .95rem }
td, th { padding: .25rem 1.2rem .25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule) }
thead th { color: var(--soft); font-weight: 600 } tbody th { font-weight: 400 }
td { font-variant-numeric: tabular-nums }
.figures { display: flex; flex-wrap: wrap; gap: 1.25rem; margin: 1rem 0 } figure { margin: 0 } svg { max-width: 100%; height: auto } .figure > rect:first-of-type { fill: none }
pre { background: var(--block); padding: .75rem 1rem; overflow-x: auto; font-size: .85rem; white-space: pre-wrap; overflow-wrap: anywhere }
@page { margin: 16mm }
@media print {
  html { font-size: 9.5pt } body { max-width: none; margin: 0; padding: 0; font-size: 1rem; background: #fff } nav { display: none }
  h2, h3 { break-after: avoid } figure, tr, pre { break-inside: avoid } .wide { overflow: visible }
}`;

/** Builds the page. */
export function htmlPage(title: string, sections: readonly PageSection[], lead?: string): string {
  const ids = sections.map(({ title: heading }, nth) => `${nth + 1}-${idOf(heading)}`);
  const contents = sections.map(({ title: heading }, nth) => `<li><a href="#${ids[nth]}">${textOf(heading)}</a></li>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${textOf(title)}</title>
<style>${style}
</style></head>
<body>
<header><h1>${textOf(title)}</h1>${lead === undefined ? "" : `\n<p class="lead">${textOf(lead)}</p>`}</header>
<nav aria-label="Contents"><ul>${contents.join("")}</ul></nav>
<main>
${sections.map((section, nth) => `<section aria-labelledby="${ids[nth]}">\n${sectionText(section, 2, ids[nth])}\n</section>`).join("\n")}
</main>
</body></html>
`;
}

function sectionText(section: PageSection, depth: number, id?: string): string {
  const { title, text, list, table, figures = [], code = [], parts = [] } = section;
  const mark = id === undefined ? "" : ` id="${id}"`;
  const drawn = figures.map((figure) => `<figure>${figure}</figure>`).join("\n");
  return [
    `<h${depth}${mark}>${textOf(title)}</h${depth}>`,
    ...(text === undefined ? [] : [`<p>${textOf(text)}</p>`]),
    ...(list === undefined ? [] : [`<ul>${list.map((item) => `<li>${textOf(item)}</li>`).join("\n")}</ul>`]),
    ...(table === undefined ? [] : [tableText(table, title)]),
    ...(drawn === "" ? [] : [`<div class="figures">${drawn}</div>`]),
    ...code.map((block) => `<p>${textOf(block.name)}</p>\n<pre tabindex="0">${escapeText(block.text)}</pre>`),
    ...parts.map((part) => sectionText(part, depth + 1)),
  ].join("\n");
}

/** A table whose first column names its rows. */
function tableText({ head, rows }: PageTable, title: string): string {
  const top = head.map((cell) => `<th scope="col">${textOf(cell)}</th>`).join("");
  const body = rows.map(([first = "", ...rest]) => {
    const cells = rest.map((cell) => `<td>${textOf(cell)}</td>`).join("");
    return `<tr><th scope="row">${textOf(first)}</th>${cells}</tr>`;
  });
  return `<div class="wide" role="region" aria-label="${textOf(title)}" tabindex="0"><table><thead><tr>${top}</tr></thead><tbody>${body.join("\n")}</tbody></table></div>`;
}

/** Text between tags; a number and its percent sign stay in one line, and so do the two ends of an interval. */
function textOf(text: string): string {
  return escapeText(text.replace(/(\d) %/g, "$1\u00a0%").replace(/% – (?=\d)/g, "%\u00a0–\u2060\u00a0"));
}

function idOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}
