/**
 * Records every program that is started and every host that is asked for. Loaded before a program with --import, or
 * called within one; what comes after it finds the recording functions in Node's own modules.
 */
import childProcess from "node:child_process";
import dgram from "node:dgram";
import dns from "node:dns";
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

/** Calls back with a line for everything that reaches out of the process. */
export function recordReach(record) {
  const { spawn } = childProcess.ChildProcess.prototype;
  childProcess.ChildProcess.prototype.spawn = function (options) {
    record(`spawn ${options.file} ${(options.args ?? []).join(" ")}`);
    return spawn.call(this, options);
  };
  for (const name of ["spawnSync", "execSync", "execFileSync"]) {
    const own = childProcess[name];
    childProcess[name] = (...words) => {
      record(`${name} ${words[0]}`);
      return own(...words);
    };
  }
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function (...words) {
    record(`connect ${JSON.stringify(words[0])}`);
    return connect.apply(this, words);
  };
  for (const [module, name] of [
    [dns, "lookup"],
    [dns, "resolve"],
    [dns.promises, "lookup"],
    [dns.promises, "resolve"],
    [dgram, "createSocket"],
  ]) {
    const own = module[name];
    module[name] = (...words) => {
      record(`${name} ${JSON.stringify(words[0])}`);
      return own(...words);
    };
  }
  const { fetch } = globalThis;
  globalThis.fetch = (...words) => {
    record(`fetch ${words[0]}`);
    return fetch(...words);
  };
  syncBuiltinESMExports();
}

const file = process.env.KOHORT_TEST_REACH;
if (file !== undefined) recordReach((line) => appendFileSync(file, `${line}\n`));
