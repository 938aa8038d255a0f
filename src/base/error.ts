/** What went wrong, as a word that programs can test; `kohort explain <code>` has a page for each. */
export type ErrorCode =
  | "usage"
  | "spec"
  | "file"
  | "input"
  | "column"
  | "hierarchy"
  | "infeasible"
  | "audit"
  | "cancelled";

/** The one error of this library: a sentence naming the thing, the place where it stands and what to do about it. */
export class KohortError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly where: string | undefined;
  /** The message line by line; where it has one line, that may hold a line break of a name in it. */
  readonly lines: readonly string[];

  constructor(
    code: ErrorCode,
    message: string | readonly string[],
    more: { hint?: string; where?: string; cause?: unknown } = {},
  ) {
    const lines = typeof message === "string" ? [message] : message;
    super(lines.join("\n"), more.cause === undefined ? undefined : { cause: more.cause });
    this.name = "KohortError";
    this.code = code;
    this.hint = more.hint;
    this.where = more.where;
    this.lines = lines;
  }
}

/** States something that cannot be false unless this library has a bug. */
export function assert(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${what}`);
}
