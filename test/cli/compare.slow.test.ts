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

  it.each(["compare", "attack"])("%s says that the original comes first where files are swapped", (command) => {
    const words = ["release.csv", "original.csv", "--quasi", "age,sex", "--hierarchy", "age=intervals(width=5)"];
    const { code, stderr } = kohort([command, ...words], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('the original comes first, and "release.csv" looks like a release');
    const right = kohort([command, "original.csv", "release.csv", "--quasi", "sex,agee"], { cwd });
    expect(right.code).toBe(2);
    expect(right.stderr).not.toContain("comes first");
  });

  it("has C_avg relative to the k that was asked, and says so where none is known", () => {
    const asked = ["compare", "original.csv", "release.csv", "--quasi", "age,sex"];
    expect(JSON.parse(kohort([...asked, "-k", "2", "--json"], { cwd }).stdout).quality.cAvg).toBe(1);
    expect(JSON.parse(kohort([...asked, "--json"], { cwd }).stdout).quality.cAvg).toBeUndefined();
    const { stdout } = kohort(asked, { cwd });
    expect(stdout).toMatch(/^ {2}C_avg +not known$/m);
    expect(stdout).toContain("C_avg is not known: no k is stated that cohorts had to have");
  });

  it("prints the figures that anonymize printed, records left out and gaps among them", () => {
    const rows = Array.from(
      { length: 60 },
      (_, at) => `${20 + ((at * 7) % 40)},${at % 11 === 0 ? "" : `z${at % 5}`},x${at % 3}`,
    );
    writeFileSync(join(cwd, "left.csv"), `age,zip,ill\n${rows.join("\n")}\n99,z9,x1\n`);
    writeFileSync(join(cwd, "zip.csv"), "z0;a;*\nz1;a;*\nz2;b;*\nz3;b;*\nz4;c;*\nz9;d;*\n");
    const spec = {
      version: 1,
      attributes: {
        age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 10 } },
        zip: { role: "quasi-identifying", hierarchy: { kind: "file", path: "zip.csv" } },
        ill: { role: "sensitive" },
      },
      privacy: [{ model: "k-anonymity", k: 3 }],
      algorithm: { name: "lattice" },
      suppression: 0.2,
    };
    writeFileSync(join(cwd, "left.json"), JSON.stringify(spec));
    const made = kohort(["anonymize", "left.csv", "-c", "left.json", "-o", "left-release.csv", "--json"], { cwd });
    const { quality, release } = JSON.parse(made.stdout);
    expect(release.suppressed).toBeGreaterThan(0);
    const found = kohort(["compare", "left.csv", "left-release.csv", "-c", "left.json", "--json"], { cwd });
    expect(JSON.parse(found.stdout).quality).toEqual(quality);
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
