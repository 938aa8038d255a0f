import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nearTopics, topics } from "../../src/explain/index.ts";
import { kohort, type Outcome, temporaryFolder } from "./run-kohort.ts";

const cwd = temporaryFolder();
const run = (...words: readonly string[]): Outcome => kohort(words, { cwd });
const save = (name: string, text: string): void => writeFileSync(join(cwd, name), text);
const hintIn = ({ stderr }: Outcome): string => /^hint: (.*)$/m.exec(stderr)?.[1] ?? "";

const survey = Array.from({ length: 240 }, (_, i) => `${20 + (i % 40)},${["n", "s"][i % 2]},${1 + (i % 5)},${i % 3}`);
save("survey.csv", `age,region,q1,q2\n${survey.join("\n")}\n`);
const intervals = { kind: "intervals", width: 2, factor: 2 };
const attributes = {
  age: { role: "quasi-identifying" },
  region: { role: "quasi-identifying" },
  q1: { role: "quasi-identifying", hierarchy: intervals },
  q2: { role: "insensitive" },
};
save("survey.json", JSON.stringify({ version: 1, attributes, privacy: [{ model: "k-anonymity", k: 2 }] }, null, 2));
const trees = ["--model", "trees", "--attempts", "20", "--force", "-o", "made.csv"];

describe("a stated kind", () => {
  it("that contradicts the spec's hierarchy is refused, and the hint works", () => {
    const words = ["anonymize", "survey.csv", "-c", "survey.json", "--force", "-o", "release.csv"];
    const refused = run(...words, "--kind", "q1=category");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('the kind of "q1" is category, and its hierarchy "intervals" is for numbers');
    expect(refused.stderr).toMatch(/at survey\.json:\d+:\d+ {3}attributes\.q1\.hierarchy/);
    expect(hintIn(refused)).toContain("--hierarchy q1=");
    expect(run(...words, "--kind", "q1=category", "--hierarchy", "q1=masking").code).toBe(0);
    expect(readFileSync(join(cwd, "release.csv"), "utf8")).not.toContain("[");
  });

  it("makes classes of numbers that a spec puts into intervals, as the hint says", () => {
    const words = ["synthesize", "survey.csv", "-c", "survey.json", "--label", "q1", ...trees];
    const refused = run(...words);
    expect(refused.stderr).toContain('the label "q1" is a number');
    expect(hintIn(refused)).toContain("--kind q1=category");
    expect(run(...words, "--kind", "q1=category")).toMatchObject({ code: 0 });
  });

  it("is not hinted at for a label of which the release has ranges", () => {
    const released = survey.map((line) => line.replace(/,([12]),(\d)$/, ",[1..2],$2"));
    save("ranges.csv", `age,region,q1,q2\n${released.join("\n")}\n`);
    const words = ["synthesize", "survey.csv", "-c", "survey.json", "--from", "ranges.csv", ...trees];
    const refused = run(...words, "--label", "q1");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('the release has ranges of the label "q1"');
    expect(hintIn(refused)).toBe("name a column that the release has classes of, such as region");
    expect(run(...words, "--label", "region").code).toBe(0);
  });
});

describe("columns proposed as label", () => {
  it("are columns that are accepted", () => {
    expect(hintIn(run("synthesize", "survey.csv", ...trees))).toMatch(/--label, such as region$/);
    save("numbers.csv", `age,q1\n${survey.map((line) => line.replace(/,[ns],(\d),\d$/, ",$1")).join("\n")}\n`);
    const hint = hintIn(run("synthesize", "numbers.csv", ...trees));
    expect(hint).toMatch(/--label, such as --label q1 --kind q1=category$/);
    const taken = ["--label", "q1", "--kind", "q1=category", "--rest", "insensitive"];
    expect(run("synthesize", "numbers.csv", ...taken, ...trees).code).toBe(0);
  });

  it("leave out those that name people", () => {
    const named = { ...attributes, region: { role: "identifying" } };
    save("named.json", JSON.stringify({ version: 1, attributes: named, privacy: [{ model: "k-anonymity", k: 2 }] }));
    expect(hintIn(run("synthesize", "survey.csv", "-c", "named.json", ...trees))).not.toContain("region");
  });
});

describe("days that are not written as in ISO 8601", () => {
  const two = (part: number): string => String(part).padStart(2, "0");
  const days = Array.from({ length: 2600 }, (_, i) => [1 + (i % 28), 1 + (Math.floor(i / 28) % 12), 1930 + (i % 47)]);
  const sick = (i: number): string => (i % 47 > 25 ? "yes" : "no");
  save("days.csv", `born,sick\n${days.map(([d, m, y], i) => `${two(d)}.${two(m)}.${y},${sick(i)}`).join("\n")}\n`);
  save("years.csv", `born,sick\n${days.map(([, , y], i) => `${y},${sick(i)}`).join("\n")}\n`);
  const words = ["synthesize", "days.csv", "--label", "sick", "--quasi", "born", "--insensitive", "sick", ...trees];
  const years = (): number[] =>
    readFileSync(join(cwd, "made.csv"), "utf8")
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => Number(/^(\d{4})-\d\d-\d\d,/.exec(line)?.[1]));

  it("are learned from as days, however many there are", () => {
    expect(run(...words)).toMatchObject({ code: 0 });
    expect(years().every((year) => year >= 1930 && year <= 1976)).toBe(true);
  });

  it("are judged as days beside a release of their years, which are spans of days", () => {
    expect(run(...words, "--hierarchy", "born=dates(levels=year)", "--from", "years.csv")).toMatchObject({ code: 0 });
    expect(years().every((year) => year >= 1930 && year <= 1976)).toBe(true);
  });
});

describe("Parquet output", () => {
  it("of a table with decimal commas leads out of the store", () => {
    save("commas.csv", `age;size\n${Array.from({ length: 20 }, (_, i) => `${30 + (i % 2)};1,${i % 2}`).join("\n")}\n`);
    const words = ["anonymize", "commas.csv", "--quasi", "age,size", "--decimal", ",", "-k", "5"];
    const refused = run(...words, "-o", "release.parquet");
    expect(refused.code).toBe(2);
    expect(hintIn(refused)).toBe("name the output *.csv, for the memory engine, or write the numbers with points");
    expect(run(...words, "-o", "commas-release.csv").code).toBe(0);
    const stored = run(...words, "--engine", "duckdb", "-o", "stored.csv");
    expect(hintIn(stored)).toBe("use --engine memory, or write the numbers with points");
    expect(hintIn(run(...words.slice(0, 4), "-k", "5", "--recipe", "r.json", "-o", "release.parquet"))).toBe(
      "name the output *.csv, for the memory engine",
    );
  });
});

describe("attacks where people have several rows", () => {
  const rows = Array.from({ length: 120 }, (_, i) => [i % 40, 30 + ((i % 40) % 4) * 10, ["flu", "hiv", "cold"][i % 3]]);
  save("visits.csv", `patient_id,age,ill\n${rows.map((row) => row.join(",")).join("\n")}\n`);
  const roles = ["--quasi", "age", "--sensitive", "ill", "--identifying", "patient_id"];
  const anonymized = ["anonymize", "visits.csv", ...roles, "-k", "5", "--force", "-o", "visits-release.csv"];

  it("are refused once, with the way to try them", () => {
    expect(run(...anonymized).code).toBe(0);
    const words = ["attack", "visits.csv", "visits-release.csv", ...roles];
    const refused = run(...words);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr.match(/takes every row for a person/g)).toHaveLength(1);
    expect(hintIn(refused)).toBe("keep one row of each person, or take every row for one with --person none");
    expect(run(...words, "--person", "none").stdout).toContain("linkage");
    expect(hintIn(run(...words, "--kind", "linkage"))).toContain("--person none");
  });

  it("are not said to have been tried in the report", () => {
    expect(run(...anonymized, "--report", "visits.html").code).toBe(0);
    const page = readFileSync(join(cwd, "visits.html"), "utf8");
    expect(page).not.toContain("Each attack was tried");
    expect(page).toContain("No attack was tried.");
    expect(page.match(/takes every row for a person/g)).toHaveLength(1);
  });
});

describe("a column that was taken for the people's", () => {
  const rows = Array.from({ length: 60 }, (_, i) => `P${i % 20},${30 + (i % 20 < 10 ? 0 : 10)},${i % 3}`);
  save("taken.csv", `patient_id,age,ill\n${rows.join("\n")}\n`);
  const roles = ["--quasi", "age", "--sensitive", "ill", "--identifying", "patient_id", "-k", "2"];
  const way = "--person COLUMN names another, --person none counts rows";

  it("is named with the way to say otherwise", () => {
    expect(run("anonymize", "taken.csv", ...roles, "--force", "-o", "taken-release.csv").stderr).toContain(
      `20 in 60 rows, by column "patient_id", which names people and repeats; ${way}`,
    );
    expect(run("audit", "taken.csv", ...roles).stdout).toContain(way);
  });

  it("and a release without it is audited with the way to say that rows are people", () => {
    const published = roles.filter((word) => !["--identifying", "patient_id"].includes(word));
    const words = ["audit", "taken-release.csv", "--original", "taken.csv", ...published];
    const { stderr } = run(...words);
    expect(stderr).toContain(
      "one person may fill a cohort alone; --person none says that every row is another person's",
    );
    expect(run(...words, "--person", "none").stderr).not.toContain("fill a cohort alone");
  });
});

describe("what a newcomer types", () => {
  save("small.csv", `age,sex\n${Array.from({ length: 20 }, (_, i) => `${30 + (i % 2)},f`).join("\n")}\n`);
  save("empty.csv", "");
  save("header.csv", "age,sex\n");
  const quasi = ["--quasi", "age", "-k", "5", "-o", "typed.csv"];

  it("a file that does not exist is said before missing roles", () => {
    for (const words of [["anonymize", "-k", "5"], ["frontier"], ["audit", "-k", "5"]]) {
      const { code, stderr } = run(...words, "nope.csv");
      expect(stderr).toContain('file "nope.csv" does not exist');
      expect(code).toBe(2);
    }
    expect(run("anonymize", "small.csv", "-k", "5", "-o", "typed.csv").stderr).toContain("no column has a role");
  });

  it("a spec given to apply is called a spec", () => {
    const { code, stderr } = run("apply", "survey.json", "survey.csv", "-o", "typed.csv");
    expect(code).toBe(2);
    expect(stderr).toContain('"survey.json" is a spec, and no recipe');
    expect(hintIn({ code, stderr, stdout: "" })).toContain("kohort anonymize");
    save("other.json", "[1]");
    expect(run("apply", "other.json", "survey.csv", "-o", "typed.csv").stderr).toContain("is no recipe");
  });

  it("every error has a hint", () => {
    const typed = [
      ["anonymize", "empty.csv", ...quasi],
      ["anonymize", "header.csv", ...quasi],
      ["anonymize", "small.csv", ...quasi, "-k", "five"],
      ["anonymize", "small.csv", "--sensitive", "sex", ...quasi, "-t", "2"],
    ];
    for (const words of typed) {
      const found = run(...words);
      expect(found.code).toBe(2);
      expect(hintIn(found), words.join(" ")).not.toBe("");
    }
    expect(hintIn(run("anonymize", "small.csv", "--quasi", "age", "-o", "typed.csv", "-k", "five"))).toBe(
      "see `kohort explain k-anonymity`",
    );
  });

  it("a flag typed as a command is found", () => {
    expect(hintIn(run("report", "small.csv"))).toMatch(/^--report is a flag of .*anonymize/);
    expect(hintIn(run("anonymise", "small.csv"))).toContain('did you mean "anonymize"?');
  });

  it("init to stdout does not speak of a file that was not written", () => {
    const { stderr } = run("init", "small.csv", "-o", "-");
    expect(stderr).toContain("save it as kohort.json, then: kohort anonymize small.csv -c kohort.json");
    expect(stderr).not.toContain("next:");
  });

  it("words without a page lead to pages that exist and are near", () => {
    const near = {
      certificate: '"audit", "recipe" or "cohort"',
      salt: '"key", "pseudonym" or "recipe"',
      report: '"risk", "disclosure" or "ncp"',
      weight: '"loss", "aggregate" or "quasi-identifier"',
      household: '"quasi-identifier", "combinations" or "cohort"',
      "date-form": '"dates", "input" or "hierarchy"',
    };
    for (const [word, pages] of Object.entries(near)) {
      expect(hintIn(run("explain", word))).toContain(`did you mean ${pages}?`);
    }
    const names = new Set(topics.map(({ name }) => name));
    for (const page of Object.values(nearTopics).flat()) expect(names).toContain(page);
  });
});

describe("the demo", () => {
  it("shows the same records before and after, all of them", () => {
    const { stdout } = kohort(["demo"], { cwd, env: { COLUMNS: "160" } });
    const part = stdout.slice(stdout.indexOf("3. A release"), stdout.indexOf("4. Measured"));
    const illnesses = part
      .split("\n\n")
      .filter((block) => /^(name|age) /.test(block))
      .map((block) =>
        block
          .split("\n")
          .slice(1)
          .map((line) => line.split(/ {2,}/).at(-1)),
      );
    expect(illnesses[0].length).toBeGreaterThanOrEqual(5);
    expect(illnesses[1]).toEqual([...illnesses[0]].sort());
  });
});
