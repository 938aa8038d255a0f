import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { kohort, temporaryFolder } from "./run-kohort.ts";

const cwd = temporaryFolder();
const verifier = join(import.meta.dirname, "..", "..", "verify", "verify.mjs");
const records = Array.from(
  { length: 40 },
  (_, i) => [20 + (i % 20), 18.5 + ((i * 7) % 30) / 2, (i % 4) + 0.5] as const,
);
const lines = (mark: string, delimiter: string): string =>
  records
    .map(([age, bmi, dose]) => [age, bmi.toFixed(1).replace(".", mark), dose.toFixed(1).replace(".", mark)])
    .map((cells) => cells.map((cell) => (String(cell).includes(delimiter) ? `"${cell}"` : cell)).join(delimiter))
    .join("\n");
const asked = ["--quasi", "age,bmi", "--sensitive", "dose", "-k", "4", "-l", "2", "-q", "--progress", "none"];

it.each([";", ","])(
  "decimal commas hold from reading to both verifiers, audit and apply; fields parted by %s",
  (delimiter) => {
    writeFileSync(join(cwd, "in.csv"), `${["age", "bmi", "dose"].join(delimiter)}\n${lines(",", delimiter)}\n`);
    const made = "-o out.csv --certificate out.json --recipe recipe.json --force".split(" ");
    const first = kohort(["anonymize", "in.csv", ...asked, ...made], { cwd });
    expect(first).toMatchObject({ code: 0 });
    const release = readFileSync(join(cwd, "out.csv"), "utf8");
    expect(release).toMatch(delimiter === "," ? /,"\[\d+,\d\.\.\d+,\d\]","\d,5"\n/ : /;\[\d+,\d\.\.\d+,\d\];\d,5\n/);
    expect(release).not.toMatch(/\d\.\d/);
    expect(kohort(["verify", "out.csv", "out.json"], { cwd }).code).toBe(0);
    expect(spawnSync(process.execPath, [verifier, "out.csv", "out.json"], { cwd }).status).toBe(0);
    const certificate = JSON.parse(readFileSync(join(cwd, "out.json"), "utf8"));
    expect(certificate.sensitive).toMatchObject([{ decimal: ",", values: [["0,5"], ["1,5"], ["2,5"], ["3,5"]] }]);
    for (const original of [[], ["--original", "in.csv"]]) {
      expect(kohort(["audit", "out.csv", ...asked, ...original], { cwd }).code).toBe(0);
    }
    expect(kohort("apply recipe.json in.csv -o again.csv --force -q".split(" "), { cwd }).code).toBe(0);
    expect(readFileSync(join(cwd, "again.csv"), "utf8")).toBe(release);
  },
);

it("decimal commas and ambiguous dates are said, and --decimal and --date-form decide", () => {
  writeFileSync(join(cwd, "eu.csv"), "bmi;seen;paid\n20,5;04/05/1999;1,234\n21,5;05/06/1999;2,345\n");
  const columns = (...more: string[]) => {
    const { stdout } = kohort(["inspect", "eu.csv", "--json", ...more], { cwd });
    return JSON.parse(stdout).columns.map(({ kind }: { kind: string }) => kind);
  };
  expect(columns()).toEqual(["number", "category", "category"]);
  expect(columns("--decimal", ",", "--date-form", "seen=mm/dd/yyyy")).toEqual(["number", "date", "number"]);
  expect(columns("--decimal", "bmi=.")).toEqual(["category", "category", "category"]);
  const { stderr } = kohort(["inspect", "eu.csv"], { cwd });
  expect(stderr).toContain('note: column "bmi" has decimal commas, such as "20,5", and is read as numbers');
  expect(stderr).toContain('dates of "seen" may be dd/mm/yyyy or mm/dd/yyyy');
  expect(kohort(["init", "eu.csv", "-o", "eu.json"], { cwd }).code).toBe(0);
  expect(readFileSync(join(cwd, "eu.json"), "utf8")).toMatch(/"decimal":\s*\{\s*"bmi": ","\s*\}/);
  expect(kohort(["inspect", "eu.csv", "--decimal", ";"], { cwd })).toMatchObject({ code: 2 });
  expect(kohort(["inspect", "eu.csv", "--date-form", "seen=mm.dd"], { cwd })).toMatchObject({ code: 2 });
});

it("DuckDB refuses decimal commas and a separator at the header's end by name", () => {
  const duckdb = "--engine duckdb --algorithm mondrian -o refused.csv".split(" ");
  writeFileSync(join(cwd, "duck.csv"), `age;bmi;dose\n${lines(",", ";")}\n`);
  const found = kohort(["anonymize", "duck.csv", ...asked, ...duckdb], { cwd });
  expect(found).toMatchObject({ code: 2 });
  expect(found.stderr).toContain('column "bmi" has decimal commas, which the duckdb engine does not read');
  const stated = kohort(["anonymize", "duck.csv", ...asked, ...duckdb, "--decimal", ","], { cwd });
  expect(stated.stderr).toContain("decimal commas are read by the memory engine only");
  writeFileSync(join(cwd, "tail.csv"), `age;bmi;dose;\n${lines(".", ";").replaceAll("\n", ";\n")};\n`);
  const tail = kohort(["anonymize", "tail.csv", ...asked, ...duckdb], { cwd });
  expect(tail).toMatchObject({ code: 2 });
  expect(tail.stderr).toContain("the header ends with a separator");
});
