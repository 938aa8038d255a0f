import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { clinicCsv } from "../../src/sample/index.ts";
import { interrupted, kohort, temporaryFolder } from "./run-kohort.ts";

const folder = temporaryFolder();
const clinic = join(folder, "clinic.csv");
const lines = clinicCsv({ rows: 900 })
  .trimEnd()
  .split("\n")
  .map((line) =>
    line
      .split(",")
      .slice(1)
      .filter((_, column) => column !== 2 && column !== 5)
      .join(","),
  );
writeFileSync(clinic, `${lines.join("\n")}\n`);

const at = (name: string): string => join(folder, name);
const base = ["synthesize", clinic, "--label", "sex", "--rest", "insensitive", "--attempts", "100"];

describe("kohort synthesize", () => {
  it("writes rows, a page and one JSON document with utility and privacy", () => {
    const words = [...base, "--model", "trees", "-o", at("trees.csv"), "--report", at("trees.html"), "--json"];
    const { code, stdout } = kohort(words);
    expect(code).toBe(0);
    const document = JSON.parse(stdout);
    expect(Object.keys(document.utility)).toEqual(["original", "synthetic"]);
    expect(Object.keys(document.utility.synthetic)).toEqual(expect.arrayContaining(["accuracy", "f1", "auc"]));
    expect(Object.keys(document.privacy)).toEqual([
      "copies",
      "distanceToClosest",
      "membership",
      "singlingOut",
      "linkability",
      "inference",
    ]);
    expect(document.synthetic.rows).toBe(720);
    const made = readFileSync(at("trees.csv"), "utf8").trimEnd().split("\n");
    expect(made[0]).toBe(lines[0]);
    expect(made.length).toBe(721);
    expect(readFileSync(at("trees.html"), "utf8").match(/<svg/g)!.length).toBe(2);
  });

  it("writes as the data was written, and warns of names, of values that one person has and of leaks", () => {
    const rows = Array.from(
      { length: 210 },
      (_, at) =>
        `Person ${at};${["f", "m", ""][at % 3]};${20 + (at % 50)};${["flu", "cold", "acne"][at % 3]};note ${at}`,
    );
    writeFileSync(at("de.csv"), `name;sex;age;ill;file\n${rows.join("\n")}\n`);
    const all = ["--rest", "insensitive", "--json"];
    const words = ["synthesize", at("de.csv"), "--label", "sex", "--model", "trees", "--attempts", "40", ...all];
    const found = kohort([...words, "-o", at("de-made.csv"), "--report", at("de.html")]);
    expect(found.code).toBe(0);
    expect(readFileSync(at("de-made.csv"), "utf8").split("\n")[0]).toBe("name;sex;age;ill;file");
    expect(found.stderr).toMatch(/warning: columns? "name".* may name people.*--identifying name/);
    expect(found.stderr).toContain('168 of 168 made rows carry a value of "file" that only one person has');
    const document = JSON.parse(found.stdout);
    expect(document.lone.file).toBe(168);
    const page = readFileSync(at("de.html"), "utf8");
    expect(page).toContain("168 rows were made by trees, which learned from 168 records.");
    expect(page).toContain("kohort synthesize");
    expect(page).toContain("&quot;leaves&quot;: 15");
    expect(page).toContain("widened because six attacks were made");
    expect(page).toContain(">no value</text>");
    const leaks = Object.entries<{ verdict: string }>(document.privacy).filter(([, { verdict }]) => verdict === "leak");
    for (const [name] of leaks) expect(found.stderr).toContain(`warning: the attack ${name} found a leak`);
    expect(found.stderr.match(/found a leak/g)?.length ?? 0).toBe(leaks.length);
    expect(leaks.length).toBeGreaterThan(0);
    const without = kohort([...words, "--identifying", "name,file", "-o", at("de-less.csv")]);
    expect(without.stderr).not.toMatch(/may name people|only one person/);
  });

  it("takes --person none without the role of a column", () => {
    const words = [...base, "--model", "trees", "--person", "none", "-o", at("rows.csv")];
    expect(kohort(words)).toMatchObject({ code: 0, stderr: expect.not.stringContaining("no column has a role") });
  });

  it("proposes columns of the table as label", () => {
    const { code, stderr } = kohort(["synthesize", clinic, "-o", at("no.csv")]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/hint: .*--label, such as sex/);
  });

  it("learns from a release, keeps to ranges, and makes the same file twice", () => {
    const release = kohort([
      "anonymize",
      clinic,
      "--quasi",
      "age,sex,education,job",
      "--sensitive",
      "diagnosis",
      "-k",
      "5",
      "-o",
      at("r.csv"),
    ]);
    expect(release.code).toBe(0);
    const words = ["--from", at("r.csv"), "--model", "ctgan", "--epochs", "2", "--rows", "50", "--range", "age=30..50"];
    const first = kohort([...base, ...words, "-o", at("a.csv"), "--json"]);
    const second = kohort([...base, ...words, "-o", at("b.csv"), "--json"]);
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(Object.keys(JSON.parse(first.stdout).utility)).toEqual(["original", "anonymized", "synthetic"]);
    expect(readFileSync(at("a.csv"), "utf8")).toBe(readFileSync(at("b.csv"), "utf8"));
    const ages = readFileSync(at("a.csv"), "utf8")
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => Number(line.split(",")[0]));
    expect(ages.length).toBe(50);
    expect(ages.every((age) => age >= 30 && age <= 50)).toBe(true);
  });

  it("keeps a model and goes on from it as if it had not stopped", () => {
    const run = (more: readonly string[], name: string): string => {
      const words = [
        ...base,
        "--model",
        "cgan",
        "--rows",
        "20",
        ...more,
        "-o",
        at(`${name}.csv`),
        "--save",
        at(`${name}.json`),
      ];
      const { code, stderr } = kohort(words);
      expect(`${code} ${code === 0 ? "" : stderr}`).toBe("0 ");
      return readFileSync(at(`${name}.json`), "utf8");
    };
    run(["--epochs", "2"], "half");
    expect(run(["--epochs", "4", "--resume", at("half.json")], "resumed")).toBe(run(["--epochs", "4"], "whole"));
    expect(readFileSync(at("resumed.csv"), "utf8")).toBe(readFileSync(at("whole.csv"), "utf8"));
    const { discriminator } = JSON.parse(
      kohort([...base, "--model", "cgan", "--epochs", "1", "-o", at("d.csv"), "--json"]).stdout,
    ).utility;
    expect(discriminator.confusion.counts.flat().reduce((sum: number, count: number) => sum + count, 0)).toBe(180);
  });

  it("compares over seeds with intervals, also by logistic regression, and takes settings of the model", () => {
    const words = [...base, "--model", "trees", "--option", "trees=4", "--seeds", "3", "--logistic", "--rows", "200"];
    const { code, stdout, stderr } = kohort([...words, "-o", at("s.csv"), "--save", at("s.json"), "--json"]);
    expect(`${code} ${code === 0 ? "" : stderr}`).toBe("0 ");
    const { utility, logistic, overSeeds } = JSON.parse(stdout);
    expect(JSON.parse(readFileSync(at("s.json"), "utf8")).settings).toEqual({ trees: 4, leaves: 15, parts: 24 });
    expect(Object.keys(logistic)).toEqual(["original", "synthetic"]);
    expect(overSeeds.seeds).toEqual([1, 2, 3]);
    for (const found of [overSeeds.utility, overSeeds.logistic]) {
      for (const figure of ["accuracy", "f1", "auc"]) {
        const { mean, interval } = found.synthetic[figure];
        expect(interval[0]).toBeLessThan(mean);
        expect(interval[1]).toBeGreaterThan(mean);
      }
    }
    const one = JSON.parse(
      kohort([...base, "--model", "trees", "--option", "trees=4", "--rows", "200", "-o", at("t.csv"), "--json"]).stdout,
    );
    expect(one.utility).toEqual(utility);
    expect(one.overSeeds).toBeUndefined();
    expect(readFileSync(at("t.csv"), "utf8")).toBe(readFileSync(at("s.csv"), "utf8"));
    const page = kohort([...words, "-o", at("p.csv"), "--report", at("p.html")]);
    expect(page.stderr).toMatch(/over 3 seeds, trained on +accuracy/);
    expect(readFileSync(at("p.html"), "utf8")).toContain("Over 3 seeds, logistic regression");
  });

  it("runs the paper's GAN without the penalty when asked", () => {
    const words = ["--model", "cgan", "--option", "penalty=0", "--option", "rate=0.0002", "--eight-positives"];
    const { code } = kohort([...base, ...words, "--epochs", "1", "-o", at("plain.csv"), "--save", at("plain.json")]);
    expect(code).toBe(0);
    const { settings } = JSON.parse(readFileSync(at("plain.json"), "utf8"));
    expect(settings).toMatchObject({ penalty: 0, rate: 0.0002, smooth: 0.9, blur: 0, sampling: "eight-positives" });
    const resumed = kohort([...base, "--resume", at("plain.json"), "--option", "penalty=1", "-o", at("x.csv")]);
    expect([resumed.code, resumed.stderr]).toEqual([2, expect.stringContaining("keeps its settings")]);
  });

  it("stops at Ctrl-C and keeps what it has", async () => {
    const words = [
      ...base,
      "--model",
      "ctgan",
      "--epochs",
      "400",
      "--progress",
      "plain",
      "-o",
      at("stopped.csv"),
      "--save",
      at("stopped.json"),
    ];
    const { code } = await interrupted(words, /train \d/, "SIGINT");
    expect(code).toBe(0);
    const { epoch } = JSON.parse(readFileSync(at("stopped.json"), "utf8"));
    expect(epoch).toBeGreaterThan(0);
    expect(epoch).toBeLessThan(400);
    expect(readFileSync(at("stopped.csv"), "utf8").split("\n").length).toBeGreaterThan(100);
  });

  it("says what is wrong before any work", () => {
    writeFileSync(at("people.csv"), `name,sex\n${Array.from({ length: 40 }, (_, i) => `p${i},f`).join("\n")}\n`);
    const refusals: [string[], RegExp][] = [
      [["synthesize", clinic, "-o", at("x.csv")], /no label is stated/],
      [["synthesize", clinic, "--label", "sex"], /synthetic rows need a file/],
      [[...base, "-o", at("x.csv"), "--range", "age:1"], /is not a range/],
      [["synthesize", clinic, "--label", "sexx", "-o", at("x.csv")], /column "sexx" is not in the table/],
      [
        ["synthesize", at("people.csv"), "--label", "name", "--rest", "insensitive", "-o", at("x.csv")],
        /no record is left to judge by: "name" has \d+ val/,
      ],
      [[...base, "-o", at("x.csv"), "--model", "gan"], /gan/],
      [[...base, "-o", at("x.csv"), "--option", "depth=3"], /the model ctgan has no setting "depth"/],
      [[...base, "-o", at("x.csv"), "--option", "rate=fast"], /rate cannot be "fast"/],
    ];
    for (const [words, message] of refusals) {
      const { code, stderr } = kohort(words);
      expect(code).toBe(2);
      expect(stderr).toMatch(message);
    }
  });
});
