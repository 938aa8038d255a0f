/** What npm publishes, installed into an empty project and used there as a newcomer would. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Outcome, temporaryFolder } from "../cli/run-kohort.ts";

const root = join(import.meta.dirname, "..", "..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const cwd = temporaryFolder();
const project = join(cwd, "project");
let tarball = "";

function run(command: string, words: readonly string[], folder: string): Outcome {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: folder, encoding: "utf8" });
  return { code: status, stdout, stderr };
}

/** A package as npm would publish it. */
function pack(folder: string): string {
  const words = ["pack", folder, "--ignore-scripts", "--json", "--pack-destination", cwd];
  const { code, stdout, stderr } = run("npm", words, cwd);
  expect(code, stderr).toBe(0);
  return join(cwd, JSON.parse(stdout)[0].filename);
}

beforeAll(() => {
  tarball = pack(root);
  const needed = Object.keys(manifest.dependencies).map((name) => pack(join(root, "node_modules", name)));
  mkdirSync(project);
  writeFileSync(
    join(project, "package.json"),
    '{ "name": "empty", "version": "1.0.0", "type": "module", "private": true }',
  );
  const words = [
    "install",
    "--offline",
    "--omit=optional",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    tarball,
    ...needed,
  ];
  const { code, stderr } = run("npm", words, project);
  expect(code, stderr).toBe(0);
});

describe("the package in an empty project", () => {
  const scopeOf = (name: string): string => name.split("/")[0];

  it("brings its dependencies and, without what is optional, nothing else", () => {
    const installed = readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."));
    expect(installed.sort()).toEqual([...new Set(Object.keys(manifest.dependencies).map(scopeOf)), "kohort"].sort());
  });

  it("tells the story with npx kohort demo", () => {
    const { code, stdout, stderr } = run("npx", ["--offline", "kohort", "demo"], project);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain("k-anonymity: asked 5, measured 5.");
  });

  it("is a library for plain JavaScript, room by room", () => {
    const rooms = Object.keys(manifest.exports).filter((name) => !/schema|package\.json/.test(name));
    const script = `
      import { anonymize, audit, clinicCsv, kAnonymity, quasiIdentifying, readCsv } from "kohort";
      const patients = readCsv(clinicCsv());
      const attributes = { age: quasiIdentifying(), sex: quasiIdentifying() };
      const { table } = anonymize(patients, { attributes, privacy: [kAnonymity(5)] });
      console.log(audit(table, { quasiIdentifiers: ["age", "sex"] }).k >= 5);
      for (const room of ${JSON.stringify(rooms)}) {
        const found = await import(room.replace(".", "kohort"));
        if (Object.keys(found).length === 0) throw new Error(room + " has nothing in it");
      }`;
    writeFileSync(join(project, "plain.mjs"), script);
    expect(run(process.execPath, ["plain.mjs"], project)).toEqual({ code: 0, stdout: "true\n", stderr: "" });
  });

  it("is typed for strict TypeScript, and tells wrong use from right", () => {
    const right = `
      import { anonymize, kAnonymity, quasiIdentifying, readCsv, type Table } from "kohort";
      import { examine } from "kohort/run";
      import { releasePage } from "kohort/report";
      const table: Table = readCsv("age\\n1\\n2\\n");
      const release = anonymize(table, { attributes: { age: quasiIdentifying() }, privacy: [kAnonymity(2)] });
      export const smallest: number = release.cohorts.smallest;
      export const before: number = examine(table, release).before.risk.highest;
      export { releasePage };`;
    writeFileSync(join(project, "right.ts"), right);
    writeFileSync(join(project, "wrong.ts"), right.replace("kAnonymity(2)", 'kAnonymity("two")'));
    const options = {
      module: "nodenext",
      target: "es2022",
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      types: [],
    };
    const compile = (file: string): Outcome => {
      const config = { compilerOptions: { ...options, lib: ["es2022", "dom"] }, files: [file] };
      writeFileSync(join(project, "tsconfig.json"), JSON.stringify(config));
      return run(join(root, "node_modules", ".bin", "tsc"), ["-p", "."], project);
    };
    expect(compile("right.ts")).toMatchObject({ code: 0, stdout: "" });
    expect(compile("wrong.ts").stdout).toMatch(/wrong\.ts\(6,\d+\): error TS2345/);
  });

  it("brings the independent verifier, the schema and the changes", () => {
    const own = join(project, "node_modules", "kohort");
    for (const file of ["verify/verify.mjs", "schema/kohort.schema.json", "CHANGELOG.md", "LICENSE", "README.md"]) {
      expect(existsSync(join(own, file)), file).toBe(true);
    }
    expect(existsSync(join(own, "test")) || existsSync(join(own, "src"))).toBe(false);
  });
});

describe("the package", () => {
  it("is clean for publint and attw", () => {
    const bin = (name: string): string => join(root, "node_modules", ".bin", name);
    const linted = run(bin("publint"), [tarball, "--strict"], cwd);
    expect(linted, linted.stdout).toMatchObject({ code: 0, stdout: expect.stringContaining("All good!") });
    const typed = run(bin("attw"), [tarball, "--profile", "esm-only", "--format", "json"], cwd);
    expect(typed.code, typed.stdout).toBe(0);
  });

  it("is as large as the README says", () => {
    const stated = /([\d.]+) MB packed/.exec(readFileSync(join(root, "README.md"), "utf8"))?.[1];
    const packed = statSync(tarball).size / 1e6;
    expect(Number(stated) / packed).toBeGreaterThan(0.9);
    expect(Number(stated) / packed).toBeLessThan(1.1);
  });

  it("follows semantic versions and has its changes on record", () => {
    expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(readFileSync(join(root, "CHANGELOG.md"), "utf8")).toMatch(/^# Changes\n\n## Unreleased\n/);
  });
});
