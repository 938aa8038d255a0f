import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { byCodePoint, randomFrom, shuffle } from "../../src/base/index.ts";
import { clinicCsv } from "../../src/sample/index.ts";
import { kohort, temporaryFolder } from "./run-kohort.ts";

type Point = {
  readonly k: number;
  readonly method: string;
  readonly model: string;
  readonly suppression: number;
  readonly suppressed: number;
  readonly search?: { levels: number[]; loss: number; optimal: boolean; explored?: { nodes: unknown[] } };
  readonly quasiIdentifiers: number;
  readonly rows: number;
  readonly ncp: number;
  readonly cohorts: number;
  readonly smallest: number;
  readonly largest: number;
  readonly highestRisk: number;
  readonly averageRisk: number;
  readonly infeasible?: string;
  readonly disclosure: readonly { attribute: string; homogeneity: number; inference: number; baseline: number }[];
  readonly front: readonly string[];
};

const folder = temporaryFolder();
const data = join(folder, "clinic.csv");
writeFileSync(data, clinicCsv({ rows: 600, seed: 7 }));
const [header, ...lines] = readFileSync(data, "utf8").trimEnd().split("\n");
const quasi = ["age", "sex", "zip"];

function frontierOf(words: readonly string[]): Point[] {
  const { code, stdout, stderr } = kohort(["frontier", data, "--quasi", quasi.join(), ...words, "--json", "-q"]);
  expect([code, stderr]).toEqual([0, ""]);
  return (JSON.parse(stdout) as { points: Point[] }).points;
}

/** The options of `auto(effort=fast,partition=false)` as the words of anonymize. */
function methodWords(method: string): string[] {
  const [, name, inside] = /^([^(]+)(?:\((.*)\))?$/.exec(method)!;
  return [
    "--algorithm",
    name,
    ...(inside ?? "").split(",").flatMap((option) => (option === "" ? [] : ["--option", option])),
  ];
}

describe("frontier", () => {
  it("sweeps what anonymize does by default, says what methods are, and draws a page that fits", () => {
    const page = join(folder, "frontier.html");
    const words = [data, "--quasi", quasi.join(), "--sensitive", "diagnosis"];
    const { code, stdout, stderr } = kohort(["frontier", ...words, "--ks", "5", "--report", page, "--json"]);
    expect(code).toBe(0);
    expect(stderr.replace(/\s+/g, " ")).toContain("auto is what `kohort anonymize` does unless told otherwise");
    const swept = (JSON.parse(stdout) as { points: Point[] }).points.find(({ method }) => method === "auto")!;
    const { stdout: plain } = kohort(["anonymize", ...words, "-k", "5", "--report-only", "--json", "-q"]);
    expect(swept.ncp).toBe(JSON.parse(plain).quality.ncp);
    const html = readFileSync(page, "utf8");
    expect(html).toContain("auto(effort=fast, partition=false)");
    expect(html).not.toMatch(/<th[^>]*>(?:with|left out|may leave out)</);
    const heightOf = (text: string): number => Number(new RegExp(`y="([\\d.]+)"[^>]*>${text}<`).exec(html)![1]);
    expect(heightOf("mondrian")).toBeGreaterThan(heightOf("highest risk, 1 / smallest cohort") + 20);
  });

  it("gives the figures that separate runs of anonymize give", () => {
    const swept = [
      ...frontierOf(["--sensitive", "diagnosis", "--ks", "2,5,9,20", "--model", "l-diversity(l=2)", "--threads", "2"]),
      ...frontierOf(["--sensitive", "diagnosis", "--ks", "3,7", "--method", "best-cut(beam=2)", "--sweep", "quasi"]),
      ...frontierOf(["--sensitive", "diagnosis", "--ks", "3,7", "--method", "cluster", "--sweep", "rows"]),
    ];
    const random = randomFrom(5);
    // samples are drawn from the rows in the order of their bytes, by seed 1
    const drawn = shuffle([...lines].sort(byCodePoint), randomFrom(1));
    for (let i = 0; i < 10; i++) {
      const point = swept[random.below(swept.length)];
      const part = join(folder, `part-${i}.csv`);
      writeFileSync(part, `${[header, ...drawn.slice(0, point.rows)].join("\n")}\n`);
      const words = [
        "anonymize",
        part,
        "--quasi",
        quasi.slice(0, point.quasiIdentifiers).join(),
        "-k",
        String(point.k),
      ];
      const asked = point.model === "" ? [] : ["--require", point.model];
      const { code, stdout } = kohort([
        ...[...words, ...asked, "--sensitive", "diagnosis", ...methodWords(point.method)],
        ...["--report-only", "--json", "-q"],
      ]);
      expect(code).toBe(0);
      const report = JSON.parse(stdout);
      expect({
        ncp: report.quality.ncp,
        cohorts: report.release.cohorts,
        smallest: report.release.smallest,
        largest: report.release.largest,
        highestRisk: report.risk.highest,
        averageRisk: report.risk.average,
        disclosure: report.disclosure,
      }).toEqual({
        ncp: point.ncp,
        cohorts: point.cohorts,
        smallest: point.smallest,
        largest: point.largest,
        highestRisk: point.highestRisk,
        averageRisk: point.averageRisk,
        disclosure: point.disclosure,
      });
    }
  });

  it("gives the optimum of full-domain search for every k and suppression limit", () => {
    const hierarchies = ["--hierarchy", "age=intervals(width=5)", "--hierarchy", "zip=masking(from=right)"];
    const methods = ["lattice(gs=0.25)", "datafly", "incognito", "mondrian"];
    const points = frontierOf([
      ...[...hierarchies, "--ks", "2,12", "--suppressions", "0,0.03,0.2", "--sensitive", "diagnosis"],
      ...methods.flatMap((method) => ["--method", method]),
    ]);
    expect(points.length).toBe(2 * (3 * 3 + 1));
    const tried = points.filter(
      ({ method, k, suppression }) => method.startsWith("lattice") || (k === 12 && suppression < 0.1),
    );
    for (const point of tried) {
      const { code, stdout } = kohort([
        ...["anonymize", data, "--quasi", quasi.join(), "-k", String(point.k), ...hierarchies],
        ...["--sensitive", "diagnosis", "--suppression", String(point.suppression), ...methodWords(point.method)],
        ...["--report-only", "--json", "-q"],
      ]);
      expect(code).toBe(0);
      const { quality, release, risk, search } = JSON.parse(stdout);
      const found = [quality.ncp, release.cohorts, release.smallest, release.suppressed, risk.highest];
      expect(found).toEqual([point.ncp, point.cohorts, point.smallest, point.suppressed, point.highestRisk]);
      expect(point.search ?? {}).toEqual(point.method === "mondrian" ? {} : search);
    }
    const best = (k: number, suppression: number): number =>
      points.find((one) => one.method.startsWith("lattice") && one.k === k && one.suppression === suppression)!.search!
        .loss;
    for (const k of [2, 12]) expect(best(k, 0.2)).toBeLessThanOrEqual(best(k, 0));
    for (const limit of [0, 0.03, 0.2]) expect(best(2, limit)).toBeLessThanOrEqual(best(12, limit));
  });

  it("sets down the nodes of a lattice on request, and refuses what is no share", () => {
    const words = ["--hierarchy", "zip=masking(from=right)", "--ks", "4", "--method", "lattice(explored=true)"];
    const [point] = frontierOf(words);
    expect(point.search!.explored!.nodes.length).toBeGreaterThan(1);
    const wrong = kohort(["frontier", data, "--quasi", quasi.join(), "--suppressions", "0,2"]);
    expect([wrong.code, wrong.stderr.includes('"2" is no share of records')]).toEqual([2, true]);
  });

  it("marks what nothing beats, and says what cannot be made", () => {
    const points = frontierOf(["--sensitive", "diagnosis", "--ks", "2..6,900"]);
    expect(points.filter(({ k }) => k === 900).every(({ infeasible }) => infeasible?.includes("900"))).toBe(true);
    const made = points.filter(({ infeasible }) => infeasible === undefined);
    for (const point of made) {
      const beaten = made.some(
        (other) =>
          other.ncp <= point.ncp &&
          other.highestRisk <= point.highestRisk &&
          (other.ncp < point.ncp || other.highestRisk < point.highestRisk),
      );
      expect(point.front.includes("risk")).toBe(!beaten);
    }
  });

  it("writes CSV and a figure", () => {
    const [csv, svg] = [join(folder, "f.csv"), join(folder, "f.svg")];
    const words = ["frontier", data, "--quasi", quasi.join(), "--sensitive", "diagnosis", "--ks", "2,4", "-q", "-o"];
    expect(kohort([...words, csv]).code).toBe(0);
    const rows = readFileSync(csv, "utf8").trimEnd().split("\n");
    expect(rows[0]).toContain("highestRisk,averageRisk,homogeneity(diagnosis),inference(diagnosis),front");
    expect(rows.length).toBe(1 + 2 * 3);
    expect(kohort([...words, svg]).code).toBe(0);
    const drawn = readFileSync(svg, "utf8");
    expect(drawn.match(/<path d="[^"]*" stroke="#\w+" stroke-width="1\.5" fill=/g)!.length).toBe(3 * 6);
    expect(drawn.match(/<path d="[^"]*" stroke="#\w+" fill=/g)!.length).toBe(3);
    expect(kohort([...words, join(folder, "f.txt")]).code).toBe(2);
    expect(kohort(["frontier", data, "--quasi", quasi.join(), "--ks", "two"]).stderr).toContain(
      '"two" is no value of k',
    );
    for (const [ks, said] of [
      ["9..2", '"9..2" is no value of k'],
      ["2..3..4", "is no value of k"],
      ["2..99999999999", "too many values of k"],
    ] as const) {
      const { code, stdout, stderr } = kohort(["frontier", data, "--quasi", quasi.join(), "--ks", ks]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(said);
    }
  });
});
