import { describe, expect, it } from "vitest";
import { examine } from "../../src/examine/examine.ts";
import {
  anonymize,
  attack,
  audit,
  compare,
  htmlPage,
  identifying,
  kAnonymity,
  lattice,
  lDiversity,
  markdownPage,
  quasiIdentifying,
  readCsv,
  sensitive,
} from "../../src/index.ts";
import { anonymizeReport, attackPage, auditPage, comparePage, type Page, releasePage } from "../../src/report/index.ts";
import { csvBlocks, type Table } from "../../src/table/index.ts";

const towns = ["Ulm", "Ems", "Pau", "Lodz"];
const lines = Array.from(
  { length: 60 },
  (_, i) => `Person${i},${19007 + 10 * ((i * 37) % 97)},${towns[(i * 5) % 4]},${i % 3 === 0 ? "flu" : "cold"}`,
);
const table: Table = readCsv(`name,born,town,illness\n${lines.join("\n")}\n`);
const release = anonymize(table, {
  attributes: { name: identifying(), born: quasiIdentifying(), town: quasiIdentifying(), illness: sensitive() },
  privacy: [kAnonymity(5), lDiversity("illness", 2)],
  algorithm: { name: "mondrian" },
});
const measured = audit(release.table, {
  quasiIdentifiers: ["born", "town"],
  sensitive: ["illness"],
  privacy: release.spec.privacy,
});
const examination = examine(table, release, { label: "illness" });
const facts = {
  version: "1.2.3",
  host: "a test",
  input: { rows: 60, leftOut: 0, columns: 4 },
  sha256: "ab".repeat(32),
};
const report = anonymizeReport(release, measured, { ...facts, time: {}, cpu: {}, examination });
const page = releasePage({ report, release, examination, command: "kohort anonymize it's.csv" });

function html({ title, sections, lead }: Page): string {
  return htmlPage(title, sections, lead);
}

/** Tags that are opened and not closed, or closed in another order. */
function unbalanced(text: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  const alone = new Set(["meta", "!doctype"]);
  for (const [, slash, name, closed] of text.matchAll(/<(\/?)([\w!]+)[^>]*?(\/?)>/g)) {
    if (alone.has(name) || closed === "/") continue;
    if (slash === "") open.push(name);
    else if (open.pop() !== name) wrong.push(name);
  }
  return [...wrong, ...open];
}

describe("the page of a release", () => {
  const text = html(page);

  it("begins the first band of cohort sizes at the smallest there is", () => {
    const cohorts = page.sections.find(({ title }) => title === "Cohorts")!;
    const sizes = cohorts.parts!.find(({ title }) => title === "How large cohorts are")!.table!.rows;
    expect(Number.parseInt(sizes[0][0], 10)).toBe(report.release.smallest);
  });

  it("says everything a board asks for", () => {
    const titles = page.sections.map(({ title }) => title);
    expect(titles).toEqual([
      "What was asked",
      "What was done",
      "What is promised",
      "What is not promised",
      "Cohorts",
      "What was lost",
      "Risk of recognition, before and after",
      "Attacks",
      "What a classifier learns",
      "How to repeat it",
    ]);
    expect(text).toContain("kohort anonymize it's.csv");
    expect(text).toContain(facts.sha256);
    expect(text).toContain("1.2.3");
    for (const { attack: name, interval } of report.attacks!) {
      expect(text).toContain(name);
      expect(text).toContain(`${Number((100 * interval[1]).toFixed(2))}\u00a0%`);
    }
    for (const figure of ["Cohorts by size", "The cuts, painted", "Cohorts over born and town", "NCP per attribute"]) {
      expect(text).toContain(figure);
    }
    expect(text.match(/class="cell"/g)!.length).toBe(8);
  });

  it("needs nothing else, runs nothing, and closes what it opens", () => {
    expect(text).not.toMatch(/<script|javascript:|\son\w+=|<link|<img|<iframe|@import/i);
    expect(text.match(/https?:\/\/[^"'\s]+/g)!.filter((url) => !url.startsWith("http://www.w3.org/"))).toEqual([]);
    expect(text).toContain("default-src 'none'");
    expect(unbalanced(text)).toEqual([]);
  });

  it("can be read by a screen reader, in both schemes and on paper", () => {
    expect(text).toContain('<html lang="en">');
    for (const [svg] of text.matchAll(/<svg[^>]*>/g)) expect(svg).toMatch(/role="img".*(aria-label|aria-labelledby)=/);
    for (const [head] of text.matchAll(/<th[ >][^<]*/g)) expect(head).toMatch(/scope="(col|row)"/);
    expect(text).toContain("prefers-color-scheme: dark");
    expect(text).toContain("@media print");
    const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map((found) => found[1]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of text.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  });

  it("shows no record of the original", () => {
    const written = Buffer.concat([...csvBlocks(release.table)]).toString();
    const published = new Set(written.match(/[A-Za-z]+|\d+/g));
    const secret = lines.flatMap((line) => line.split(",").slice(0, 3)).filter((value) => !published.has(value));
    expect(secret.length).toBeGreaterThan(90);
    // positions in figures, counts and hashes are no values
    const words = new Set(text.replace(/<[^>]*>/g, " ").match(/[A-Za-z]+\d*|\d+/g));
    expect(secret.filter((value) => words.has(value))).toEqual([]);
  });

  it("is the same in Markdown, without figures", () => {
    const markdown = markdownPage(page);
    for (const { title } of page.sections) expect(markdown).toContain(`## ${title}`);
    for (const line of markdown.split("\n").filter((one) => one.startsWith("|"))) expect(line).toMatch(/\|$/);
    expect(markdown).not.toContain("<svg");
    expect(markdown).toContain("kohort anonymize it's.csv");
  });

  it("draws the lattice when the search tells of it", () => {
    const levels = anonymize(table, {
      attributes: {
        name: identifying(),
        born: quasiIdentifying({ kind: "intervals", width: 10 }),
        town: quasiIdentifying({ kind: "tree", tree: { north: ["Ems", "Lodz"], south: ["Ulm", "Pau"] } }),
      },
      privacy: [kAnonymity(5)],
      algorithm: lattice({ explored: true }),
    });
    const found = anonymizeReport(levels, measured, { ...facts, time: {}, cpu: {} });
    const drawn = html(releasePage({ report: found, release: levels }));
    expect(drawn).toContain("The lattice of levels");
    expect(drawn.match(/class="chosen"/g)!.length).toBe(1);
    expect(unbalanced(drawn)).toEqual([]);
  });
});

describe("the pages of the other verbs", () => {
  const provenance = { version: "1.2.3", command: "kohort audit x" };

  it("are whole, and say what holds", () => {
    const attacked = { findings: attack(table, release), skipped: [] };
    const compared = compare(table, release);
    const pages = [
      auditPage(measured, provenance),
      comparePage(compared, { rows: 60, provenance }),
      attackPage(attacked, provenance),
    ].map(html);
    for (const text of pages) {
      expect(unbalanced(text)).toEqual([]);
      expect(text).not.toMatch(/<script/i);
      expect(text).toContain("kohort audit x");
    }
    expect(pages[0]).toContain("What was asked holds");
    const failing = auditPage(audit(table, { quasiIdentifiers: ["born"], privacy: [kAnonymity(5)] }), provenance);
    expect(html(failing)).toContain("does NOT hold");
    expect(html(failing)).toContain("DOES NOT HOLD (60 records)");
  });

  it("hold markup in names for text", () => {
    const odd = readCsv(`"<b>a</b>",x\n1,2\n1,2\n`);
    const text = html(auditPage(audit(odd, { quasiIdentifiers: ["<b>a</b>"], sensitive: ["x"] }), provenance));
    expect(text).not.toContain("<b>a</b>");
  });
});
