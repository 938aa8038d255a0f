/**
 * @file The cuts that led to a release, drawn as a painting. The table is the canvas; every cut divides its rectangle in
 * proportion to the records on either side, across the longer side, so a rectangle is a cohort and its area its records.
 * Rules grow thinner with the depth of the cut. Colour appears only where it says something.
 */
import { formatNumber, largest } from "../../base/index.ts";
import type { CutTree } from "../../cohort/index.ts";
import { layOutCuts } from "./cut-layout.ts";
import { escapeText } from "./svg.ts";

/** What is painted: cuts or nested values and, where they are known, the k that was asked for and what cohorts hold. */
export type PaintingSubject = {
  readonly tree: CutTree;
  /** Whether the parts are cuts of the method, or values of one attribute after the other. */
  readonly isCut: boolean;
  /** The fewest records of a cohort that were asked for. */
  readonly k?: number;
  /** A sensitive column: its name, and per cohort how many records have each of its values. */
  readonly sensitive?: { readonly name: string } & (
    | { readonly counts: readonly ArrayLike<number>[] }
    /** Or whether one value holds a cohort, where that was counted before. */
    | { readonly isAlike: (cohort: number) => boolean }
  );
  /** Whether a cohort is not released. */
  readonly isGone?: (cohort: number) => boolean;
};

/** How large it is painted and what it is called. */
export type PaintingOptions = {
  readonly width?: number;
  /** The height of the canvas; the legend stands below it. */
  readonly height?: number;
  readonly title?: string;
  /** The name of the picture in a page that holds several. */
  readonly id?: string;
};

/** The share of a cohort from which on one sensitive value is said to hold it. */
export const dominant = 0.8;

type Rectangle = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

type Meaning = "plain" | "limit" | "alike" | "gone";

type Cell = Rectangle & { readonly meaning: Meaning; readonly records: number; readonly limit: boolean };

/** A black rule along a cut, from one point to another. */
type Rule = { readonly path: string; readonly depth: number };

/** Paints the tree of cuts as SVG; the same subject gives the same text. */
export function painting(subject: PaintingSubject, options: PaintingOptions = {}): string {
  const { isCut } = subject;
  const { width = 880, height = 560, id = "painting" } = options;
  const title = options.title ?? (isCut ? "The cuts, painted" : "The cohorts, painted");
  const { cells, rules } = layOut(subject, { left: 0, top: 0, right: width, bottom: height });
  const legend = legendOf(subject, cells);
  const sentence = sentenceOf(cells, isCut);
  const all = height + 56 + 26 * legend.length;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" id="${id}" viewBox="0 0 ${width} ${all}" width="${width}" height="${all}" role="img" aria-labelledby="${id}-title ${id}-desc">`,
    `<title id="${id}-title">${escapeText(title)}</title>`,
    `<desc id="${id}-desc">${escapeText([sentence, ...legend.map(({ text }) => `${text}.`)].join(" "))}</desc>`,
    styleOf(id, subject.isGone !== undefined),
    patternsOf(id),
    `<rect class="paper" width="${width}" height="${all}"/>`,
    `<g class="cells">`,
    ...cells.map(cellText),
    `</g>`,
    ...marksText(cells),
    `<g class="rules">`,
    ...rulesText(rules),
    `<path d="M0 ${height}H${width}" stroke-width="${rounded(weightOf(1))}"/>`,
    `</g>`,
    `<g class="legend">`,
    `<text x="16" y="${height + 34}">${escapeText(sentence)}</text>`,
    ...legend.flatMap(({ meaning, text }, line) => {
      const top = height + 50 + 26 * line;
      return [
        `<rect class="${meaning} swatch" x="16.75" y="${top}" width="26" height="16"/>`,
        `<rect class="${markOf[meaning]}" x="16.75" y="${top}" width="26" height="16"/>`,
        `<text x="54" y="${top + 13}">${escapeText(text)}</text>`,
      ];
    }),
    `</g>`,
    `</svg>`,
    "",
  ].join("\n");
}

/** The cohorts and the rules between them, in the order of the tree from the left. */
function layOut(subject: PaintingSubject, canvas: Rectangle): { readonly cells: Cell[]; readonly rules: Rule[] } {
  const { tree } = subject;
  const layout = layOutCuts(tree, canvas.right, canvas.bottom);
  const areaOf = (node: number): Rectangle => ({
    left: layout.left[node],
    top: layout.top[node],
    right: layout.right[node],
    bottom: layout.bottom[node],
  });
  const cells: Cell[] = [];
  const rules: Rule[] = [];
  const open = [0];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const children = tree.count[node];
    if (children === 0) {
      const records = tree.records[node];
      cells.push({ ...areaOf(node), meaning: meaningOf(subject, node), records, limit: records === subject.k });
      continue;
    }
    const first = tree.first[node];
    for (let child = first + 1; child < first + children; child++) {
      rules.push({ path: rulePath(areaOf(child), layout.upright[child] === 1), depth: layout.depth[node] });
    }
    for (let child = first + children - 1; child >= first; child--) open.push(child);
  }
  return { cells, rules };
}

/** The line along the side at which a part begins. */
function rulePath({ left, top, right, bottom }: Rectangle, across: boolean): string {
  const from = `M${rounded(left)} ${rounded(top)}`;
  return across ? `${from}V${rounded(bottom)}` : `${from}H${rounded(right)}`;
}

function meaningOf({ tree, k, sensitive, isGone }: PaintingSubject, node: number): Meaning {
  const cohort = tree.cohort[node];
  if (isGone?.(cohort) === true) return "gone";
  if (sensitive !== undefined) {
    const isAlike =
      "isAlike" in sensitive
        ? sensitive.isAlike(cohort)
        : largest(Array.from(sensitive.counts[cohort] ?? [])) >= dominant * tree.records[node];
    if (isAlike) return "alike";
  }
  return tree.records[node] === k ? "limit" : "plain";
}

/** How heavy the rule of a cut is, on a canvas 880 wide. */
export function weightOf(depth: number, least = 1.25): number {
  return Math.max(least, 11 * 0.74 ** depth);
}

/** One path per depth, deepest first, so that heavy rules lie over light ones. */
function rulesText(rules: readonly Rule[]): string[] {
  const depths = [...new Set(rules.map(({ depth }) => depth))].sort((a, b) => b - a);
  return depths.map((depth) => {
    const paths = rules.filter((rule) => rule.depth === depth).map(({ path }) => path);
    return `<path d="${paths.join("")}" stroke-width="${rounded(weightOf(depth))}"/>`;
  });
}

function cellText({ left, top, right, bottom, meaning }: Cell): string {
  const [x, y] = [rounded(left), rounded(top)];
  const [width, height] = [rounded(rounded(right) - x), rounded(rounded(bottom) - y)];
  return `<rect class="${meaning}" x="${x}" y="${y}" width="${width}" height="${height}"/>`;
}

/** What is drawn over the colour, for those who do not see it and for print. */
const markOf = { plain: "", limit: "hatched", alike: "dotted", gone: "" } as const;

/** The marks of all cells of a meaning as one shape, since a pattern per cell makes a printed page enormous. */
function marksText(cells: readonly Cell[]): string[] {
  return (["limit", "alike"] as const).flatMap((wanted) => {
    const shapes = cells
      .filter(({ meaning }) => meaning === wanted)
      .map(({ left, top, right, bottom }) => {
        const [x, y] = [rounded(left), rounded(top)];
        return `M${x} ${y}H${rounded(right)}V${rounded(bottom)}H${x}z`;
      });
    return shapes.length === 0 ? [] : [`<path class="${markOf[wanted]}" d="${shapes.join("")}"/>`];
  });
}

function sentenceOf(cells: readonly Cell[], isCut: boolean): string {
  const sizes = cells.map(({ records }) => records);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const [least, most] = [sizes.reduce((a, b) => Math.min(a, b)), sizes.reduce((a, b) => Math.max(a, b))];
  const cohorts = cells.length === 1 ? "1 cohort" : `${formatNumber(cells.length)} cohorts`;
  const range = least === most ? formatNumber(least) : `${formatNumber(least)} to ${formatNumber(most)}`;
  return `${formatNumber(all)} records in ${cohorts} of ${range}: every rectangle is a cohort, its area its records; the heavier a rule, the earlier ${isCut ? "the cut" : "its attribute"}.`;
}

function legendOf({ k, sensitive }: PaintingSubject, cells: readonly Cell[]): { meaning: Meaning; text: string }[] {
  const plainly = cells.filter(({ meaning }) => meaning === "limit").length;
  const limit = `Hatched red: exactly k = ${k} records, at the limit (${formatNumber(plainly)})`;
  const entries: { meaning: Meaning; text: string }[] = k === undefined ? [] : [{ meaning: "limit", text: limit }];
  if (sensitive !== undefined) {
    const alike = cells.filter(({ meaning }) => meaning === "alike");
    const both = alike.filter(({ limit }) => limit).length;
    const count = formatNumber(alike.length) + (both === 0 ? "" : `, ${formatNumber(both)} at the limit too`);
    const text = `Dotted blue: one value of “${sensitive.name}” holds at least ${100 * dominant} % of the cohort, so being in it tells it (${count})`;
    entries.push({ meaning: "alike", text });
  }
  return entries;
}

function styleOf(id: string, hasGone: boolean): string {
  return `<style>
#${id} .paper, #${id} .plain { fill: #fbfaf7 }
#${id} .limit { fill: #c9261d }
#${id} .alike { fill: #1d4a94 }${hasGone ? `\n#${id} .gone { fill: #8a867e }` : ""}
#${id} .hatched { fill: url(#${id}-hatch) }
#${id} .dotted { fill: url(#${id}-dots) }
#${id} .mark { stroke: #fbfaf7; fill: #fbfaf7 }
#${id} .rules { stroke: #1b1b1b; fill: none }
#${id} .swatch { stroke: #1b1b1b; stroke-width: 1.5 }
#${id} text { fill: #1b1b1b; font: 13px system-ui, sans-serif }
@media screen and (prefers-color-scheme: dark) {
#${id} .paper, #${id} .plain { fill: #1b1b1b }
#${id} .limit { fill: #d8443a }
#${id} .alike { fill: #3f72c4 }
#${id} .mark { stroke: #1b1b1b; fill: #1b1b1b }
#${id} .rules, #${id} .swatch { stroke: #e9e6df }
#${id} text { fill: #e9e6df }
}
</style>`;
}

function patternsOf(id: string): string {
  return `<defs>
<pattern id="${id}-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="mark" d="M0 0V7" stroke-width="1.2" stroke-opacity="0.4"/></pattern>
<pattern id="${id}-dots" width="8" height="8" patternUnits="userSpaceOnUse"><circle class="mark" cx="4" cy="4" r="1" fill-opacity="0.5" stroke-width="0"/></pattern>
</defs>`;
}

/** To two decimals, so that the text is the same everywhere. */
function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}
