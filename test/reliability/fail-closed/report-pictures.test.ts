/** Pictures and figures of a report: they tell no more than the release, and count people where people are counted. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { randomFrom } from "../../../src/base/index.ts";
import { examine } from "../../../src/examine/examine.ts";
import { anonymize, audit, kAnonymity, quasiIdentifying, readCsv, type Spec, sensitive } from "../../../src/index.ts";
import { anonymizeReport, htmlPage, releasedCohortsFigure, releasePage } from "../../../src/report/index.ts";
import { kohort, temporaryFolder } from "../../cli/run-kohort.ts";
import { askSession } from "../../web/ask-session.ts";

/** The report of a release of records. */
function reportOf(text: string, spec: Spec): { readonly page: string; readonly release: ReturnType<typeof anonymize> } {
  const table = readCsv(text);
  const release = anonymize(table, spec);
  const quasiIdentifiers = Object.keys(spec.attributes).filter(
    (name) => spec.attributes[name].role === "quasi-identifying",
  );
  const measured = audit(release.table, { quasiIdentifiers, privacy: release.spec.privacy });
  const examination = examine(table, release);
  const facts = { version: "1", input: { rows: table.rows, leftOut: 0, columns: 3 }, sha256: "", time: {}, cpu: {} };
  const report = anonymizeReport(release, measured, { ...facts, examination });
  const { title, sections, lead } = releasePage({ report, release, examination });
  return { page: htmlPage(title, sections, lead), release };
}

describe("the pictures of a report", () => {
  const months = (days: readonly number[]): string =>
    `born,town\n${days.map((day, i) => `19${60 + (i % 4)}-0${1 + (i % 3)}-${10 + day},${["Ulm", "Ems"][i % 2]}`).join("\n")}\n`;
  const spec: Spec = {
    version: 1,
    attributes: {
      born: { role: "quasi-identifying", hierarchy: { kind: "dates", levels: ["year"] }, levels: [1, 2] },
      town: quasiIdentifying(),
    },
    privacy: [kAnonymity(2)],
    algorithm: { name: "mondrian" },
  };

  it("are the same for two tables that are released as the same bytes: axes told how many days a year had", () => {
    const few = anonymize(readCsv(months(Array.from({ length: 48 }, () => 1))), spec);
    const many = anonymize(readCsv(months(Array.from({ length: 48 }, (_, i) => i % 15))), spec);
    const texts = ({ published }: typeof few) => published.map(({ texts: all }) => [...all].sort());
    expect(texts(many)).toEqual(texts(few));
    expect(releasedCohortsFigure(many)).toBe(releasedCohortsFigure(few));
    expect(releasedCohortsFigure(many)).toContain("1960");
  });

  it("paint the cohorts of the release, and not parts of them that are published alike", () => {
    const random = randomFrom(4);
    const text = `born,age,ill\n${Array.from({ length: 300 }, () => `19${60 + random.below(10)}-0${1 + random.below(9)}-1${random.below(9)},${20 + random.below(40)},${["flu", "gout"][random.below(2)]}`).join("\n")}\n`;
    const { page, release } = reportOf(text, {
      version: 1,
      attributes: {
        born: { role: "quasi-identifying", hierarchy: { kind: "dates", levels: ["decade"] } },
        age: quasiIdentifying(),
        ill: sensitive(),
      },
      privacy: [kAnonymity(5)],
      algorithm: { name: "mondrian" },
    });
    const leaves = release.recoding.tree!.count.filter((children) => children === 0).length;
    const { count, smallest, largest } = release.cohorts;
    expect(leaves).toBeGreaterThan(count);
    expect(page).toContain(`300 records in ${count} cohorts of ${smallest} to ${largest}: every rectangle is a cohort`);
    expect(page).toContain("The cohorts, painted");
    expect(page.split('<rect class="').filter((part) => /^(plain|limit|alike)"/.test(part))).toHaveLength(count);
  });
});

describe("a report of people with several rows", () => {
  const text = `id,age,ill\n${Array.from({ length: 400 }, (_, i) => `p${i % 200},${20 + (i % 25)},${i % 3 === 0 ? "flu" : "gout"}`).join("\n")}\n`;

  it("says people where it counts them, in the table of sizes, the risks and the curve", () => {
    const folder = temporaryFolder();
    const [data, out, html] = ["people.csv", "out.csv", "report.html"].map((name) => join(folder, name));
    writeFileSync(data, text);
    const words = ["--person", "id", "--quasi", "age", "--sensitive", "ill", "-k", "5", "--algorithm", "mondrian"];
    expect(kohort(["anonymize", data, ...words, "-o", out, "--report", html]).code).toBe(0);
    const page = readFileSync(html, "utf8");
    expect(page).toContain("people in a cohort");
    expect(page).toContain("people with a risk above");
    expect(page).toContain("People that run a higher risk");
    expect(page).not.toMatch(/records in a cohort|records with a risk above|share of records</);
  });

  it("and so does the studio: the share of unique people is one of people", async () => {
    const { ask } = askSession();
    const alone = `id,age\n${Array.from({ length: 60 }, (_, i) => `p${i % 30},${20 + (i % 30)}`).join("\n")}\n`;
    await ask("open", { name: "people.csv", blob: new Blob([alone]) }).answer;
    const attributes: Spec["attributes"] = { id: { role: "person" }, age: quasiIdentifying() };
    const now = await ask("now", { spec: { version: 1, attributes, privacy: [kAnonymity(5)] } }).answer;
    expect(now).toMatchObject({ unique: 30, share: 1 });
  });
});

describe("the studio's zip to hand on", () => {
  it("holds no hierarchy, which lists every value of the table", async () => {
    const { ask } = askSession();
    const { suggestion: spec } = await ask("sample", { rows: 300 }).answer;
    await ask("run", { key: "a", spec }).answer;
    const { files } = await ask("download", { what: "zip", of: { key: "a", spec } }).answer;
    const inside = Object.keys(unzipSync(files[0].bytes)).sort();
    expect(inside).toEqual(["kohort.json", "release.csv", "report.html", "report.json"]);
  });
});
