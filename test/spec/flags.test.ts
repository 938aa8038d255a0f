import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { algorithms } from "../../src/algorithms/index.ts";
import { KohortError } from "../../src/base/index.ts";
import { privacyModels } from "../../src/privacy/index.ts";
import {
  attributesFromFlags,
  flagsFromSpec,
  modelLetters,
  type Spec,
  type SpecFlags,
  specFlagForms,
  specFlagsFrom,
  specFromFlags,
  withDefaults,
} from "../../src/spec/index.ts";
import { runs } from "../setup/runs.ts";

const columns = ["age", "workclass", "zip", "sex", "diagnosis", "7", "a,b"];

/** The error of flags, as the terminal would draw it. */
function complaint(flags: SpecFlags, base?: Spec): string {
  try {
    specFromFlags(flags, base, columns);
  } catch (error) {
    if (!(error instanceof KohortError)) throw error;
    return [error.code, error.message, error.where, error.hint].join(" | ");
  }
  return "no error";
}

const base: Spec = {
  version: 1,
  $schema: "./schema.json",
  input: { delimiter: ";", missing: ["?"] },
  attributes: { age: { role: "quasi-identifying", weight: 3 }, sex: { role: "quasi-identifying" } },
  privacy: [{ model: "k-anonymity", k: 3 }],
  algorithm: { name: "mondrian", strict: false },
  seed: 4,
};

describe("specFromFlags", () => {
  it("makes a spec of flags alone", () => {
    const flags: SpecFlags = {
      quasi: ["age, 2", "sex"],
      sensitive: ["diagnosis"],
      k: "5",
      hierarchy: ["age=intervals(width=5,factor=2)", "zip=zip.csv"],
      weight: ["zip=2.5"],
      kind: ["2=category"],
      snap: ["age=10"],
      option: ["strict=false", "score=entropy"],
      missing: ["?,NA,"],
      dropMissing: true,
      suppression: "0.02",
      measure: "discernibility",
      seed: "7",
      order: "shuffled",
      delimiter: "\\t",
      format: "csv",
    };
    expect(specFromFlags(flags, undefined, columns)).toEqual({
      version: 1,
      input: { delimiter: "\t", format: "csv", missing: ["?", "NA", ""], dropMissing: true },
      attributes: {
        age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 5, factor: 2 }, snap: 10 },
        zip: { role: "quasi-identifying", hierarchy: { kind: "file", path: "zip.csv" }, weight: 2.5, kind: "category" },
        sex: { role: "quasi-identifying" },
        diagnosis: { role: "sensitive" },
      },
      privacy: [{ model: "k-anonymity", k: 5 }],
      algorithm: { name: "mondrian", strict: false, score: "entropy" },
      suppression: 0.02,
      measure: "discernibility",
      seed: 7,
      order: "shuffled",
    });
  });

  it("takes a name before an index, and a comma behind a backslash", () => {
    const spec = specFromFlags({ quasi: ["7,a\\,b,0"], k: "2" }, undefined, columns);
    expect(Object.keys(spec.attributes).sort()).toEqual(["7", "a,b", "age"]);
    expect(Object.keys(specFromFlags({ quasi: ["6"], k: "2" }, undefined, columns).attributes)).toEqual(["a,b"]);
  });

  it("puts what flags say over what the spec says, entry by entry", () => {
    expect(specFromFlags({}, base, columns)).toEqual(base);
    const spec = specFromFlags(
      { sensitive: ["sex"], quasi: ["zip"], k: "10", weight: ["zip=2"], option: ["flat=true"], missing: ["NA"] },
      base,
      columns,
    );
    expect(spec).toEqual({
      ...base,
      input: { delimiter: ";", missing: ["NA"] },
      attributes: {
        age: { role: "quasi-identifying", weight: 3 },
        sex: { role: "sensitive" },
        zip: { role: "quasi-identifying", weight: 2 },
      },
      privacy: [{ model: "k-anonymity", k: 10 }],
      algorithm: { name: "mondrian", strict: false, flat: true },
    });
    expect(base.attributes.sex).toEqual({ role: "quasi-identifying" });
  });

  it("asks for a model without a column for every sensitive one, or for those that the spec names", () => {
    const flags: SpecFlags = { quasi: ["age"], sensitive: ["sex,diagnosis"], l: "3" };
    const goals = ["sex", "diagnosis"].map((attribute) => ({ model: "l-diversity", attribute, l: 3 }));
    expect(specFromFlags({ ...flags, k: "2" }, undefined, columns).privacy).toEqual([
      { model: "k-anonymity", k: 2 },
      ...goals,
    ]);
    const stated: Spec = { ...base, privacy: [{ model: "l-diversity", attribute: "diagnosis", l: 2 }] };
    expect(specFromFlags(flags, stated, columns).privacy).toEqual([goals[1]]);
  });

  it("leaves out the hierarchy of a column that is no longer generalised", () => {
    const stated: Spec = {
      ...base,
      attributes: { zip: { role: "quasi-identifying", hierarchy: { kind: "masking" } } },
    };
    expect(specFromFlags({ quasi: ["age"], identifying: ["zip"] }, stated, columns).attributes).toEqual({
      zip: { role: "identifying" },
      age: { role: "quasi-identifying" },
    });
  });

  it("reads requirements and presets", () => {
    const ask = (flags: SpecFlags) => specFromFlags({ quasi: ["age"], ...flags }, undefined, columns).privacy;
    expect(ask({ require: ["k-anonymity(k=7)"] })).toEqual([{ model: "k-anonymity", k: 7 }]);
    expect(ask({ require: [" k-anonymity( k = 7 ) "] })).toEqual([{ model: "k-anonymity", k: 7 }]);
    const presets = ["internal", "controlled", "public", "strict"].map(
      (preset) => (ask({ preset })[0] as { k: number }).k,
    );
    expect(presets).toEqual([3, 5, 11, 20]);
  });

  it.each<[SpecFlags, string]>([
    [
      {},
      "usage | no column has a role |  | name the columns by which people could be recognised with --quasi, or let `kohort init` suggest a spec",
    ],
    [
      { quasi: ["age"] },
      "usage | no privacy requirement is stated |  | add -k 5: nobody is in a cohort of fewer than 5 records",
    ],
    [
      { quasi: ["agee"] },
      'column | column "agee" is not in the table | --quasi agee | did you mean "age"? columns are: age, workclass, zip, sex, diagnosis, … (7 in all)',
    ],
    [{ quasi: ["12"] }, "column | column 12 is not in the table | --quasi 12 | columns are counted from 0 to 6"],
    [
      { quasi: ["age"], sensitive: ["0"] },
      'usage | column "age" is both quasi-identifying and sensitive | --sensitive 0 | leave it out of --quasi or of --sensitive',
    ],
    [
      { quasi: ["age"], k: "five" },
      'usage | "k" must be a whole number of at least 1 or "auto", not "five" | -k five | see `kohort explain k-anonymity`',
    ],
    [
      { quasi: ["age"], k: "0" },
      'usage | "k" must be a whole number of at least 1 or "auto", not 0 | -k 0 | see `kohort explain k-anonymity`',
    ],
    [
      { quasi: ["age"], k: "" },
      'usage | "k" must be a whole number of at least 1 or "auto", not "" | -k  | see `kohort explain k-anonymity`',
    ],
    [
      { quasi: ["age"], k: "5", preset: "public" },
      "usage | -k and --preset both state k | --preset public | leave one of them out",
    ],
    [
      { quasi: ["age"], preset: "publik" },
      'usage | unknown preset "publik" | --preset publik | did you mean "public"? presets are: internal, controlled, public, strict',
    ],
    [
      { quasi: ["age"], require: ["k-anonimity(k=5)"] },
      `usage | unknown privacy model "k-anonimity" | --require k-anonimity(k=5) | did you mean "k-anonymity"? privacy models are: k-anonymity, alpha-k-anonymity, l-diversity, t-closeness, beta-likeness, … (${Object.keys(privacyModels).length} in all)`,
    ],
    [
      { quasi: ["age"], require: ["k-anonymity(kk=5)"] },
      'usage | unknown setting "kk" | --require k-anonymity(kk=5) | did you mean "k"? settings are: k, of, each, preset',
    ],
    [
      { quasi: ["age"], require: ["k-anonymity(k=5"] },
      'usage | the bracket is never closed: ")" is missing | --require k-anonymity(k=5 | ',
    ],
    [
      { quasi: ["age"], require: ["k-anonymity(5)"] },
      'usage | --require needs a name and a value with "=" between them | --require 5 | ',
    ],
    [
      { quasi: ["age"], require: ["k-anonymity"] },
      'usage | "k" is missing | --require k-anonymity | "k" is a whole number of at least 1 or "auto"',
    ],
    [
      { quasi: ["age"], require: ["k-anonymity(k=2,k=3)"] },
      'usage | setting "k" is stated twice | --require k-anonymity(k=2,k=3) | ',
    ],
    [
      { quasi: ["age"], k: "2", algorithm: "mondrain" },
      `usage | unknown algorithm "mondrain" | --algorithm mondrain | did you mean "mondrian"? algorithms are: mondrian, best-cut, cluster, auto, lattice, … (${Object.keys(algorithms).length} in all)`,
    ],
    [
      { quasi: ["age"], k: "2", option: ["strict=yes"] },
      'usage | "strict" must be true or false, not "yes" | --option strict=yes | ',
    ],
    [
      { quasi: ["age"], k: "2", option: ["strict"] },
      'usage | --option needs a name and a value with "=" between them | --option strict | ',
    ],
    [
      { quasi: ["age"], k: "2", weight: ["age=heavy"] },
      'usage | "weight" must be a number, not "heavy" | --weight age=heavy | ',
    ],
    [
      { quasi: ["age"], k: "2", weight: ["sex=2"] },
      'usage | column "sex" has a weight but no role | --weight sex=2 | add it to --quasi or --sensitive, or leave the weight out',
    ],
    [
      { quasi: ["age"], k: "2", kind: ["age=numeric"] },
      'usage | unknown kind "numeric" | --kind age=numeric | choices are: number, date, category',
    ],
    [
      { quasi: ["age"], k: "2", seed: "1.5" },
      'usage | "seed" must be a whole number of at least 0, not 1.5 | --seed 1.5 | ',
    ],
    [
      { quasi: ["age"], k: "2", suppression: "2%" },
      'usage | "suppression" must be a number from 0 to 1, not "2%" | --suppression 2% | ',
    ],
    [
      { quasi: ["age"], k: "2", order: "sorted" },
      'usage | unknown order "sorted" | --order sorted | choices are: canonical, shuffled, input',
    ],
    [
      { quasi: ["age"], k: "2", format: "cvs" },
      'usage | unknown format "cvs" | --format cvs | did you mean "csv"? choices are: csv, tsv, json, jsonl, mondrian-c',
    ],
  ])("%j", (flags, expected) => expect(complaint(flags)).toBe(expected));

  it("suggests among an algorithm's options", () => {
    expect(complaint({ quasi: ["age"], k: "2", algorithm: "mondrian", option: ["strct=true"] })).toMatch(
      /^usage \| unknown option "strct" \| --option strct=true \| did you mean "strict"\? options are: strict, /,
    );
  });

  it.each([
    [["effort=fast"], { name: "auto", effort: "fast" }],
    [["strict=false"], { name: "mondrian", strict: false }],
    [["compatible=true", "codes=true"], { name: "mondrian", compatible: true, codes: true }],
  ])("knows by the options %j which algorithm is meant", (option, algorithm) => {
    expect(specFromFlags({ quasi: ["age"], k: "2", option }, undefined, columns).algorithm).toEqual(algorithm);
    const base = specFromFlags({ quasi: ["age"], k: "2", algorithm: "lattice" }, undefined, columns);
    expect(() => specFromFlags({ option }, base, columns)).toThrow(/unknown option/);
  });

  it("means auto where options belong to no one algorithm", () => {
    expect(complaint({ quasi: ["age"], k: "2", option: ["effort=fast", "strict=true"] })).toContain(
      'unknown option "strict"',
    );
  });

  it("has a letter for a model only if the model exists", () => {
    expect(modelLetters.map(({ letter }) => letter)).toContain("k");
    for (const letter of ["k", "l", "t"] as const) {
      const exists = modelLetters.some((known) => known.letter === letter);
      expect(Object.hasOwn(specFlagForms, letter)).toBe(exists);
      if (!exists) expect(complaint({ quasi: ["age"], [letter]: "2" })).toContain(`unknown flag -${letter}`);
    }
  });

  it("gives roles without a requirement", () => {
    expect(attributesFromFlags({ quasi: ["age"], weight: ["age=2"] }, undefined, columns)).toEqual({
      age: { role: "quasi-identifying", weight: 2 },
    });
  });

  it("throws nothing but KohortErrors, whatever is typed", () => {
    const text = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom("age", "age=2", "k-anonymity(k=2)", "zip=order", "__proto__=1"),
    );
    const values = fc.array(
      fc.tuple(fc.constantFrom(...Object.keys(specFlagForms)), fc.array(text, { minLength: 1, maxLength: 2 })),
    );
    fc.assert(
      fc.property(values, (typed) => {
        try {
          specFromFlags(specFlagsFrom(new Map([["quasi", ["age"]], ...typed])), undefined, [...columns, "__proto__"]);
        } catch (error) {
          if (!(error instanceof KohortError)) throw error;
        }
      }),
      { numRuns: runs(3000) },
    );
  });
});

/** What a plain command-line parser finds in words: flags with one value each, or `--flag=value`, or a bare switch. */
function typed(words: readonly string[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (let i = 0; i < words.length; i++) {
    const [, name, attached] = /^--?([^=]+)(?:=(.*))?$/s.exec(words[i])!;
    const value = specFlagForms[name] === "switch" ? "" : (attached ?? words[(i += 1)]);
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return values;
}

describe("flagsFromSpec", () => {
  it("gives the command that stands for a spec", () => {
    const { $schema: _, ...spec } = base;
    const hierarchy = { kind: "order", groups: [["a", "b c"], ["d"]], factor: 3 } as const;
    const attributes = { ...spec.attributes, "-x=y": { role: "sensitive", hierarchy } } as const;
    expect(flagsFromSpec({ ...spec, attributes })).toEqual([
      ...["--quasi", "age,sex", "--sensitive=-x\\=y", "-k", "3", "--algorithm", "mondrian", "--option", "strict=false"],
      ...['--hierarchy=-x\\=y=order(groups="a+b c/d",factor=3)', "--missing", "?", "--weight", "age=3", "--seed", "4"],
      ...["--delimiter", ";"],
    ]);
  });

  it("gives nothing where no flag can say it", () => {
    const attribute = { role: "quasi-identifying" } as const;
    const ordered = { ...base, attributes: { age: { ...attribute, order: ["b", "a"] } } };
    const grown = {
      ...base,
      attributes: { age: { ...attribute, hierarchy: { kind: "tree", tree: ["a", "b"] } as const } },
    };
    expect(flagsFromSpec(ordered)).toBeUndefined();
    expect(flagsFromSpec(grown)).toBeUndefined();
    for (const name of ["0", "1", " 12 "]) {
      expect(flagsFromSpec({ ...base, attributes: { age: attribute, [name]: attribute } })).toBeUndefined();
    }
  });

  it("gives words that read back as the same spec", () => {
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
    const positive = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
    const hierarchy = fc.oneof(
      fc.record({ kind: fc.constant("intervals" as const), width: positive, factor: fc.integer({ min: 2, max: 9 }) }),
      fc.record({ kind: fc.constant("masking" as const), from: fc.constantFrom("left" as const, "right" as const) }),
      fc.constant({ kind: "masking" as const }),
      fc.constantFrom("zip.csv", "a b/c=d,e.csv", "C:\\data\\zip.csv").map((path) => ({ kind: "file" as const, path })),
    );
    const attribute = fc.record({
      role: fc.constantFrom(
        "identifying" as const,
        "quasi-identifying" as const,
        "sensitive" as const,
        "insensitive" as const,
        "unpublished" as const,
      ),
      hierarchy: maybe(hierarchy),
      weight: maybe(positive),
      kind: maybe(fc.constantFrom("number" as const, "date" as const, "category" as const)),
      snap: maybe(positive),
    });
    const name = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.string({ unit: fc.constantFrom(..."a,=\\[]-( 1"), maxLength: 5 }),
    );
    const goal = fc.record({ model: fc.constant("k-anonymity" as const), k: fc.integer({ min: 1, max: 1e6 }) });
    const arbitrarySpec: fc.Arbitrary<Spec> = fc.record({
      version: fc.constant(1 as const),
      input: fc.record({
        delimiter: maybe(fc.constantFrom(",", ";", "\t", "|", "-")),
        format: maybe(fc.constantFrom("csv" as const, "jsonl" as const)),
        missing: maybe(fc.array(fc.oneof(name, fc.constant("[]")), { maxLength: 3 })),
        dropMissing: maybe(fc.boolean()),
      }),
      attributes: fc.dictionary(
        name.filter((text) => text !== "__proto__" && !/^\d+$/.test(text.trim())),
        attribute,
        { minKeys: 1, maxKeys: 4, noNullPrototype: true },
      ),
      rest: maybe(fc.constantFrom("drop" as const, "insensitive" as const, "refuse" as const)),
      warnings: maybe(fc.constantFrom("warn" as const, "refuse" as const)),
      privacy: fc.array(goal, { minLength: 1, maxLength: 3 }),
      algorithm: maybe(
        fc.record({
          name: fc.constant("mondrian" as const),
          strict: maybe(fc.boolean()),
          score: maybe(fc.constantFrom("span" as const, "entropy" as const)),
        }),
      ),
      suppression: maybe(fc.double({ min: 0, max: 1, noNaN: true })),
      measure: maybe(fc.constantFrom("ncp" as const, "discernibility" as const)),
      seed: maybe(fc.maxSafeNat()),
      order: maybe(fc.constantFrom("canonical" as const, "shuffled" as const, "input" as const)),
    });
    const plain = (spec: Spec) => JSON.parse(JSON.stringify(withDefaults(spec)));
    fc.assert(
      fc.property(arbitrarySpec, (spec) => {
        const words = flagsFromSpec(spec);
        expect(words).toBeDefined();
        const names = ["another", ...Object.keys(spec.attributes), "0"];
        expect(plain(specFromFlags(specFlagsFrom(typed(words!)), undefined, names))).toEqual(plain(spec));
      }),
      { numRuns: runs(1000) },
    );
  });
});
