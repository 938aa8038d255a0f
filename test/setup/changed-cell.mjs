// Loaded before the program (NODE_OPTIONS=--import): once a draft of CSV is written, a cell of its first record changes.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { openSync, closeSync } = fs;
const drafts = new Map();

fs.openSync = (path, flags, ...mode) => {
  const file = openSync(path, flags, ...mode);
  if (String(path).endsWith(".tmp") && flags === "wx") drafts.set(file, path);
  return file;
};
fs.closeSync = (file) => {
  closeSync(file);
  const path = drafts.get(file);
  drafts.delete(file);
  const text = path === undefined ? "" : fs.readFileSync(path, "latin1");
  if (!/^[^{<\n]+\n/.test(text)) return;
  const cell = text.indexOf("\n") + 1;
  fs.writeFileSync(path, `${text.slice(0, cell)}${text[cell] === "~" ? "#" : "~"}${text.slice(cell + 1)}`, "latin1");
};
syncBuiltinESMExports();
