/** @file Privacy models, their stages and what cannot be met, from the terminal. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { kohort, temporaryFolder } from "./run-kohort.ts";

const cwd = temporaryFolder();
const roles = ["--quasi", "age,town", "--sensitive", "illness"];

beforeAll(() => {
  const illnesses = ["flu", "asthma", "diabetes", "ulcer"];
  const rows = Array.from({ length: 60 }, (_, i) => {
    const illness = illnesses[i % 5 === 0 ? 0 : (i * 7) % 4];
    return `${20 + ((i * 13) % 50)},${"abc"[i % 3]},${illness},${1000 + 100 * ((i * 3) % 11)}`;
  });
  writeFileSync(join(cwd, "people.csv"), `age,town,illness,wage\n${rows.join("\n")}\n`);
});

type Verdict = { model: string; attribute?: string; asked: number; measured: number; holds: boolean };

function released(more: readonly string[], file: string): { privacy: Verdict[]; quality: { ncp: number } } {
  const { code, stdout, stderr } = kohort(["anonymize", "people.csv", ...more, "-o", file, "--force", "--json", "-q"], {
    cwd,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

describe("anonymize", () => {
  it("meets k, l and t at once, and audit measures the same on the file", () => {
    const { privacy } = released([...roles, "-k", "4", "-l", "3", "-t", "0.3"], "klt.csv");
    expect(privacy.map(({ model, attribute, asked, holds }) => [model, attribute, asked, holds])).toEqual([
      ["k-anonymity", undefined, 4, true],
      ["l-diversity", "illness", 3, true],
      ["t-closeness", "illness", 0.3, true],
    ]);
    const audited = kohort(["audit", "klt.csv", ...roles, "-k", "4", "-l", "3", "-t", "0.3", "--json"], { cwd });
    expect(audited.code).toBe(0);
    expect(JSON.parse(audited.stdout).privacy).toEqual(privacy);
    const stricter = kohort(["audit", "klt.csv", ...roles, "-t", "0.001", "-q"], { cwd });
    expect(stricter.code).toBe(1);
    expect(stricter.stderr).toMatch(
      /^error: t-closeness\(illness\) is 0\.\d+ where ≤ 0\.001 is asked\nhint: \d+ records are/,
    );
  });

  it("meets models on several sensitive columns, each on its own", () => {
    const more = [
      "--quasi",
      "age,town",
      "--sensitive",
      "illness,wage",
      "--require",
      "l-diversity(attribute=illness,l=2,variant=entropy)",
      "--require",
      "t-closeness(attribute=wage,t=0.2)",
      "--require",
      "average-risk(at-most=0.2)",
    ];
    const { privacy } = released(more, "two.csv");
    expect(privacy.filter(({ asked }) => asked !== undefined).map(({ holds }) => holds)).toEqual([true, true, true]);
    const bare = released(["--quasi", "age", "--sensitive", "illness,wage", "-l", "2"], "bare.csv").privacy;
    expect(bare.slice(1)).toMatchObject([
      { model: "l-diversity", attribute: "illness", holds: true },
      { model: "l-diversity", attribute: "wage", holds: true },
    ]);
  });

  it("follows a hierarchy of the sensitive column, also in the audit", () => {
    writeFileSync(join(cwd, "illness.csv"), "flu;lung;*\nasthma;lung;*\ndiabetes;other;*\nulcer;other;*\n");
    const more = ["--hierarchy", "illness=illness.csv", "--require", "t-closeness(t=0.15,distance=hierarchical)"];
    const { privacy } = released([...roles, "-k", "3", ...more], "tree.csv");
    expect(privacy[1]).toMatchObject({ model: "t-closeness", holds: true });
    const audited = kohort(["audit", "tree.csv", ...roles, ...more, "--json"], { cwd });
    expect(JSON.parse(audited.stdout).privacy[1].measured).toBe(privacy[1].measured);
    const without = kohort(["audit", "tree.csv", ...roles, ...more.slice(2)], { cwd });
    expect(without.code).toBe(2);
    expect(without.stderr).toContain('needs a hierarchy of "illness"');
  });

  it("counts a population from a file, named from where one stands or from the spec's folder", () => {
    const people = Array.from({ length: 300 }, (_, i) => `${20 + ((i * 13) % 50)},${"abc"[i % 3]}`);
    writeFileSync(join(cwd, "voters.csv"), `age,town\n${people.join("\n")}\n`);
    const more = ["--algorithm", "mondrian", "--require", "k-map(k=8,population=voters.csv)"];
    const { privacy } = released([...roles, ...more], "map.csv");
    expect(privacy.at(-1)).toMatchObject({ model: "k-map", asked: 8, holds: true });
    const audited = kohort(["audit", "map.csv", ...roles, ...more.slice(2), "--json"], { cwd });
    expect(JSON.parse(audited.stdout).privacy.at(-1)).toEqual(privacy.at(-1));
    const refused = kohort(
      ["anonymize", "people.csv", ...roles, ...more.slice(2), "--algorithm", "best-cut", "--report-only"],
      { cwd },
    );
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("best-cut does not count a population, which k-map needs");
  });

  it.each([
    [
      ["-l", "8"],
      "l-diversity(illness) ≥ 8 fails for the whole table: it has 4 distinct values (60 of 60 records)",
      "the most that can be asked is l 4",
    ],
    [
      ["-k", "61"],
      "k-anonymity ≥ 61 fails for the whole table: it has 60 records (60 of 60 records)",
      "the most that can be asked is k 60",
    ],
    [
      ["--require", "l-diversity(l=4,variant=entropy)"],
      "l-diversity(illness) ≥ 4 fails for the whole table: exp of the entropy of its values is 3.",
      "the most that can be asked is l 3.",
    ],
    [
      ["--require", "alpha-k-anonymity(alpha=0.2,k=2)"],
      "its most frequent value has a share of 0.",
      "the least that can be asked is alpha 0.",
    ],
    [
      ["--require", "highest-risk(at-most=0.01)"],
      "highest-risk ≤ 0.01 fails for the whole table: it has 60 records",
      "at-most 0.0167",
    ],
  ])("says what cannot be met and what can: %j", (asked, why, hint) => {
    const { code, stdout, stderr } = kohort(["anonymize", "people.csv", ...roles, ...asked, "-o", "none.csv", "-q"], {
      cwd,
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(`error: no release meets the spec\n  `);
    expect(stderr).toContain(why);
    expect(stderr).toContain(hint);
    expect(existsSync(join(cwd, "none.csv"))).toBe(false);
  });

  it("can be asked for what it names as the nearest", () => {
    const first = kohort(
      ["anonymize", "people.csv", ...roles, "--require", "l-diversity(l=4,variant=entropy)", "--report-only"],
      { cwd },
    );
    const most = /the most that can be asked is l ([\d.]+)/.exec(first.stderr)![1];
    released([...roles, "--require", `l-diversity(l=${most},variant=entropy)`], "nearest.csv");
  });

  it("writes the table of classes and the drawing of cohorts when asked", () => {
    released(
      [...roles, "-k", "5", "--option", "variant=paper", "--class-table", "classes.csv", "--figure", "cohorts.svg"],
      "paper.csv",
    );
    const [head, ...rows] = readFileSync(join(cwd, "classes.csv"), "utf8").trimEnd().split("\n");
    expect(head).toBe("age,town,illness,count");
    expect(rows.reduce((sum, row) => sum + Number(row.split(",").at(-1)), 0)).toBe(60);
    expect(readFileSync(join(cwd, "cohorts.svg"), "utf8")).toMatch(
      /^<svg [\s\S]*before: 60 records[\s\S]*after: \d+ cohorts[\s\S]*<\/svg>\n$/,
    );
    const wrong = kohort(["anonymize", "people.csv", ...roles, "-k", "5", "--figure", "cohorts.pdf", "--report-only"], {
      cwd,
    });
    expect(wrong).toMatchObject({ code: 2 });
    for (const file of ["classes.csv", "cohorts.svg"]) expect(statSync(join(cwd, file)).mode & 0o777).toBe(0o600);
    const extras = ["--class-table", "classes.csv", "--figure", "cohorts.svg", "--force", "--report-only"];
    const { stderr } = kohort(["anonymize", "people.csv", ...roles, "-k", "5", ...extras], { cwd });
    expect(stderr).toMatch(
      /wrote classes\.csv, which is for you alone[\s\S]*wrote cohorts\.svg, which is for you alone/,
    );
  });
});

describe("auto", () => {
  it("prints what it chose, why, and the curve, and the JSON has them", () => {
    const words = [
      "anonymize",
      "people.csv",
      ...roles,
      "-k",
      "auto",
      "--preset",
      "controlled",
      "-l",
      "auto",
      "-t",
      "auto",
    ];
    const said = kohort([...words, "--report-only", "--report", "auto.md"], { cwd });
    expect(said.code).toBe(0);
    expect(said.stderr).toMatch(/^chose k 5: the least k that meets the preset "controlled"/m);
    expect(said.stderr).toMatch(/^chose l \d for illness: /m);
    expect(said.stderr).toMatch(/^chose t 0\.\d+ for illness: /m);
    expect(readFileSync(join(cwd, "auto.md"), "utf8")).toContain("## Why k is 5");
    const { search, spec } = JSON.parse(kohort([...words, "--report-only", "--json"], { cwd }).stdout) as {
      search: { choice: { setting: string; chosen: number; reason: string; curve: unknown[] }[] };
      spec: { privacy: { k?: number }[] };
    };
    expect(search.choice.map(({ setting }) => setting)).toEqual(["k", "l", "t"]);
    for (const { reason, curve } of search.choice) {
      expect(reason.length).toBeGreaterThan(20);
      expect(curve.length).toBeGreaterThanOrEqual(8);
    }
    expect(spec.privacy[0].k).toBe(5);
  });

  it("may stand in a spec, and is refused by audit", () => {
    const spec = {
      version: 1,
      attributes: { age: { role: "quasi-identifying" }, town: { role: "quasi-identifying" } },
      privacy: [{ model: "k-anonymity", k: "auto", preset: "internal" }],
    };
    writeFileSync(join(cwd, "auto.json"), JSON.stringify(spec));
    const made = kohort(["anonymize", "people.csv", "-c", "auto.json", "--report-only", "--json"], { cwd });
    expect(JSON.parse(made.stdout).privacy[0]).toMatchObject({ asked: 3, holds: true });
    const audited = kohort(["audit", "people.csv", "-c", "auto.json"], { cwd });
    expect(audited.code).toBe(2);
    expect(audited.stderr).toContain('k-anonymity needs a number here, not "auto"');
    const both = kohort(["anonymize", "people.csv", ...roles, "-k", "4", "--preset", "internal"], { cwd });
    expect(both.stderr).toContain("-k and --preset both state k");
    const odd = kohort(["anonymize", "people.csv", ...roles, "--require", "k-anonymity(k=4,preset=internal)"], { cwd });
    expect(odd.stderr).toContain('"preset" goes with k "auto" only');
  });
});

describe("stages", () => {
  it("meets k, then l, then t for each case and writes what it found", () => {
    const words = ["stages", "people.csv", "--case", "age,town", "--case", "age", "--sensitive", "illness"];
    const { code, stdout } = kohort([...words, "-k", "4", "-l", "3", "-t", "0.2", "-o", "out", "--json"], { cwd });
    expect(code).toBe(0);
    const { cases } = JSON.parse(stdout) as {
      cases: {
        quasiIdentifiers: string[];
        distinct: number;
        stages: { stage: string; classes: number; smallest: number }[];
      }[];
    };
    expect(cases.map(({ quasiIdentifiers }) => quasiIdentifiers)).toEqual([["age", "town"], ["age"]]);
    for (const { stages } of cases) {
      expect(stages.map(({ stage }) => stage)).toEqual(["k", "l", "t"]);
      expect(Math.min(...stages.map(({ smallest }) => smallest))).toBeGreaterThanOrEqual(4);
      expect(stages[1].classes).toBeLessThanOrEqual(stages[0].classes);
    }
    expect(readdirSync(join(cwd, "out")).sort()).toEqual([
      "1-age-town-k.csv",
      "1-age-town-l.csv",
      "1-age-town-t.csv",
      "1-age-town.svg",
      "2-age-k.csv",
      "2-age-l.csv",
      "2-age-t.csv",
      "discernibility.svg",
    ]);
    expect(kohort([...words, "-k", "4", "-o", "out"], { cwd })).toMatchObject({ code: 2 });
    expect(kohort([...words, "-k", "4"], { cwd }).stdout).toMatch(/^case +stage +classes/);
  });
});
