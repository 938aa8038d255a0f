import type { Progress } from "../base/index.ts";
import { clip, formatSeconds } from "./format.ts";

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

/** Opens a display: one line redrawn at most ten times a second, or a line of its own per 10 % of each stage. */
export function newProgress(
  mode: ProgressMode,
  write: (text: string) => void,
  width: () => number,
  now: () => number = () => performance.now(),
): ProgressDisplay {
  if (mode === "none") return { update: () => {}, clear: () => {}, settle: () => {} };
  return mode === "plain" ? plainProgress(write) : redrawnProgress(write, width, now);
}

function plainProgress(write: (text: string) => void): ProgressDisplay {
  const said = new Map<string, number>();
  const update = ({ stage, done, total }: Progress): void => {
    const tenth = Math.floor(percentage(done, total) / 10);
    if (tenth <= (said.get(stage) ?? 0)) return;
    said.set(stage, tenth);
    write(`${stage} ${tenth * 10} %\n`);
  };
  return { update, clear: () => {}, settle: () => said.clear() };
}

function redrawnProgress(write: (text: string) => void, width: () => number, now: () => number): ProgressDisplay {
  let latest: Progress | undefined;
  let started = now();
  let drawn = Number.NEGATIVE_INFINITY;
  let onScreen = false;
  let timer: NodeJS.Timeout | undefined;
  const draw = (): void => {
    if (latest === undefined) return;
    const { stage, done, total, note } = latest;
    const share = total > 0 ? `${String(Math.floor(percentage(done, total))).padStart(3)} %` : "   …";
    const parts = [stage.padEnd(8), share, formatSeconds((now() - started) / 1000), ...(note ? [note] : [])];
    write(`\r\u001b[2K${clip(parts.join("  "), width() - 1)}`);
    onScreen = true;
    drawn = now();
  };
  const clear = (): void => {
    if (onScreen) write("\r\u001b[2K");
    onScreen = false;
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
    if (now() - drawn >= pace) draw();
  };
  const settle = (): void => {
    clearInterval(timer);
    clear();
    latest = undefined;
  };
  return { update, clear, settle };
}

function percentage(done: number, total: number): number {
  return total > 0 ? Math.min(100, (100 * done) / total) : 0;
}
