/** @file Numbers, shares, sizes and tables as people read them; the same in every locale. */

import { stripVTControlCharacters } from "node:util";
import { largest, oneLine } from "../base/index.ts";

export { formatCount, formatNumber, formatPoints, formatShare, printable } from "../base/index.ts";

/** Seconds as people say them: "0.84 s", "12.3 s", "2 min 5 s". */
export function formatSeconds(seconds: number): string {
  if (seconds >= 60) return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
  return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
}

/** Text cut to a width, with an ellipsis where something was cut. */
export function clip(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, Math.max(0, width - 1)).join("")}…`;
}

/** Prose broken into lines of at most `width` cells; the line breaks it had are taken as spaces. */
export function wrap(text: string, width: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && shownWidth(line) + 1 + shownWidth(word) > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join("\n");
}

/** A column of a printed table. */
export type PrintedColumn = { readonly title: string; readonly align?: "left" | "right"; readonly width?: number };

/** Rows of cells set in columns, two spaces apart; a cell wider than its column's `width` is clipped. */
export function formatTable(columns: readonly PrintedColumn[], rows: readonly (readonly string[])[]): string {
  const header = columns.map((column) => column.title);
  const all = header.some((title) => title !== "") ? [header, ...rows] : rows;
  const clipped = all.map((row) =>
    row.map((text, i) => clip(oneLine(text), columns[i]?.width ?? Number.POSITIVE_INFINITY)),
  );
  const widths = columns.map((_, i) => Math.max(0, largest(clipped.map((row) => shownWidth(row[i] ?? "")))));
  return clipped
    .map((row) =>
      row
        .map((text, i) => {
          const space = " ".repeat(widths[i] - shownWidth(text));
          return columns[i]?.align === "right" ? space + text : text + space;
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** How many cells of a terminal a text takes; East Asian wide characters and emoji take two. */
export function shownWidth(text: string): number {
  let width = 0;
  for (const character of stripVTControlCharacters(text)) {
    if (/\p{Mark}/u.test(character)) continue;
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return width;
}

/** A word as a shell takes it. */
export function quoted(word: string): string {
  return /^[\w./,:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
