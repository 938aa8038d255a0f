/** @file Releases of many kinds with their certificates, small enough that every field can be forged. */
import type { PrivacyGoal } from "../../src/privacy/index.ts";
import type { AttributeSpec, SpecInCode } from "../../src/spec/index.ts";
import { readCsv, type Table } from "../../src/table/index.ts";
import { type Certified, certifiedOf, type Making } from "./certified.ts";

const illnesses = ["flu", "cold", "ulcer", "gout", "?"];

/** A small clinic; every column has a name, a kind and a few values. */
const lines = Array.from({ length: 24 }, (_, i) =>
  [
    `Person ${i}`,
    20 + ((i * 13) % 47),
    ["Ulm", '"Ems, ""old"""', "Pau"][(i * 5) % 3],
    illnesses[(i * i + (i >> 3)) % 5],
    ["100", "200", "200.0", "300", "1e3"][(i * 7) % 5],
    `2024-0${1 + (i % 3)}-1${i % 2}`,
    ["", "-", "note"][i % 3],
  ].join(","),
);

/** Where each person has several rows: 12 people, whose age and town agree where they stay and differ where they move. */
const visits = (moves: boolean): Table =>
  readCsv(
    `name,age,town,illness\n${Array.from({ length: 36 }, (_, i) => {
      const who = (i * 5) % 12;
      const home = moves && who % 4 === 0 ? who + Math.floor(i / 12) * 3 : who;
      return [
        `Person ${who}`,
        20 + ((home * 13) % 47),
        ["Ulm", "Pau"][home % 2],
        illnesses[(i + Math.floor(i / 12) * who) % 4],
      ].join();
    }).join("\n")}\n`,
  );

/** The table that the releases are made of. */
export const clinic: Table = readCsv(`name,age,town,illness,cost,seen,note\n${lines.join("\n")}\n`, {
  missing: ["?", "", "-"],
});

const attributes: Readonly<Record<string, AttributeSpec>> = {
  name: { role: "identifying" },
  age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 10, factor: 2 } },
  town: { role: "quasi-identifying" },
  illness: {
    role: "sensitive",
    hierarchy: { kind: "tree", tree: { airways: ["flu", "cold"], other: { bowel: ["ulcer"], joints: ["gout"] } } },
  },
  cost: { role: "insensitive" },
  seen: { role: "identifying" },
  note: { role: "insensitive" },
};

const key = new TextEncoder().encode("0f1e2d3c4b5a69788796a5b4c3d2e1f0");

function made(
  privacy: readonly PrivacyGoal[],
  changes: Partial<SpecInCode> = {},
  making: Omit<Making, "spec"> = {},
): Making {
  return { spec: { attributes, privacy, person: "none", input: { missing: ["?", "", "-"] }, ...changes }, ...making };
}

const k = { model: "k-anonymity", k: 3 } as const;
const of = { attribute: "illness" } as const;
const costly = { ...attributes, cost: { role: "sensitive" } } as const;

/** Goals that count people, each by its own figure. */
const ofPeople: readonly PrivacyGoal[] = [
  k,
  { model: "l-diversity", l: 2, ...of },
  { model: "l-diversity", l: 1.2, variant: "entropy", ...of },
  { model: "t-closeness", t: 0.6, ...of },
  { model: "alpha-k-anonymity", alpha: 0.9, k: 3, ...of },
  { model: "highest-risk", "at-most": 0.34 },
];
const ofAll: readonly PrivacyGoal[] = [
  { ...k, each: 1 },
  { model: "average-risk", "at-most": 0.34 },
  { model: "sample-uniqueness", "at-most": 0.05 },
];

function counted(
  privacy: readonly PrivacyGoal[],
  moves: boolean,
  replace?: AttributeSpec["replace"],
): Making & { readonly table: Table } {
  const { age, town } = attributes;
  const name = { role: "person", ...(replace === undefined ? {} : { replace }) } as const;
  return {
    table: visits(moves),
    spec: { attributes: { name, age: age, town: town, illness: { role: "sensitive" } }, privacy },
    ...(replace === undefined ? {} : { key }),
  };
}

const makings: Readonly<Record<string, Making & { readonly table?: Table }>> = {
  "k-anonymity": made([k]),
  "k-anonymity of one column and of each": made([k, { ...k, k: 4, of: ["town"] }, { ...k, each: 1 }]),
  "(α,k)-anonymity and risks": made([
    { model: "alpha-k-anonymity", alpha: 0.8, k: 3, ...of },
    { model: "highest-risk", "at-most": 0.34 },
    { model: "average-risk", "at-most": 0.3 },
    { model: "sample-uniqueness", "at-most": 0.05 },
  ]),
  "l-diversity": made([
    k,
    { model: "l-diversity", l: 2, ...of },
    { model: "l-diversity", l: 1.5, variant: "entropy", ...of },
    { model: "l-diversity", l: 2, variant: "recursive", c: 4, ...of },
  ]),
  "t-closeness, equal and largest difference": made([
    { model: "t-closeness", t: 0.5, ...of },
    { model: "t-closeness", t: 0.5, distance: "largest-difference", ...of },
  ]),
  "t-closeness over an order": made([k, { model: "t-closeness", t: 0.3, attribute: "cost" }], { attributes: costly }),
  "t-closeness over a stated order": made(
    [k, { model: "t-closeness", t: 0.4, distance: "ordered", attribute: "illness" }],
    {
      attributes: { ...attributes, illness: { role: "sensitive", order: ["cold", "flu", "gout", "ulcer"] } },
    },
  ),
  "t-closeness over a hierarchy": made([k, { model: "t-closeness", t: 0.4, distance: "hierarchical", ...of }]),
  "β-likeness": made([
    k,
    { model: "beta-likeness", beta: 3, ...of },
    { model: "beta-likeness", beta: 4, variant: "enhanced", ...of },
  ]),
  "δ-disclosure": made([k, { model: "delta-disclosure", delta: 2, variant: "present-values", ...of }]),
  "two sensitive columns with several missing texts": made([k, { model: "l-diversity", l: 2, attribute: "note" }], {
    attributes: { ...attributes, note: { role: "sensitive" } },
  }),
  suppression: made([{ ...k, k: 4 }], { algorithm: { name: "lattice" }, suppression: 0.4 }),
  "suppressed records that are kept": made(
    [{ ...k, k: 4 }],
    { algorithm: { name: "lattice" }, suppression: 0.4 },
    { keepSuppressed: true },
  ),
  "people in one cohort each": counted([...ofPeople, ...ofAll], false),
  "people in several cohorts": counted(ofPeople, true),
  "people by their pseudonyms": counted(ofPeople, true, { kind: "pseudonym", prefix: "P-" }),
  "people by their hashes, in one cohort each": counted([...ofPeople, ...ofAll], false, { kind: "hash", length: 16 }),
  "replaced identifiers": made(
    [k],
    {
      attributes: {
        ...attributes,
        name: { role: "identifying", replace: { kind: "pseudonym", prefix: "P-" } },
        seen: { role: "identifying", replace: { kind: "shift-dates", by: "name" } },
        cost: { role: "identifying", replace: { kind: "mask", keep: 1 } },
        note: { role: "identifying", replace: { kind: "hash", length: 16 } },
      },
    },
    { key },
  ),
  "redacted and format-keeping identifiers": made(
    [k],
    {
      attributes: {
        ...attributes,
        name: { role: "identifying", replace: { kind: "format" } },
        note: { role: "identifying", replace: { kind: "redact" } },
      },
    },
    { key },
  ),
  "snapped ranges and rounded values": made([k, { model: "l-diversity", l: 2, attribute: "cost" }], {
    attributes: {
      ...attributes,
      age: { role: "quasi-identifying", snap: 5 },
      cost: { role: "sensitive", transform: [{ kind: "round", to: 100 }] },
    },
    algorithm: { name: "mondrian" },
  }),
  "another delimiter, line end and mark": made([k], {}, { dialect: { delimiter: ";", newline: "\r\n", bom: true } }),
};

/** The kinds of releases. */
export const baseNames: readonly string[] = Object.keys(makings);

/** A release of a kind, and its certificate. */
export function baseOf(name: string): Certified {
  const { table = clinic, ...making } = makings[name];
  return certifiedOf(table, making);
}
