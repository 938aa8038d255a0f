/** A spec is data: whatever its texts say, no program is started and no host is asked for, by any command or the studio. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KohortError } from "../../../src/base/index.ts";
import { runAnonymize } from "../../../src/cli/commands/anonymize.ts";
import { runAttack } from "../../../src/cli/commands/attack.ts";
import { runAudit } from "../../../src/cli/commands/audit.ts";
import { runCompare } from "../../../src/cli/commands/compare.ts";
import { runFrontier } from "../../../src/cli/commands/frontier.ts";
import { runStages } from "../../../src/cli/commands/stages.ts";
import { runStudio } from "../../../src/cli/commands/studio.ts";
import { runSynthesize } from "../../../src/cli/commands/synthesize.ts";
import { runWhy } from "../../../src/cli/commands/why.ts";
import { commands } from "../../../src/cli/commands.ts";
import type { Context, RunCommand } from "../../../src/cli/context.ts";
import { translate } from "../../../src/cli/errors.ts";
import { flagsOf } from "../../../src/cli/flag.ts";
import { parseWords } from "../../../src/cli/parse.ts";
import { defaultTalk, openTerminal } from "../../../src/cli/terminal.ts";
import { anonymizeFile, hierarchyFiles, openPool } from "../../../src/engine/index.ts";
import { parseRecipe } from "../../../src/recipe/recipe.ts";
import { parseSpec, type Spec, specJsonSchema, validateSpec } from "../../../src/spec/index.ts";
import type { FromWorker } from "../../../src/web/protocol.ts";
import { openSession } from "../../../src/web/worker/session.ts";
import { kohort, program, temporaryFolder } from "../../cli/run-kohort.ts";
import { sitesOf } from "./spec-sites.ts";

const folder = temporaryFolder();
const reached: string[] = [];
let server: Server;
let port = 0;

beforeAll(async () => {
  const hook = join(import.meta.dirname, "reach-record.mjs");
  const { recordReach } = (await import(hook)) as { recordReach: (record: (line: string) => void) => void };
  // a server asks for its own loopback address by number, which asks nobody; a connection to it is seen otherwise
  recordReach((line) => line === 'lookup "127.0.0.1"' || reached.push(line));
  server = createServer((socket) => {
    reached.push("a connection");
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});

afterAll(() => server.close());

/** Texts that would start a program or reach a host if anything took them for more than a text. */
function hostileTexts(): string[] {
  const mark = join(folder, "started");
  const host = `127.0.0.1:${port}`;
  return [
    `id > ${mark}; node`,
    `$(touch ${mark})`,
    `\`touch ${mark}\``,
    `| touch ${mark}`,
    `http://${host}/x.csv`,
    `file://${host}/x.csv`,
    `//${host}/share/x.csv`,
    `\\\\${host}\\share\\x.csv`,
    `spark://${host}`,
    `jdbc:postgresql://${host}/x`,
    `hdfs://${host}/x`,
    `duckdb:http://${host}/x.db?query=SELECT 1`,
    `'); ATTACH 'http://${host}/x.db' AS x; --`,
    `/dev/tcp/127.0.0.1/${port}`,
    `/proc/self/environ`,
  ];
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** A table in which the text is a column and a value. */
function tableWith(text: string): string {
  const rows = Array.from({ length: 24 }, (_, i) =>
    [20 + (i % 6), 100 + (i % 4), ["flu", "cold", "cough"][i % 3], `n${i}`, i % 2 === 0 ? "a" : text].map((cell) =>
      quoted(String(cell)),
    ),
  );
  return ["age,zip,diagnosis,name", ...rows].map((line, i) => (i === 0 ? `${line},${quoted(text)}` : line)).join("\n");
}

const runs: Readonly<Record<string, { readonly run: RunCommand; readonly words: readonly string[] }>> = {
  anonymize: { run: runAnonymize, words: ["data.csv", "-o", "release.csv", "--force", "--key-file", "key"] },
  audit: { run: runAudit, words: ["data.csv"] },
  compare: { run: runCompare, words: ["data.csv", "data.csv"] },
  attack: { run: runAttack, words: ["data.csv", "data.csv", "--kind", "linkage", "--targets", "5"] },
  why: { run: runWhy, words: ["data.csv", "--original", "data.csv", "--row", "1"] },
  stages: { run: runStages, words: ["data.csv", "--case", "age,zip"] },
  frontier: { run: runFrontier, words: ["data.csv", "--ks", "2", "--method", "mondrian"] },
  synthesize: {
    run: runSynthesize,
    words: [
      "data.csv",
      "--model",
      "trees",
      "--label",
      "diagnosis",
      "--epochs",
      "1",
      "--attempts",
      "5",
      "-o",
      "made.csv",
      "--force",
    ],
  },
  studio: { run: runStudio, words: ["data.csv", "--no-open"] },
};

const done = AbortSignal.abort();

/** Runs a command in this process, with nobody to talk to; the error's code is what it came to, or its exit code. */
async function outcomeOf(name: string, words: readonly string[]): Promise<string> {
  const command = commands.find((one) => one.name === name)!;
  const parsed = parseWords(command, [...words, "-q", "--progress", "none"]);
  const terminal = { ...openTerminal({ ...defaultTalk, quiet: true }), print: () => {}, warn: () => {}, say: () => {} };
  const interrupt: Context["interrupt"] = {
    signal: new AbortController().signal,
    settle: new AbortController().signal,
    watch: () => {},
    onExit: () => () => {},
    cleanUp: () => {},
    commit: () => {},
    ending: done,
    exitCode: () => 130,
  };
  try {
    return String(await runs[name].run({ typed: [name, ...words], parsed, terminal, interrupt }));
  } catch (thrown) {
    const error = translate(thrown);
    if (error instanceof KohortError) return `${error.code}: ${error.message}`;
    throw thrown;
  }
}

/** Asks the studio's worker as the page does. */
async function askStudio(text: string, data: string): Promise<string> {
  const answers: FromWorker[] = [];
  const hear = openSession({ post: (message) => answers.push(message) });
  const last = (): FromWorker => answers.findLast((one) => "answer" in one || "fault" in one)!;
  await hear({ id: 1, ask: "parseSpec", with: { text, name: "kohort.json" } });
  const read = last();
  if (!("answer" in read)) return "fault" in read ? read.fault.code : "";
  await hear({ id: 2, ask: "open", with: { blob: new Blob([data]), name: "data.csv", files: [] } } as never);
  const spec = read.answer as Spec;
  await hear({ id: 3, ask: "run", with: { spec } } as never);
  const ran = last();
  return "fault" in ran ? ran.fault.code : "0";
}

describe("a spec is data", () => {
  it("covers every command that takes -c", () => {
    const named = commands.filter((command) => flagsOf(command).some(({ name }) => name === "config"));
    expect(Object.keys(runs).sort()).toEqual(named.map(({ name }) => name).sort());
  });

  it("finds the texts of a spec by its schema", () => {
    const names = sitesOf(specJsonSchema()).map(({ name }) => name);
    for (const name of ["engine.scratch", "engine.name", "input.missing[]", "$schema"]) expect(names).toContain(name);
    expect(names.some((name) => name.endsWith("hierarchy(file).path"))).toBe(true);
    expect(names.some((name) => name.endsWith(".population"))).toBe(true);
    expect(names.length).toBeGreaterThan(60);
  });

  it("starts nothing and contacts nothing, whatever stands in any text", async () => {
    writeFileSync(join(folder, "key"), "9f3a61c07be2d458a0c5e77d1b2f6480", { mode: 0o600 });
    const here = process.cwd();
    process.chdir(folder);
    const counts: Record<string, number> = { specs: 0, runs: 0, accepted: 0, refused: 0 };
    try {
      for (const [at, text] of hostileTexts().entries()) {
        const data = tableWith(text);
        writeFileSync("data.csv", `${data}\n`);
        for (const [i, site] of sitesOf(specJsonSchema()).entries()) {
          // every site has a third of the texts, and every text a third of the sites
          if ((i + at) % 3 !== 0) continue;
          const spec = JSON.stringify(site.specWith(text));
          writeFileSync("kohort.json", spec);
          counts.specs++;
          let isSpec = true;
          try {
            parseSpec(spec);
          } catch {
            isSpec = false;
          }
          // every spec goes through anonymize, one of the other commands in turn, and the studio
          const [first, ...others] = Object.keys(runs);
          for (const name of [first, others[counts.specs % others.length]]) {
            const came = await outcomeOf(name, [...runs[name].words, "-c", "kohort.json"]);
            counts.runs++;
            if (!isSpec) expect(came, `${name} ${site.name} ${text}`).toMatch(/^spec/);
          }
          const inStudio = await askStudio(spec, data);
          counts.runs++;
          if (isSpec) expect(inStudio, `${site.name} ${text}`).not.toBe("bug");
          else expect(inStudio, `${site.name} ${text}`).toBe("spec");
          counts[isSpec ? "accepted" : "refused"]++;
          expect(reached, `${site.name} ${text}`).toEqual([]);
        }
      }
    } finally {
      process.chdir(here);
    }
    console.log(`spec is data: ${JSON.stringify(counts)}`);
    expect(existsSync(join(folder, "started"))).toBe(false);
    expect(counts.accepted).toBeGreaterThan(150);
    expect(counts.refused).toBeGreaterThan(300);
  });
});

const plain = (engine: object | undefined, zip: object = {}): string =>
  JSON.stringify({
    version: 1,
    attributes: { age: { role: "quasi-identifying" }, zip: { role: "quasi-identifying", ...zip } },
    privacy: [{ model: "k-anonymity", k: 2 }],
    algorithm: { name: "mondrian" },
    ...(engine === undefined ? {} : { engine }),
  });

const rows = Array.from({ length: 24 }, (_, i) => `${20 + (i % 6)},${100 + (i % 4)}`);

/** A folder with a table, and a Spark that only leaves a mark with what it was started with. */
function workplace(name: string): {
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly said: string;
} {
  const cwd = join(folder, name);
  mkdirSync(join(cwd, "spark", "bin"), { recursive: true });
  writeFileSync(join(cwd, "data.csv"), `age,zip\n${rows.join("\n")}\n`);
  const said = join(cwd, "said");
  writeFileSync(join(cwd, "spark", "bin", "spark-sql"), `#!/bin/sh\necho "$@" > "${said}"\nexit 1\n`, { mode: 0o755 });
  return { cwd, env: { SPARK_HOME: join(cwd, "spark") }, said };
}

describe("what leads to a program or a host", () => {
  it.each([
    ["master", "spark://evil:7077", "--master", "KOHORT_SPARK_MASTER"],
    ["node", "id > x; node", "--spark-node", "KOHORT_SPARK_NODE"],
    ["settings", { "spark.driver.extraJavaOptions": "-javaagent:x" }, "--spark-setting", "KOHORT_SPARK_SETTINGS"],
  ])("engine.%s in a spec is refused with a hint, on every engine", (key, value, flag, variable) => {
    const { cwd, env, said } = workplace(`refused-${key}`);
    for (const name of ["memory", "duckdb", "spark"]) {
      writeFileSync(join(cwd, "kohort.json"), plain({ name, [key]: value }));
      for (const words of [
        ["anonymize", "data.csv", "-o", "release.parquet"],
        ["audit", "data.csv"],
      ]) {
        const { code, stderr } = kohort([...words, "-c", "kohort.json", "--master", "local[1]"], { cwd, env });
        expect(code, stderr).toBe(2);
        expect(stderr).toContain(`"engine.${key}" cannot be in a spec`);
        expect(stderr).toMatch(new RegExp(`hint: pass ${flag}.*, or set ${variable}`));
      }
    }
    expect(existsSync(said)).toBe(false);
  });

  it("is taken from flags, and from the environment where there is none", () => {
    const { cwd, env, said } = workplace("typed");
    writeFileSync(join(cwd, "kohort.json"), plain({ name: "spark" }));
    const words = ["anonymize", "data.csv", "-c", "kohort.json", "-o", "release.parquet", "-q"];
    const flags = ["--master", "local[3]", "--spark-setting", "spark.a=1", "--spark-setting", "spark.b=x=y"];
    kohort([...words, ...flags], { cwd, env });
    expect(readFileSync(said, "utf8")).toMatch(/--master local\[3\] .*--conf spark.a=1 .*--conf spark.b=x=y/);
    const variables = { KOHORT_SPARK_MASTER: "local[5]", KOHORT_SPARK_SETTINGS: "spark.a=2\nspark.c=3\n" };
    kohort(words, { cwd, env: { ...env, ...variables } });
    expect(readFileSync(said, "utf8")).toMatch(/--master local\[5\] .*--conf spark.a=2 .*--conf spark.c=3/);
    kohort([...words, ...flags], { cwd, env: { ...env, ...variables } });
    expect(readFileSync(said, "utf8")).toMatch(/--master local\[3\] .*--conf spark.a=1 .*--conf spark.c=3/);
  });

  it("is no flag of other engines", () => {
    const { cwd } = workplace("others");
    const words = ["anonymize", "data.csv", "--quasi", "age,zip", "-k", "2", "-o", "release.csv"];
    const { code, stderr } = kohort([...words, "--engine", "duckdb", "--master", "local[1]"], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining("the duckdb engine has no --master")]);
  });

  it("is refused as a file or a folder of a spec, in recipes and certificates too", () => {
    const places = [
      "http://h/x",
      "//h/s/x",
      "\\\\h\\s\\x",
      "s3://b/x",
      "| id",
      "/dev/stdin",
      "/proc/self/environ",
      "a\u001bb",
    ];
    for (const path of places) {
      const file = { hierarchy: { kind: "file", path } };
      const specs = [
        JSON.parse(plain(undefined, file)),
        JSON.parse(plain(undefined, { hierarchy: { kind: "domains", path } })),
        JSON.parse(plain({ name: "duckdb", scratch: path })),
        { ...JSON.parse(plain(undefined)), privacy: [{ model: "k-map", k: 2, population: path }] },
      ];
      for (const spec of specs) {
        expect(() => validateSpec(spec), path).toThrow(/cannot be .*, which is/);
        const recipe = { kohort: "recipe", version: 1, spec, attributes: [], input: {}, marks: {} };
        expect(() => parseRecipe(JSON.stringify(recipe), "recipe.json"), path).toThrow(KohortError);
      }
      expect(() => hierarchyFiles(specs[0] as Spec, folder), path).toThrow(
        /is (an address|a network|a command|a device|no path)/,
      );
    }
    expect(
      validateSpec(JSON.parse(plain(undefined, { hierarchy: { kind: "file", path: "./a:b.csv" } }))),
    ).toBeDefined();
  });

  it("is no file behind a link or a pipe either, for library and command line", async () => {
    const { cwd } = workplace("links");
    symlinkSync("/dev/zero", join(cwd, "zero"));
    symlinkSync("/proc/self/environ", join(cwd, "environment"));
    expect(spawnSync("sh", ["-c", 'mkfifo "$0"', join(cwd, "pipe")]).status).toBe(0);
    for (const path of ["zero", "environment", "pipe", "spark", "../../../../../../../../proc/self/environ"]) {
      const text = plain(undefined, { hierarchy: { kind: "file", path } });
      writeFileSync(join(cwd, "kohort.json"), text);
      const { code, stderr } = kohort(["anonymize", "data.csv", "-c", "kohort.json", "-o", "x.csv", "-q"], { cwd });
      expect([code, stderr], path).toEqual([2, expect.stringMatching(/is a (pipe or a )?(device|folder)/)]);
      const input = { path: join(cwd, "data.csv"), options: {} };
      const request = { input, specOf: () => parseSpec(text).spec, folder: cwd, output: join(cwd, "y.csv") };
      await expect(anonymizeFile(request, openPool(1)), path).rejects.toThrow(/is a/);
    }
  });
});

describe("the program itself", () => {
  it("starts nothing and contacts nothing with a spec full of commands, on memory and DuckDB", () => {
    const { cwd, env } = workplace("program");
    const record = join(cwd, "reached");
    const hook = join(import.meta.dirname, "reach-record.mjs");
    const text = `id > started; curl http://127.0.0.1:${port}/`;
    writeFileSync(join(cwd, "data.csv"), `${tableWith(text)}\n`);
    const full = {
      ...JSON.parse(plain(undefined)),
      $schema: text,
      input: { missing: [text] },
      attributes: {
        age: { role: "quasi-identifying" },
        zip: { role: "quasi-identifying", hierarchy: { kind: "masking" } },
        diagnosis: { role: "sensitive" },
        [text]: { role: "insensitive" },
      },
    };
    writeFileSync(join(cwd, "kohort.json"), JSON.stringify(full));
    for (const words of [
      [...runs.anonymize.words.slice(0, 4)],
      ["data.csv", "-o", "release.csv", "--force", "--engine", "duckdb"],
      ["data.csv", "-o", "release.parquet", "--force"],
    ]) {
      const outcome = spawnSync(process.execPath, [program, "anonymize", ...words, "-c", "kohort.json", "-q"], {
        cwd,
        encoding: "utf8",
        env: { ...process.env, ...env, NODE_OPTIONS: `--import ${hook}`, KOHORT_TEST_REACH: record },
      });
      expect(outcome.status, outcome.stderr).toBe(0);
    }
    expect(existsSync(record) ? readFileSync(record, "utf8") : "").toBe("");
    expect(reached).not.toContain("a connection");
    expect(existsSync(join(cwd, "started"))).toBe(false);
    const seen = spawnSync(process.execPath, ["-e", "require('node:child_process').spawnSync('true')"], {
      env: { ...process.env, NODE_OPTIONS: `--import ${hook}`, KOHORT_TEST_REACH: record },
    });
    expect([seen.status, readFileSync(record, "utf8")]).toEqual([0, "spawnSync true\n"]);
  });
});
