/** The hash of the input is that of the bytes that were read, whatever becomes of the file afterwards. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseCertificate } from "../../src/certificate/certificate-form.ts";
import { anonymizeFile, openPool } from "../../src/engine/index.ts";
import type { Spec } from "../../src/spec/index.ts";
import { kohort, temporaryFolder } from "../cli/run-kohort.ts";

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
const lines = Array.from({ length: 30 }, (_, i) => `${20 + (i % 9)}`);
const input = `age\n${lines.join("\n")}\n`;

const spec: Spec = {
  version: 1,
  attributes: { age: { role: "quasi-identifying" } },
  privacy: [{ model: "k-anonymity", k: 3 }],
  algorithm: { name: "mondrian" },
};

function saltedHash(salt: string, bytes: string): string {
  return createHash("sha256")
    .update(Buffer.from(readFileSync(at(salt), "utf8").trim(), "hex"))
    .update(bytes)
    .digest("hex");
}

function stated(name: string): string {
  return parseCertificate(readFileSync(at(name), "utf8"), name).input.saltedSha256;
}

it("certifies the bytes that were read when the file changes after reading", async () => {
  writeFileSync(at("people.csv"), input);
  const pool = openPool(1);
  try {
    const specOf = (): Spec => {
      writeFileSync(at("people.csv"), "age\n1\n");
      return spec;
    };
    const request = { input: { path: at("people.csv"), options: {} }, specOf, folder, output: at("release.csv") };
    await anonymizeFile({ ...request, certificate: { path: at("c.json"), version: "1.2.3" } }, pool);
  } finally {
    await pool.close();
  }
  expect(readFileSync(at("people.csv"), "utf8")).toBe("age\n1\n");
  expect(stated("c.json")).toBe(saltedHash("c.salt", input));
});

it("certifies what came through a pipe", () => {
  const words = ["anonymize", "-", "--quasi", "age", "-k", "3", "-o", "piped.csv", "--certificate", "piped.json", "-q"];
  const { code, stderr } = kohort(words, { cwd: folder, input });
  expect(code, stderr).toBe(0);
  expect(stated("piped.json")).toBe(saltedHash("piped.salt", input));
});
