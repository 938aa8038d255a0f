import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { kohort } from "./run-kohort.ts";

const folder = mkdtempSync(join(tmpdir(), "kohort-lattice-"));
const data = join(folder, "people.csv");
const rows = ["21,12163,flu", "23,12165,flu", "41,12401,flu", "44,12405,ulcer", "47,12409,ulcer", "90,99999,ulcer"];
writeFileSync(data, `age,zip,illness\n${rows.join("\n")}\n`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const common = [
  ...["anonymize", data, "--quasi", "age,zip", "--sensitive", "illness", "-k", "2", "--suppression", "0.2"],
  ...["--hierarchy", "age=intervals(width=10)", "--hierarchy", "zip=masking(from=right)", "--json"],
];

describe("anonymize --algorithm lattice", () => {
  it("leaves out the record that stands alone and says what it searched", () => {
    const output = join(folder, "out.csv");
    const { stdout, code } = kohort([...common, "--algorithm", "lattice", "-o", output]);
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report.search).toMatchObject({ levels: [1, 1], optimal: true });
    expect(report.release).toMatchObject({ rows: 5, suppressed: 1, cohorts: 2, smallest: 2 });
    expect(readFileSync(output, "utf8")).toBe(
      "age,zip,illness\n[20..29],1216*,flu\n[20..29],1216*,flu\n[40..49],1240*,flu\n[40..49],1240*,ulcer\n[40..49],1240*,ulcer\n",
    );
  });

  it("keeps suppressed records when asked, with nothing in them where they are too few, and the audit agrees", () => {
    const output = join(folder, "kept.csv");
    const made = kohort([...common, "--algorithm", "lattice", "--keep-suppressed", "-o", output]);
    expect(made.code).toBe(0);
    expect(JSON.parse(made.stdout).release).toMatchObject({ rows: 6, suppressed: 1, smallest: 2 });
    expect(readFileSync(output, "utf8")).toContain("\n*,*,*\n");
    const found = kohort(["audit", output, "--quasi", "age,zip", "-k", "2", "--json"]);
    expect(found.code).toBe(0);
    expect(JSON.parse(found.stdout).release).toMatchObject({ rows: 6, suppressed: 1, cohorts: 2, smallest: 2 });
  });

  it("keeps attributes between the levels stated and lists what it explored", () => {
    const words = [...common, "--algorithm", "lattice", "--levels", "age=2..3", "--levels", "zip=1", "--report-only"];
    const { stdout, code } = kohort([...words, "--option", "explored=true"]);
    expect(code).toBe(0);
    const { search } = JSON.parse(stdout);
    expect(search.levels[0]).toBeGreaterThanOrEqual(2);
    expect(search.levels[1]).toBe(1);
    expect(search.explored.nodes.length).toBe(search.checked);
    expect(search.explored.nodes.every((node: { levels: number[] }) => node.levels[1] === 1)).toBe(true);
    const best = search.explored.nodes.find((node: { levels: number[] }) => `${node.levels}` === `${search.levels}`);
    expect(best).toEqual({
      levels: search.levels,
      anonymous: true,
      suppressed: 1,
      cohorts: 2,
      smallest: 2,
      loss: search.loss,
      lost: 1,
    });
    const { course } = search.explored;
    expect(course.at(-1)).toEqual({ checked: search.checked, loss: search.loss, bound: search.loss });
  });

  it("says that it ended early when it did", () => {
    const { stdout, stderr, code } = kohort([
      ...common,
      "--algorithm",
      "lattice",
      "--option",
      "checks=1",
      "--report-only",
    ]);
    expect(code).toBe(0);
    const { search } = JSON.parse(stdout);
    expect(search).toMatchObject({ optimal: false });
    expect(search.bound).toBeLessThan(search.loss);
    expect(stderr).toContain("the search ended before it was done");
  });

  it("says why when there is no release", () => {
    const { stderr, code } = kohort([
      ...common,
      "--algorithm",
      "lattice",
      "--levels",
      "age=0",
      "-o",
      join(folder, "no.csv"),
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain("no node of the lattice is anonymous");
  });

  it.each(["datafly", "incognito"])("passes the audit with %s", (algorithm) => {
    const { stdout, code } = kohort([...common, "--algorithm", algorithm, "--report-only"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).privacy[0]).toMatchObject({ model: "k-anonymity", holds: true });
  });
});
