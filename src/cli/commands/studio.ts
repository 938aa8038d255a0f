import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { KohortError } from "../../base/index.ts";
import { type HandOver, handOver, hierarchyFiles, serveStudio } from "../../engine/index.ts";
import { emptyFile } from "../../table/index.ts";
import type { RunCommand } from "../context.ts";
import { hasFlag, wholeNumberOf } from "../parse.ts";
import { openSpec } from "../spec-source.ts";

/** Serves the studio on this computer and opens it in the browser, until Ctrl-C. */
export const runStudio: RunCommand = async ({ parsed, terminal, interrupt }) => {
  const data = parsed.words[0];
  if (data !== undefined && !existsSync(data)) {
    throw new KohortError("file", `file "${data}" does not exist`, {
      hint: "check the path; it is taken from where you are",
    });
  }
  if (data !== undefined && statSync(data).isFile() && statSync(data).size === 0) {
    throw emptyFile(data);
  }
  if (data === undefined && hasFlag(parsed, "config")) {
    throw new KohortError("usage", "--config needs a table", { hint: "kohort studio data.csv -c kohort.json" });
  }
  const source = await openSpec(parsed);
  const spec = source.base?.spec;
  let handed: HandOver | undefined;
  interrupt.onExit(() => handed?.remove());
  const server = await serveStudio({
    folder: fileURLToPath(new URL("../web/", import.meta.url)),
    data,
    spec,
    files: spec === undefined ? undefined : hierarchyFiles(spec, source.folder),
    port: wholeNumberOf(parsed, "port", 1),
    onOpen: () => handed?.remove(),
  });
  terminal.print(`${server.address}\n`);
  terminal.say("the studio is open at this address, for this computer only; Ctrl-C ends it");
  if (!hasFlag(parsed, "no-open")) {
    handed = handOver(server.address);
    openBrowser(handed.path);
  }
  interrupt.commit();
  await new Promise<void>((resolve) => {
    if (interrupt.ending.aborted) resolve();
    else interrupt.ending.addEventListener("abort", () => resolve(), { once: true });
  });
  await server.close();
  handed?.remove();
  return 0;
};

/** Opens a file with whatever this computer opens pages with; without that it stays with the printed address. */
function openBrowser(path: string): void {
  const [command, ...words] =
    process.platform === "darwin"
      ? ["open", path]
      : process.platform === "win32"
        ? ["cmd", "/c", "start", "", path]
        : ["xdg-open", path];
  const child = spawn(command, words, { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
