import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { algorithms } from "../../src/algorithms/index.ts";
import { attackNames } from "../../src/attacks/index.ts";
import { hierarchyKinds } from "../../src/hierarchy/index.ts";
import { anonymize, clinicCsv, readCsv, writeCsv } from "../../src/index.ts";
import { privacyModels } from "../../src/privacy/index.ts";
import { measures } from "../../src/quality/index.ts";
import type { Spec } from "../../src/spec/index.ts";
import { temporaryFolder } from "../cli/run-kohort.ts";
import { askSession as session } from "./ask-session.ts";

describe("the worker's session", () => {
  it("lists exactly what the registries have", async () => {
    const found = await session().ask("catalogue", {}).answer;
    const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
    expect(names(found.privacy)).toEqual(Object.keys(privacyModels));
    expect(names(found.algorithms)).toEqual(Object.keys(algorithms));
    expect(names(found.measures)).toEqual(Object.keys(measures));
    expect(names(found.attacks)).toEqual([...attackNames]);
    expect(names(found.hierarchies)).toEqual([...hierarchyKinds]);
    const k = found.privacy[0].fields.find(({ name }) => name === "k")!;
    expect(k).toMatchObject({ type: "number", whole: true, minimum: 1, required: true, words: ["auto"] });
  });

  it("says what every setting does", async () => {
    const found = await session().ask("catalogue", {}).answer;
    const lists = [found.privacy, found.algorithms, found.hierarchies, found.replacements, found.transformations];
    for (const { name, fields } of lists.flat()) {
      for (const { name: field, help } of fields) expect(help, `${name}.${field}`).toMatch(/\.$/);
    }
    expect(found.keys.suppression).toMatch(/share of records/);
    expect(found.keys.weight).toMatch(/loss in this column/);
  });

  it("marks cohorts at the limit by what is asked of their size, not by people of a population", async () => {
    const { ask } = session();
    const { suggestion } = await ask("sample", { rows: 300 }).answer;
    const k = async (privacy: Spec["privacy"]): Promise<number> =>
      (await ask("run", { key: JSON.stringify(privacy), spec: { ...suggestion, privacy } }).answer).k;
    expect(await k([{ model: "k-anonymity", k: 4 }])).toBe(4);
    expect(await k([{ model: "highest-risk", "at-most": 0.1 }])).toBe(10);
    expect(await k([{ model: "k-map", k: 40, fraction: 0.1 }])).toBe(1);
  });

  it("makes a release of a sample again from as many rows", async () => {
    const { ask } = session();
    const { suggestion: spec } = await ask("sample", { rows: 400 }).answer;
    const question = { key: "a sample 100", spec, trialRows: 100 };
    const { report } = await ask("run", question).answer;
    await ask("setKey", { text: "sixteen bytes or more" }).answer;
    const { after } = await ask("risk", question).answer;
    expect(after.release.rows).toBe(report.release.rows);
  });

  it("opens the sample, runs, looks, attacks, compares and hands out", async () => {
    const { ask } = session();
    const table = await ask("sample", { rows: 400 }).answer;
    expect(table.columns.map(({ name }) => name)).toContain("diagnosis");
    const spec = table.suggestion as Spec;
    const now = await ask("now", { spec }).answer;
    expect(now).toMatchObject({ k: 1 });
    const result = await ask("run", { key: "a", spec }).answer;
    expect(result.report.privacy[0]).toMatchObject({ model: "k-anonymity", measured: 5, holds: true });
    expect(Array.from(result.sizes).reduce((sum, size) => sum + size, 0)).toBe(400);
    const { painting } = result;
    let area = 0;
    painting.cohort.forEach((cohort, node) => {
      if (cohort < 0) return;
      const [left, top, right, bottom] = painting.boxes.subarray(4 * node, 4 * node + 4);
      area += (right - left) * (bottom - top);
    });
    expect(area).toBeCloseTo(1.6, 3);
    const detail = await ask("cohort", { key: "a", cohort: 0 }).answer;
    expect(detail.size).toBe(result.sizes[0]);
    const { before, after } = await ask("pairs", { key: "a", from: 0, count: 5 }).answer;
    expect(before).toHaveLength(5);
    expect(after[0].at(-1)).toBe(before[0].at(-1));
    const projected = await ask("projection", { key: "a", x: 0, y: 2 }).answer;
    expect(projected.records).toBe(400);
    const { findings } = await ask("attacks", { key: "a", spec }).answer;
    expect(findings.find(({ attack }) => attack === "linkage")!.success).toBeGreaterThan(0);
    const lost = await ask("utility", { key: "a", spec }).answer;
    expect(lost.comparison.ncp).toBeCloseTo(result.report.quality.ncp, 10);
    const { files, audited } = await ask("download", { what: "release", of: { key: "a", spec } }).answer;
    expect(audited!.k).toBeGreaterThanOrEqual(5);
    expect(files[0].bytes.length).toBe(result.bytes);
  });

  it("opens what the same rows look like in other forms, and reads them alike", async () => {
    const rows = [
      { age: 31, town: "Brenn", day: "2024-02-01" },
      { age: 47, town: null, day: "2024-03-05" },
      { age: 31, town: "Ems", day: "2024-02-01" },
    ];
    const lines = (delimiter: string) =>
      ["age", "town", "day"]
        .join(delimiter)
        .concat("\n", rows.map(({ age, town, day }) => [age, town ?? "", day].join(delimiter)).join("\n"), "\n");
    const parquet = parquetWriteBuffer({
      columnData: [
        { name: "age", data: rows.map(({ age }) => age), type: "INT32" },
        { name: "town", data: rows.map(({ town }) => town), type: "STRING" },
        { name: "day", data: rows.map(({ day }) => new Date(day)), type: "TIMESTAMP" },
      ],
    });
    const forms: readonly (readonly [string, BlobPart])[] = [
      ["a.csv", lines(";")],
      ["a.tsv", lines("\t")],
      ["a.json", JSON.stringify(rows)],
      ["a.jsonl", rows.map((row) => JSON.stringify(row)).join("\n")],
      ["a.parquet", parquet],
    ];
    for (const [name, text] of forms) {
      const { ask } = session();
      const table = await ask("open", { name, blob: new Blob([text]) }).answer;
      const seen = table.columns.map(({ name: column, kind, distinct, missing }) => [column, kind, distinct, missing]);
      expect(seen, name).toEqual([
        ["age", "number", 2, 0],
        ["town", "category", 2, 1],
        ["day", "date", 2, 0],
      ]);
      expect((await ask("rows", { of: "original", from: 1, count: 1 }).answer).rows, name).toEqual([
        ["47", "", "2024-03-05"],
      ]);
    }
    await expect(
      session().ask("open", { name: "b.parquet", blob: new Blob(["PAR1 no"]) }).answer,
    ).rejects.toMatchObject({
      code: "input",
    });
  });

  it("reads every digit of the decimals of Parquet, however they are stored", async () => {
    const texts = {
      "DECIMAL(3, 1)": ["0.3", "-0.1", "99.9", null],
      "DECIMAL(15, 2)": ["1234567890123.45", "0.07", "-1.10", "0.00"],
      "DECIMAL(38, 20)": ["0.12345678901234567891", "0.12345678901234567892", "-5.00000000000000000001", null],
      "DECIMAL(38, 0)": ["12345678901234567890123456789012345678", "-1", "0", "9007199254740993"],
    };
    const types = Object.entries(texts);
    const row = (at: number): string =>
      `(${types.map(([type, values]) => (values[at] === null ? "NULL" : `'${values[at]}'::${type}`)).join(", ")})`;
    const path = join(temporaryFolder(), "decimals.parquet");
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    await connection.run(`COPY (FROM (VALUES ${[0, 1, 2, 3].map(row).join(", ")}) t(a, b, c, d)) TO '${path}'`);
    connection.closeSync();
    instance.closeSync();
    const { ask } = session();
    const table = await ask("open", { name: "d.parquet", blob: new Blob([readFileSync(path)]) }).answer;
    expect((await ask("rows", { of: "original", from: 0, count: 4 }).answer).rows).toEqual(
      [0, 1, 2, 3].map((at) => types.map(([, values]) => values[at] ?? "")),
    );
    expect(table.columns.map(({ kind }) => kind)).toEqual(["number", "number", "category", "category"]);
  });

  it("shows and releases numbers with the decimal commas that they were read with", async () => {
    const csv = `age;dose;sense\n${Array.from({ length: 24 }, (_, row) => `${20 + (row % 6)};${row % 5},5;${"ab"[row % 2]}`).join("\n")}\n`;
    const { ask } = session();
    const opened = await ask("open", { name: "doses.csv", blob: new Blob([csv]) }).answer;
    expect(opened.columns.map(({ kind }) => kind)).toEqual(["number", "number", "category"]);
    const original = await ask("rows", { of: "original", from: 0, count: 24 }).answer;
    expect(original.rows.map((row) => row.join(";")).join("\n")).toBe(csv.trimEnd().split("\n").slice(1).join("\n"));
    const spec: Spec = {
      ...opened.suggestion,
      attributes: {
        age: { role: "quasi-identifying" },
        dose: { role: "quasi-identifying" },
        sense: { role: "sensitive" },
      },
      privacy: [{ model: "k-anonymity", k: 4 }],
    };
    await ask("run", { key: "commas", spec }).answer;
    const shown = await ask("rows", { of: "release", key: "commas", from: 0, count: 24 }).answer;
    const { files } = await ask("download", { what: "release", of: { key: "commas", spec } }).answer;
    const lines = new TextDecoder().decode(files[0].bytes).trimEnd().split("\n").slice(1);
    expect(shown.rows.map((row) => row.join(";"))).toEqual(lines);
    const doses = shown.rows.map(([, dose]) => dose);
    expect(doses.some((dose) => /\d,\d/.test(dose))).toBe(true);
    expect(doses.filter((dose) => /\d\.\d/.test(dose))).toEqual([]);
    const { before, after } = await ask("pairs", { key: "commas", from: 0, count: 24 }).answer;
    expect(after).toEqual(shown.rows);
    expect(before.every(([, dose]) => /^\d,5$/.test(dose))).toBe(true);
    const cohort = await ask("cohort", { key: "commas", cohort: 0 }).answer;
    expect(doses).toContain(cohort.values.find(({ name }) => name === "dose")!.text);
    const { y } = await ask("projection", { key: "commas", x: 0, y: 1 }).answer;
    expect(y.ticks.every(({ label }) => /^\d,5$/.test(label))).toBe(true);
  });

  it("replaces names under a key as the command line does, and refuses one that could be guessed", async () => {
    const { ask } = session();
    const { suggestion } = await ask("sample", { rows: 300 }).answer;
    const spec: Spec = {
      ...suggestion,
      attributes: { ...suggestion.attributes, name: { role: "identifying", replace: { kind: "pseudonym" } } },
    };
    await expect(ask("setKey", { text: "aaaaaaaaaaaaaaaaaaaaaaaa" }).answer).rejects.toMatchObject({ code: "usage" });
    const text = "0f3c9a7be1d24856b7c0a91e5d38f264";
    await ask("setKey", { text }).answer;
    const { report } = await ask("run", { key: "a", spec }).answer;
    const key = new TextEncoder().encode(text);
    const release = anonymize(readCsv(clinicCsv({ rows: 300 })), spec, { key });
    const digest = createHash("sha256").update(writeCsv(release.table)).digest("hex");
    expect(report.release.sha256).toBe(digest);
  });

  it("hears Cancel in the middle of a run", async () => {
    const { ask } = session();
    const { suggestion } = await ask("sample", { rows: 20_000 }).answer;
    const running = ask("run", { key: "a", spec: suggestion });
    setTimeout(() => running.stop("cancel"), 30);
    await expect(running.answer).rejects.toMatchObject({ code: "cancelled" });
  });

  it("gives faults their sentence, place and hint", async () => {
    const { ask } = session();
    const blob = new Blob(['a,b\n1,"2\n3,4\n']);
    await expect(ask("open", { name: "bad.csv", blob }).answer).rejects.toMatchObject({ code: "input" });
    await expect(ask("run", { key: "x", spec: {} as Spec }).answer).rejects.toMatchObject({ code: "usage" });
  });
});
