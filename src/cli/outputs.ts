import { statSync } from "node:fs";
import { resolve } from "node:path";
import { KohortError } from "../base/index.ts";
import { recipeKeyPath } from "../engine/index.ts";
import { type CommandDeclaration, flagsOf } from "./flag.ts";
import { type Parsed, valuesOf } from "./parse.ts";

/** Refuses to write over a file that the command reads, or two things into one file, whatever --force says. */
export function refuseOverlaps(command: CommandDeclaration, parsed: Parsed): void {
  const flags = flagsOf(command);
  const filesOf = (isWritten: boolean): string[] =>
    flags
      .filter(({ completes, writes = false }) => completes === "file" && writes === isWritten)
      .flatMap(({ name }) => valuesOf(parsed, name));
  const hierarchies = valuesOf(parsed, "hierarchy").map((text) => text.slice(text.indexOf("=") + 1));
  const read = [...(command.takesFiles ? parsed.words : []), ...filesOf(false), ...hierarchies];
  const written = [...filesOf(true), ...valuesOf(parsed, "recipe").map(recipeKeyPath)];
  for (const [at, path] of written.entries()) {
    if (parsed.words.some((other) => isSameFile(path, other))) {
      throw new KohortError("usage", `"${path}" is the input itself`, { hint: "name another file to write" });
    }
    if (read.some((other) => isSameFile(path, other))) {
      throw new KohortError("usage", `"${path}" is read and would be written over`, {
        hint: "name another file to write",
      });
    }
    if (written.slice(0, at).some((other) => isSameFile(path, other))) {
      throw new KohortError("usage", `"${path}" cannot be two files at once`, { hint: "name another file" });
    }
  }
}

/** Whether two paths are one file, also by a link; a file that is not there yet is known by its path. */
function isSameFile(a: string, b: string): boolean {
  if (resolve(a) === resolve(b)) return true;
  try {
    const [one, other] = [statSync(a, { bigint: true }), statSync(b, { bigint: true })];
    return one.dev === other.dev && one.ino === other.ino;
  } catch {
    return false;
  }
}
