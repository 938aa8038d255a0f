/**
 * Writes src/table/spelling-table.ts from the Unicode data of the Node that runs it:
 * `node scripts/spelling.mjs && npx biome check --write src/table/spelling-table.ts`. Decompositions, case pairs and
 * combining classes of assigned characters never change, so any later Node writes the same for the same ranges.
 */
import { writeFileSync } from "node:fs";

const ranges = [
  [0x0000, 0x06ff],
  [0x10a0, 0x10ff],
  [0x1c90, 0x1cbf],
  [0x1e00, 0x1fff],
  [0x2000, 0x214f],
  [0x2d00, 0x2d2f],
  [0x3040, 0x30ff],
];

const points = ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
const text = String.fromCodePoint;
const nfd = (s) => s.normalize("NFD");
const short = (point) => point.toString(36);

/** The one step by which a character comes apart: what is before its last mark, and that mark. */
function stepOf(point) {
  const whole = [...nfd(text(point))];
  if (whole.length === 1) return [whole[0].codePointAt(0), undefined];
  const mark = whole.pop();
  const before = [...whole.join("").normalize("NFC")];
  if (before.length !== 1) throw new Error(`no single step for ${point.toString(16)}`);
  return [before[0].codePointAt(0), mark.codePointAt(0)];
}

const byMark = new Map();
for (const point of points) {
  if (nfd(text(point)) === text(point)) continue;
  const [base, mark] = stepOf(point);
  byMark.set(mark, [...(byMark.get(mark) ?? []), `${short(point)} ${short(base)}`]);
}
const compositions = [...byMark].map(([mark, pairs]) => `${mark === undefined ? "" : short(mark)}:${pairs.join(" ")}`);

/** Simple case folding, which is how regular expressions compare with the flags i and u. */
function foldOf(point) {
  const one = text(point);
  const candidates = [one.toUpperCase().toLowerCase(), one.toLowerCase()].filter((s) => [...s].length === 1);
  const folded = candidates.find((s) => new RegExp(`^${escaped(one)}$`, "iu").test(s)) ?? one;
  return folded.codePointAt(0);
}

function escaped(one) {
  return `\\u{${one.codePointAt(0).toString(16)}}`;
}

/** Runs [from, to, step, shift] of characters that fold by the same distance. */
const runs = [];
for (const point of points) {
  if (nfd(text(point)) !== text(point)) continue;
  const shift = foldOf(point) - point;
  if (shift === 0) continue;
  const last = runs.at(-1);
  const gap = last === undefined ? 0 : point - last[1];
  if (last !== undefined && last[3] === shift && (gap === last[2] || (last[0] === last[1] && gap <= 2))) {
    last[2] = gap;
    last[1] = point;
  } else runs.push([point, point, 1, shift]);
}

/** Whether two marks change places when text is put into canonical order. */
const swaps = (a, b) => nfd(`a${text(a)}${text(b)}`) === `a${text(b)}${text(a)}`;
const ordered = points.filter((point) => {
  const whole = nfd(text(point)) === text(point);
  return whole && (swaps(point, 0x0334) || swaps(0x0345, point) || point === 0x0334 || point === 0x0345);
});
const before = (a, b) => (swaps(a, b) ? 1 : swaps(b, a) ? -1 : 0);
const classes = [];
for (const point of [...ordered].sort(before)) {
  if (classes.length > 0 && before(classes.at(-1)[0], point) === 0) classes.at(-1).push(point);
  else classes.push([point]);
}
const rankRuns = [];
for (const point of ordered) {
  const rank = classes.findIndex((one) => one.includes(point)) + 1;
  const last = rankRuns.at(-1);
  if (last !== undefined && last[1] === point - 1 && last[2] === rank) last[1] = point;
  else rankRuns.push([point, point, rank]);
}

const lines = (name, comment, rows) =>
  `/** ${comment} */\nexport const ${name}: readonly string[] = [\n${rows.map((row) => `  ${JSON.stringify(row)},`).join("\n")}\n];\n`;
const flat = (rows) => [rows.map((row) => row.map((n) => n.toString(36)).join(" ")).join(",")];

writeFileSync(
  new URL("../src/table/spelling-table.ts", import.meta.url),
  `/** @file Written by scripts/spelling.mjs; numbers are in base 36. */

/** The ranges that the tables below speak of, both ends included. */
export const spellingRanges: readonly (readonly [from: number, to: number])[] = [
${ranges.map(([from, to]) => `  [0x${from.toString(16)}, 0x${to.toString(16)}],`).join("\n")}
];

${lines("compositions", "A mark, then pairs of a character and what it is without that mark; without a mark the two are the same.", compositions)}
${lines("caseRuns", "From, to, step and how far the lower case lies from each.", flat(runs))}
${lines("markRanks", "From, to and the place of these marks where several follow each other.", flat(rankRuns))}`,
);
