import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { audit } from "../../src/audit/audit.ts";
import { formatNumber, formatShare, KohortError } from "../../src/base/index.ts";
import { compareOptions } from "../../src/cli/compare-options.ts";
import { isAuto } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { Release } from "../../src/release/release.ts";
import { releaseAuditOptions, rereadOptions } from "../../src/release/release-audit.ts";
import { anonymizeReport, comparePage, htmlPage, markdownPage, releasePage } from "../../src/report/index.ts";
import { validateSpec } from "../../src/spec/index.ts";
import { cell, readCsv, type Table, writeCsv } from "../../src/table/index.ts";
import { type Comparison, compare } from "../../src/utility/compare.ts";
import { type FrontierPoint, frontier } from "../../src/utility/frontier.ts";
import { stages } from "../../src/utility/stages.ts";
import { runs } from "../setup/runs.ts";
import { type Case, caseOf, cityFile } from "./figures-corpus.ts";
import { slowFigures } from "./slow-figures.ts";

const tables = runs(500);

const folder = mkdtempSync(join(tmpdir(), "kohort-figures-"));
writeFileSync(join(folder, "city.csv"), cityFile);
afterAll(() => rmSync(folder, { recursive: true }));
const files = new Map([["city.csv", new TextEncoder().encode(cityFile)]]);

type Made = Case & {
  readonly original: Table;
  readonly release: Release;
  readonly options: { files: typeof files; keepSuppressed: boolean };
};

/** The cases that can be met. */
const made: Made[] = [];
for (let seed = 1; made.length < tables; seed++) {
  const one = caseOf(seed);
  const original = readCsv(one.csv, { kinds: one.kinds });
  const options = { files, keepSuppressed: one.keepSuppressed };
  try {
    made.push({ ...one, original, options, release: anonymize(original, one.spec, options) });
  } catch (error) {
    if (!(error instanceof KohortError)) throw error;
  }
}

const counts = new Map<string, number>();

/** Holds two figures against each other to the last bit, and counts that it did. */
function same(what: string, found: unknown, expected: unknown, { spec }: Made): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
  expect(found, `${what} of ${JSON.stringify(spec)}`).toEqual(expected);
}

const figures = [
  "ncp",
  "loss",
  "discernibility",
  "averageCohort",
  "cAvg",
  "distinctLost",
  "suppressed",
  "attributes",
] as const;

function sameQuality(what: string, found: Comparison, one: Made): void {
  const { quality } = one.release;
  for (const figure of figures) same(`${what}: ${figure}`, found[figure], quality[figure], one);
}

function writtenOf({ release, kinds }: Made): Table {
  const { kinds: own, decimal } = rereadOptions(release);
  const who: Made["kinds"] = release.table.columns.some(({ name }) => name === "who") ? { who: kinds.who } : {};
  return readCsv(writeCsv(release.table), { kinds: { ...own, ...who }, released: true, ...(decimal && { decimal }) });
}

describe(`one release, one figure, on ${tables} tables`, () => {
  it("anonymize prints what the slow definitions say", () => {
    for (const one of made) {
      const { quality } = one.release;
      const slow = slowFigures(one.release);
      for (const figure of ["discernibility", "distinctLost"] as const) {
        same(`anonymize: ${figure}`, quality[figure], slow[figure], one);
      }
      same("anonymize: suppressed", quality.suppressed, slow.leftOut, one);
      expect(quality.averageCohort, JSON.stringify(one.spec)).toBeCloseTo(slow.averageCohort, 9);
      expect(quality.cAvg === undefined, JSON.stringify(one.spec)).toBe(slow.cAvg === undefined);
      expect(quality.cAvg ?? 0, JSON.stringify(one.spec)).toBeCloseTo(slow.cAvg ?? 0, 9);
      for (const [name, share] of Object.entries(slow.attributes)) {
        counts.set("anonymize: ncp", (counts.get("anonymize: ncp") ?? 0) + 1);
        expect(
          quality.attributes[name],
          `${name} of ${JSON.stringify(one.spec)}\n${writeText(one.release.table)}`,
        ).toBeCloseTo(share, 9);
      }
    }
  });

  it("compare with the Release prints the same", () => {
    for (const one of made) sameQuality("compare with a Release", compare(one.original, one.release), one);
  });

  it("compare of two files prints the same, or names what it cannot know", () => {
    for (const one of made) {
      const spec = validateSpec({ version: 1, ...one.spec });
      const { release } = one;
      const options = compareOptions(spec, release.original, { folder }, true);
      const found = compare(one.original, writtenOf(one), options);
      if (found.ncp !== undefined) {
        sameQuality("compare of files", found, one);
        continue;
      }
      const centred = release.problem.attributes
        .filter((_, at) => release.published[at].centre)
        .map(({ name }) => name);
      same(
        "compare of files: not known",
        found.notKnown?.flatMap(({ attribute }) => attribute ?? []),
        centred,
        one,
      );
      for (const figure of ["discernibility", "averageCohort", "cAvg", "distinctLost", "suppressed"] as const) {
        same(`compare of files: ${figure}`, found[figure], release.quality[figure], one);
      }
      for (const [name, share] of Object.entries(found.attributes)) {
        same("compare of files: attributes", share, release.quality.attributes[name], one);
      }
    }
  });

  it("audit of the written bytes counts the same cohorts", () => {
    for (const one of made) {
      const { release, original } = one;
      const found = audit(writtenOf(one), {
        ...releaseAuditOptions(release, original, files),
        privacy: [],
        countRows: true,
      });
      const { records, leftOut } = slowFigures(release);
      same("audit: discernibility", found.release.squares + leftOut * records, release.quality.discernibility, one);
      if (one.spec.algorithm?.name === "mondrian" && one.spec.algorithm.compatible === true) continue;
      same("audit: smallest", found.release.smallest, release.cohorts.smallest, one);
      same("audit: largest", found.release.largest, release.cohorts.largest, one);
      if (wildcards(one)) continue;
      same("audit: cohorts", found.release.cohorts, release.cohorts.count, one);
      same(
        "audit: average cohort",
        (found.release.rows - found.release.suppressed) / found.release.cohorts,
        release.quality.averageCohort,
        one,
      );
    }
  });

  it("frontier prints the same point", () => {
    for (const one of made) {
      const [goal] = one.spec.privacy;
      const { algorithm, suppression = 0 } = one.release.spec;
      if (goal?.model !== "k-anonymity" || isAuto(goal) || wildcards(one) || one.spec.attributes.who !== undefined)
        continue;
      const plan = { ks: [goal.k], methods: [{ label: "it", value: algorithm }], suppressions: [suppression] };
      const sweep = (): FrontierPoint[] =>
        frontier(one.original, validateSpec({ version: 1, ...one.spec }), plan, { files });
      if (one.hasSets) {
        expect(sweep).toThrow('"items" holds sets');
        continue;
      }
      const [point] = sweep();
      const plain = anonymize(one.original, one.spec, { files });
      for (const figure of ["ncp", "loss"] as const)
        same(`frontier: ${figure}`, point[figure], plain.quality[figure], one);
      same("frontier: suppressed", point.suppressed, plain.suppressed, one);
    }
  });

  it("stages prints the same stage", () => {
    for (const one of made) {
      if (one.spec.attributes.ill === undefined) continue;
      const found = stages(one.original, validateSpec({ version: 1, ...one.spec }), one.options).stages;
      const last = found.find(({ goals }) => goals.length === one.release.spec.privacy.length)!;
      for (const figure of figures)
        same(`stages: ${figure}`, last.release.quality[figure], one.release.quality[figure], one);
    }
  });

  it("the report says the same as JSON, HTML and Markdown", () => {
    for (const one of made.slice(0, 100)) {
      const { release, original } = one;
      const found = audit(writtenOf(one), releaseAuditOptions(release, original, files));
      const report = anonymizeReport(release, found, facts(original));
      const json = JSON.parse(JSON.stringify(report)) as { quality: Release["quality"] };
      for (const figure of figures) same(`report.json: ${figure}`, json.quality[figure], release.quality[figure], one);
      const page = releasePage({ report, release });
      const compared = comparePage(compare(original, release), {
        rows: original.rows,
        provenance: { version: "1", seed: 1, sha256: {} },
      });
      for (const { title, text } of [
        { title: "report.html", text: htmlPage(page.title, page.sections) },
        { title: "report.md", text: markdownPage(page) },
        { title: "compare.md", text: markdownPage(compared) },
      ]) {
        for (const line of printed(release)) {
          same(`${title}: figures`, plain(text).includes(line) ? line : lossIn(plain(text)), line, one);
        }
      }
    }
  });

  it("says how much was compared", () => {
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    expect(all).toBeGreaterThan(30 * tables);
    expect(made.filter(({ hasSets }) => hasSets).length).toBeGreaterThan(tables / 10);
    expect(
      made.filter(({ original }) => original.columns.some(({ decimal }) => decimal !== undefined)).length,
    ).toBeGreaterThan(tables / 5);
    for (const [what, count] of counts) expect(count, what).toBeGreaterThan(0);
  });
});

function wildcards({ spec }: Made): boolean {
  return Object.values(spec.attributes).some(({ missing }) => missing === "wildcard");
}

function writeText(table: Table): string {
  return Array.from({ length: table.rows }, (_, row) => table.columns.map((_, at) => cell(table, row, at)).join()).join(
    "\n",
  );
}

function facts(original: Table): Parameters<typeof anonymizeReport>[2] {
  return {
    version: "1",
    input: { rows: original.rows, leftOut: 0, columns: original.columns.length },
    sha256: "",
    time: {},
    cpu: {},
  };
}

/** A page without its markup: names and figures with one bar between them. */
function plain(text: string): string {
  return text
    .replace(/<[^>]*>/g, "|")
    .replace(/\\/g, "")
    .replace(/\u00a0/g, " ")
    .replace(/\s*\|[\s|]*/g, "|");
}

/** What a page says of loss. */
function lossIn(text: string): string {
  return text.slice(text.lastIndexOf("What was lost|")).slice(0, 600);
}

/** What a page must say of a release. */
function printed({ quality }: Release): string[] {
  return [
    `|NCP|${formatShare(quality.ncp)}|`,
    ...(quality.loss === undefined ? [] : [`|loss (hierarchy nodes counted from 0)|${formatShare(quality.loss)}|`]),
    `all records for each left out)|${formatNumber(quality.discernibility)}|`,
    `|average cohort|${formatNumber(quality.averageCohort)}|`,
    ...(quality.cAvg === undefined ? [] : [`|C_avg (average cohort / k)|${formatNumber(quality.cAvg, 4)}|`]),
    `|distinct combinations lost|${formatNumber(quality.distinctLost)}|`,
    ...Object.entries(quality.attributes).map(([name, share]) => `|NCP of ${name}|${formatShare(share)}|`),
  ];
}
