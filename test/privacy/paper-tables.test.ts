/** Tables that papers print and what their authors, or a pencil, make of them. */
import { describe, expect, it } from "vitest";
import { audit } from "../../src/audit/audit.ts";
import type { Verdict } from "../../src/audit/tally.ts";
import { type Distance, kAnonymity, lDiversity, type PrivacyGoal, tCloseness } from "../../src/privacy/index.ts";
import type { Spec } from "../../src/spec/index.ts";
import { readCsv } from "../../src/table/index.ts";

function judged(rows: string, sensitive: string, goal: PrivacyGoal, attributes: Spec["attributes"] = {}): Verdict {
  const text = `${rows
    .trim()
    .split("\n")
    .map((line) => line.trim())
    .join("\n")}\n`;
  const table = readCsv(text);
  const quasiIdentifiers = table.columns
    .map(({ name }) => name)
    .filter((name) => !["problem", "condition", "salary", "disease"].includes(name));
  return audit(table, { quasiIdentifiers, sensitive: [sensitive], privacy: [goal], attributes }).privacy.at(-1)!;
}

describe("Sweeney 2002, figure 2", () => {
  const table = `race,birth,gender,zip,problem
    Black,1965,m,0214*,short breath
    Black,1965,m,0214*,chest pain
    Black,1965,f,0213*,hypertension
    Black,1965,f,0213*,hypertension
    Black,1964,f,0213*,obesity
    Black,1964,f,0213*,chest pain
    White,1964,m,0213*,chest pain
    White,1964,m,0213*,obesity
    White,1964,m,0213*,short breath
    White,1967,m,0213*,chest pain
    White,1967,m,0213*,chest pain`;
  it("is 2-anonymous, and two of its cohorts share one problem", () => {
    expect(judged(table, "problem", kAnonymity(2))).toMatchObject({ measured: 2, holds: true });
    expect(judged(table, "problem", lDiversity("problem", 2))).toMatchObject({ measured: 1, failing: 4 });
  });
});

describe("Machanavajjhala et al. 2006, the inpatients", () => {
  const fourAnonymous = `zip,age,nationality,condition
    130**,<30,*,heart disease
    130**,<30,*,heart disease
    130**,<30,*,viral infection
    130**,<30,*,viral infection
    1485*,>=40,*,cancer
    1485*,>=40,*,heart disease
    1485*,>=40,*,viral infection
    1485*,>=40,*,viral infection
    130**,3*,*,cancer
    130**,3*,*,cancer
    130**,3*,*,cancer
    130**,3*,*,cancer`;
  const threeDiverse = `zip,age,nationality,condition
    1305*,<=40,*,heart disease
    1305*,<=40,*,viral infection
    1305*,<=40,*,cancer
    1305*,<=40,*,cancer
    1485*,>40,*,cancer
    1485*,>40,*,heart disease
    1485*,>40,*,viral infection
    1485*,>40,*,viral infection
    1306*,<=40,*,heart disease
    1306*,<=40,*,viral infection
    1306*,<=40,*,cancer
    1306*,<=40,*,cancer`;

  it("are 4-anonymous and not diverse in figure 2", () => {
    expect(judged(fourAnonymous, "condition", kAnonymity(4))).toMatchObject({ measured: 4, holds: true });
    expect(judged(fourAnonymous, "condition", lDiversity("condition", 2))).toMatchObject({ measured: 1, failing: 4 });
  });

  it("are 3-diverse in figure 3", () => {
    expect(judged(threeDiverse, "condition", lDiversity("condition", 3))).toMatchObject({ measured: 3, holds: true });
    // counts 2, 1, 1: 1.5 bits of entropy, 2^1.5 = 2.83
    const entropy = (l: number) =>
      judged(threeDiverse, "condition", lDiversity("condition", l, { variant: "entropy" }));
    expect(entropy(2.8).measured).toBeCloseTo(2 * Math.SQRT2, 12);
    expect([entropy(2.8).holds, entropy(2.9).holds, entropy(2 * Math.SQRT2).holds]).toEqual([true, false, true]);
    // 2 < c (1 + 1) needs c > 1; 2 < c · 1 needs c > 2
    const recursive = (l: number, c: number) =>
      judged(threeDiverse, "condition", lDiversity("condition", l, { variant: "recursive", c }));
    expect([recursive(2, 1).holds, recursive(2, 1.001).holds]).toEqual([false, true]);
    expect([recursive(3, 2).holds, recursive(3, 2.001).holds]).toEqual([false, true]);
    expect(recursive(1, 0.01)).toMatchObject({ holds: true, definition: expect.stringMatching(/with l 1 whatever/) });
    expect(recursive(4, 9)).toMatchObject({ measured: Number.POSITIVE_INFINITY, holds: false });
  });
});

describe("Li, Li, Venkatasubramanian 2007, salaries and diseases", () => {
  const people = [
    ["3", "gastric ulcer"],
    ["4", "gastritis"],
    ["5", "stomach cancer"],
    ["6", "gastritis"],
    ["11", "flu"],
    ["8", "bronchitis"],
    ["7", "bronchitis"],
    ["9", "pneumonia"],
    ["10", "stomach cancer"],
  ] as const;
  const cohorted = (cohorts: readonly number[]): string =>
    `cohort,salary,disease\n${people.map(([salary, disease], i) => `${cohorts[i]},${salary},${disease}`).join("\n")}`;
  const diverse = cohorted([1, 1, 1, 2, 2, 2, 3, 3, 3]);
  const close = cohorted([1, 3, 1, 2, 2, 2, 3, 1, 3]);
  const respiratory = {
    "respiratory infection": ["flu", "pneumonia", "bronchitis"],
    "vascular lung": ["pulmonary edema", "pulmonary embolism"],
  };
  const digestive = { stomach: ["gastric ulcer", "stomach cancer", "gastritis"], colon: ["colitis", "colon cancer"] };
  const tree = { respiratory, digestive };
  const attributes: Spec["attributes"] = {
    disease: { role: "sensitive", hierarchy: { kind: "tree", tree } },
  };
  const failing = (table: string, attribute: string, distance: Distance, t: number): Verdict =>
    judged(table, attribute, tCloseness(attribute, t, { distance }), attribute === "disease" ? attributes : {});

  it("are 3-diverse in table 4, with salaries up to 3/8 from the table's", () => {
    expect(failing(diverse, "salary", "ordered", 0.375).measured).toBeCloseTo(3 / 8, 12);
    expect(failing(diverse, "salary", "ordered", 0.375).holds).toBe(true);
    // {3, 4, 5} and {7, 9, 10} (17/72) are above 1/6, {6, 8, 11} has it exactly
    expect(failing(diverse, "salary", "ordered", 1 / 6).failing).toBe(6);
    expect(failing(diverse, "salary", "ordered", 17 / 72).failing).toBe(3);
  });

  it("are closer in table 5: 1/6, 1/6 and 1/12 for salaries", () => {
    expect(failing(close, "salary", "ordered", 0.17).measured).toBeCloseTo(1 / 6, 12);
    expect(failing(close, "salary", "ordered", 1 / 6)).toMatchObject({ holds: true, failing: 0 });
    expect(failing(close, "salary", "ordered", 1 / 12).failing).toBe(6);
  });

  it("have the true distances of diseases, not those of the paper's equally frequent ones", () => {
    expect(failing(close, "disease", "hierarchical", 0.3).measured).toBeCloseTo(8 / 27, 12);
    expect([5 / 27, 7 / 27, 8 / 27].map((t) => failing(close, "disease", "hierarchical", t).failing)).toEqual([
      6, 3, 0,
    ]);
    expect(failing(diverse, "disease", "hierarchical", 0.5).measured).toBeCloseTo(4 / 9, 12);
  });

  it("have the paper's 0.5 and 0.278 where all six diseases are equally frequent", () => {
    // each of six cohorts of three in which every disease occurs three times in all; the first is the paper's
    const six = `cohort,disease
      1,gastric ulcer
      1,gastritis
      1,stomach cancer
      2,flu
      2,pneumonia
      2,bronchitis`;
    expect(failing(six, "disease", "hierarchical", 0.5)).toMatchObject({ measured: 0.5, holds: true });
    const mixed = `cohort,disease
      1,gastric ulcer
      1,stomach cancer
      1,pneumonia
      2,gastritis
      2,flu
      2,bronchitis`;
    expect(failing(mixed, "disease", "hierarchical", 0.278).measured).toBeCloseTo(5 / 18, 12);
  });
});
