import { type DriveOptions, drive, type Progress, type Task } from "../base/index.ts";
import type { Pool } from "./pool.ts";

/** Whoever asked: how to stop, whom to tell, and what to undo if the run ends early. */
export type Host = {
  readonly signal?: AbortSignal;
  /** Asks a search that improves with time to settle for the best it has. */
  readonly settle?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Hears how a file was understood, where its owner should know of it. */
  readonly onNote?: (note: string) => void;
  /** Registers something to undo if the process is ended; the result takes it off the list. */
  readonly onExit?: (undo: () => void) => () => void;
};

/** Drives a task on a pool for a host, giving way to timers, signals and streams between slices. */
export function driveOn<T>(task: Task<T>, pool: Pool, host: Host): Promise<T> {
  const { settle } = host;
  if (settle?.aborted) pool.settle();
  else settle?.addEventListener("abort", () => pool.settle(), { once: true });
  const options: DriveOptions = {
    signal: host.signal,
    settle,
    onProgress: host.onProgress,
    runJobs: pool.runJobs,
    runApart: pool.runApart,
    giveWay: () => new Promise((resolve) => setImmediate(resolve)),
  };
  return drive(task, options);
}
