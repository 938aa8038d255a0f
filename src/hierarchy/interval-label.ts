import { numberOf } from "./context.ts";

/** What an interval's label says: its ends, and whether they belong to it. */
export type LabelledInterval = {
  readonly low: number;
  readonly high: number;
  readonly lowIncluded: boolean;
  readonly highIncluded: boolean;
};

const number = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`;
const between = new RegExp(String.raw`^([[(\]]?)\s*(${number})\s*(?:\.\.|-|–|,|~|:)\s*(${number})\s*([\])[]?)$`);
const below = new RegExp(String.raw`^(<=|<|≤)\s*(${number})$`);
const above = new RegExp(String.raw`^(>=|>|≥)\s*(${number})$`);
const onwards = new RegExp(String.raw`^(${number})\s*\+$`);

/** Reads `15-19`, `[15..19]`, `[15..20)`, `[15, 20[`, `1900,1904`, `<20`, `>=90`, `90+`; undefined for anything else. */
export function parseIntervalLabel(label: string): LabelledInterval | undefined {
  const text = label.trim();
  const span = between.exec(text);
  if (span !== null) {
    const [, open, low, high, close] = span as unknown as [string, string, string, string, string];
    if ((open === "") !== (close === "")) return undefined;
    const ends = { low: numberOf(low), high: numberOf(high) };
    if (ends.low > ends.high) return undefined;
    return { ...ends, lowIncluded: open === "[" || open === "", highIncluded: close === "]" || close === "" };
  }
  const under = below.exec(text);
  if (under !== null) {
    const high = numberOf(under[2]);
    return { low: Number.NEGATIVE_INFINITY, high, lowIncluded: false, highIncluded: under[1] !== "<" };
  }
  const over = above.exec(text);
  const low = numberOf((over?.[2] ?? onwards.exec(text)?.[1]) || "");
  if (Number.isNaN(low)) return undefined;
  return { low, high: Number.POSITIVE_INFINITY, lowIncluded: over === null || over[1] !== ">", highIncluded: false };
}

/** Whether a number lies in the interval that a label states. */
export function liesIn(value: number, { low, high, lowIncluded, highIncluded }: LabelledInterval): boolean {
  return (lowIncluded ? value >= low : value > low) && (highIncluded ? value <= high : value < high);
}
