/**
 * The figures and rows of Padmaja and Jayashree, *Leveraging k-Anonymity for Data Safeguarding and Enhanced
 * Confidentiality in Generative AI*, preprint, 2024, on all of UCI Adult with k = 5, l = 2, t = 0.2, sensitive income:
 * counted with the authors' notebook, rows as printed in their figures 10, 12, 15 and 17.
 */
import { expect, it } from "vitest";
import { mondrian } from "../../src/algorithms/index.ts";
import { kAnonymity, lDiversity, tCloseness } from "../../src/privacy/index.ts";
import type { Spec } from "../../src/spec/index.ts";
import { cell, readCsv, type Table } from "../../src/table/index.ts";
import { type Stages, stages } from "../../src/utility/stages.ts";
import { adultFull, describeOnData } from "../data/shared-data.ts";

type Row = readonly (string | number)[];

const cases: readonly {
  readonly name: string;
  readonly quasi: readonly string[];
  readonly distinct: number;
  readonly rows: readonly Row[];
}[] = [
  {
    name: "a",
    quasi: ["age", "education-num"],
    distinct: 1007,
    rows: [
      ["k", 460, 776, 547, 17929094, "21.2357", "5..948"],
      ["l", 303, 606, 704, 22293210, "32.2389", "5..1712"],
      ["t", 114, 228, 893, 234907584, "85.6877", "7..10925"],
    ],
  },
  {
    name: "b",
    quasi: ["age", "race"],
    distinct: 310,
    rows: [
      ["k", 223, 411, 87],
      ["l", 179, 358, 131],
      ["t", 123, 246, 187],
    ],
  },
  {
    name: "c",
    quasi: ["occupation", "native-country"],
    distinct: 481,
    rows: [
      ["k", 294, 512, 187],
      ["l", 216, 432, 265],
      ["t", 149, 298, 332],
    ],
  },
  {
    name: "d",
    quasi: ["age", "education-num", "hours-per-week"],
    distinct: 9953,
    rows: [
      ["k", 1593, 2543, 8360],
      ["l", 925, 1850, 9028],
      ["t", 326, 652, 9627],
    ],
  },
];

function specFor(quasi: readonly string[], k = 5, l = 2, t = 0.2): Spec {
  const attributes: Record<string, Spec["attributes"][string]> = { income: { role: "sensitive" } };
  for (const name of quasi) attributes[name] = { role: "quasi-identifying" };
  return {
    version: 1,
    attributes,
    privacy: [kAnonymity(k), lDiversity("income", l), tCloseness("income", t, { distance: "largest-difference" })],
    algorithm: mondrian({ variant: "paper" }),
  };
}

function linesOf(table: Table): string[] {
  return Array.from({ length: table.rows }, (_, row) =>
    table.columns.map((_, column) => cell(table, row, column)).join(" | "),
  );
}

describeOnData("k, then l, then t on all of Adult", () => {
  const table = readCsv(adultFull());
  const results = new Map<string, Stages>(cases.map(({ name, quasi }) => [name, stages(table, specFor(quasi))]));
  const lines = (name: string, stage: number): string[] => linesOf(results.get(name)!.stages[stage].classes);

  it.each(cases)("case $name: classes, rows, discernibility, DM, C_avg, sizes", ({ name, distinct, rows }) => {
    const found = results.get(name)!;
    expect(found.distinct).toBe(distinct);
    const figures = found.stages.map(({ name: stage, release, classes }) => {
      const { cohorts, quality } = release;
      const sizes = `${cohorts.smallest}..${cohorts.largest}`;
      return [
        stage,
        cohorts.count,
        classes.rows,
        quality.distinctLost,
        quality.discernibility,
        quality.cAvg?.toFixed(4),
        sizes,
      ];
    });
    expect(figures.map((figure, i) => figure.slice(0, rows[i].length))).toEqual(rows);
    for (const { release } of found.stages) expect(release.cohorts.smallest).toBeGreaterThanOrEqual(5);
  });

  it("prints figure 10: age and race, k", () => {
    expect(lines("b", 0)).toEqual(
      expect.arrayContaining([
        "31.382353 | Amer-Indian-Eskimo | <=50K | 31",
        "31.382353 | Amer-Indian-Eskimo | >50K | 3",
        "33 | Amer-Indian-Eskimo | <=50K | 12",
        "33 | Amer-Indian-Eskimo | >50K | 1",
        "51.294118 | Amer-Indian-Eskimo | <=50K | 15",
        "51.294118 | Amer-Indian-Eskimo | >50K | 2",
        "53.111111 | Amer-Indian-Eskimo | <=50K | 8",
        "53.111111 | Amer-Indian-Eskimo | >50K | 1",
      ]),
    );
  });

  it("prints figure 12: occupation and country, k; sets of names have no order there", () => {
    const sorted = lines("c", 0).map((line) => {
      const [occupation, country, ...rest] = line.split(" | ");
      return [occupation, country.split(",").sort().join(), ...rest].join(" | ");
    });
    expect(sorted).toEqual(
      expect.arrayContaining([
        "Handlers-cleaners | Columbia,Ecuador,Haiti | <=50K | 9",
        "Handlers-cleaners | Columbia,Ecuador,Haiti | >50K | 1",
        "Tech-support | Mexico,Puerto-Rico | <=50K | 6",
        "Tech-support | Mexico,Puerto-Rico | >50K | 3",
      ]),
    );
  });

  it("prints figures 15 and 17: age, education and hours, k and t", () => {
    expect(lines("d", 0)).toContain("39.571429 | 10.428571 | 6 | <=50K | 7");
    const t = results.get("d")!.stages[2].classes;
    const short = linesOf(t).map((line) => line.replace(/\d+\.\d+/g, (number) => Number(number).toFixed(2)));
    expect(short).toEqual(
      expect.arrayContaining([
        "37 | 9 | 35.82 | <=50K | 23",
        "37 | 9 | 35.82 | >50K | 5",
        "40.33 | 9 | 36.13 | <=50K | 26",
        "40.33 | 9 | 36.13 | >50K | 4",
      ]),
    );
  });

  it("has the row of figure 14 at the k and l stages only", () => {
    const has = (stage: number) => lines("c", stage).some((line) => /^Other-service \| [^|]*Yugoslavia/.test(line));
    expect([has(0), has(1), has(2)]).toEqual([true, true, false]);
  });

  it("prints the rows of ages and education at the l and t stages", () => {
    expect(lines("a", 1)).toEqual(
      expect.arrayContaining(["17.706107 | 7.248092 | <=50K | 785", "17.706107 | 7.248092 | >50K | 1"]),
    );
    expect(lines("a", 2)).toEqual(
      expect.arrayContaining([
        "26.697666 | 8.124394 | <=50K | 10248",
        "90 | 10.545455 | <=50K | 9",
        "90 | 10.545455 | >50K | 2",
      ]),
    );
  });

  it.each([
    [3, 2, 0.1],
    [20, 2, 0.3],
  ])("is right at k=%i, l=%i, t=%f too", (k, l, t) => {
    const { stages: found } = stages(table, specFor(["age", "education-num"], k, l, t));
    const share = 11687 / 48842;
    const classes = found.map(({ classes: rows }) => {
      const byClass = new Map<string, Map<string, number>>();
      for (const line of linesOf(rows)) {
        const [age, education, income, count] = line.split(" | ");
        const own = byClass.get(`${age} ${education}`) ?? new Map<string, number>();
        byClass.set(`${age} ${education}`, own.set(income, (own.get(income) ?? 0) + Number(count)));
      }
      return [...byClass.values()];
    });
    const size = (own: Map<string, number>) => [...own.values()].reduce((a, b) => a + b, 0);
    expect(classes.map((stage) => stage.reduce((sum, own) => sum + size(own), 0))).toEqual([48842, 48842, 48842]);
    for (const stage of classes) for (const own of stage) expect(size(own)).toBeGreaterThanOrEqual(k);
    for (const own of classes[1]) expect(own.size).toBeGreaterThanOrEqual(l);
    for (const own of classes[2]) {
      expect(Math.abs((own.get(">50K") ?? 0) / size(own) - share)).toBeLessThanOrEqual(t + 1e-9);
    }
  });
});
