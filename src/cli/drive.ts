import { drive, type Task } from "../base/index.ts";
import type { Context } from "./context.ts";

/** Drives a task in slices, with progress shown and Ctrl-C heard. */
export function driveFor<T>(task: Task<T>, { terminal, interrupt }: Context): Promise<T> {
  return drive(task, {
    signal: interrupt.signal,
    onProgress: terminal.onProgress,
    giveWay: () => new Promise((resolve) => setImmediate(resolve)),
  });
}
