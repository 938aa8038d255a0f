import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkHierarchy, type HierarchyFile, readHierarchy, writeHierarchy } from "../../src/hierarchy/index.ts";
import { sharedFile } from "../data/shared-data.ts";
import { needing } from "../setup/needs.ts";
import { errorOf, lines } from "./lines.ts";

const data = (path: string): Uint8Array => readFileSync(sharedFile(path));
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, delimiter?: string): HierarchyFile =>
  readHierarchy(bytes(text), { delimiter, where: "h.csv" });

describe("reading hierarchy files", () => {
  it("pads paths of different depth with their value", () => {
    expect(lines(read("Never;*\nCivil;Married;*\nArmed;Married;*\nGone;Apart;Married;*\n").hierarchy)).toEqual([
      "Never;Never;Never;*",
      "Civil;Civil;Married;*",
      "Armed;Armed;Married;*",
      "Gone;Apart;Married;*",
    ]);
  });

  it("finds the delimiter and leaves the others inside labels", () => {
    expect(read("1;1,3;*\n2;1,3;*").hierarchy.levels[1]).toEqual(["1,3"]);
    expect(read("a,g,*\nb,g,*").hierarchy.levels[1]).toEqual(["g"]);
    expect(read("a\tg\t*\nb\tg\t*").hierarchy.levels[1]).toEqual(["g"]);
    expect(read("a|g|*\nb|g|*", "|").hierarchy.levels[1]).toEqual(["g"]);
    expect(read("a,b\nc,d", ";").hierarchy.levels).toEqual([["a,b", "c,d"], ["*"]]);
  });

  it("reads quotes, CRLF, a byte order mark, blank lines and Latin-1", () => {
    const file = read('\uFEFF"a;1";"say ""g""";*\r\n\r\n"b\nc";"say ""g""";*\r\n');
    expect(file.hierarchy.levels).toEqual([["a;1", "b\nc"], ['say "g"'], ["*"]]);
    expect(file.form).toEqual({ delimiter: ";", lineBreak: "\r\n", finalBreak: true, mark: true });
    const latin = readHierarchy(Uint8Array.of(0xe9, 0x3b, 0x2a));
    expect(latin.hierarchy.levels[0]).toEqual(["é"]);
    expect(latin.notes).toEqual(["the file is not UTF-8; it was read as Latin-1"]);
  });

  it("leaves out the empty cells with which spreadsheets fill lines up", () => {
    expect(lines(read("a;*;;\nb;g;*;\nc;h;i;*").hierarchy)).toEqual(["a;a;a;*", "b;b;g;*", "c;h;i;*"]);
  });

  it("adds a root above several and says so", () => {
    const { hierarchy, notes } = read("a;A\nb;B\n");
    expect(lines(hierarchy)).toEqual(["a;A;*", "b;B;*"]);
    expect(notes).toEqual(["added * above the 2 labels of the last column"]);
    expect(read("a;World\nb;World").hierarchy.levels.at(-1)).toEqual(["World"]);
  });

  it("reads nested groups in JSON", () => {
    expect(lines(read('{ "G": ["a", "b"], "c": null }').hierarchy)).toEqual(["a;G;*", "b;G;*", "c;c;*"]);
    expect(errorOf(() => read('{ "G": [1] }')).code).toBe("hierarchy");
    expect(errorOf(() => read('{ "G": [')).code).toBe("hierarchy");
  });

  it.each([
    ["", "the hierarchy file is empty"],
    [" \n\n", "the hierarchy file is empty"],
    ["a;G;*\nb;G;*\n\na;H;*", 'value "a" stands in the hierarchy twice, on lines 1 and 4'],
    ["a;G;A;*\nb;G;B;*", '"G" has two parents at level 2: "A" (line 1) and "B" (line 2)'],
    ["a;G;*\nb;c;G;H;*", '"G" has two parents: "*" (line 1) and "H" (line 2)'],
    ["a;G;A\nb;B", 'line 2 has 2 labels, line 1 has 3 labels, and line 2 ends in "B" rather than "A"'],
    ["a;;*\n", "line 1 has an empty label at level 1"],
    ['a;G\n"b;G\n', "line 2 opens a quote that never closes"],
    ['a;G\n"b\nc";"G;*\n', "line 3 opens a quote that never closes"],
    ['a;G\n\n"b"c;G\n', "line 3 has text behind a closing quote"],
  ])("refuses %j", (text, message) => {
    const error = errorOf(() => read(text));
    expect(error).toMatchObject({ code: "hierarchy", message, where: "h.csv" });
  });
});

const adult = "age education marital-status native-country occupation race salary-class sex workclass".split(" ");

describe("known hierarchy files", needing("data sets"), () => {
  it.each(adult)("adult-9 %s is written back byte for byte", (name) => {
    const original = data(`adult-9/adult_hierarchy_${name}.csv`);
    const { hierarchy, form, notes } = readHierarchy(original);
    expect(bytes(writeHierarchy(hierarchy, form))).toEqual(new Uint8Array(original));
    expect(notes).toEqual([]);
  });

  it("adult-9's age file puts the 20 multiples of five outside their labels", () => {
    const { hierarchy } = readHierarchy(data("adult-9/adult_hierarchy_age.csv"));
    const warnings = checkHierarchy(hierarchy).filter(({ message }) => message.includes("outside"));
    expect(warnings).toHaveLength(1);
    expect(warnings[0].severity).toBe("warning");
    expect(warnings[0].values).toEqual(Array.from({ length: 20 }, (_, i) => String(5 * (i + 1))));
    expect(warnings[0].message).toContain('20 under "15-19"');
  });

  it("the other files of adult-9 have no such values", () => {
    for (const name of adult.slice(1)) {
      const { hierarchy } = readHierarchy(data(`adult-9/adult_hierarchy_${name}.csv`));
      expect(checkHierarchy(hierarchy).filter(({ message }) => message.includes("outside"))).toEqual([]);
    }
  });

  it("reads every basic_mondrian file as a tree", () => {
    const sizes = Object.entries({
      adult_marital_status: [7, 4, 1],
      adult_native_country: [41, 1],
      adult_workclass: [8, 4, 1],
      informs_DOBMM: [12, 4, 2, 1],
      informs_EDUCYEAR: [22, 13, 1],
      informs_marry: [6, 1],
    });
    for (const [name, expected] of sizes) {
      const { hierarchy } = readHierarchy(data(`hierarchies/basic_mondrian/${name}.txt`));
      expect([name, hierarchy.levels.map((level) => level.length)]).toEqual([name, expected]);
      expect(checkHierarchy(hierarchy).filter(({ severity }) => severity === "error")).toEqual([]);
    }
    const years = readHierarchy(data("hierarchies/basic_mondrian/informs_DOBYY.txt")).hierarchy;
    expect(years.levels[1].slice(0, 2)).toEqual(["1900,1904", "1905,1909"]);
  });

  it("reads mosaicrown's taxonomies", () => {
    const family = readHierarchy(data("hierarchies/mosaicrown/category_example.json")).hierarchy;
    expect(lines(family)).toEqual([
      "grandchild s1;grandchild s1;son;parent",
      "daughter gc_d1;grandchild d1;daughter;parent",
      "daughter2 gc_d1;grandchild d1;daughter;parent",
    ]);
    const states = readHierarchy(data("hierarchies/mosaicrown/us.json")).hierarchy;
    expect(states.levels.at(-1)).toEqual(["US"]);
    expect(lines(states)).toContain("Maine;New England;Northeast;{Northeast, Midwest};US");
    const countries = readHierarchy(data("hierarchies/mosaicrown/countries.json")).hierarchy;
    expect(countries.levels[0]).toContain("Trinadad&Tobago");
  });
});
