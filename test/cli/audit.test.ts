import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { kohort, temporaryFolder } from "./run-kohort.ts";

const cwd = temporaryFolder();

beforeAll(() => {
  writeFileSync(join(cwd, "three.csv"), "age,sex,illness\n30,F,flu\n30,F,flu\n30,F,cold\n40,M,flu\n40,M,cold\n");
  writeFileSync(
    join(cwd, "kohort.json"),
    `{ "version": 1,
       "attributes": { "name": { "role": "identifying" }, "age": { "role": "quasi-identifying" } },
       "privacy": [{ "model": "k-anonymity", "k": 2 }] }`,
  );
});

describe("audit", () => {
  it("prints an infinite figure as the string Infinity, on stdout and in its report", () => {
    writeFileSync(join(cwd, "gone.csv"), "age,illness\n30,flu\n30,flu\n40,cold\n40,flu\n");
    const asked = ["audit", "gone.csv", "--quasi", "age", "--sensitive", "illness"];
    const words = [...asked, "--require", "delta-disclosure(delta=1,variant=all-values)", "--json"];
    const { stdout } = kohort([...words, "--report", "gone.json"], { cwd });
    const measured = (text: string) =>
      JSON.parse(text).privacy.find(({ model }: { model: string }) => model === "delta-disclosure").measured;
    expect(measured(stdout)).toBe("Infinity");
    expect(measured(readFileSync(join(cwd, "gone.json"), "utf8"))).toBe("Infinity");
  });

  it("holds with exit code 0 and fails with 1", () => {
    const held = kohort(["audit", "three.csv", "--quasi", "age,sex", "-k", "2", "-q"], { cwd });
    expect(held).toMatchObject({ code: 0, stderr: "" });
    expect(held.stdout).toMatch(/^k-anonymity {2}asked 2 {2}measured 2 {2}holds\n/);
    expect(held.stdout).toMatch(/^cohorts +2, from 2 to 3 records$/m);
    const failed = kohort(["audit", "three.csv", "--quasi", "age,sex", "-k", "3", "-q"], { cwd });
    expect(failed.code).toBe(1);
    expect(failed.stdout).toMatch(/^k-anonymity {2}asked 3 {2}measured 2 {2}does not hold\n/);
    expect(failed.stderr).toBe(
      "error: k-anonymity is 2 where 3 is asked\nhint: 2 records are in cohorts that do not meet it; see `kohort explain k-anonymity`\n",
    );
  });

  it("measures k when nothing is asked", () => {
    const { code, stdout } = kohort(["audit", "three.csv", "--quasi", "0,1"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^k-anonymity +measured 2\n/);
  });

  it("prints one JSON document with the keys of the report", () => {
    const { code, stdout } = kohort(["audit", "three.csv", "--quasi", "sex,illness", "-k", "5", "--json"], { cwd });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      release: { rows: 5, cohorts: 4, smallest: 1, largest: 2 },
      privacy: [{ model: "k-anonymity", asked: 5, measured: 1, holds: false }],
      risk: { highest: 1, average: 0.8 },
    });
  });

  it("follows a spec whose identifying columns are not in the release", () => {
    expect(kohort(["audit", "three.csv", "-c", "kohort.json"], { cwd }).code).toBe(0);
    expect(kohort(["audit", "three.csv", "-c", "kohort.json", "-k", "3"], { cwd }).code).toBe(1);
  });

  it("reads from stdin", () => {
    const input = "a;b\n1;x\n1;x\n";
    expect(kohort(["audit", "-", "--quasi", "a,b", "-k", "2"], { input }).code).toBe(0);
  });

  it("needs to know the columns", () => {
    const { code, stderr } = kohort(["audit", "three.csv", "-k", "2"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("error: no column has a role");
  });

  it.each([
    ["ward", "ward"],
    ['"ward, old"', "ward\\, old"],
  ])("takes the flags that the release was made with, for a column %s", (header, ward) => {
    const lines = Array.from({ length: 40 }, (_, i) => `${20 + (i % 9)},${1000 + (i % 6)},${i % 5}`);
    writeFileSync(join(cwd, "codes.csv"), `age,zip,${header}\n${lines.join("\n")}\n`);
    const columns = ["--quasi", "age,zip", "--sensitive", ward, "--kind", "zip=category", "--kind", `${ward}=category`];
    const flags = [...columns, "-k", "3", "--require", "t-closeness(t=0.3,distance=equal)", "--json"];
    const made = kohort(["anonymize", "codes.csv", ...flags, "-o", "coded.csv", "--force"], { cwd });
    const audited = kohort(["audit", "coded.csv", ...flags], { cwd });
    expect({ made: made.code, audited: audited.code }).toEqual({ made: 0, audited: 0 });
    expect(JSON.parse(audited.stdout).privacy).toEqual(JSON.parse(made.stdout).privacy);
  });
});
