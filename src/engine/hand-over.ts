import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A page that leads to an address, in a file for its owner alone. */
export type HandOver = { readonly path: string; readonly remove: () => void };

/**
 * Puts an address that is a secret into a file that a browser can be told to open: what stands on a command line is
 * there for everybody on the computer to read.
 */
export function handOver(address: string): HandOver {
  const folder = mkdtempSync(join(tmpdir(), "kohort-studio-"));
  const path = join(folder, "studio.html");
  const head = `<meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${address}">`;
  const page = `<!doctype html><html lang="en"><head>${head}<title>kohort studio</title></head><body><a href="${address}">kohort studio</a></body></html>\n`;
  writeFileSync(path, page, { mode: 0o600, flag: "wx" });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
