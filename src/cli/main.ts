#!/usr/bin/env node
/**
 * @file The entry of `kohort`. It imports nothing but the version, so that `kohort --version` costs little more than
 * starting Node; everything else is a chunk loaded when it is needed.
 */
import { setFlagsFromString } from "node:v8";
import { packageVersion } from "./version.ts";

const words = process.argv.slice(2);
if (words.length === 1 && words[0] === "--version") {
  process.stdout.write(`${packageVersion()}\n`);
} else {
  // V8 compiles a function once it has run for a while; waiting a little longer than by default saves a seventh of the
  // processor time on a table of thirty thousand rows, where most of it is compilation, and costs nothing on a million
  setFlagsFromString("--interrupt-budget=1000000");
  const { runProgram } = await import("./program.ts");
  await runProgram(words);
}
