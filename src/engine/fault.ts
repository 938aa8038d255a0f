/**
 * @file Faults on demand, so that tests can show what happens when something breaks between our own steps. The
 * environment variable KOHORT_FAULT names one: `cell` changes a cell of the draft after it was written, `full-disk`
 * makes writing fail as a full disk does, `kernel-exit`, `kernel-null` and `kernel-room` make a worker of a cluster end
 * early, answer with something that is no number, and have no room for what it is given.
 */
import { closeSync, openSync, readSync, writeSync } from "node:fs";

/** A fault that can be asked for. */
export type Fault = "cell" | "full-disk" | "kernel-exit" | "kernel-null" | "kernel-room";

/** Whether a fault was asked for. */
export function hasFault(name: Fault): boolean {
  return process.env.KOHORT_FAULT === name;
}

/** Changes the first byte of a field of the first record of a CSV file that needs no quotes there. */
export function changeCell(path: string, column: number, delimiter: string): void {
  const file = openSync(path, "r+");
  try {
    const block = new Uint8Array(1 << 16);
    readSync(file, block, 0, block.length, 0);
    let at = block.indexOf(0x0a) + 1;
    for (let field = 0; field < column; field++) at = block.indexOf(delimiter.charCodeAt(0), at) + 1;
    writeSync(file, block[at] === 0x7e ? "#" : "~", at);
  } finally {
    closeSync(file);
  }
}

/** The error of a full disk. */
export function fullDisk(path: string): Error {
  return Object.assign(new Error("no space left on device"), { code: "ENOSPC", syscall: "write", path });
}
