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

  constructor(
    code: ErrorCode,
    message: string,
    more: { hint?: string | undefined; where?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = "KohortError";
    this.code = code;
    this.hint = more.hint;
    this.where = more.where;
  }
}

/** States something that cannot be false unless this library has a bug. */
export function assert(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${what}`);
}
