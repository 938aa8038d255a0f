import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, it } from "vitest";
import { validateSpec } from "../../src/spec/index.ts";
import { anonymizeInStore } from "../../src/store/anonymize-in-store.ts";
import { openStore } from "../../src/store/open.ts";
import { parseAddress } from "../../src/store/source.ts";
import { kohort, temporaryFolder } from "../cli/run-kohort.ts";

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);

const spec = validateSpec({
  version: 1,
  attributes: { number: { role: "quasi-identifying" }, illness: { role: "sensitive" } },
  privacy: [{ model: "k-anonymity", k: 3 }],
  algorithm: { name: "mondrian" },
  person: "none",
});

function write(name: string, values: readonly string[]): string {
  const rows = Array.from({ length: 6 * values.length }, (_, row) => `${values[row % values.length]},d${row % 3}`);
  writeFileSync(at(name), `number,illness\n${rows.join("\n")}\n`);
  return at(name);
}

function inMemory(path: string): string {
  const words = [
    "--quasi",
    "number",
    "--sensitive",
    "illness",
    "--person",
    "none",
    "-k",
    "3",
    "--algorithm",
    "mondrian",
  ];
  const { code, stderr } = kohort(["anonymize", path, ...words, "-o", at("memory.csv"), "--force"]);
  expect([code, stderr.includes("error:")], stderr).toEqual([0, false]);
  return readFileSync(at("memory.csv"), "utf8");
}

/** The release of a source whose numbers stay in the store from so many values on. */
async function inStore(path: string, longest: number): Promise<string> {
  const store = await openStore({ name: "duckdb", shards: 4 }, { scratch: folder });
  try {
    const output = at("store.csv");
    await anonymizeInStore(store, {
      address: parseAddress(path, undefined),
      specOf: () => spec,
      folder,
      output,
      format: "csv",
      force: true,
      shards: 4,
      limits: { longest },
    });
    return readFileSync(output, "utf8");
  } finally {
    await store.close();
  }
}

/** Numbers of which some differ as they are written and are one double. */
const shared = {
  decimals: ["0.12345678901234567891", "0.12345678901234567892", "0.25", "0.5", "0.75"],
  "a decimal and a whole number": ["1.0000000000000000001", "1", "2", "3", "4"],
  "a number that is not quite zero": ["1e-400", "0", "2", "3", "4"],
  "a number past all doubles": ["1e400", "0", "2", "3", "4"],
  "whole numbers": ["9007199254740993", "9007199254740992", "2", "3", "4"],
};
const alike = {
  "two spellings of a number": ["1.5", "1.50", "1.5e0", "2.0000000000000000000", "2", "7"],
  "long decimals": ["0.1234567890123456", "0.1234567890123457", "33.3333333333333333", "5", "6"],
};

describe.each(Object.entries({ ...shared, ...alike }))("DuckDB with %s", (_, values) => {
  it("makes the memory engine's bytes, whether values are fetched or stay in the store", async () => {
    const path = write("numbers.csv", values);
    const memory = inMemory(path);
    expect(await inStore(path, 2)).toBe(memory);
    expect(await inStore(path, 100)).toBe(memory);
  });
});

describe("decimals of Parquet that are one double", () => {
  it("stay apart, and are those of a CSV file with the same texts", async () => {
    const path = write(
      "decimals.csv",
      shared.decimals.map((text) => text.padEnd(22, "0")),
    );
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    await connection.run(
      `COPY (SELECT CAST(number AS DECIMAL(38, 20)) AS number, illness FROM read_csv('${path}', all_varchar = true)) TO '${at("decimals.parquet")}'`,
    );
    connection.closeSync();
    instance.closeSync();
    const memory = inMemory(path);
    expect(memory).toContain("0.12345678901234567891");
    expect(memory).toContain("0.12345678901234567892");
    expect(await inStore(at("decimals.parquet"), 2)).toBe(memory);
    expect(await inStore(at("decimals.parquet"), 100)).toBe(memory);
  });
});
