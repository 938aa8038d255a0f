/** @file Figures as data, drawn alike everywhere: as SVG text in reports, docs and files, as elements in the studio. */
import { printableLines } from "../../base/index.ts";

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element of a figure: its attributes, and text or elements inside it; "" begins or ends a block of lines. */
export type Mark = {
  readonly name: string;
  readonly attributes: Attributes;
  readonly content: string | readonly (Mark | "")[];
};

/** A figure before it is written down or shown. */
export type Drawing = {
  readonly width: number;
  readonly height: number;
  /** What screen readers say. */
  readonly title: string;
  readonly marks: readonly Mark[];
};

/** How a figure is drawn: with its title and in colours on a page of its own, or as wide as its place, in ink. */
export type Look = {
  readonly width?: number;
  /** Whether it stands under a sentence that says what it shows: no title, series told apart by ink and shape. */
  readonly plain?: boolean;
};

/** One element; attributes without a value are left out. */
export function element(name: string, attributes: Attributes, content: Mark["content"] = ""): Mark {
  return { name, attributes, content };
}

/** A line of text. */
export function label(x: number, y: number, text: string, attributes: Attributes = {}): Mark {
  return element("text", { x, y, ...attributes }, text);
}

/** The title over a figure; none where a sentence says it. */
export function heading(title: string, plain = false): Mark[] {
  return plain ? [] : [label(12, 20, title, { "font-weight": 600 })];
}

/** A line from one point to another. */
export function rule(x1: number, y1: number, x2: number, y2: number, stroke: string, more: Attributes = {}): Mark {
  return element("line", { x1, x2, y1, y2, stroke, ...more });
}

/** A whole figure as the text of an SVG file. */
export function svgText({ width, height, title, marks }: Drawing): string {
  const size = { viewBox: `0 0 ${width} ${height}`, width, height };
  const head = { xmlns: "http://www.w3.org/2000/svg", class: "figure", ...size, role: "img", "aria-label": title };
  const style = { "font-family": "system-ui, sans-serif", "font-size": 11, fill: "#333" };
  const content = [element("rect", { width, height, fill: "#fff" }), ...marks].map(markText).join("\n");
  return `<svg${attributesText({ ...head, ...style })}>
<title>${escapeText(title)}</title>
<style>${darkStyle}</style>
${content}
</svg>
`;
}

/** A whole figure as text, from its parts. */
export function figure(width: number, height: number, title: string, marks: readonly Mark[]): string {
  return svgText({ width, height, title, marks });
}

/** Numbers are written with at most two decimals. */
function attributesText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([key, value]) => {
      if (value === undefined) return "";
      return ` ${key}="${typeof value === "number" ? coordinate(value) : escapeText(value)}"`;
    })
    .join("");
}

function markText({ name, attributes, content }: Mark): string {
  const written = `${name}${attributesText(attributes)}`;
  const inside =
    typeof content === "string"
      ? escapeText(content)
      : content.map((mark) => (mark === "" ? "" : markText(mark))).join("\n");
  return inside === "" ? `<${written}/>` : `<${written}>${inside}</${name}>`;
}

/** The tones of figures where the reader's screen is dark; print stays on white. */
const darkTones: readonly (readonly [selector: string, dark: string])[] = [
  [".figure", "fill:#ddd"],
  ['.figure :is(rect,circle,path)[fill="#fff"]', "fill:#1b1b1b"],
  ['.figure [fill="#333"]', "fill:#ddd"],
  ['.figure [fill="#666"]', "fill:#aaa"],
  ['.figure :is([stroke="#333"],[stroke="#555"])', "stroke:#ccc"],
  ['.figure [stroke="#ddd"]', "stroke:#444"],
  ['.figure [stroke="#0072b2"]', "stroke:#4aa3df"],
  ['.figure [fill="#0072b2"]', "fill:#3a8fcf"],
];

const darkStyle: string = `@media screen and (prefers-color-scheme:dark){${darkTones
  .map(([selector, dark]) => `${selector}{${dark}}`)
  .join("")}}`;

/** A number as short as two decimals allow. */
export function coordinate(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Text that may stand between tags or in an attribute; what would steer a reader's terminal or break XML is made visible. */
export function escapeText(text: string): string {
  return printableLines(text).replace(
    /[&<>"]/g,
    (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[char]!,
  );
}

/** Colours of stages, told apart also by people who do not see all colours (Okabe and Ito). */
export const stageColours: readonly string[] = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00"];

/** Round numbers from 0 or `low` to at least `high`, about `wanted` of them. */
export function ticks(low: number, high: number, wanted = 5): number[] {
  const unit = roundStep((high - low || 1) / wanted);
  const found: number[] = [];
  for (let i = Math.ceil(low / unit - 1e-9); i * unit <= high + unit * 1e-9; i++) {
    found.push(Number((i * unit).toPrecision(12)));
  }
  return found;
}

/** The least of 1, 2, 5, 10, 20 … that is not below a number. */
export function roundStep(rough: number): number {
  let step = 1;
  while (step > rough) step /= 10;
  while (step * 10 <= rough) step *= 10;
  return [1, 2, 5, 10].find((factor) => step * factor >= rough)! * step;
}

/** A text of at most so many characters. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
