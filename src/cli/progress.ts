import type { BestTable, Progress } from "../base/index.ts";
import { clip, formatSeconds, formatTable, printable } from "./format.ts";

/** How progress is shown. */
export type ProgressMode = "redrawn" | "plain" | "none";

/** A display of how far the work is. */
export type ProgressDisplay = {
  readonly update: (progress: Progress) => void;
  /** Takes the redrawn line away so that something else can be said; the next update brings it back. */
  readonly clear: () => void;
  /** Ends the display. */
  readonly settle: () => void;
};

/** Milliseconds between two drawings of the line. */
const pace = 100;

/** How much there is to draw on. */
export type ScreenSize = { readonly columns: number; readonly rows: number };

/**
 * Opens a display: one line redrawn at most ten times a second, with the best table so far under it where a search has
 * one, or a line of its own where a stage begins and per 10 % of it.
 */
export function newProgress(
  mode: ProgressMode,
  write: (text: string) => void,
  size: () => ScreenSize,
  now: () => number = () => performance.now(),
): ProgressDisplay {
  if (mode === "none") return { update: () => {}, clear: () => {}, settle: () => {} };
  return mode === "plain" ? plainProgress(write) : redrawnProgress(write, size, now);
}

function plainProgress(write: (text: string) => void): ProgressDisplay {
  const said = new Map<string, number>();
  const update = ({ stage, done, total, note }: Progress): void => {
    const tenth = Math.floor(percentage(done, total) / 10);
    if (tenth <= (said.get(stage) ?? -1)) return;
    said.set(stage, tenth);
    write(`${stage} ${tenth === 0 ? "…" : `${tenth * 10} %`}${note === undefined ? "" : `  ${printable(note)}`}\n`);
  };
  return { update, clear: () => {}, settle: () => said.clear() };
}

function redrawnProgress(write: (text: string) => void, size: () => ScreenSize, now: () => number): ProgressDisplay {
  let latest: Progress | undefined;
  let best: TableProgress | undefined;
  let started = now();
  let drawn = Number.NEGATIVE_INFINITY;
  /** Lines on the screen that are ours; the cursor stands in the last of them. */
  let lines = 0;
  let timer: NodeJS.Timeout | undefined;
  const draw = (): void => {
    if (latest === undefined) return;
    const { stage, done, total } = latest;
    const { note } = best ?? latest;
    const share = total > 0 ? `${String(Math.floor(percentage(done, total))).padStart(3)} %` : "   …";
    const parts = [stage.padEnd(8), share, formatSeconds((now() - started) / 1000), ...(note ? [printable(note)] : [])];
    const { columns, rows } = size();
    const shown = [parts.join("  "), ...(best === undefined ? [] : tableLines(best.table, rows - 2))];
    write(erase(lines) + shown.map((line) => clip(line, columns - 1)).join("\n"));
    lines = shown.length;
    drawn = now();
  };
  const clear = (): void => {
    if (lines > 0) write(erase(lines));
    lines = 0;
  };
  const update = (progress: Progress): void => {
    if (latest === undefined) {
      started = now();
      timer = setInterval(() => {
        if (now() - drawn >= pace * 2) draw();
      }, pace);
      timer.unref();
    }
    latest = progress;
    best = betterOf(best?.stage === progress.stage ? best : undefined, progress);
    if (now() - drawn >= pace) draw();
  };
  const settle = (): void => {
    clearInterval(timer);
    clear();
    latest = undefined;
    best = undefined;
  };
  return { update, clear, settle };
}

type TableProgress = Progress & { readonly table: BestTable };

/** Several populations report by turns; what is shown is the best table of all. */
function betterOf(best: TableProgress | undefined, progress: Progress): TableProgress | undefined {
  const { table } = progress;
  return table === undefined || (best !== undefined && best.table.score < table.score) ? best : { ...progress, table };
}

/** Takes the lines away in whose last the cursor stands. */
function erase(lines: number): string {
  return lines > 1 ? `\r\u001b[${lines - 1}A\u001b[J` : "\r\u001b[2K";
}

/** A table in at most so many lines, the last of which says how many rows it leaves out. */
function tableLines({ columns, rows }: BestTable, most: number): string[] {
  const titles = columns.map((title) => ({ title: printable(title) }));
  const shown = formatTable(
    titles,
    rows.map((row) => row.map(printable)),
  ).split("\n");
  if (shown.length <= most) return shown;
  const kept = Math.max(1, most - 1);
  return [...shown.slice(0, kept), `… and ${shown.length - kept} more rows`];
}

function percentage(done: number, total: number): number {
  return total > 0 ? Math.min(100, (100 * done) / total) : 0;
}
