import { KohortError } from "../base/index.ts";
import { isSameFile, isSameTarget, recipeKeyPath, saltPath, stdio } from "../engine/index.ts";
import { type CommandDeclaration, flagsOf } from "./flag.ts";
import { type CommandLine, valuesOf } from "./parse.ts";

/** Files that are written beside one that is named. */
function companionsOf(parsed: CommandLine): string[] {
  return [...valuesOf(parsed, "certificate").map(saltPath), ...valuesOf(parsed, "recipe").map(recipeKeyPath)];
}

/** Refuses to write over a file that the command reads, or two things into one file, whatever --force says. */
export function refuseOverlaps(command: CommandDeclaration, parsed: CommandLine): void {
  const flags = flagsOf(command);
  const filesOf = (isWritten: boolean): string[] =>
    flags
      .filter(({ completes, writes = false }) => completes === "file" && writes === isWritten)
      .flatMap(({ name }) => valuesOf(parsed, name));
  const hierarchies = valuesOf(parsed, "hierarchy").map((text) => text.slice(text.indexOf("=") + 1));
  const isFile = (path: string): boolean => path !== stdio;
  const read = [...(command.takesFiles ? parsed.words : []), ...filesOf(false), ...hierarchies].filter(isFile);
  const written = [...filesOf(true), ...companionsOf(parsed)].filter(isFile);
  for (const [at, path] of written.entries()) {
    if (parsed.words.some((other) => isSameFile(path, other))) {
      throw new KohortError("usage", `"${path}" is the input itself`, { hint: "name another file to write" });
    }
    if (read.some((other) => isSameFile(path, other))) {
      throw new KohortError("usage", `"${path}" is read and would be written over`, {
        hint: "name another file to write",
      });
    }
    if (written.slice(0, at).some((other) => isSameTarget(path, other))) {
      throw new KohortError("usage", `"${path}" cannot be two files at once`, { hint: "name another file" });
    }
  }
}
