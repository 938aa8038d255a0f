#!/usr/bin/env node
/**
 * @file The entry of `kohort`. It imports nothing but the version, so that `kohort --version` costs little more than
 * starting Node; everything else is a chunk loaded when it is needed.
 */
import { packageVersion } from "./version.ts";

const words = process.argv.slice(2);
if (words.length === 1 && words[0] === "--version") {
  process.stdout.write(`${packageVersion()}\n`);
} else {
  const { runProgram } = await import("./program.ts");
  await runProgram(words);
}
