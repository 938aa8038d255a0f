/**
 * @file Ctrl-C and SIGTERM: the first asks the work to stop and clean up, the second ends the process at once. While a
 * search that improves with time has a result, the first Ctrl-C only asks it to settle for that; the next one stops it.
 */
import { KohortError, type Progress } from "../base/index.ts";

/** A way to hear that the user wants to stop, and to say what must be undone then. */
export type Interrupt = {
  readonly signal: AbortSignal;
  /** Fires when a search should settle for the best it has. */
  readonly settle: AbortSignal;
  /** Takes note of whether what is running could settle. */
  readonly watch: (progress: Progress) => void;
  /** Registers something to undo if the run ends early; the result takes it off the list again. */
  readonly onExit: (cleanUp: () => void) => () => void;
  /** Undoes everything that is still registered, the last first. */
  readonly cleanUp: () => void;
  /** Says that the result is in its place: the first Ctrl-C after that can no longer undo the run and is passed over. */
  readonly commit: () => void;
  /** Fires at the first Ctrl-C or SIGTERM that asks for an end, also when the result is in its place. */
  readonly ending: AbortSignal;
  /** What the process exits with once it was asked to end: 130 after Ctrl-C, 143 after SIGTERM. */
  readonly exitCode: () => number;
};

type SignalName = "SIGINT" | "SIGTERM";

const exitCodes: Readonly<Record<SignalName, number>> = { SIGINT: 130, SIGTERM: 143 };

/** Where signals come from and how the process ends. */
export type SignalSource = {
  readonly on: (name: SignalName, hear: () => void) => unknown;
  readonly exit: (code: number) => void;
};

/** Listens for SIGINT and SIGTERM. */
export function listenForInterrupt(source: SignalSource = process): Interrupt {
  const controller = new AbortController();
  const settler = new AbortController();
  let canSettle = false;
  const cleanUps = new Set<() => void>();
  const ending = new AbortController();
  let exitCode = exitCodes.SIGINT;
  let isCommitted = false;
  const cleanUp = (): void => {
    for (const undo of [...cleanUps].reverse()) {
      cleanUps.delete(undo);
      try {
        undo();
      } catch {
        // what cannot be undone must not keep the rest from being undone
      }
    }
  };
  const hear = (name: SignalName): void => {
    if (name === "SIGINT" && canSettle && !settler.signal.aborted && !ending.signal.aborted) {
      settler.abort();
      return;
    }
    if (ending.signal.aborted) {
      cleanUp();
      source.exit(exitCodes[name]);
      return;
    }
    exitCode = exitCodes[name];
    ending.abort();
    if (!isCommitted) controller.abort(new KohortError("cancelled", "interrupted, nothing was written"));
  };
  source.on("SIGINT", () => hear("SIGINT"));
  source.on("SIGTERM", () => hear("SIGTERM"));
  return {
    signal: controller.signal,
    settle: settler.signal,
    watch: (progress) => {
      canSettle = progress.canSettle === true;
    },
    onExit: (undo) => {
      cleanUps.add(undo);
      return () => cleanUps.delete(undo);
    },
    cleanUp,
    commit: () => {
      isCommitted = true;
    },
    ending: ending.signal,
    exitCode: () => exitCode,
  };
}
