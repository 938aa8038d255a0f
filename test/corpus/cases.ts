/**
 * @file The 200 cases of the corpus: methods × privacy models × formats × engines. A case is command lines, so that it
 * outlives every change inside the program; `@/` stands for the case's own folder, all of whose files are recorded.
 */

/** Command lines and the spec they follow, written beside the tables. */
export type Case = {
  readonly name: string;
  readonly engine: "memory" | "duckdb" | "spark";
  readonly spec?: object;
  readonly commands: readonly (readonly string[])[];
};

type Attributes = Record<string, Record<string, unknown>>;
type Spec = { readonly attributes: Attributes; readonly privacy: readonly object[]; readonly [key: string]: unknown };

/** Makes a release of a table as a spec says. */
function anonymize(
  name: string,
  data: string,
  spec: Spec,
  words: readonly string[] = [],
  output = "release.csv",
): Case {
  const command = ["anonymize", data, "-c", `${name}.spec.json`, "-o", `@/${output}`, ...words];
  return { name, engine: "memory", spec: { version: 1, ...spec }, commands: [command] };
}

/** Makes a release of a table as flags say. */
function byFlags(name: string, data: string, words: string, output = "release.csv"): Case {
  return { name, engine: "memory", commands: [["anonymize", data, ...words.split(" "), "-o", `@/${output}`]] };
}

const quasi = { role: "quasi-identifying" };
const certificate = ["--certificate", "@/certificate.json"];
const recipe = ["--recipe", "@/recipe.json"];
const truth = ["--truth", "@/truth.csv"];
const classTable = ["--class-table", "@/class-table.csv"];

/** Three columns without hierarchies and a sensitive one. */
const plain: Attributes = {
  age: quasi,
  sex: quasi,
  zip: quasi,
  illness: { role: "sensitive" },
  note: { role: "insensitive" },
};

/** The same with a hierarchy for each column, for methods that need levels. */
const leveled: Attributes = {
  ...plain,
  age: { ...quasi, hierarchy: { kind: "intervals", width: 5, factor: 2 } },
  sex: { ...quasi, hierarchy: { kind: "order" } },
  zip: { ...quasi, hierarchy: { kind: "masking" } },
};

/** Two columns of few values, for methods that look at every table. */
const small: Attributes = {
  age: { ...quasi, hierarchy: { kind: "intervals", width: 2 } },
  job: { ...quasi, hierarchy: { kind: "file", path: "job.csv" } },
  illness: { role: "sensitive" },
};

const k = (size: number): object => ({ model: "k-anonymity", k: size });
const mondrian = { name: "mondrian" };
const lattice = { name: "lattice" };

/** Methods that cut without levels. */
const cutting: Readonly<Record<string, object>> = {
  mondrian,
  "mondrian-entropy": { name: "mondrian", score: "entropy" },
  "mondrian-negative-entropy": { name: "mondrian", score: "negative-entropy" },
  "mondrian-normalised-span": { name: "mondrian", score: "normalised-span" },
  "mondrian-relaxed": { name: "mondrian", strict: false },
  "mondrian-flat": { name: "mondrian", flat: true },
  "mondrian-set": { name: "mondrian", values: "set" },
  "mondrian-prefix": { name: "mondrian", values: "prefix" },
  "mondrian-mean": { name: "mondrian", values: "mean" },
  "mondrian-relaxed-median": { name: "mondrian", strict: false, values: "median" },
  "mondrian-compatible": { name: "mondrian", compatible: true },
  "mondrian-compatible-relaxed": { name: "mondrian", compatible: true, strict: false },
  "mondrian-paper": { name: "mondrian", variant: "paper" },
  "best-cut": { name: "best-cut" },
  "best-cut-beam": { name: "best-cut", beam: 1, within: 2 },
  cluster: { name: "cluster" },
  auto: { name: "auto" },
  "auto-fast": { name: "auto", effort: "fast" },
  "auto-clusters": { name: "auto", partition: false, planned: 1 },
  "auto-minimize": { name: "auto", minimize: "ncp,disclosure<=0.8" },
};

/** Methods over levels. */
const levelling: Readonly<Record<string, object>> = {
  lattice,
  "lattice-top-down": { name: "lattice", search: "top-down", checks: 5 },
  "lattice-bottom-up": { name: "lattice", search: "bottom-up", checks: 12 },
  "lattice-genetic": { name: "lattice", search: "genetic", checks: 8 },
  "lattice-local-levels": { name: "lattice", local: "levels" },
  "lattice-local-cells": { name: "lattice", local: "cells" },
  "lattice-microaggregate": { name: "lattice", microaggregate: ["age", "sex:mode"] },
  datafly: { name: "datafly" },
  incognito: { name: "incognito" },
};

/** Methods that settle every cell. */
const celling: Readonly<Record<string, object>> = {
  exact: { name: "exact", seconds: 600 },
  "exact-matching": { name: "exact", meaning: "matching", seconds: 600 },
  mingen: { name: "mingen", seconds: 600 },
  "mingen-iterations": { name: "mingen", iterations: 30, seconds: 600 },
  genetic: { name: "genetic", population: 8, generations: 10, seconds: 600 },
  "genetic-matching": { name: "genetic", meaning: "matching", population: 8, generations: 10, seconds: 600 },
};

function methods(): Case[] {
  const of = (entries: Readonly<Record<string, object>>, one: (name: string, algorithm: object) => Case[]): Case[] =>
    Object.entries(entries).flatMap(([name, algorithm]) => one(name, algorithm));
  return [
    ...of(cutting, (name, algorithm) => [
      anonymize(`${name}-k`, "people.csv", { attributes: plain, privacy: [k(4)], algorithm }, [
        ...(/compatible|paper/.test(name) ? [] : certificate),
        ...truth,
      ]),
    ]),
    ...of(levelling, (name, algorithm) => [
      anonymize(
        `${name}-k-l`,
        "people.csv",
        {
          attributes: { ...leveled, job: { ...quasi, hierarchy: { kind: "file", path: "job.csv" } } },
          privacy: [k(4), { model: "l-diversity", l: 2 }],
          algorithm,
          suppression: 0.05,
        },
        certificate,
      ),
    ]),
    ...of(celling, (name, algorithm) => [
      anonymize(`${name}-k`, "tiny.csv", { attributes: small, privacy: [k(2)], algorithm }),
    ]),
  ];
}

/** Every privacy model in all its variants. */
const goals: Readonly<Record<string, object>> = {
  "k-each": { model: "k-anonymity", k: 6, each: 2 },
  "k-of": { model: "k-anonymity", k: 8, of: ["age", "sex"] },
  "k-auto": { model: "k-anonymity", k: "auto" },
  "k-preset": { model: "k-anonymity", k: "auto", preset: "public" },
  "alpha-k": { model: "alpha-k-anonymity", alpha: 0.5, k: 3 },
  "l-distinct": { model: "l-diversity", l: 5 },
  "l-entropy": { model: "l-diversity", l: 4, variant: "entropy" },
  "l-grassberger": { model: "l-diversity", l: 2, variant: "grassberger" },
  "l-recursive": { model: "l-diversity", l: 3, variant: "recursive", c: 2 },
  "l-auto": { model: "l-diversity", l: "auto" },
  "t-equal": { model: "t-closeness", t: 0.35 },
  "t-ordered": { model: "t-closeness", attribute: "stage", t: 0.2, distance: "ordered" },
  "t-hierarchical": { model: "t-closeness", t: 0.25, distance: "hierarchical" },
  "t-largest": { model: "t-closeness", t: 0.3, distance: "largest-difference", reference: "input" },
  "beta-enhanced": { model: "beta-likeness", beta: 2.5 },
  "beta-basic": { model: "beta-likeness", beta: 3, variant: "basic" },
  "delta-present": { model: "delta-disclosure", delta: 1.5, variant: "present-values" },
  "k-map-population": { model: "k-map", k: 6, population: "register.csv" },
  "k-map-poisson": { model: "k-map", k: 8, fraction: 0.3, estimator: "poisson" },
  "k-map-truncated": { model: "k-map", k: 8, fraction: 0.3, estimator: "zero-truncated", significance: 0.01 },
  presence: { model: "delta-presence", min: 0, max: 0.75, population: "register.csv" },
  "highest-risk": { model: "highest-risk", "at-most": 0.2 },
  "average-risk": { model: "average-risk", "at-most": 0.1 },
  "sample-uniqueness": { model: "sample-uniqueness", "at-most": 0.02 },
  "population-zayatz": { model: "population-uniqueness", "at-most": 0.01, fraction: 0.3, estimator: "zayatz" },
  "population-pitman": { model: "population-uniqueness", "at-most": 0.01, fraction: 0.3, estimator: "pitman" },
  "population-snb": { model: "population-uniqueness", "at-most": 0.01, fraction: 0.3, estimator: "snb" },
};

function models(): Case[] {
  return Object.entries(goals).flatMap(([name, goal], nth) => {
    const attributes: Attributes = { ...leveled, stage: { role: name === "t-ordered" ? "sensitive" : "insensitive" } };
    if (name === "t-ordered") attributes.illness = { role: "insensitive" };
    if (name === "t-hierarchical") attributes.illness = { role: "sensitive", hierarchy: { kind: "order", size: 2 } };
    // what a sample says of a population is no part of a certificate, and k would hide it
    const isAlone = /^sample|^population/.test(name);
    const privacy = isAlone ? [goal] : [k(2), goal];
    const spec = { attributes, privacy, suppression: 0.1 };
    const first = isAlone ? lattice : mondrian;
    const second = isAlone ? mondrian : nth % 8 === 2 ? lattice : { name: "best-cut" };
    return [
      anonymize(`${name}-${first.name}`, "people.csv", { ...spec, algorithm: first }, isAlone ? truth : certificate),
      ...(nth % 4 === 2 ? [anonymize(`${name}-${second.name}`, "people.csv", { ...spec, algorithm: second })] : []),
    ];
  });
}

/** Every builder of hierarchies, by the column it is for. */
const hierarchies: Readonly<Record<string, readonly [column: string, hierarchy: unknown]>> = {
  "intervals-cuts": [
    "age",
    {
      kind: "intervals",
      cuts: [
        [30, 40, 50, 60],
        [40, 60],
      ],
    },
  ],
  "intervals-limits": ["age", { kind: "intervals", width: 10, from: 5, min: 25, max: 65, levels: 2 }],
  "masking-left": ["zip", { kind: "masking", from: "left", character: "#", step: 2 }],
  dates: ["admitted", { kind: "dates", levels: ["month", "quarter", "year", "five-years"] }],
  tree: [
    "job",
    {
      kind: "tree",
      tree: {
        care: ["nurse", "doctor", "carer"],
        food: { hot: ["baker", "cook"], cold: ["waiter"] },
        rest: ["clerk", "lawyer", "teacher", "smith", "driver", "farmer"],
      },
    },
  ],
  "tree-file": ["job", "job.json"],
  file: ["zip", "zip.csv"],
  order: ["job", { kind: "order", order: "alphabetical", size: 3, factor: 2 }],
  frequency: ["job", { kind: "frequency", keep: 4 }],
  priority: ["job", { kind: "priority", first: ["nurse", "cook"], levels: 2 }],
  domains: ["job", { kind: "domains", path: "domains.txt" }],
};

function grouped(): Case[] {
  return Object.entries(hierarchies).map(([name, [column, hierarchy]], nth) => {
    const attributes = { ...leveled, [column]: { ...quasi, hierarchy } };
    const algorithm = nth % 2 === 0 ? lattice : mondrian;
    return anonymize(
      `hierarchy-${name}`,
      "people.csv",
      { attributes, privacy: [k(2)], algorithm, suppression: 0.4 },
      recipe,
    );
  });
}

const gapped = { missing: ["", "?"] };

function missing(): Case[] {
  const spec = (meaning: string, algorithm: object): Spec => ({
    attributes: {
      ...leveled,
      age: { ...leveled.age, missing: meaning },
      job: { ...quasi, missing: meaning, hierarchy: { kind: "file", path: "job.csv" } },
    },
    input: gapped,
    privacy: [k(3), { model: "l-diversity", l: 2 }],
    algorithm,
    suppression: 0.2,
  });
  return [
    anonymize("missing-category-mondrian", "gaps.csv", spec("category", mondrian), [...certificate, ...recipe]),
    anonymize("missing-category-lattice", "gaps.csv", spec("category", lattice), certificate),
    anonymize("missing-wildcard-mondrian", "gaps.csv", spec("wildcard", mondrian), truth),
    anonymize("missing-wildcard-auto", "gaps.csv", spec("wildcard", { name: "auto" })),
    anonymize("missing-leave-out-best-cut", "gaps.csv", spec("leave-out", { name: "best-cut" }), certificate),
    anonymize("missing-leave-out-datafly", "gaps.csv", spec("leave-out", { name: "datafly" })),
    anonymize("missing-dropped", "gaps.csv", {
      attributes: { age: quasi, job: quasi, illness: { role: "sensitive" } },
      input: { ...gapped, dropMissing: true },
      privacy: [k(3)],
      spelling: "exact",
    }),
  ];
}

function persons(): Case[] {
  const patients: Attributes = { ...leveled, patient: { role: "person" } };
  delete patients.note;
  const households: Attributes = { ...patients, household: { role: "person" }, member: { role: "unpublished" } };
  delete households.patient;
  const spec = (attributes: Attributes, algorithm: object): Spec => ({
    attributes,
    privacy: [k(3)],
    algorithm,
    suppression: 0.1,
  });
  return [
    anonymize("people-mondrian", "visits.csv", spec(patients, mondrian), [...certificate, ...truth]),
    anonymize("people-lattice", "visits.csv", spec(patients, lattice), certificate),
    anonymize("people-auto", "visits.csv", spec(patients, { name: "auto" }), certificate),
    anonymize("households-mondrian", "homes.csv", spec(households, mondrian), certificate),
    anonymize("households-auto", "homes.csv", spec(households, { name: "auto" })),
  ];
}

function coded(): Case[] {
  const spec = (column: string, setting: object, more: object = {}): Spec => ({
    attributes: { ...plain, [column]: setting as Attributes[string] },
    privacy: [k(3)],
    algorithm: mondrian,
    ...more,
  });
  return [
    anonymize(
      "coding-top-bottom",
      "people.csv",
      spec("age", {
        ...quasi,
        transform: [
          { kind: "bottom", at: 25 },
          { kind: "top", at: 65 },
        ],
      }),
      [...certificate, ...recipe],
    ),
    anonymize("coding-round", "people.csv", spec("pay", { ...quasi, transform: [{ kind: "round", to: 250 }] }), recipe),
    anonymize(
      "coding-rare",
      "people.csv",
      spec("job", { role: "insensitive", transform: [{ kind: "rare", below: 15 }] }),
      [...certificate, ...recipe],
    ),
    anonymize(
      "coding-group",
      "people.csv",
      spec("job", { ...quasi, transform: [{ kind: "group", keep: ["nurse", "clerk"], as: "others" }] }),
    ),
    anonymize(
      "coding-date-top",
      "people.csv",
      spec("admitted", { ...quasi, transform: [{ kind: "top", at: "2022-06-30" }] }),
    ),
    anonymize("weights-snap", "people.csv", spec("age", { ...quasi, weight: 3, snap: 5 }), [
      ...certificate,
      ...classTable,
    ]),
    anonymize("order-shuffled", "people.csv", spec("job", quasi, { order: "shuffled", seed: 7 }), truth),
    anonymize("order-input", "people.csv", spec("job", quasi, { order: "input" }), truth),
    anonymize("kind-category", "people.csv", spec("age", { ...quasi, kind: "category" }), classTable),
    anonymize("rest-insensitive", "people.csv", {
      attributes: { age: quasi, zip: quasi, illness: { role: "sensitive" } },
      rest: "insensitive",
      privacy: [k(3)],
    }),
    anonymize(
      "kept-suppressed",
      "people.csv",
      { attributes: leveled, privacy: [k(6)], algorithm: lattice, suppression: 0.2 },
      ["--keep-suppressed", ...certificate],
    ),
    anonymize(
      "kept-suppressed-failing",
      "people.csv",
      { attributes: leveled, privacy: [k(30)], algorithm: lattice, suppression: 0.1 },
      ["--keep-suppressed"],
    ),
    anonymize("levels", "people.csv", {
      attributes: { ...leveled, age: { ...leveled.age, levels: [1, 2] } },
      privacy: [k(3)],
      algorithm: lattice,
      suppression: 0.5,
    }),
    ...["discernibility", "entropy", "kl-divergence"].map((measure) =>
      anonymize(`measure-${measure}`, "people.csv", {
        attributes: leveled,
        privacy: [k(3)],
        algorithm: lattice,
        suppression: 0.1,
        measure,
      }),
    ),
  ];
}

function sets(): Case[] {
  const attributes: Attributes = {
    age: quasi,
    sex: quasi,
    items: { ...quasi, separator: "|" },
    illness: { role: "sensitive" },
  };
  const spec = (algorithm: object, m: number): Spec => ({
    attributes,
    privacy: [k(3), { model: "km-anonymity", attribute: "items", k: 3, m }],
    algorithm,
  });
  return [
    anonymize("sets-mondrian", "baskets.csv", spec(mondrian, 2), truth),
    anonymize("sets-auto", "baskets.csv", spec({ name: "auto" }, 1)),
    anonymize("sets-alone", "baskets.csv", {
      attributes: { items: { ...quasi, separator: "|" }, illness: { role: "sensitive" } },
      privacy: [{ model: "km-anonymity", attribute: "items", k: 4, m: 3 }],
    }),
    byFlags(
      "concealment",
      "tiny.csv",
      "--quasi age,job --sensitive illness --require k-concealment(k=2) --algorithm exact --option meaning=matching --option seconds=600 --hierarchy job=job.csv",
    ),
  ];
}

/** Format-preserving replacement is recorded by its release alone: a spec that names the scheme has to give the same bytes. */
function replaced(): Case[] {
  const spec = (replacements: Attributes): Spec => ({
    attributes: {
      ...plain,
      ...Object.fromEntries(
        Object.entries(replacements).map(([column, replace]) => [column, { role: "identifying", replace }]),
      ),
    },
    privacy: [k(3)],
    algorithm: mondrian,
  });
  const keyed = ["--key-file", "secret.key"];
  const sha256Format = { kind: "format", scheme: "feistel-sha256" };
  return [
    anonymize(
      "replace-pseudonym",
      "named.csv",
      spec({ name: { kind: "pseudonym", prefix: "P-", length: 12 }, card: { kind: "pseudonym" } }),
      [...keyed, ...certificate, ...recipe],
    ),
    anonymize(
      "replace-hash",
      "named.csv",
      spec({ name: { kind: "hash", length: 20, domain: "study" }, card: { kind: "hash" } }),
      [...keyed, ...certificate],
    ),
    anonymize("replace-format", "named.csv", spec({ card: sha256Format, phone: sha256Format }), keyed),
    anonymize(
      "replace-format-domain",
      "named.csv",
      spec({ name: { ...sha256Format, domain: "study" }, card: { ...sha256Format, domain: "study" } }),
      keyed,
    ),
    anonymize("replace-shift-dates", "named.csv", spec({ seen: { kind: "shift-dates", by: "name", days: 30 } }), keyed),
    anonymize(
      "replace-mask-redact",
      "named.csv",
      spec({
        card: { kind: "mask", keep: 4, with: "x" },
        phone: { kind: "mask", keep: 3, from: "left" },
        name: { kind: "redact" },
      }),
      certificate,
    ),
  ];
}

function formats(): Case[] {
  const roles = "--quasi age,sex,zip --sensitive illness -k 4";
  const mark = "--quasi age,town,sex --sensitive illness -k 4 --algorithm mondrian";
  return [
    byFlags("from-tsv", "people.tsv", roles),
    byFlags("from-pipes", "pipes.csv", `${roles} --delimiter |`),
    byFlags("from-jsonl", "people.jsonl", roles),
    byFlags("from-json", "people.json", roles),
    byFlags("from-windows-1252", "latin.csv", mark),
    byFlags("from-bom", "bom.csv", mark),
    byFlags("from-utf16", "utf16.csv", mark),
    byFlags("from-utf16-big-endian", "utf16be.csv", mark),
    byFlags("from-utf8", "places.csv", mark, "release.jsonl"),
    byFlags("from-quoted", "quoted.csv", `${roles} --rest insensitive --safe-cells --certificate @/certificate.json`),
    byFlags("from-quoted-as-is", "quoted.csv", `${roles} --rest insensitive --certificate @/certificate.json`),
    byFlags(
      "from-commas",
      "commas.csv",
      "--quasi age,pay,admitted --sensitive illness -k 4 --certificate @/certificate.json --recipe @/recipe.json",
    ),
    byFlags(
      "from-stated-commas",
      "commas.csv",
      "--quasi age,pay --sensitive illness -k 4 --decimal pay=, --delimiter ; --algorithm mondrian --option values=mean",
    ),
    byFlags(
      "from-american-dates",
      "american.csv",
      "--quasi age,admitted --sensitive illness -k 4 --date-form admitted=mm/dd/yyyy --algorithm mondrian",
    ),
    byFlags(
      "from-c-program",
      "theirs.txt",
      "--format mondrian-c --sensitive illness -k 3 --algorithm mondrian --option compatible=true",
    ),
    byFlags("suggested-levels", "people.csv", `${roles} --algorithm incognito`),
    byFlags("to-tsv", "people.csv", roles, "release.tsv"),
    byFlags("to-json", "people.csv", roles, "release.json"),
    byFlags("to-jsonl", "people.jsonl", `${roles} --rest insensitive`, "release.jsonl"),
  ];
}

/** Recipes of one year's release, applied to the next year's table. */
function applied(): Case[] {
  const one = (name: string, spec: Spec, words: readonly string[], data = "people.csv", next = "next.csv"): Case => {
    const first = anonymize(name, data, spec, [...recipe]);
    return { ...first, commands: [...first.commands, ["apply", "@/recipe.json", next, "-o", "@/next.csv", ...words]] };
  };
  const failing = ["--suppress-failing"];
  const withKey = ["--recipe-key", "@/recipe.key.json"];
  const ranged: Attributes = { ...plain, zip: leveled.zip! };
  const spec = (attributes: Attributes, algorithm: object): Spec => ({
    attributes,
    privacy: [k(3)],
    algorithm,
    suppression: 0.1,
  });
  return [
    one("apply-mondrian", spec(ranged, mondrian), failing),
    one("apply-lattice", spec(leveled, lattice), failing),
    one("apply-datafly-kept", spec(leveled, { name: "datafly" }), ["--keep-suppressed"]),
    one("apply-best-cut-key", spec(ranged, { name: "best-cut" }), [...withKey, ...failing]),
    one("apply-itself", spec(ranged, mondrian), [...withKey, ...failing], "people.csv", "people.csv"),
    one(
      "apply-rare",
      spec({ ...ranged, job: { role: "insensitive", transform: [{ kind: "rare", below: 15 }] } }, mondrian),
      failing,
    ),
  ];
}

function synthetic(): Case[] {
  const one = (name: string, words: string): Case => ({
    name,
    engine: "memory",
    commands: [
      [
        "synthesize",
        "people.csv",
        ..."--quasi age,sex,zip --sensitive illness --label illness --attempts 20 --seed 3".split(" "),
        ...words.split(" "),
        "-o",
        "@/release.csv",
      ],
    ],
  });
  return [
    one("synthesize-trees", "--model trees"),
    one("synthesize-trees-chosen", "--model trees --rows 50 --only sex=female --range age=20..50 --no-copies"),
    one("synthesize-ctgan", "--model ctgan --epochs 2 --rows 40"),
    one("synthesize-cgan", "--model cgan --epochs 2 --rows 40"),
  ];
}

/** What is refused, with nothing published. */
function refused(): Case[] {
  const roles = "--quasi age,sex,zip --sensitive illness";
  return [
    byFlags("refused-too-few", "people.csv", `${roles} -k 301`),
    byFlags("refused-too-diverse", "people.csv", `${roles} -k 2 -l 9`),
    byFlags("refused-no-column", "people.csv", "--quasi agee --sensitive illness -k 2"),
    byFlags("refused-no-model", "people.csv", `${roles} --require m-invariance(m=2)`),
    byFlags(
      "refused-warnings",
      "named.csv",
      "--quasi age,sex --sensitive illness --insensitive name -k 2 --warnings refuse",
    ),
    byFlags("refused-key", "named.csv", `${roles} -k 3 --identifying name --replace name=hash`),
  ];
}

/** What stores can follow, by name: the table, the spec, and what the release is written as. */
function stored(): Readonly<Record<string, readonly [data: string, spec: Spec, output?: string]>> {
  const spec = (attributes: Attributes, more: object = {}): Spec => ({
    attributes,
    privacy: [k(4)],
    algorithm: mondrian,
    ...more,
  });
  const goal = (name: string): [string, Spec] => {
    const attributes: Attributes = { ...plain, stage: { role: name === "t-ordered" ? "sensitive" : "insensitive" } };
    if (name === "t-ordered") attributes.illness = { role: "insensitive" };
    return ["people.csv", spec(attributes, { privacy: [k(2), goals[name]] })];
  };
  const score = (name: string): [string, Spec] => [
    "people.csv",
    spec(plain, { algorithm: { ...mondrian, score: name } }),
  ];
  const hierarchy = (name: string): [string, Spec] => {
    const [column, setting] = hierarchies[name]!;
    return ["people.csv", spec({ ...plain, [column]: { ...quasi, hierarchy: setting } })];
  };
  const { note: _, ...visited } = plain;
  const gapped = { age: quasi, job: quasi, illness: { role: "sensitive" } };
  const wide = spec({ ...plain, job: quasi, admitted: quasi }, { rest: "insensitive" });
  return {
    k: ["people.csv", spec(plain)],
    "k-parquet": ["people.csv", wide, "release.parquet"],
    "l-distinct": goal("l-distinct"),
    "t-equal": goal("t-equal"),
    "beta-enhanced": goal("beta-enhanced"),
    "alpha-k": goal("alpha-k"),
    leveled: ["people.csv", spec(leveled)],
    people: ["visits.csv", spec({ ...visited, patient: { role: "unpublished" } }, { person: "none" })],
    missing: ["gaps.csv", spec(gapped, { input: { missing: ["", "?"] } })],
    "from-parquet": ["people.parquet", wide, "release.parquet"],
    "from-tsv": ["people.tsv", wide],
    entropy: score("entropy"),
    dates: hierarchy("dates"),
    file: hierarchy("file"),
    "l-entropy": goal("l-entropy"),
    "l-grassberger": goal("l-grassberger"),
    "l-recursive": goal("l-recursive"),
    "t-ordered": goal("t-ordered"),
    "t-largest": goal("t-largest"),
    "beta-basic": goal("beta-basic"),
    "delta-present": goal("delta-present"),
    "highest-risk": goal("highest-risk"),
    "normalised-span": score("normalised-span"),
    "intervals-limits": hierarchy("intervals-limits"),
    "masking-left": hierarchy("masking-left"),
    tree: hierarchy("tree"),
    order: hierarchy("order"),
    node: ["people.csv", spec(leveled, { algorithm: { ...mondrian, values: "node" } }), "release.tsv"],
    "weights-snap": ["people.csv", spec({ ...plain, age: { ...quasi, weight: 3, snap: 5 } })],
    "missing-dropped": [
      "gaps.csv",
      spec(gapped, { input: { missing: ["", "?"], dropMissing: true }, spelling: "exact" }),
    ],
    "from-jsonl": ["people.jsonl", wide],
    "from-json": ["people.json", wide, "release.parquet"],
    "from-quoted": ["quoted.csv", wide],
  };
}

/** How many of what stores can follow are also recorded for Spark. */
const sparkCases = 14;

function inStores(): Case[] {
  const all = Object.entries(stored());
  const duckdb = all.map(([name, [data, spec, output]], nth) =>
    anonymize(
      `duckdb-${name}`,
      data,
      { ...spec, engine: { name: "duckdb", ...(nth % 2 === 0 ? { shards: 6 } : {}) } },
      [],
      output,
    ),
  );
  const spark = all
    .slice(0, sparkCases)
    .map(([name, [data, spec]], nth) =>
      anonymize(
        `spark-${name}`,
        data,
        { ...spec, engine: { name: "spark", ...(nth % 2 === 0 ? { shards: 3 } : {}) } },
        ["--master", "local[1]", ...sparkSettings.flatMap((setting) => ["--spark-setting", setting])],
        "release.parquet",
      ),
    );
  return [
    ...duckdb.map((one) => ({ ...one, engine: "duckdb" as const })),
    ...spark.map((one) => ({ ...one, engine: "spark" as const })),
  ];
}

/** Settings that keep Spark small: its queries are many, and compiling one costs more than running it on a few rows. */
const sparkSettings = [
  "spark.driver.extraJavaOptions=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
  "spark.driver.memory=700m",
  "spark.sql.shuffle.partitions=1",
  "spark.sql.codegen.wholeStage=false",
  "spark.sql.codegen.factoryMode=NO_CODEGEN",
  "spark.sql.adaptive.enabled=false",
  "spark.ui.enabled=false",
];

/** All cases. */
export const cases: readonly Case[] = [
  ...methods(),
  ...models(),
  ...grouped(),
  ...missing(),
  ...persons(),
  ...coded(),
  ...sets(),
  ...replaced(),
  ...formats(),
  ...applied(),
  ...synthetic(),
  ...refused(),
  ...inStores(),
];
