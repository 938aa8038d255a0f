import type { Interrupt } from "./interrupt.ts";
import type { CommandLine } from "./parse.ts";
import type { Terminal } from "./terminal.ts";

/** What a command is given. */
export type Context = {
  /** The words as they were typed, to be shown again. */
  readonly typed: readonly string[];
  readonly parsed: CommandLine;
  readonly terminal: Terminal;
  readonly interrupt: Interrupt;
};

/** Runs a command and returns its exit code. */
export type RunCommand = (context: Context) => Promise<number>;
