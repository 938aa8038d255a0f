import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { finish, randomFrom } from "../../src/base/index.ts";
import { anonymize, inspect, readCsv, writeCsv } from "../../src/index.ts";
import { start, suggest } from "../../src/inspect/suggest.ts";
import type { AttributeSpec, Spec } from "../../src/spec/index.ts";
import type { Table } from "../../src/table/index.ts";
import { sharedFile } from "../data/shared-data.ts";
import { needing } from "../setup/needs.ts";

/** A table of columns, each a function of the row and a random source. */
function tableOf(
  rows: number,
  columns: Readonly<Record<string, (row: number, below: (n: number) => number) => unknown>>,
) {
  const random = randomFrom(7);
  const below = (n: number): number => random.below(n);
  const names = Object.keys(columns);
  const lines = Array.from({ length: rows }, (_, row) => names.map((name) => columns[name](row, below)).join());
  return readCsv(`${names.join()}\n${lines.join("\n")}\n`);
}

function suggested(table: Table, kinds: readonly string[] = []) {
  const { suggestion } = finish(start(table, undefined, kinds));
  const of = (name: string): AttributeSpec => suggestion.spec.attributes[name];
  return { ...suggestion, of, because: (name: string): string => suggestion.reasons.get(name)! };
}

const code = (least: number, most: number) => (_: number, below: (n: number) => number) =>
  least + below(most - least + 1);

describe("integer codes with few values", () => {
  const survey = tableOf(600, {
    sex: code(1, 2),
    marital: code(1, 6),
    region: code(1, 16),
    educ: code(0, 5),
    likert: code(1, 5),
    flag: code(0, 1),
    occupation: code(100, 149),
    county: code(1, 40),
    age_group: code(1, 8),
    age: code(18, 90),
    children: code(0, 5),
    number_of_cars: code(0, 4),
    ANZAHLKINDER: code(0, 4),
    birthyear: code(1950, 1969),
    hours: code(30, 48),
    rooms: (_, below) => 1 + below(6) + 0.5,
    amount: (_, below) => 1000 * (1 + below(9)),
  });

  it("are categories, said to be, with what to state otherwise", () => {
    const { of, because } = suggested(survey);
    for (const [name, count] of Object.entries({
      sex: 2,
      marital: 6,
      region: 16,
      educ: 6,
      likert: 5,
      flag: 2,
      age_group: 8,
    })) {
      expect(of(name), name).toEqual({ role: "quasi-identifying", kind: "category" });
      expect(because(name)).toContain(`${count} whole numbers`);
      expect(because(name)).toContain("taken as codes of categories");
      expect(because(name)).toContain('"kind": "number"');
    }
    expect(of("occupation")).toMatchObject({ kind: "category", hierarchy: { kind: "masking" } });
    expect(of("county")).toMatchObject({ kind: "category", hierarchy: { kind: "frequency" } });
  });

  it("are not ages, years, counts, hours, amounts or decimals", () => {
    const { of } = suggested(survey);
    const numbers = ["age", "children", "number_of_cars", "ANZAHLKINDER", "birthyear", "hours", "rooms", "amount"];
    for (const name of numbers) {
      expect(of(name).kind, name).toBeUndefined();
      expect(of(name).hierarchy?.kind, name).toBe("intervals");
    }
  });

  it("stay numbers where that is stated, and the spec says so", () => {
    const { of, because } = suggested(survey, ["likert"]);
    expect(of("likert")).toMatchObject({ kind: "number", hierarchy: { kind: "intervals" } });
    expect(because("likert")).not.toContain("codes");
    expect(of("marital").kind).toBe("category");
  });

  it("are told by inspect() as well", () => {
    const { columns } = inspect(survey);
    const marital = columns.find(({ name }) => name === "marital")!;
    expect(marital).toMatchObject({ kind: "number", coded: true });
    expect(marital.evidence).toContain("taken as codes of categories");
    expect(marital.hierarchy?.setting).toBeUndefined();
    expect(columns.find(({ name }) => name === "age")!.coded).toBeUndefined();
  });

  it("are not codes where one number is written in two ways, which would be two categories", () => {
    const table = tableOf(60, { grade: (row) => ["1", "1.0", "2", "3"][row % 4] });
    expect(suggested(table).of("grade").kind).toBeUndefined();
  });

  it("are read as the written spec reads them, and released as codes, never as intervals", () => {
    const { table, suggestion } = finish(start(survey));
    expect(table.columns.map(({ name, kind }) => [name, kind])).toContainEqual(["marital", "category"]);
    const attributes = Object.fromEntries(
      ["sex", "marital", "region"].map((name) => [name, suggestion.spec.attributes[name]]),
    );
    const spec: Spec = { version: 1, attributes, privacy: [{ model: "k-anonymity", k: 5 }], rest: "drop" };
    const textOf = (read: Table): string => new TextDecoder().decode(writeCsv(anonymize(read, spec).table));
    const text = textOf(table);
    expect(text).toMatch(/\{\d+(\|\d+)+\}/);
    expect(text).not.toMatch(/\.\./);
    const kinds = Object.fromEntries(Object.keys(attributes).map((name) => [name, "category" as const]));
    expect(textOf(readCsv(writeCsv(survey), { kinds }))).toBe(text);
  });
});

describe("survey weights", () => {
  const decimals = (_: number, below: (n: number) => number) => (20 + below(400_000) / 1000).toFixed(3);
  it.each(["pwgtp", "PERWT", "hhwt", "wgt", "weight", "sampling_weight", "Hochrechnungsfaktor", "fnlwgt", "poids"])(
    "%s is one by its name and values, is not published, and that is said",
    (name) => {
      const table = tableOf(400, { age: code(18, 90), [name]: decimals });
      const { of, because, warnings } = suggested(table);
      expect(of(name)).toEqual({ role: "unpublished" });
      expect(because(name)).toContain("survey weight");
      expect(warnings.join()).toContain(`"${name}"`);
    },
  );

  it("are found where strata share a few of them", () => {
    const strata = [112.7, 118.3, 140.2, 155.9, 420];
    const { of, because } = suggested(tableOf(1000, { age: code(18, 90), WEIGHT: (row) => strata[row % 5] }));
    expect(of("WEIGHT")).toEqual({ role: "unpublished" });
    expect(because("WEIGHT")).toContain("5 values in 1,000 rows, from 112.7 to 420");
  });

  it.each([
    ["whole kilograms", { weight: code(40, 150) }],
    ["kilograms with a decimal", { weight: (_: number, below: (n: number) => number) => 40 + below(900) / 10 }],
    [
      "decimals beside a height",
      {
        weight: (_: number, below: (n: number) => number) => (45 + below(9000) / 97).toFixed(4),
        height: code(150, 200),
      },
    ],
    ["a header that names the body", { birth_weight: code(1200, 5200) }],
    [
      "a header that names the unit",
      { "weight (kg)": (_: number, below: (n: number) => number) => 40 + below(90) / 10 },
    ],
  ] as const)("are not %s", (_, columns) => {
    const table = tableOf(2000, { age: code(18, 90), ...columns });
    const [name] = Object.keys(columns);
    expect(suggested(table).because(name)).not.toContain("taken for a survey weight");
    const coarse = tableOf(2000, { age: code(18, 90), weight: code(40, 150) });
    expect(suggested(coarse).of("weight").role).toBe("quasi-identifying");
    expect(suggested(coarse).because("weight")).toContain("body weight");
  });

  it("never become insensitive, however few values they have", () => {
    const { of } = suggested(tableOf(500, { wgt: code(1, 3), age: code(18, 90) }));
    expect(of("wgt").role).toBe("unpublished");
  });
});

describe("numbers of households and people", () => {
  const household = (row: number): number => 1 + Math.floor(row / 3);
  it.each([
    "hh_id",
    "hhid",
    "HHID",
    "household_id",
    "household",
    "serialno",
    "Haushaltsnummer",
    "ori_hid",
    "DUID",
    "num_menage",
  ])("%s of households is identifying", (name) => {
    const { of, because } = suggested(tableOf(600, { [name]: household, age: code(18, 90) }));
    expect(of(name)).toEqual({ role: "identifying" });
    expect(because(name)).toContain("households");
  });

  it.each(["household_size", "hh_type", "household_income_class", "household", "number_of_families"])(
    "%s with few values is none",
    (name) => {
      const { of } = suggested(tableOf(600, { [name]: code(1, 6), age: code(18, 90) }));
      expect(["identifying", "person"]).not.toContain(of(name).role);
    },
  );

  it("a number of people within households is not taken for the people of the table", () => {
    for (const name of ["pernum", "pid", "person_id"]) {
      const table = tableOf(600, { hhid: household, [name]: (row) => 1 + (row % 3), age: code(18, 90) });
      const { of, because, spec } = suggested(table);
      expect(of(name), name).toEqual({ role: "unpublished" });
      expect(because(name)).toContain("household");
      const attributes = { hhid: of("hhid"), [name]: of(name), age: of("age") };
      // a household counts as one, so that its members are no crowd
      const { persons } = anonymize(table, { ...spec, attributes });
      expect(persons).toMatchObject({ column: "hhid" });
    }
  });

  it("the number that tells people apart says whose rows they are, not the one within households", () => {
    const table = tableOf(600, {
      DUID: (row) => 20_000 + household(row),
      PID: (row) => 1 + (row % 3),
      DUPERSID: (row) => 100_000 + row,
      age: code(18, 90),
    });
    const { of } = suggested(table);
    expect([of("DUID").role, of("PID").role, of("DUPERSID").role]).toEqual(["identifying", "unpublished", "person"]);
  });

  it("where names repeat beside households, names say whose rows they are, and the proposal can be followed", () => {
    const table = tableOf(600, { hhid: household, name: (row) => `N${row % 300}`, age: code(18, 90) });
    const { spec } = suggested(table);
    expect([spec.attributes.hhid.role, spec.attributes.name.role]).toEqual(["identifying", "identifying"]);
    expect(anonymize(table, spec).persons).toMatchObject({ column: "name" });
  });

  it("a person with several rows is the person, beside a household", () => {
    const table = tableOf(600, {
      hhid: (row) => Math.floor(row / 6),
      person_id: (row) => Math.floor(row / 2),
      wave: (row) => 1 + (row % 2),
    });
    const { of } = suggested(table);
    expect([of("hhid").role, of("person_id").role]).toEqual(["identifying", "person"]);
  });
});

describe("what people would not want others to learn", () => {
  it.each([
    "cause_of_death",
    "CauseOfDeath",
    "death_cause",
    "icd10",
    "ICD-10 code",
    "Todesursache",
    "cause de décès",
    "causa de muerte",
    "causa di morte",
    "doodsoorzaak",
    "diagnosis",
    "hiv",
    "income",
    "underlying cause",
    "suicide_attempt",
    "depression",
    "diabetes",
    "drug_abuse",
    "Sozialhilfe",
    "debts",
  ])("%s is proposed as sensitive", (name) => {
    const table = tableOf(300, { age: code(18, 90), [name]: (_, below) => `C${10 + below(30)}` });
    expect(suggested(table).of(name).role).toBe("sensitive");
  });

  it.each(["because", "deathly_hallows_ticket", "distance", "cod"])("%s is not", (name) => {
    const table = tableOf(300, { age: code(18, 90), [name]: (_, below) => `C${10 + below(30)}` });
    expect(suggested(table).of(name).role).toBe("quasi-identifying");
  });

  it("is published as the codes that it is written in", () => {
    const { of } = suggested(tableOf(300, { age: code(18, 90), icd: code(1, 12), "income>50K": code(0, 1) }));
    expect(of("income>50K")).toEqual({ role: "sensitive", kind: "category" });
    expect(of("icd")).toEqual({ role: "sensitive", kind: "category" });
  });
});

function real(name: string) {
  return suggested(readCsv(readFileSync(sharedFile(name), "utf8")));
}

describe("on real surveys", needing("data sets"), () => {
  it("sdcMicro's testdata: codes, household numbers and weights are told apart", () => {
    const { of } = real("survey/testdata.csv");
    for (const name of ["urbrur", "roof", "walls", "water", "electcon", "relat", "sex", "hhcivil"])
      expect(of(name), name).toEqual({ role: "quasi-identifying", kind: "category" });
    expect(of("age").hierarchy).toMatchObject({ kind: "intervals", min: 0 });
    expect(of("ori_hid").role).toBe("identifying");
    expect(of("household_weights").role).toBe("unpublished");
    expect(of("income").role).toBe("sensitive");
  });

  it("Statistics Netherlands' free1: 4,000 people, mostly codes, and a weight of ten strata", () => {
    const { of } = real("survey/free1.csv");
    for (const name of ["REGION", "SEX", "MARSTAT", "EDUC1", "ETNI", "PRIOCCU", "OCCUCODE", "KINDFACT"])
      expect(of(name).kind, name).toBe("category");
    for (const name of ["AGE", "NUMYOUNG", "NUMOLD", "AGEYOUNG", "MONEY"]) expect(of(name).kind, name).toBeUndefined();
    expect(of("WEIGHT").role).toBe("unpublished");
  });

  it("INFORMS: dwellings, people within them, and people", () => {
    const { of } = real("informs.csv");
    expect([of("DUID").role, of("PID").role, of("DUPERSID").role]).toEqual(["identifying", "unpublished", "person"]);
    for (const name of ["SEX", "RACEX", "HISPCAT", "marry", "poverty"]) expect(of(name).kind, name).toBe("category");
    for (const name of ["DOBYY", "DOBMM", "EDUCYEAR", "Year"]) expect(of(name).kind, name).toBeUndefined();
  });

  it("Adult: texts stay, the weight is one, ages end at their grid", () => {
    const { of } = real("adult.csv");
    expect(of("fnlwgt").role).toBe("unpublished");
    expect(of("age")).toEqual({
      role: "quasi-identifying",
      hierarchy: { kind: "intervals", width: 5, factor: 2, min: 17, max: 91 },
    });
  });
});

it("a suggestion does not change with the roles of a table that was read as it says", () => {
  const table = tableOf(300, { sex: code(1, 2), age: code(18, 90) });
  const first = finish(start(table));
  const again = finish(suggest(first.table, undefined, ["sex"]));
  expect(again.suggestion.spec).toEqual(first.suggestion.spec);
});
