import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { kohort } from "./run-kohort.ts";

const folder = mkdtempSync(join(tmpdir(), "windows-1252-"));
const at = (name: string): string => join(folder, name);
const rows = Array.from({ length: 60 }, (_, i) => `Jörg${i};Fußweg ${i % 3};${20 + (i % 40)};${150 + (i % 30)}`);
const text = ["näme;straße;alter;größe", ...rows, ""].join("\r\n");
writeFileSync(at("people.csv"), Buffer.from(text, "latin1"));
writeFileSync(at("plain.csv"), Buffer.from(text.replace("näme;straße;alter;größe", "a;b;c;d"), "latin1"));

describe("a file in Windows-1252, as Excel saves it", () => {
  it("is released by the names that init wrote and by names in flags", () => {
    const init = kohort(["init", at("people.csv"), "-o", at("spec.jsonc")]);
    expect([init.code, readFileSync(at("spec.jsonc"), "utf8")]).toEqual([0, expect.stringContaining('"größe"')]);
    const spec = kohort(["anonymize", at("people.csv"), "-c", at("spec.jsonc"), "-k", "3", "-o", at("by-spec.csv")]);
    expect([spec.code, spec.stderr]).toEqual([0, expect.not.stringContaining("error")]);
    const words = ["--quasi", "alter,größe", "--identifying", "näme", "-k", "3", "-o", at("by-flags.csv")];
    expect(kohort(["anonymize", at("people.csv"), ...words]).code).toBe(0);
    expect(readFileSync(at("by-flags.csv"), "latin1").split("\r\n")[0]).toBe("alter;größe");
  });

  it.each([
    ["people.csv", "alter,größe"],
    ["plain.csv", "c,d"],
  ])("is refused by DuckDB with its encoding as the reason (%s)", (name, quasi) => {
    const words = ["--quasi", quasi, "-k", "3", "--algorithm", "mondrian", "--engine", "duckdb", "-o", at("no.csv")];
    const { code, stderr } = kohort(["anonymize", at(name), ...words]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/DuckDB reads UTF-8 here.*\n.*--engine memory/)]);
  });
});
