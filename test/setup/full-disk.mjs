// Loaded before the program (NODE_OPTIONS=--import): drafts can be opened, but nothing can be written into them or kept.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { openSync, writeSync, fsync, fsyncSync } = fs;
const drafts = new Set();

function full(syscall) {
  return Object.assign(new Error("no space left on device"), { code: "ENOSPC", syscall });
}

fs.openSync = (path, ...how) => {
  const file = openSync(path, ...how);
  if (String(path).endsWith(".tmp")) drafts.add(file);
  else drafts.delete(file);
  return file;
};
fs.writeSync = (file, ...what) => {
  if (drafts.has(file)) throw full("write");
  return writeSync(file, ...what);
};
fs.fsync = (file, done) => (drafts.has(file) ? done(full("fsync")) : fsync(file, done));
fs.fsyncSync = (file) => {
  if (drafts.has(file)) throw full("fsync");
  fsyncSync(file);
};
syncBuiltinESMExports();
