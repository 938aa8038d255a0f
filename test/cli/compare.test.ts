import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { kohort, temporaryFolder } from "./run-kohort.ts";

const cwd = temporaryFolder();

beforeAll(() => {
  writeFileSync(join(cwd, "original.csv"), "age,sex\n20,F\n30,F\n50,M\n60,M\n");
  writeFileSync(join(cwd, "release.csv"), "age,sex\n[20..30],F\n[20..30],F\n[50..60],M\n[50..60],M\n");
});

describe("compare", () => {
  it("says what each column lost", () => {
    const { code, stdout } = kohort(["compare", "original.csv", "release.csv", "--quasi", "age,sex", "--json"], {
      cwd,
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      release: { rows: 4, suppressed: 0 },
      quality: { ncp: 0.125, attributes: { age: 0.25, sex: 0 }, discernibility: 8, averageCohort: 2, distinctLost: 2 },
    });
    const words = kohort(["compare", "original.csv", "release.csv", "--quasi", "age,sex"], { cwd }).stdout;
    expect(words).toMatch(/^ {2}age +25 % +█████·/m);
    expect(words).toMatch(/^ {2}NCP +12\.5 %$/m);
  });

  it("finds the generalised columns itself", () => {
    const { stdout } = kohort(["compare", "original.csv", "release.csv", "--json"], { cwd });
    expect(JSON.parse(stdout).quality).toMatchObject({ ncp: 0.25, attributes: { age: 0.25 } });
  });

  it("counts a hierarchy's node by its leaves", () => {
    writeFileSync(join(cwd, "zips.csv"), "zip\n12163\n12167\n12205\n12206\n");
    writeFileSync(join(cwd, "starred.csv"), "zip\n1216*\n1216*\n1220*\n1220*\n");
    const words = ["compare", "zips.csv", "starred.csv", "--quasi", "zip", "--kind", "zip=category", "--json"];
    const { stdout } = kohort([...words, "--hierarchy", "zip=masking(from=right)"], { cwd });
    expect(JSON.parse(stdout).quality.attributes.zip).toBe(2 / 4);
  });

  it("refuses tables that do not belong together", () => {
    writeFileSync(join(cwd, "other.csv"), "age,sex\n20,X\n");
    const { code, stderr } = kohort(["compare", "original.csv", "other.csv", "--quasi", "sex", "-q"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('"X"');
  });

  it("takes the form of the C program for the original's, not the release's", () => {
    writeFileSync(join(cwd, "c.txt"), "age,sex,income\n0,1\n30,f,1\n31,f,2\n40,m,?\n50,m,3\n51,m,4\n");
    const asked = ["--format", "mondrian-c", "--quasi", "age,sex"];
    const made = ["anonymize", "c.txt", ...asked, "-k", "2", "--order", "input", "-o", "c.csv", "-q"];
    expect(kohort(made, { cwd }).code).toBe(0);
    const { code, stdout } = kohort(["compare", "c.txt", "c.csv", ...asked, "--json"], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).quality.ncp).toBeCloseTo(4 / 21 / 8, 12);
  });
});
