/** @file How an error reaches the user: the sentence, the place, the hint, and the exit code. */
import { type ErrorCode, KohortError } from "../base/index.ts";
import { printable } from "./format.ts";
import type { Paint } from "./terminal.ts";

/** What the process exits with for each code; anything that is not a KohortError is our bug, 70. */
const exitCodes: Record<ErrorCode, number> = {
  infeasible: 1,
  audit: 1,
  usage: 2,
  spec: 2,
  file: 2,
  input: 2,
  column: 2,
  hierarchy: 2,
  cancelled: 130,
};

/** The exit code that belongs to something thrown. */
export function exitCodeOf(thrown: unknown): number {
  return thrown instanceof KohortError ? exitCodes[thrown.code] : 70;
}

/** Draws an error for the terminal. */
export function drawError(thrown: unknown, paint: Paint, verbose: boolean): string {
  if (!(thrown instanceof KohortError)) return drawBug(thrown, paint, verbose);
  const lines = [`${paint.red("error:")} ${thrown.lines.map(printable).join("\n  ")}`];
  if (thrown.where !== undefined) {
    const place = printable(thrown.where);
    lines.push(thrown.code === "infeasible" ? `  ${place}` : `  at ${place}`);
  }
  if (thrown.hint !== undefined) lines.push(`${paint.blue("hint:")} ${printable(thrown.hint)}`);
  return lines.join("\n");
}

function drawBug(thrown: unknown, paint: Paint, verbose: boolean): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const lines = [`${paint.red("error:")} ${printable(message)}`, "  this is a bug in kohort, not in your data or spec"];
  if (verbose && thrown instanceof Error && thrown.stack !== undefined) lines.push(thrown.stack);
  else lines.push(`${paint.blue("hint:")} run it again with -v to see where it happened`);
  return lines.join("\n");
}

type SystemError = Error & { code: string; path?: string; dest?: string; syscall?: string };

function isSystemError(thrown: unknown): thrown is SystemError {
  return thrown instanceof Error && "syscall" in thrown && "code" in thrown && typeof thrown.code === "string";
}

/** Whether whoever reads our stdout has gone away, which is no error. */
export function isClosedPipe(thrown: unknown): boolean {
  return isSystemError(thrown) && thrown.code === "EPIPE";
}

const fileSentences: Record<string, (file: string) => { message: string; hint?: string }> = {
  ENOENT: (file) => ({ message: `${file} does not exist`, hint: "check the path; it is taken from where you are" }),
  ENOTDIR: (file) => ({ message: `${file} does not exist`, hint: "a part of its path is a file, not a folder" }),
  EACCES: (file) => ({ message: `${file} may not be opened`, hint: "check its permissions and those of its folder" }),
  EPERM: (file) => ({ message: `${file} may not be opened`, hint: "check its permissions and those of its folder" }),
  EISDIR: (file) => ({ message: `${file} is a folder`, hint: "name a file" }),
  EEXIST: (file) => ({ message: `${file} exists already`, hint: "use --force to replace it" }),
  ENOSPC: (file) => ({ message: `there is no space left to write ${file}`, hint: "nothing was half-written" }),
  EDQUOT: (file) => ({ message: `your quota does not allow writing ${file}`, hint: "nothing was half-written" }),
  EROFS: (file) => ({ message: `${file} is on a read-only file system` }),
  EMFILE: () => ({ message: "too many files are open", hint: "raise the limit with ulimit -n" }),
  ENAMETOOLONG: () => ({ message: "a file name is too long" }),
  ELOOP: (file) => ({ message: `${file} is a link that leads to itself` }),
  EIO: (file) => ({ message: `${file} could not be read or written: the device reports an error` }),
};

/** What stands in the way of a file that does not exist yet. */
const draftSentences: typeof fileSentences = {
  ENOENT: (file) => ({ message: `${file} cannot be written`, hint: "its folder does not exist or takes no files" }),
  EACCES: (file) => ({ message: `${file} may not be written`, hint: "check the permissions of its folder" }),
  EPERM: (file) => ({ message: `${file} may not be written`, hint: "check the permissions of its folder" }),
};

/** The file that a draft would have become; anything else as it is. */
function draftedFor(path: string | undefined): string | undefined {
  return path?.replace(/(^|[\\/])\.([^\\/]+)\.[0-9a-f]{12}\.tmp$/, "$1$2");
}

/** Turns what Node throws for files and signals into a KohortError; anything else is returned as it is. */
export function translate(thrown: unknown): unknown {
  if (thrown instanceof KohortError) return thrown;
  if (thrown instanceof Error && thrown.name === "AbortError") {
    return new KohortError("cancelled", "interrupted, nothing was written");
  }
  if (!isSystemError(thrown)) return thrown;
  const path = draftedFor(thrown.dest ?? thrown.path);
  const isDraft = path !== (thrown.dest ?? thrown.path);
  const sentences = isDraft ? { ...fileSentences, ...draftSentences } : fileSentences;
  const sentence = sentences[thrown.code]?.(path === undefined ? "the file" : `file "${path}"`);
  if (sentence === undefined) return thrown;
  return new KohortError("file", sentence.message, { hint: sentence.hint, cause: thrown });
}
