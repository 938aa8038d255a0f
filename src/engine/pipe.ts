import { constants, openSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Socket } from "node:net";
import { KohortError } from "../base/index.ts";

/**
 * A pipe with a name, as a stream; undefined for anything else. It is opened without waiting for whoever writes into it,
 * since nothing can interrupt a process that waits there, not even its own end. Devices are refused.
 */
export function pipeAt(path: string): AsyncIterable<Buffer> | undefined {
  const found = statSync(path);
  if (found.isCharacterDevice() || found.isBlockDevice()) {
    throw new KohortError("file", `"${path}" is a device, which may never end`, {
      hint: "name a file, or - for stdin",
    });
  }
  if (!found.isFIFO()) return undefined;
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}

/** What stands for stdin where a table is read, and for stdout where a release is written. */
export const stdio = "-";

/** All of stdin, which can be read only once however often it is asked for. */
let fromStdin: Promise<Buffer> | undefined;

/** All bytes of a file, a pipe or, for `-`, stdin, without keeping a signal waiting. */
export async function bytesAt(path: string): Promise<Buffer> {
  if (path === stdio) {
    fromStdin ??= bytesOf(process.stdin);
    return fromStdin;
  }
  const pipe = pipeAt(path);
  return pipe === undefined ? readFile(path) : bytesOf(pipe);
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const blocks: Buffer[] = [];
  for await (const block of stream) blocks.push(block);
  return Buffer.concat(blocks);
}
