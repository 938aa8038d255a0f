import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openSparkSession, wholeStatement } from "../../src/store/spark-session.ts";
import { publishFolder, publishRemote, refuseOddPath } from "../../src/store/spark-write.ts";
import { kohort, temporaryFolder } from "../cli/run-kohort.ts";

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);

/** What Spark says of a record that has too few fields. */
const complaints = `org.apache.spark.SparkException: [FAILED_READ_FILE.NO_HINT] Encountered error while reading file file:///x.csv.  SQLSTATE: KD001
	at org.apache.spark.sql.errors.QueryExecutionErrors$.cannotReadFilesError(QueryExecutionErrors.scala:856)
Caused by: org.apache.spark.SparkRuntimeException: [MALFORMED_CSV_RECORD] Malformed CSV record: 3,x SQLSTATE: KD000
[FAILED_READ_FILE.NO_HINT] Encountered error while reading file file:///x.csv.  SQLSTATE: KD001
`;

/** A stand-in for `spark-sql` that gives every query the same row, and complains of one table. */
const answering = `#!${process.execPath}
const { readFileSync } = require("node:fs");
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const file = /^source (.*);$/.exec(line)?.[1];
  const after = /'(\\d+-after)'/.exec(line)?.[1];
  if (after !== undefined) process.stdout.write("kohort-" + after + "\\n");
  if (file === undefined) return;
  const text = readFileSync(file, "utf8");
  if (text.includes("broken_csv")) return process.stderr.write(${JSON.stringify(complaints)});
  const row = /'(\\d+-row) '/.exec(text)?.[1];
  if (row !== undefined) process.stdout.write("kohort-" + row + ' {"a":"x\\u2028y\\u2029z","b":null}\\n');
  process.stdout.write("kohort-" + /'(\\d+-end)'/.exec(text)[1] + "\\n");
});
`;

function standIn(script: string, mode: number): void {
  mkdirSync(at("spark/bin"), { recursive: true });
  writeFileSync(at("spark/bin/spark-sql"), script);
  chmodSync(at("spark/bin/spark-sql"), mode);
  process.env.SPARK_HOME = at("spark");
}

describe("a session with Spark", () => {
  const home = process.env.SPARK_HOME;
  afterEach(() => {
    if (home === undefined) delete process.env.SPARK_HOME;
    else process.env.SPARK_HOME = home;
  });

  it("takes values for what they are, with line separators and NULL", async () => {
    standIn(answering, 0o755);
    const session = await openSparkSession({ master: "local[1]" });
    try {
      expect(await session.query("SELECT a, b FROM t")).toEqual([{ a: "x\u2028y\u2029z", b: null }]);
    } finally {
      await session.close();
    }
  });

  it("says so when Spark cannot be started, or ends at once", async () => {
    standIn("#!/nowhere/bash\n", 0o755);
    await expect(openSparkSession({ master: "local[1]" })).rejects.toMatchObject({
      code: "input",
      message: expect.stringContaining("ENOENT"),
    });
    standIn("#!/bin/sh\necho JAVA_HOME is not set >&2\nexit 1\n", 0o755);
    await expect(openSparkSession({ master: "local[1]" })).rejects.toMatchObject({
      code: "input",
      message: "Spark: JAVA_HOME is not set",
    });
  });

  it("says that a record of a CSV file is none, and not whose", async () => {
    standIn(answering, 0o755);
    const session = await openSparkSession({ master: "local[1]" });
    try {
      await expect(session.run("SELECT * FROM broken_csv")).rejects.toMatchObject({
        code: "input",
        message: "Spark: the CSV file has a record with more or fewer fields than the header",
      });
    } finally {
      await session.close();
    }
  });

  it("sends a name that would part a statement as a text without marks", () => {
    for (const plain of ["SELECT `a b`.`c` FROM t", "SELECT 'it\\'s; -- `x;y`' AS `a`", 'SELECT "`;" AS `a`']) {
      expect(wholeStatement(plain)).toBe(plain);
    }
    for (const name of ["fa'ther", 'a"b', "a;b", "a--b", "a/*b", "a\nb", "a\rb", "x``;y"]) {
      const sent = wholeStatement(`SELECT 'é\\'' AS \`${name}\``);
      const text = /^EXECUTE IMMEDIATE '([A-Za-z0-9 _.,()=*\\]*)'$/.exec(sent)?.[1];
      expect([name, JSON.parse(`"${text}"`)]).toEqual([name, `SELECT 'é\\'' AS \`${name}\``]);
    }
  });
});

describe("the command line with Spark", () => {
  it("looks for the output only where it can, and lets a folder be replaced", () => {
    standIn("#!/bin/sh\necho JAVA_HOME is not set >&2\nexit 1\n", 0o755);
    writeFileSync(at("data.csv"), "age,sex\n1,2\n1,2\n");
    mkdirSync(at("there.parquet"));
    const to = (output: string, ...more: string[]) => {
      const words = [
        "--quasi",
        "age",
        "-k",
        "2",
        "--algorithm",
        "mondrian",
        "--engine",
        "spark",
        "-o",
        output,
        ...more,
      ];
      const { code, stderr } = kohort(["anonymize", at("data.csv"), ...words], { env: { SPARK_HOME: at("spark") } });
      expect(code).toBe(2);
      return stderr;
    };
    expect(to("hdfs://host/release.parquet")).toContain("JAVA_HOME");
    expect(to("hdfs://host/my data/release.parquet")).toContain("may not have");
    expect(to(at("there.parquet"), "--force")).toContain("JAVA_HOME");
    expect(to(at("there.parquet"))).toContain("exists already");
    expect(to(at("none/release.parquet"))).toContain("does not exist");
  });
});

describe("a release that takes the place of another", () => {
  const folderWith = (name: string, text: string): string => {
    mkdirSync(at(name), { recursive: true });
    writeFileSync(join(at(name), "part"), text);
    return at(name);
  };
  const textIn = (name: string): string => readFileSync(join(at(name), "part"), "utf8");

  it("leaves what stood there if it cannot", () => {
    const output = folderWith("kept", "old");
    expect(() => publishFolder(at(".missing.tmp"), output, true)).toThrow(/ENOENT/);
    expect(textIn("kept")).toBe("old");
    const draft = folderWith(".kept.tmp", "new");
    expect(() => publishFolder(draft, output, false)).toThrow(/exists already/);
    publishFolder(draft, output, true);
    expect(textIn("kept")).toBe("new");
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
  });

  /** `dfs` as it is on a file system, with something that happens before the release is moved. */
  const dfs = (before: () => void) => ({
    run: async (sql: string): Promise<void> => {
      const [, verb, ...words] = sql.split(" ");
      const [first, second] = words.filter((word) => word.startsWith("/")) as [string, string];
      if (verb === "-test" && !existsSync(first)) throw new Error("not there");
      if (verb === "-rm") rmSync(first, { recursive: true, force: true });
      if (verb !== "-mv") return;
      if (first.endsWith(".tmp")) before();
      const isInto = existsSync(second);
      renameSync(first, isInto ? join(second, first.replace(/^.*\//, "")) : second);
    },
  });

  it("does the same on other file systems", async () => {
    const output = folderWith("far", "old");
    const failing = dfs(() => {
      throw new Error("the name node is away");
    });
    await expect(publishRemote(failing, folderWith(".far.tmp", "new"), output, true)).rejects.toThrow(/name node/);
    expect(textIn("far")).toBe("old");
    await publishRemote(
      dfs(() => {}),
      at(".far.tmp"),
      output,
      true,
    );
    expect(textIn("far")).toBe("new");
    expect(existsSync(at(".far.tmp.old"))).toBe(false);
  });

  it("refuses when another came first, and does not end inside it", async () => {
    const draft = folderWith(".late.tmp", "mine");
    const raced = dfs(() => folderWith("late", "theirs"));
    await expect(publishRemote(raced, draft, at("late"), false)).rejects.toThrow(/exists already/);
    expect(textIn("late")).toBe("theirs");
    expect(readdirSync(at("late"))).toEqual(["part"]);
  });

  it("is not moved or removed by a path that stands for several", () => {
    for (const path of [
      "hdfs://a/my data/out",
      "s3a://b/*.parquet",
      "hdfs://a/{b,c}",
      "hdfs://a/b;c",
      "hdfs://a/o'b",
    ]) {
      expect(() => refuseOddPath(path)).toThrow(/may not have/);
    }
    expect(() => refuseOddPath("s3a://bucket/a-b_c.d/é=1/out.parquet")).not.toThrow();
  });
});
