/** @file `-`: stdin where a command reads, stdout where it writes. Which flags understand it is declared with the flag. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { KohortError } from "../base/index.ts";
import { type Draft, stdio } from "../engine/index.ts";
import { type CommandDeclaration, flagNames, flagsOf } from "./flag.ts";
import { type CommandLine, hasFlag, textOf, valuesOf } from "./parse.ts";
import type { Terminal } from "./terminal.ts";

/** The file that `-o` names; undefined without `-o`, and for `-o -`. */
export function outputFile(parsed: CommandLine): string | undefined {
  const output = textOf(parsed, "output");
  return output === stdio ? undefined : output;
}

/** Whether `-o -` asks for the result on stdout. */
export function isToStdout(parsed: CommandLine): boolean {
  return textOf(parsed, "output") === stdio;
}

/** Refuses `-` where it is not understood, stdin for two things at once, and anything else on stdout beside `-o -`. */
export function refuseStreams(command: CommandDeclaration, parsed: CommandLine): void {
  const named = flagsOf(command).filter(
    ({ name, completes }) => completes === "file" && valuesOf(parsed, name).includes(stdio),
  );
  const deaf = named.find(({ stream }) => stream !== true);
  if (deaf !== undefined) {
    const spelled = flagNames(deaf)[0];
    const which = deaf.writes === true ? "written to stdout" : "read from stdin";
    throw new KohortError("usage", `${spelled} cannot be ${which}`, {
      hint: `name a ${deaf.value === "FOLDER" ? "folder" : "file"}; "./-" is a ${deaf.value === "FOLDER" ? "folder" : "file"} of that name`,
    });
  }
  const output = textOf(parsed, "output");
  if (output !== undefined && /^\/(?:dev\/(?:stdout|fd\/1)|proc\/self\/fd\/1)$/.test(output)) {
    throw new KohortError("usage", `"${output}" is no file`, { hint: "-o - writes to stdout" });
  }
  const words = command.takesFiles ? parsed.words.filter((word) => word === stdio) : [];
  if (words.length > 0 && command.readsStdin !== true) {
    throw new KohortError("usage", `${command.name} does not read stdin`, { hint: "name a file" });
  }
  const readers = [...words.map(() => command.operands), ...named.filter(({ writes }) => writes !== true)];
  if (readers.length > 1) {
    throw new KohortError("usage", `stdin can be read once, and ${readers.length} things are to be read from it`, {
      hint: "name a file for all but one of them",
    });
  }
  if (isToStdout(parsed) && hasFlag(parsed, "json") && !hasFlag(parsed, "report-only")) {
    const report = flagsOf(command).some(({ name }) => name === "report")
      ? ", or --report FILE.json for the document"
      : "";
    throw new KohortError("usage", "-o - and --json both need stdout", { hint: `name a file with -o${report}` });
  }
}

/** Copies a finished draft to stdout; a person sees signs that would steer the terminal as `print` shows them. */
export async function copyToStdout(draft: Draft, terminal: Terminal): Promise<void> {
  if (!terminal.isInteractive) {
    await pipeline(createReadStream(draft.path), process.stdout, { end: false });
    return;
  }
  for await (const line of createInterface({ input: createReadStream(draft.path) })) terminal.print(line);
}
