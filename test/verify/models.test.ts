/** Releases of every requirement that a release alone can show are accepted by both verifiers, in odd files too. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { finish, readCsv } from "../../src/index.ts";
import type { PrivacyGoal } from "../../src/privacy/index.ts";
import { anonymize, audit, type Certificate, certify, parseCertificate, verify } from "../../src/run/index.ts";
import type { SpecInCode } from "../../src/spec/index.ts";
import { csvBlocks, type Table, type WriteDialect } from "../../src/table/index.ts";
import { temporaryFolder } from "../cli/run-kohort.ts";

const verifier = join(import.meta.dirname, "..", "..", "verify", "verify.mjs");
const cwd = temporaryFolder();

const illnesses = ["flu", "cold", "ulcer", "gout", "?"];
const lines = Array.from({ length: 160 }, (_, i) => {
  const town = ["Ulm", '"Ems, ""old"""', "Pau", "Łódź"][(i * 3) % 4];
  return `${20 + ((i * 13) % 47)},${town},${illnesses[(i * i) % 5]},${((i * 7) % 9) * 100},"note ${i % 3}\nmore"`;
});

function tableOf(records: readonly string[]): Table {
  return readCsv(`age,town,illness,cost,note\n${records.join("\n")}\n`, { missing: ["?"] });
}

const table = tableOf(lines);

function asTexts(bytes: Uint8Array, names: readonly string[], delimiter: string): Table {
  const kinds = Object.fromEntries(names.map((name) => [name, "category" as const]));
  return readCsv(bytes, { kinds, missing: [], delimiter });
}

type Certified = {
  readonly made: Certificate;
  readonly bytes: Uint8Array;
  readonly written: Table;
  readonly sha256: string;
};

function certified(
  table: Table,
  changes: Partial<SpecInCode>,
  dialect: WriteDialect = {},
  keepSuppressed = false,
): Certified {
  const spec: SpecInCode = {
    attributes: {
      age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 10, factor: 2 } },
      town: { role: "quasi-identifying" },
      illness: {
        role: "sensitive",
        hierarchy: { kind: "tree", tree: { airways: ["flu", "cold"], other: ["ulcer", "gout"] } },
      },
      cost: { role: "sensitive" },
    },
    privacy: [{ model: "k-anonymity", k: 3 }],
    input: { missing: ["?"] },
    ...changes,
  };
  const release = anonymize(table, spec, { dialect, keepSuppressed });
  const { problem, suppressed } = release;
  const bytes = Buffer.concat([...csvBlocks(release.table, dialect)]);
  const { delimiter = ",", encoding = "utf-8" } = dialect;
  const written = asTexts(
    bytes,
    release.table.columns.map(({ name }) => name),
    delimiter,
  );
  const found = audit(release.table, {
    quasiIdentifiers: problem.attributes.map(({ name }) => name),
    sensitive: problem.sensitive.map(({ name }) => name),
    privacy: release.spec.privacy,
    attributes: release.spec.attributes,
    ...(suppressed === 0
      ? {}
      : { reference: { rows: problem.rows, sensitive: problem.sensitive }, suppressedApart: keepSuppressed }),
  });
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const made = finish(
    certify(written, release, found, {
      version: "test",
      input: { rows: table.rows, leftOut: 0, columns: table.columns.length },
      release: { sha256, bytes: bytes.length, delimiter, encoding },
    }),
  );
  return { made, bytes, written, sha256 };
}

function bothVerdicts(
  changes: Partial<SpecInCode>,
  dialect: WriteDialect = {},
  keepSuppressed = false,
): readonly [library: boolean, independent: boolean, suppressed: number] {
  const { made, bytes, written, sha256 } = certified(table, changes, dialect, keepSuppressed);
  const text = JSON.stringify(made);
  writeFileSync(join(cwd, "release.csv"), bytes);
  writeFileSync(join(cwd, "c.json"), text);
  const { problems } = verify(written, parseCertificate(text, "c.json"), sha256);
  expect(problems).toEqual([]);
  const independent = spawnSync(process.execPath, [verifier, "release.csv", "c.json"], { cwd, encoding: "utf8" });
  expect(independent.status, independent.stdout + independent.stderr).toBe(0);
  return [problems.length === 0, independent.status === 0, made.release.suppressed];
}

const of = { attribute: "illness" } as const;
const goals: readonly PrivacyGoal[] = [
  { model: "k-anonymity", k: 5 },
  { model: "k-anonymity", k: 9, of: ["town"] },
  { model: "k-anonymity", k: 7, each: 1 },
  { model: "alpha-k-anonymity", alpha: 0.7, k: 3, ...of },
  { model: "l-diversity", l: 2, ...of },
  { model: "l-diversity", l: 2.5, variant: "entropy", ...of },
  { model: "l-diversity", l: 2, variant: "recursive", c: 3, ...of },
  { model: "t-closeness", t: 0.35, ...of },
  { model: "t-closeness", t: 0.3, distance: "hierarchical", ...of },
  { model: "t-closeness", t: 0.3, distance: "largest-difference", ...of },
  { model: "t-closeness", t: 0.15, attribute: "cost" },
  { model: "beta-likeness", beta: 2, ...of },
  { model: "beta-likeness", beta: 2, variant: "enhanced", ...of },
  { model: "delta-disclosure", delta: 2, ...of },
  { model: "delta-disclosure", delta: 1.5, variant: "present-values", ...of },
  { model: "highest-risk", "at-most": 0.2 },
  { model: "average-risk", "at-most": 0.1 },
  { model: "sample-uniqueness", "at-most": 0.05 },
];

describe("both verifiers accept", () => {
  it.each(goals.map((goal) => [JSON.stringify(goal), goal] as const))("releases with %s", (_, goal) => {
    expect(bothVerdicts({ privacy: [{ model: "k-anonymity", k: 2 }, goal] })).toEqual([true, true, 0]);
  });

  it("releases with records left out, whose shares are those of the table before", () => {
    const changes: Partial<SpecInCode> = {
      privacy: [
        { model: "k-anonymity", k: 4 },
        { model: "t-closeness", t: 0.3, ...of },
      ],
      algorithm: { name: "lattice" },
      suppression: 0.3,
    };
    expect(bothVerdicts(changes)).toEqual([true, true, expect.any(Number)]);
    expect(bothVerdicts(changes)[2]).toBeGreaterThan(0);
    expect(bothVerdicts(changes, {}, true).slice(0, 2)).toEqual([true, true]);
  });

  it("releases whose certificates are the same for any order of the input", () => {
    const changes: Partial<SpecInCode> = {
      attributes: {
        age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 10, factor: 2 } },
        illness: { role: "sensitive" },
        town: { role: "identifying" },
      },
      privacy: [
        { model: "k-anonymity", k: 4 },
        { model: "t-closeness", t: 0.3, ...of },
      ],
      algorithm: { name: "lattice" },
      suppression: 0.3,
    };
    const orders = [lines, [...lines].reverse(), [...lines.slice(3), ...lines.slice(0, 3)]];
    const [first, ...others] = orders.map((records) => JSON.stringify(certified(tableOf(records), changes).made));
    for (const other of others) expect(other).toBe(first);
    expect(bothVerdicts(changes).slice(0, 2)).toEqual([true, true]);
  });

  it("files with other delimiters, line ends and marks", () => {
    for (const dialect of [
      { delimiter: ";", newline: "\r\n", bom: true },
      { delimiter: "\t" },
      { delimiter: "|" },
    ] as const) {
      expect(bothVerdicts({}, dialect)).toEqual([true, true, 0]);
    }
  });
});
