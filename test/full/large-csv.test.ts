/** A CSV of three gigabytes, by path and by stdin: the row count and an untouched column come out as they went in. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { censusBlocks } from "../../src/sample/index.ts";

const rows = 24_400_000;
const folder = mkdtempSync(join(tmpdir(), "kohort-large-"));
const input = join(folder, "census.csv");
const untouched = "weight";
let expected = "";

/** The sha256 of one column's values, a line each, of CSV blocks that need no quotes. */
function columnHash(): { take: (block: Uint8Array) => void; digest: () => { sha256: string; rows: number } } {
  const hash = createHash("sha256");
  let column = 0;
  let wanted = -1;
  let started = false;
  let count = 0;
  let field: number[] = [];
  const take = (block: Uint8Array): void => {
    let out = "";
    for (const byte of block) {
      const isEnd = byte === 0x0a;
      if (byte === 0x2c || isEnd) {
        const text = String.fromCharCode(...field);
        if (!started && text === untouched) wanted = column;
        if (started && column === wanted) out += `${text}\n`;
        field = [];
        column = isEnd ? 0 : column + 1;
        if (isEnd && started) count++;
        if (isEnd) started = true;
      } else if (!started || column === wanted) field.push(byte);
    }
    hash.update(out);
  };
  return { take, digest: () => ({ sha256: hash.digest("hex"), rows: count }) };
}

beforeAll(() => {
  const file = openSync(input, "w");
  const hash = columnHash();
  for (const block of censusBlocks({ rows, seed: 3 })) {
    writeSync(file, block);
    hash.take(block);
  }
  closeSync(file);
  const found = hash.digest();
  expect(found.rows).toBe(rows);
  expected = found.sha256;
  expect(statSync(input).size).toBeGreaterThan(3e9);
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Releases the file in input order, so that an untouched column can be compared row by row. */
async function release(words: readonly string[], stdin: boolean): Promise<{ sha256: string; rows: number }> {
  const output = join(folder, stdin ? "from-stdin.csv" : "from-path.csv");
  const program = join(import.meta.dirname, "..", "..", "dist", "bin", "kohort.js");
  const flags = [
    "--quasi",
    "age,sex,race",
    "--insensitive",
    "weight",
    "-k",
    "50",
    "--order",
    "input",
    "-o",
    output,
    "-q",
  ];
  const child = spawn(process.execPath, [program, "anonymize", ...words, ...flags], {
    stdio: [stdin ? "pipe" : "ignore", "ignore", "inherit"],
  });
  if (stdin) createReadStream(input).pipe(child.stdin!);
  expect(await new Promise((resolve) => child.on("exit", resolve))).toBe(0);
  const hash = columnHash();
  for await (const block of createReadStream(output, { highWaterMark: 1 << 20 })) hash.take(block as Buffer);
  rmSync(output);
  return hash.digest();
}

describe("a CSV of 3 GB", () => {
  it("is read by path", async () => {
    expect(await release([input], false)).toEqual({ sha256: expected, rows });
  });

  it("is read from stdin", async () => {
    expect(await release(["-"], true)).toEqual({ sha256: expected, rows });
  });
});
