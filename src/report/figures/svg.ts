/** @file SVG as text: the same figure in a report, a page, a test. */
import { printableLines } from "../../base/index.ts";

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** One element; numbers are written with at most two decimals, attributes without a value not at all. */
export function element(name: string, attributes: Attributes, content: string | readonly string[] = ""): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    if (value === undefined) return "";
    const text = typeof value === "number" ? coordinate(value) : escapeText(value);
    return ` ${key}="${text}"`;
  });
  const inside = typeof content === "string" ? content : content.join("\n");
  return inside === "" ? `<${name}${written.join("")}/>` : `<${name}${written.join("")}>${inside}</${name}>`;
}

/** A line of text. */
export function label(x: number, y: number, text: string, attributes: Attributes = {}): string {
  return element("text", { x, y, ...attributes }, escapeText(text));
}

/** A whole figure with a title that screen readers say. */
export function figure(width: number, height: number, title: string, content: readonly string[]): string {
  const size = { viewBox: `0 0 ${width} ${height}`, width, height };
  const head = { xmlns: "http://www.w3.org/2000/svg", class: "figure", ...size, role: "img", "aria-label": title };
  const style = { "font-family": "system-ui, sans-serif", "font-size": 11, fill: "#333" };
  return `${element("svg", { ...head, ...style }, [
    `\n<title>${escapeText(title)}</title>`,
    `<style>${darkStyle}</style>`,
    element("rect", { width, height, fill: "#fff" }),
    ...content,
    "",
  ])}\n`;
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
  const span = high - low || 1;
  const rough = span / wanted;
  let step = 1;
  while (step > rough) step /= 10;
  while (step * 10 <= rough) step *= 10;
  const unit = [1, 2, 5, 10].find((factor) => step * factor >= rough)! * step;
  const found: number[] = [];
  for (let i = Math.ceil(low / unit - 1e-9); i * unit <= high + unit * 1e-9; i++) {
    found.push(Number((i * unit).toPrecision(12)));
  }
  return found;
}

/** A text of at most so many characters. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
