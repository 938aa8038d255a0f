/** People, not rows: the rows of one person never pass for a crowd, whatever command, engine or page is asked. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Audit, AuditOptions } from "../../../src/audit/audit.ts";
import { drive, finish } from "../../../src/base/index.ts";
import {
  anonymize,
  attack,
  audit,
  identifying,
  kAnonymity,
  person,
  quasiIdentifying,
  readCsv,
  type SpecInCode,
  sensitive,
  why,
} from "../../../src/index.ts";
import type { PrivacyGoal } from "../../../src/privacy/index.ts";
import { applyRecipe } from "../../../src/recipe/apply-recipe.ts";
import { checkedRecipe } from "../../../src/recipe/recipe-check.ts";
import { auditInStore } from "../../../src/store/audit-in-store.ts";
import { openStore } from "../../../src/store/open.ts";
import { parseAddress } from "../../../src/store/source.ts";
import { frontier } from "../../../src/utility/frontier.ts";
import { synthesisWarnings } from "../../../src/utility/synthesis-warnings.ts";
import { synthesize } from "../../../src/utility/synthesize.ts";
import { now, risk } from "../../../src/web/worker/measure.ts";
import { open } from "../../../src/web/worker/open.ts";
import { run } from "../../../src/web/worker/run.ts";
import { newState } from "../../../src/web/worker/state.ts";
import { kohort } from "../../cli/run-kohort.ts";
import {
  certifiedOf,
  independent,
  independentProblems,
  libraryProblems,
  textOf,
  verdictsOf,
} from "../../verify/certified.ts";

const folder = mkdtempSync(join(tmpdir(), "people-"));
const at = (name: string): string => join(folder, name);

/** 200 people with 5 rows each; each has an age and a place of their own, or nearly. */
const illnesses = ["flu", "cold", "asthma", "none"];
const rows = Array.from({ length: 1000 }, (_, row) => {
  const who = Math.floor(row / 5);
  return { who: `p${who}`, age: 20 + ((who * 7) % 60), zip: 10000 + ((who * 37) % 90), illness: illnesses[row % 4] };
});
const csvOf = (header: string): string =>
  `${header}\n${rows.map(({ who, age, zip, illness }) => `${who},${age},${zip},${illness}`).join("\n")}\n`;
const text = csvOf("patient_id,age,zip,illness");
const input = at("visits.csv");
writeFileSync(input, text);
const table = readCsv(text);
/** The same rows, each of another person. */
const singleText = text.replace(/^p\d+/gm, (_, place: number) => `q${place}`);
const roles = ["--quasi", "age,zip", "--sensitive", "illness"];
const spec = (more: Partial<SpecInCode> = {}): SpecInCode => ({
  attributes: { patient_id: person(), age: quasiIdentifying(), zip: quasiIdentifying(), illness: sensitive() },
  privacy: [kAnonymity(5)],
  ...more,
});

/** The people of each cohort of a release, found again by the rows that a released row may be: those whose values it covers. */
function fewestPeople(csv: string): number {
  const covers = (cell: string, value: number): boolean => {
    const numbers = cell.match(/\d+/g)!.map(Number);
    return cell === "*" || (value >= numbers[0] && value <= numbers[numbers.length - 1]);
  };
  const cohorts = new Set(
    csv
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => JSON.stringify(cellsOf(line).slice(0, 2))),
  );
  return Math.min(
    ...[...cohorts].map((key) => {
      const [age, zip] = JSON.parse(key) as [string, string];
      return new Set(rows.filter((row) => covers(age, row.age) && covers(zip, row.zip)).map(({ who }) => who)).size;
    }),
  );
}

/** The cells of a line of CSV in which nothing but a comma inside quotes needs care. */
function cellsOf(line: string): string[] {
  return (line.match(/"[^"]*"|[^,]+/g) ?? []).map((cell) => cell.replace(/^"|"$/g, ""));
}

const kohortAnonymize = (words: readonly string[], out: string) =>
  kohort(["anonymize", input, ...roles, "-k", "5", ...words, "-o", at(out), "--force"]);

async function stored(path: string, options: AuditOptions): Promise<Audit> {
  const store = await openStore({ name: "duckdb" }, { scratch: folder });
  try {
    return (await auditInStore(store, { address: parseAddress(path, undefined), optionsOf: () => options })).audit;
  } finally {
    await store.close();
  }
}

describe("200 people with 5 rows each are not published with one person in a cohort", () => {
  it("anonymize on the command line takes an identifying column that repeats, and says so", () => {
    const { code, stderr } = kohortAnonymize(["--identifying", "patient_id"], "taken.csv");
    expect(stderr).toContain('200 in 1,000 rows, by column "patient_id", which names people and repeats');
    expect(stderr).toMatch(/from 25 to \d+ records, from 5 to \d+ people/);
    expect(code).toBe(0);
    const released = readFileSync(at("taken.csv"), "utf8");
    expect(released).not.toContain("p1");
    expect(fewestPeople(released)).toBeGreaterThanOrEqual(5);
  });

  it("anonymize where nobody spoke of the column, and its header numbers people", () => {
    const { code, stderr } = kohortAnonymize([], "unspoken.csv");
    expect(stderr).toContain('200 in 1,000 rows, by column "patient_id", which names people and repeats');
    expect(code).toBe(0);
    expect(fewestPeople(readFileSync(at("unspoken.csv"), "utf8"))).toBeGreaterThanOrEqual(5);
  });

  it("anonymize with --person, by every method that can count", () => {
    for (const name of ["auto", "mondrian", "best-cut", "cluster"]) {
      const { code } = kohortAnonymize(["--person", "patient_id", "--algorithm", name], `${name}.csv`);
      expect(code).toBe(0);
      expect(fewestPeople(readFileSync(at(`${name}.csv`), "utf8"))).toBeGreaterThanOrEqual(5);
    }
  });

  it("anonymize in DuckDB refuses by name, and leaves nothing", () => {
    for (const role of [["--person", "patient_id"], ["--identifying", "patient_id"], []]) {
      const words = [...role, "--algorithm", "mondrian", "--engine", "duckdb"];
      const { code, stderr } = kohortAnonymize(words, "duckdb.csv");
      expect(stderr).toContain(
        'the duckdb engine counts rows, and by column "patient_id" 1000 rows belong to 200 people',
      );
      expect(code).toBe(2);
      expect(() => readFileSync(at("duckdb.csv"))).toThrow();
    }
  });

  it("audit measures people", () => {
    for (const role of ["--person", "--identifying"]) {
      const found = kohort(["audit", input, ...roles, role, "patient_id", "-k", "5"]);
      expect(found.stdout).toMatch(/k-anonymity +asked 5 +measured 1 +does not hold/);
      expect(found.stdout).toContain("200, by column");
      expect(found.code).toBe(1);
    }
  });

  it("audit in DuckDB counts people as memory does, and refuses to count them by sensitive value", async () => {
    const path = at("gaps.csv");
    writeFileSync(
      path,
      text.replace(/^p1(\d),(\d)/gm, (_, who, digit) => (who < 5 ? `,${digit}` : `p1${who},${digit}`)),
    );
    const options = {
      quasiIdentifiers: ["age"],
      attributes: { patient_id: person() },
      privacy: [kAnonymity(5), { model: "average-risk" as const, "at-most": 0.2 }],
    };
    const { release, ...memory } = audit(readCsv(readFileSync(path)), options);
    expect(await stored(path, options)).toEqual({ ...memory, release });
    expect(release.people).toMatchObject({ nameless: 25, column: "patient_id" });
    const asked = { ...options, sensitive: ["illness"], privacy: [{ model: "l-diversity" as const, l: 2 }] };
    await expect(stored(path, asked)).rejects.toThrow(
      "the duckdb engine counts people, but not by sensitive value as l-diversity needs",
    );
  });

  it("apply counts the new table's people", () => {
    writeFileSync(at("single.csv"), singleText);
    const made = kohort([
      ...["anonymize", at("single.csv"), ...roles, "--identifying", "patient_id", "-k", "5"],
      ...["--recipe", at("recipe.json"), "-o", at("single-out.csv")],
    ]);
    expect(made.code).toBe(0);
    const applied = kohort(["apply", at("recipe.json"), input, "-o", at("applied.csv")]);
    expect(applied.stderr).toMatch(/merged \d+ cohorts \(1000 records\) because some were below the goal/);
    expect(fewestPeople(readFileSync(at("applied.csv"), "utf8"))).toBeGreaterThanOrEqual(5);
    const own = kohortAnonymize(["--identifying", "patient_id", "--recipe", at("own.json")], "own.csv");
    expect(own.code).toBe(0);
    const again = kohort(["apply", at("own.json"), input, "-o", at("again.csv")]);
    expect(again.stderr).toContain("200 in 1,000 rows");
    expect(readFileSync(at("again.csv"), "utf8")).toBe(readFileSync(at("own.csv"), "utf8"));
  });

  it("the library: anonymize, audit, attack and apply", () => {
    for (const role of [person(), identifying()]) {
      const release = anonymize(table, spec({ attributes: { ...spec().attributes, patient_id: role } }));
      expect(Math.min(...release.cohorts.people!)).toBeGreaterThanOrEqual(5);
      expect(release.persons).toMatchObject({ column: "patient_id", taken: role.role === "identifying", people: 200 });
      const found = audit(release.table, { quasiIdentifiers: ["age", "zip"], persons: release.persons!.of! });
      expect(found.k).toBeGreaterThanOrEqual(5);
    }
    const attributes = { ...spec().attributes, patient_id: identifying() };
    const found = audit(table, { quasiIdentifiers: ["age", "zip"], attributes });
    expect(found).toMatchObject({ k: 1, highestRisk: 1, release: { people: { total: 200, taken: true } } });
    expect(attack(table, anonymize(table, spec()))).toEqual([]);
    expect(() => attack(table, anonymize(table, spec()), { kind: "linkage" })).toThrow(
      'linkage cannot be tried: it takes every row for a person, and by column "patient_id" people have several',
    );
    const others = readCsv(singleText);
    const { recipe } = finish(checkedRecipe(others, anonymize(others, spec()), {}));
    const applied = applyRecipe(table, recipe);
    expect(applied.drift.merged.cohorts).toBeGreaterThan(10);
    const { k } = audit(applied.table, { quasiIdentifiers: ["age", "zip"], persons: applied.persons!.of! });
    expect(k).toBeGreaterThanOrEqual(5);
  });

  it("the studio's worker", async () => {
    const state = newState();
    const tools = { drive: <T>(task: Parameters<typeof drive<T>>[0]) => drive(task), part: () => {} };
    await open(state, { name: "visits.csv", blob: new Blob([text]) }, tools);
    const asked = { version: 1 as const, ...spec({ attributes: { ...spec().attributes, patient_id: identifying() } }) };
    const today = await now(state, { spec: asked }, tools);
    expect(today).toMatchObject({ k: 1, unique: 160 });
    const result = await run(state, { key: "one", spec: asked }, tools);
    expect(result.report.release.people).toMatchObject({ column: "patient_id", taken: true, total: 200 });
    expect(result.report.release.people!.smallest).toBeGreaterThanOrEqual(5);
    const { before, after } = await risk(state, { key: "one", spec: asked }, tools);
    expect(before.risk.highest).toBe(1);
    expect(after.risk.highest).toBeLessThanOrEqual(0.2);
  });
});

describe("a certificate of a release with several rows per person counts people", () => {
  const privacy: readonly PrivacyGoal[] = [
    kAnonymity(5),
    { model: "l-diversity", l: 2 },
    { model: "t-closeness", t: 0.5 },
    { model: "average-risk", "at-most": 0.2 },
  ];
  const asked = spec({ privacy });
  const replace = { kind: "pseudonym" } as const;
  const named = { ...asked.attributes, patient_id: { role: "person", replace } } as const;
  const key = new TextEncoder().encode("0f1e2d3c4b5a69788796a5b4c3d2e1f0");

  it("its figures are those that the audit measured, and its people those that a slow count finds", () => {
    const making = { ...asked, attributes: named };
    const { bytes, certificate } = certifiedOf(table, { spec: making, key });
    const release = anonymize(table, making, { key });
    const found = audit(release.table, {
      quasiIdentifiers: ["age", "zip"],
      sensitive: ["illness"],
      persons: release.persons!.of!,
      privacy,
    });
    expect(certificate.measured.privacy.map(({ measured }) => measured)).toEqual(
      found.privacy.map(({ measured }) => measured),
    );
    const lines = Buffer.from(bytes).toString().trimEnd().split("\n").slice(1).map(cellsOf);
    for (const {
      values,
      records,
      people,
      sensitive: [pairs],
    } of certificate.cohorts) {
      const own = lines.filter(([, age, zip]) => age === values[0] && zip === values[1]);
      expect([own.length, new Set(own.map(([who]) => who)).size]).toEqual([records, people]);
      const count = new Set(own.map(([who, , , illness]) => `${who} ${illness}`)).size;
      expect(Object.values(pairs).reduce((sum, one) => sum + one)).toBe(count);
    }
    expect(certificate.release).toMatchObject({ rows: 1000, people: 200, counts: "pseudonyms" });
  });

  it.each([
    ["without the person column", asked.attributes, "people", "how many people are in each cohort"],
    ["with its pseudonyms", named, "pseudonyms", "whether each pseudonym is another person"],
  ] as const)(
    "both verifiers accept it %s, say what they cannot know, and reject a raised k",
    (_, attributes, counts, unknown) => {
      const { bytes, text: honest, certificate } = certifiedOf(table, { spec: { ...asked, attributes }, key });
      expect(certificate.release).toMatchObject({ rows: 1000, people: 200, counts });
      expect([libraryProblems(bytes, honest), independentProblems(bytes, honest)]).toEqual([[], []]);
      expect(independent.verify(bytes, honest).unknowable.join()).toContain(unknown);
      const raised = JSON.parse(honest);
      for (const { privacy: goals } of [raised.asked, raised.measured]) goals[0].k += 1;
      raised.measured.privacy[0].measured += 1;
      expect(verdictsOf(bytes, textOf(raised))).toEqual([false, false]);
      const byRows = JSON.parse(honest);
      for (const cohort of byRows.cohorts) cohort.people = cohort.records;
      expect(verdictsOf(bytes, textOf(byRows))).toEqual([false, false]);
    },
  );

  it("the command writes one that kohort verify accepts", () => {
    const made = kohortAnonymize(["--person", "patient_id", "--certificate", at("certificate.json")], "certified.csv");
    expect(made.code, made.stderr).toBe(0);
    const verified = kohort(["verify", at("certified.csv"), at("certificate.json")]);
    expect(verified.stdout).toContain("people: 200, stated, and possible with these records");
    expect(verified.stdout).toContain("whose rows they are is not in the file");
    expect(verified.code).toBe(0);
  });

  it("is refused where a row has no identifier, or a requirement joins cohorts that share people", () => {
    const gaps = readCsv(text.replace(/^p7,/m, ","));
    expect(() => certifiedOf(gaps, { spec: spec() })).toThrow("people are counted and a row has no identifier");
    const moving = readCsv(text.replace(/,(\d\d),1/g, (_, age, place: number) => `,${20 + ((age * place) % 60)},1`));
    expect(certifiedOf(moving, { spec: spec() }).certificate.release.counts).toBe("people");
    const average = { model: "average-risk" as const, "at-most": 0.2 };
    expect(() => certifiedOf(moving, { spec: spec({ privacy: [kAnonymity(5), average] }) })).toThrow(
      "no certificate can be made of average-risk where a person is in several cohorts",
    );
  });
});

describe("whose rows they are is stated, found or refused", () => {
  it("several identifying columns that repeat are refused with the choice; one that numbers people is taken", () => {
    const twice = readCsv(
      csvOf("patient_id,age,zip,illness").replace(
        /^(p\d+|patient_id)/gm,
        (who) => `${who},${who === "patient_id" ? "ward" : who.slice(0, 2)}`,
      ),
    );
    const attributes = { ...spec().attributes, patient_id: identifying(), ward: identifying() };
    expect(anonymize(twice, spec({ attributes })).persons).toMatchObject({ column: "patient_id", taken: true });
    const renamed = {
      ...twice,
      columns: twice.columns.map((column) => (column.name === "patient_id" ? { ...column, name: "label" } : column)),
    };
    const { patient_id: _, ...others } = attributes;
    expect(() => anonymize(renamed, spec({ attributes: { label: identifying(), ...others } }))).toThrow(
      '2 columns that name people repeat and may say whose rows they are: "label", "ward"',
    );
    const stated = anonymize(renamed, spec({ attributes: { ...others, label: person() } }));
    expect(stated.persons).toMatchObject({ column: "label", taken: false });
    const none = anonymize(renamed, spec({ person: "none", attributes: { label: identifying(), ...others } }));
    expect(none.persons).toBeUndefined();
    expect(none.warnings.filter((warning) => warning.includes("so one person may fill a cohort alone"))).toHaveLength(
      2,
    );
  });

  it("--person none counts rows and warns; the exit code of several columns is 2", () => {
    const none = kohortAnonymize(["--identifying", "patient_id", "--person", "none"], "none.csv");
    expect(none.stderr).toContain(
      'column "patient_id" names people and repeats (200 values in 1000 rows) and rows are counted',
    );
    expect(none.code).toBe(0);
    writeFileSync(at("two.csv"), text.replace(/^(\w+),/gm, "$1,$1,").replace("patient_id,patient_id", "label,ward"));
    const several = kohort(["anonymize", at("two.csv"), ...roles, "--identifying", "label,ward", "-k", "5"]);
    expect(several.stderr).toContain("--person COLUMN");
    expect(several.code).toBe(2);
  });

  it("a spec names one person column at most, and none with person none", () => {
    const two = { ...spec().attributes, illness: person() };
    expect(() => anonymize(table, spec({ attributes: two }))).toThrow('2 columns have the role "person"');
    expect(() => anonymize(table, spec({ person: "none" }))).toThrow('"person" is "none", and column "patient_id" has');
  });

  it("a row without an identifier adds nobody to k", () => {
    const gaps = readCsv(
      `who,age,illness\n${Array.from({ length: 9 }, (_, i) => `,40,${illnesses[i % 2]}`).join("\n")}\na,40,flu\na,41,flu\n`,
    );
    const attributes = { who: person(), age: quasiIdentifying(), illness: sensitive() };
    expect(() => anonymize(gaps, { attributes, privacy: [kAnonymity(2)] })).toThrow("no release meets the spec");
    const found = audit(gaps, { quasiIdentifiers: ["age"], sensitive: ["illness"], attributes });
    expect(found).toMatchObject({ k: 1, release: { people: { total: 1, nameless: 9 } } });
  });

  it("goals, methods and forms that cannot count people refuse by name", () => {
    const refuse = (more: Partial<SpecInCode>, message: string): void => {
      expect(() => anonymize(table, spec(more))).toThrow(message);
    };
    refuse({ privacy: [{ model: "k-concealment", k: 2 }] }, "k-concealment counts rows, and one person has several");
    refuse({ algorithm: { name: "auto", minimize: "ncp,disclosure<=0.2" } }, "auto as asked for cannot count people");
    const wild = { ...spec().attributes, age: quasiIdentifying(undefined, { missing: "wildcard" }) };
    refuse({ attributes: wild }, 'people cannot be counted where missing values of "age" match anything');
  });

  it("rows of a person that differ are counted by auto and mondrian, and refused by the others", () => {
    const moving = readCsv(
      `patient_id,age,zip,illness\n${rows.map(({ who, age, zip, illness }, row) => `${who},${age + (row % 5)},${zip},${illness}`).join("\n")}\n`,
    );
    for (const name of ["auto", "mondrian"] as const) {
      const release = anonymize(moving, spec({ algorithm: { name } }), { truth: true });
      const { table: out, truth } = release;
      const people = new Map<string, Set<string>>();
      for (let row = 0; row < out.rows; row++) {
        const key = out.columns
          .slice(0, 2)
          .map(({ codes }) => codes[row])
          .join();
        people.set(key, (people.get(key) ?? new Set()).add(rows[truth![row]].who));
      }
      expect(Math.min(...[...people.values()].map(({ size }) => size))).toBeGreaterThanOrEqual(5);
    }
    for (const name of ["best-cut", "cluster"] as const) {
      expect(() => anonymize(moving, spec({ algorithm: { name } }))).toThrow(
        `${name} cannot count people whose rows differ in quasi-identifiers or lack an identifier`,
      );
    }
  });

  it("a compatible form counts rows, and says so", () => {
    const release = anonymize(table, spec({ algorithm: { name: "mondrian", compatible: true } }));
    expect(release.cohorts.people).toBeUndefined();
    expect(release.warnings.join()).toContain("mondrian in this form counts rows, as the program that it follows does");
  });
});

describe("a column that is kept back and repeats says whose rows they are by its header", () => {
  const headers =
    "ssn mrn nhs_number email name pid id subject_id participant person employee_number personnr user customer_no USUBJID record_id workerid Probandencode national_id".split(
      " ",
    );
  for (const header of headers) {
    it(`${header}: taken where it has no role, warned of where rows are counted or it is published`, () => {
      const named = readCsv(csvOf(`${header},age,zip,illness`));
      const { patient_id: _, ...attributes } = spec().attributes;
      const release = anonymize(named, spec({ attributes }));
      expect(release.persons).toMatchObject({ column: header, taken: true, people: 200 });
      expect(Math.min(...release.cohorts.people!)).toBeGreaterThanOrEqual(5);
      expect(() => anonymize(named, spec({ attributes, person: "none", warnings: "refuse" }))).toThrow(
        `column "${header}" names people and repeats (200 values in 1000 rows) and rows are counted`,
      );
      expect(() => anonymize(named, spec({ attributes, rest: "insensitive", warnings: "refuse" }))).toThrow(
        `column "${header}" is published as it is, and its header says`,
      );
    });
  }

  it("columns that speak of groups of people or of other things are not taken", () => {
    for (const header of ["patient_group", "hospital_id", "ward", "customer_type", "student_status", "street"]) {
      const { patient_id: _, ...attributes } = spec().attributes;
      expect(anonymize(readCsv(csvOf(`${header},age,zip,illness`)), spec({ attributes })).persons).toBeUndefined();
    }
  });

  it("a word for people that has few values is what they are: warned of, and of two values nothing is said", () => {
    const { patient_id: _, ...attributes } = spec().attributes;
    const student = (values: number): string =>
      csvOf("student,age,zip,illness").replace(/^p(\d+)/gm, (_, who) => `${who % values}`);
    const asked = spec({ attributes });
    const saying = (values: number): string => {
      const { persons, warnings } = anonymize(readCsv(student(values)), asked);
      expect(persons).toBeUndefined();
      return warnings.join();
    };
    expect(saying(2)).not.toContain("student");
    expect(saying(8)).toContain(
      'column "student" names people and repeats (8 values in 1000 rows) and rows are counted',
    );
    expect(anonymize(readCsv(student(100)), asked).persons).toMatchObject({ column: "student", taken: true });
  });

  it("parts of names say together that people have several rows, and namesakes alone do not", async () => {
    const { patient_id: _, ...attributes } = spec().attributes;
    const asked = spec({ attributes, warnings: "refuse" });
    const named = (csv: string): string =>
      csv.replace(/^(\w+?)(\d*),/gm, (_, who, number) =>
        number === "" ? "first_name,last_name," : `${who}${number % 10},${who}${Math.floor(number / 10)},`,
      );
    const sentence =
      'columns "first_name", "last_name" name people and repeat together (200 combinations in 1000 rows) and rows are counted';
    expect(() => anonymize(readCsv(named(text)), asked)).toThrow(sentence);
    writeFileSync(at("parts.csv"), named(text));
    const duckdb = ["--algorithm", "mondrian", "--engine", "duckdb", "--warnings", "refuse", "-o", at("parts.out.csv")];
    expect(kohort(["anonymize", at("parts.csv"), ...roles, "-k", "5", ...duckdb]).stderr).toContain(sentence);
    expect(anonymize(readCsv(named(singleText)), asked).persons).toBeUndefined();
  });

  it("stages count people, or say that the paper's form counts rows", () => {
    const asked = ["stages", input, ...roles, "-k", "5"];
    expect(kohort(asked).stderr).toContain(
      'counts rows, as the program that it follows does: the 1000 rows with a "patient_id" belong to 200',
    );
    const { stdout, stderr } = kohort([...asked, "--algorithm", "mondrian", "--json"]);
    expect(stderr).not.toContain("counts rows");
    expect(JSON.parse(stdout).cases[0].stages[0].smallest).toBeGreaterThanOrEqual(25);
  });

  const byRows = 'counts rows, and by column "patient_id" 1000 rows belong to 200 people';
  const released = at("looked-at.csv");

  it("a frontier and why refuse, stated or found by the header", () => {
    const plan = { ks: [5], methods: [{ label: "auto", value: { name: "auto" as const } }] };
    const { patient_id: _, ...attributes } = spec().attributes;
    for (const asked of [spec(), spec({ attributes })]) {
      expect(() => frontier(table, { version: 1, ...asked }, plan)).toThrow(`a frontier ${byRows}`);
      const release = anonymize(table, asked);
      expect(() => why(table, release, { record: 0 })).toThrow(`why ${byRows}`);
      expect(() => why(table, release.table, { record: 0, spec: { version: 1, ...asked } })).toThrow(`why ${byRows}`);
    }
    const none = spec({ attributes, person: "none" });
    expect(frontier(table, { version: 1, ...none }, plan)).toHaveLength(1);
    expect(why(table, anonymize(table, none), { record: 0 }).record).toBe(0);
  });

  it("compare, synthesize and the audit of a release without the column say that they count rows", () => {
    expect(kohortAnonymize([], "looked-at.csv").code).toBe(0);
    const compared = kohort(["compare", input, released, "--quasi", "age,zip", "--json"]);
    expect(JSON.parse(compared.stdout).warnings).toEqual([`compare ${byRows}`]);
    expect(compared.stderr).toContain(`compare ${byRows}`);
    expect(kohort(["compare", input, released, "--quasi", "age,zip", "--person", "none"]).stderr).not.toContain(byRows);
    const audited = (words: readonly string[]): string => kohort(["audit", released, ...roles, ...words]).stderr;
    expect(audited(["--original", input])).toContain(`the audit ${byRows} in the original; the table does not have it`);
    expect(audited(["--original", input, "--person", "none"])).not.toContain("counts rows");
    writeFileSync(at("spec.json"), JSON.stringify({ version: 1, ...spec() }));
    for (const engine of ["memory", "duckdb"]) {
      expect(kohort(["audit", released, "-c", at("spec.json"), "--engine", engine]).stderr).toContain(
        'the audit counts rows, although people are told apart by column "patient_id": the table does not have it',
      );
    }
    const { patient_id: _, ...attributes } = spec().attributes;
    for (const stated of [attributes, spec().attributes]) {
      const made = synthesize(table, { label: "illness", attributes: stated, epochs: 1, rows: 10, attempts: 5 });
      expect(synthesisWarnings(made)[0]).toBe(`synthesize ${byRows}: attacks find less than there is to find`);
    }
  });

  it("attacks that were not tried do not pass for attacks that failed, and no story is told", () => {
    const asked = ["attack", input, released, ...roles];
    const { code, stderr } = kohort([...asked, "--fail-above", "0.5"]);
    expect(stderr).toContain("no attack could be tried");
    expect(code).toBe(1);
    expect(kohort([...asked, "--story", "1"]).stderr).toContain(
      "a story cannot be told: it takes every row for a person",
    );
  });

  it("where people are counted, a published column of their own singles them out, whatever its header", () => {
    const copied = readCsv(text.replace(/^(\w+),/gm, "$1,$1,").replace("patient_id,patient_id", "patient_id,badge"));
    expect(() => anonymize(copied, spec({ rest: "insensitive", warnings: "refuse" }))).toThrow(
      'column "badge" is published as it is and singles out 200 of 200 people',
    );
  });
});

describe("one identifier written in several ways is one person", () => {
  const ways = ["7", "07", "7.0", " 7", "7e0"];
  const spelled = `who,age,illness\n${ways.map((who, i) => `${who},40,${illnesses[i % 4]}`).join("\n")}\nAnn,41,flu\nann,41,flu\n \t,41,flu\n`;
  const options = { quasiIdentifiers: ["age"], attributes: { who: person() }, privacy: [kAnonymity(2)] };

  it("in memory", () => {
    expect(audit(readCsv(spelled), options)).toMatchObject({ k: 1, release: { people: { total: 2, nameless: 1 } } });
  });

  it("and refused in DuckDB, which compares texts", async () => {
    writeFileSync(at("spelled.csv"), spelled);
    await expect(stored(at("spelled.csv"), options)).rejects.toThrow("the duckdb engine compares identifiers as texts");
  });

  const twice = text.replace(/^p(\d+),/gm, (_, who, place: number) => `${["", "0", " "][place % 3]}${who},`);
  const key = new TextEncoder().encode("0f1e2d3c4b5a69788796a5b4c3d2e1f0");

  it("in a release and its certificate, which both verifiers accept", () => {
    const { certificate, bytes, text: honest } = certifiedOf(readCsv(twice), { spec: spec() });
    expect(certificate.release).toMatchObject({ rows: 1000, people: 200, counts: "people" });
    expect(verdictsOf(bytes, honest)).toEqual([true, true]);
    expect(fewestPeople(Buffer.from(bytes).toString())).toBeGreaterThanOrEqual(5);
  });

  it("and pseudonyms that count it twice are warned of and not certified", () => {
    const replaced = { role: "person", replace: { kind: "pseudonym" } } as const;
    const asked = spec({ attributes: { ...spec().attributes, patient_id: replaced } });
    expect(anonymize(readCsv(twice), asked, { key }).warnings.join()).toContain(
      "count as 200 people, since some differ",
    );
    expect(() => certifiedOf(readCsv(twice), { spec: asked, key })).toThrow("does not tell people apart");
    expect(anonymize(table, asked, { key }).warnings.join()).not.toContain("count as 200 people");
  });
});
