/**
 * Figures measured by running the C and Python programs of strict, relaxed and hierarchy-guided Mondrian (qiyuangong's
 * Mondrian and Basic_Mondrian and a C port), and the notebook of Padmaja and Jayashree, on UCI Adult and INFORMS.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { mondrian } from "../../src/algorithms/index.ts";
import { kAnonymity } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { Release } from "../../src/release/release.ts";
import type { Spec } from "../../src/spec/index.ts";
import { csvBlocks, readCsv, type Table } from "../../src/table/index.ts";
import {
  adultComplete,
  adultFull,
  adultQuasi,
  describeOnData,
  informsComplete,
  sharedFile,
} from "../data/shared-data.ts";

const informsQuasi = ["DOBMM", "DOBYY", "RACEX", "EDUCYEAR", "income"];

function specFor(quasi: readonly string[], k: number, algorithm: Spec["algorithm"], sensitive?: string): Spec {
  const attributes: Record<string, Spec["attributes"][string]> = {};
  for (const name of quasi) attributes[name] = { role: "quasi-identifying" };
  if (sensitive !== undefined) attributes[sensitive] = { role: "sensitive" };
  return { version: 1, attributes, person: "none", privacy: [kAnonymity(k)], algorithm };
}

function figures({ cohorts, quality }: Release): string {
  const ncp = (100 * quality.ncp).toFixed(4);
  return `${ncp} ${cohorts.count} ${cohorts.smallest}..${cohorts.largest} ${ofParts(cohorts)}`;
}

/** Discernibility as the program has it: of the parts that it cut, though some are published alike. */
function ofParts({ sizes }: Release["cohorts"]): number {
  return sizes.reduce((sum, size) => sum + size * size, 0);
}

/** NCP of the table with all boxes' ends found again from the released texts, in code that shares nothing with ours. */
function slowNcp(original: string, released: Table, quasi: readonly string[], numeric: ReadonlySet<string>): number {
  const [header, ...rows] = original.trimEnd().split("\n");
  const names = header.split(",");
  let lost = 0;
  for (const name of quasi) {
    const values = rows.map((row) => row.split(",")[names.indexOf(name)]);
    const numbers = values.map(Number);
    const range = numeric.has(name)
      ? numbers.reduce((a, b) => Math.max(a, b)) - numbers.reduce((a, b) => Math.min(a, b))
      : new Set(values).size - 1;
    const column = released.columns.find((one) => one.name === name)!;
    const bytes = new TextDecoder();
    for (const code of column.codes) {
      const text = bytes.decode(
        column.labels.bytes.slice(column.labels.offsets[code], column.labels.offsets[code + 1]),
      );
      if (text === "*") lost += 1;
      else if (text.startsWith("[")) {
        const [low, high] = text.slice(1, -1).split("..").map(Number);
        lost += (high - low) / range;
      } else if (text.startsWith("{")) lost += (text.slice(1, -1).split("|").length - 1) / range;
    }
  }
  return lost / (quasi.length * rows.length);
}

describeOnData("Mondrian on Adult and INFORMS", () => {
  const adultText = adultComplete();
  const adult = readCsv(adultText);
  const informs = readCsv(informsComplete());

  it.each([
    [2, true, "4.9732 7213 2..124 426728"],
    [10, true, "11.2435 1795 10..124 673672"],
    [100, true, "30.0858 205 101..279 4654210"],
    [2, false, "3.5434 13735 2..7 68518"],
    [10, false, "15.8470 2048 14..15 444618"],
    [100, false, "38.9408 256 117..118 3553734"],
  ])("compatible on Adult, k=%i, strict=%s", (k, strict, expected) => {
    expect(figures(anonymize(adult, specFor(adultQuasi, k, mondrian({ compatible: true, strict }))))).toBe(expected);
  });

  it.each([
    [true, "4.6803", 4405, 1854105],
    [false, "6.9182", 4094, 1175693],
  ])("compatible on INFORMS, k=10, strict=%s", (strict, ncp, cohorts, dm) => {
    const release = anonymize(informs, specFor(informsQuasi, 10, mondrian({ compatible: true, strict })));
    expect([(100 * release.quality.ncp).toFixed(4), release.cohorts.count, ofParts(release.cohorts)]).toEqual([
      ncp,
      cohorts,
      dm,
    ]);
  });

  it("prints what the C program prints, to the byte", () => {
    const lines = (codes: boolean): string[] => {
      const { table } = anonymize(adult, specFor(adultQuasi, 10, mondrian({ compatible: true, codes })));
      const columns = adultQuasi.map((name) => table.columns.find((column) => column.name === name)!);
      const text = Buffer.concat([...csvBlocks({ rows: table.rows, columns }, { header: false })]).toString();
      return text.trimEnd().split("\n");
    };
    const named = lines(false);
    expect(named[0]).toBe(
      "17,Self-emp-not-inc~Private,5~7,Never-married,Adm-clerical~Exec-managerial~Handlers-cleaners,White,Male,United-States",
    );
    expect(lines(true)[0]).toBe("17,1~2,5~7,0,0~2,0,0,0");
    const sorted = `${named.sort().join("\n")}\n`;
    expect(sorted.length).toBe(4406364);
    expect(createHash("md5").update(sorted).digest("hex")).toBe("00341c5a909e2f4a8b53d6a67f655b0d");
  });

  it.each([
    ["Adult", 2, 1.4],
    ["Adult", 10, 7.3],
    ["Adult", 100, 26.83],
    ["INFORMS", 10, 3.1],
  ])("our default on %s loses at most what the floor says at k=%i", (data, k, most) => {
    const [table, quasi] = data === "Adult" ? [adult, adultQuasi] : [informs, informsQuasi];
    const release = anonymize(table, specFor(quasi, k, mondrian()));
    expect(100 * release.quality.ncp).toBeLessThanOrEqual(most);
    expect(release.cohorts.smallest).toBeGreaterThanOrEqual(k);
  });

  it("says the same loss as a slow reading of the released texts", () => {
    for (const k of [3, 10, 37]) {
      const release = anonymize(adult, specFor(adultQuasi, k, mondrian()));
      const slow = slowNcp(adultText, release.table, adultQuasi, new Set(["age", "education-num"]));
      expect(slow).toBeCloseTo(release.quality.ncp, 12);
    }
  });

  it("makes boxes that do not overlap", () => {
    const { recoding, problem } = anonymize(adult, specFor(adultQuasi, 10, mondrian()));
    let overlapping = 0;
    for (let a = 0; a < recoding.cohorts; a++) {
      for (let b = a + 1; b < recoding.cohorts; b++) {
        const apart = problem.attributes.some(
          (_, i) => recoding.high[i][a] < recoding.low[i][b] || recoding.high[i][b] < recoding.low[i][a],
        );
        if (!apart) overlapping++;
      }
    }
    expect(overlapping).toBe(0);
  });

  it("follows hierarchies as Basic Mondrian does, with the size check it forgets", () => {
    const files = new Map<string, Uint8Array>();
    const base = specFor(adultQuasi, 10, mondrian({ compatible: true }));
    const attributes = { ...base.attributes };
    for (const name of ["workclass", "marital-status", "occupation", "race", "sex", "native-country"]) {
      const path = `hierarchies/basic_mondrian/adult_${name.replace("-", "_")}.txt`;
      files.set(path, readFileSync(sharedFile(path)));
      attributes[name] = { role: "quasi-identifying", hierarchy: { kind: "file", path } };
    }
    const release = anonymize(adult, { ...base, attributes }, { files });
    expect(figures(release)).toMatch(/^28\.8332 1564 10\.\.\d+ 1034382$/);
    const ours = anonymize(adult, { ...base, attributes, algorithm: mondrian() }, { files });
    expect(ours.quality.ncp).toBeLessThan(0.16);
    expect(ours.cohorts.smallest).toBeGreaterThanOrEqual(10);
  });
});

describeOnData("the paper's k stage on all of Adult", () => {
  const table = readCsv(adultFull());
  it.each([
    ["a", ["age", "education-num"], 460, 776, 547, 17929094, "21.2357", "5..948"],
    ["b", ["age", "race"], 223, 411, 87, undefined, undefined, undefined],
    ["c", ["occupation", "native-country"], 294, 512, 187, undefined, undefined, undefined],
    ["d", ["age", "education-num", "hours-per-week"], 1593, 2543, 8360, undefined, undefined, undefined],
  ])("case %s", (_, quasi, classes, rows, lost, dm, average, sizes) => {
    const release = anonymize(table, specFor(quasi, 5, mondrian({ variant: "paper" }), "income"));
    expect(release.cohorts.count).toBe(classes);
    expect(release.search.classRows).toBe(rows);
    expect(release.quality.distinctLost).toBe(lost);
    if (dm !== undefined) {
      expect(release.quality.discernibility).toBe(dm);
      expect(release.quality.cAvg?.toFixed(4)).toBe(average);
      expect(`${release.cohorts.smallest}..${release.cohorts.largest}`).toBe(sizes);
    }
  });

  it.each([
    [["age", "education-num"], 819, 10882044],
    [["age", "education-num", "hours-per-week"], 3395, 2991016],
  ])("our default cuts %j finer", (quasi, cohorts, dm) => {
    const release = anonymize(table, specFor(quasi, 5, mondrian()));
    expect([release.cohorts.count, release.quality.discernibility]).toEqual([cohorts, dm]);
  });
});
