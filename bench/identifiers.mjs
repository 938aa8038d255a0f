// A million different identifiers replaced under a key, in processor seconds; the floor is Node's own HMAC of the same
// values. Run after `npm run build`: node bench/identifiers.mjs
import { createHmac } from "node:crypto";
import { finish } from "../dist/base/index.js";
import { replaceIdentifiers } from "../dist/identifiers/index.js";
import { categoryColumn } from "../dist/table/index.js";

const rows = 1_000_000;
const key = new TextEncoder().encode("c6f0b1d27a9e48355fd07b1e9a24c3f8");
const values = Array.from({ length: rows }, (_, row) => `patient-${row * 31}`);
const table = { rows, columns: [categoryColumn("id", values)] };

function seconds(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const floor = seconds(() => {
  for (const value of values) createHmac("sha256", key).update(value).digest("hex");
});
console.log(`node:crypto    ${floor.toFixed(2)} s`);
const older = { kind: "format", scheme: "feistel-sha256" };
for (const replace of [{ kind: "hash" }, { kind: "pseudonym" }, older, { kind: "format" }]) {
  const spent = seconds(() => finish(replaceIdentifiers(table, new Map([["id", replace]]), key)));
  const name = replace.scheme ?? replace.kind;
  console.log(`${name.padEnd(14)} ${spent.toFixed(2)} s, ${(spent / floor).toFixed(2)} of that`);
}
