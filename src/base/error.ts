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

/**
 * A change of the spec that would mend a fault: what stands at a path is set, put under another name, or dropped. Paths
 * are those of the spec as it was stated.
 */
export type Fix =
  | { readonly kind: "set"; readonly path: readonly (string | number)[]; readonly to: number | string }
  | { readonly kind: "rename"; readonly path: readonly (string | number)[]; readonly to: string }
  | { readonly kind: "drop"; readonly path: readonly (string | number)[] };

/** The one error of this library: a sentence naming the thing, the place where it stands and what to do about it. */
export class KohortError extends Error {
  readonly code: ErrorCode;
  /** What to do about it, and where to read more. */
  readonly hint: string | undefined;
  /** The hint without where to read more, for pages that explain by themselves. */
  readonly advice: string | undefined;
  /** What `kohort explain` has a page on. */
  readonly topic: string | undefined;
  readonly where: string | undefined;
  /** What would mend it, the likeliest first; the hint says the same in words. */
  readonly fixes: readonly Fix[];
  /** The message line by line; where it has one line, that may hold a line break of a name in it. */
  readonly lines: readonly string[];

  constructor(
    code: ErrorCode,
    message: string | readonly string[],
    more: { hint?: string; topic?: string; where?: string; fixes?: readonly Fix[]; cause?: unknown } = {},
  ) {
    const lines = typeof message === "string" ? [message] : message;
    super(lines.join("\n"), more.cause === undefined ? undefined : { cause: more.cause });
    this.name = "KohortError";
    this.code = code;
    const pointer = more.topic === undefined ? undefined : `see \`kohort explain ${more.topic}\``;
    this.hint = more.hint === undefined || pointer === undefined ? (more.hint ?? pointer) : `${more.hint}; ${pointer}`;
    this.advice = more.hint;
    this.topic = more.topic;
    this.where = more.where;
    this.fixes = more.fixes ?? [];
    this.lines = lines;
  }
}

/** States something that cannot be false unless this library has a bug. */
export function assert(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${what}`);
}
