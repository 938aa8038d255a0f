import { constants, openSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Socket } from "node:net";

/**
 * A pipe with a name, as a stream; undefined for anything else. It is opened without waiting for whoever writes into it,
 * since nothing can interrupt a process that waits there, not even its own end.
 */
export function pipeAt(path: string): AsyncIterable<Buffer> | undefined {
  if (!statSync(path).isFIFO()) return undefined;
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}

/** All bytes of a file or a pipe, without keeping a signal waiting. */
export async function bytesAt(path: string): Promise<Buffer> {
  const pipe = pipeAt(path);
  if (pipe === undefined) return readFile(path);
  const blocks: Buffer[] = [];
  for await (const block of pipe) blocks.push(block);
  return Buffer.concat(blocks);
}
