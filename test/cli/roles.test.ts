import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { randomFrom } from "../../src/base/index.ts";
import { parseSpec } from "../../src/spec/index.ts";
import { kohort, temporaryFolder } from "./run-kohort.ts";

const cwd = temporaryFolder();

beforeAll(() => {
  const random = randomFrom(3);
  const lines = Array.from({ length: 600 }, (_, row) =>
    [
      1 + Math.floor(row / 3),
      1 + random.below(2),
      1 + random.below(6),
      17 + random.below(77),
      (50 + random.below(90_000) / 1000).toFixed(3),
      `I${20 + random.below(9)}`,
    ].join(),
  );
  writeFileSync(join(cwd, "survey.csv"), `hhid,sex,marital,age,pwgt,cause_of_death\n${lines.join("\n")}\n`);
});

describe("inspect and init on a survey of codes", () => {
  it("inspect says that whole numbers are taken as codes, and what else is recognised", () => {
    const { stdout, stderr } = kohort(["inspect", "survey.csv"], { cwd });
    expect(stdout).toMatch(
      /^sex +category +2 .*quasi-identifying +all 600 read as numbers; taken as codes of categories/m,
    );
    expect(stdout).toMatch(/^age +number +77/m);
    expect(stdout).toMatch(/^hhid .*identifying/m);
    expect(stdout).toMatch(/^cause_of_death .*sensitive/m);
    expect(stdout).toMatch(/^ +marital .*6 whole numbers from 1 to 6, taken as codes of categories/m);
    expect(stderr).toMatch(/warning: column "pwgt" is taken for a survey weight/);
    const stated = kohort(["inspect", "survey.csv", "--kind", "marital=number"], { cwd }).stdout;
    expect(stated).toMatch(/^marital +number/m);
  });

  it("init writes kinds, and anonymize follows the file as it follows the flags", () => {
    expect(kohort(["init", "survey.csv", "-o", "kohort.json"], { cwd }).code).toBe(0);
    const { spec } = parseSpec(readFileSync(join(cwd, "kohort.json"), "utf8"));
    expect(spec.attributes).toEqual({
      hhid: { role: "identifying" },
      sex: { role: "quasi-identifying", kind: "category" },
      marital: { role: "quasi-identifying", kind: "category" },
      age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 5, factor: 2, min: 15, max: 94 } },
      pwgt: { role: "unpublished" },
      cause_of_death: { role: "sensitive" },
    });
    const file = kohort(["anonymize", "survey.csv", "-c", "kohort.json", "-o", "file.csv", "-q"], { cwd });
    expect(file.code).toBe(0);
    const flags = [
      ...["--identifying", "hhid", "--quasi", "sex,marital,age", "--unpublished", "pwgt"],
      ...["--sensitive", "cause_of_death", "-k", "5", "--kind", "sex=category", "--kind", "marital=category"],
      ...["--hierarchy", "age=intervals(width=5,factor=2,min=15,max=94)"],
    ];
    expect(kohort(["anonymize", "survey.csv", ...flags, "-o", "flags.csv", "-q"], { cwd }).code).toBe(0);
    const release = readFileSync(join(cwd, "file.csv"), "utf8");
    expect(readFileSync(join(cwd, "flags.csv"), "utf8")).toBe(release);
    expect(release.split("\n")[0]).toBe("sex,marital,age,cause_of_death");
    const cells = release
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(","));
    for (const [sex, marital, age] of cells) {
      expect(sex).toMatch(/^(\d|\{1\|2\}|\*)$/);
      expect(marital).toMatch(/^(\d|\{\d(\|\d)+\}|\*)$/);
      expect(age).not.toMatch(/99|119|159/);
    }
    expect(kohort(["audit", "file.csv", "-c", "kohort.json", "-q"], { cwd }).code).toBe(0);
  });

  it("init keeps a kind that is stated", () => {
    const { stdout } = kohort(["init", "survey.csv", "-o", "-", "--kind", "marital=number"], { cwd });
    const { spec } = parseSpec(stdout);
    expect(spec.attributes.marital).toMatchObject({ kind: "number", hierarchy: { kind: "intervals" } });
    expect(spec.attributes.sex?.kind).toBe("category");
  });
});
