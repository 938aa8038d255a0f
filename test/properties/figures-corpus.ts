/** @file Random tables, specs and releases on which every command has to print the same figures. */
import { type Random, randomFrom } from "../../src/base/index.ts";
import type { Spec, SpecInCode } from "../../src/spec/index.ts";

/** The hierarchy file of `city`: an unused leaf, a group of one leaf, a leaf that stands alone under the root. */
export const cityFile = `Bonn;West;Land;*
Köln;West;Land;*
Aachen;West;Land;*
Kiel;North;Land;*
Berlin;East;Land;*
Dresden;East;Land;*
Unused;East;Land;*
Wien;Wien;Abroad;*
`;

/** A table and what is asked of it. */
export type Case = {
  readonly csv: string;
  readonly spec: SpecInCode;
  readonly keepSuppressed: boolean;
  /** Whether `pay` has decimal commas. */
  readonly hasCommas: boolean;
  /** Whether `items`, a column of sets, is published. */
  readonly hasSets: boolean;
  readonly kinds: Readonly<Record<string, "number" | "category" | "date">>;
};

/** Values of the columns. */
const cities = ["Bonn", "Köln", "Aachen", "Kiel", "Berlin", "Dresden", "Wien"];
const jobs = ["clerk", "nurse", "baker", "mayor", "cook"];
const baskets = ["tea", "milk", "tea|milk", "milk|tea", "beer|milk", "beer"];
const ills = ["flu", "cold", "gout"];

const kinds = {
  age: "number",
  pay: "number",
  city: "category",
  job: "category",
  zip: "category",
  day: "date",
  same: "category",
  ill: "category",
  items: "category",
  who: "category",
} as const;

type Attributes = Record<string, Spec["attributes"][string]>;

/** The case of a number; equal numbers give equal cases. */
export function caseOf(seed: number): Case {
  const random = randomFrom(seed);
  const few = 1 + random.below(3);
  const gaps = random.below(3) === 0;
  const gap = (value: string): string => (gaps && random.below(8) === 0 ? "" : value);
  const hasPeople = random.below(6) === 0;
  const rows = Array.from({ length: 8 + random.below(18) }, (_, row) => ({
    age: gap(String(20 + random.below(4 * few))),
    pay: gap(["1.5", "1.50", "2", "2.0", "3.25", "10", "1e1"][random.below(7)]),
    city: gap(cities[random.below(Math.min(7, 2 + 2 * few))]),
    job: gap(jobs[random.below(1 + few)]),
    zip: String(10000 + 1111 * random.below(5)),
    day: gap(`2024-0${1 + random.below(few)}-1${random.below(5)}`),
    same: "only",
    ill: ills[random.below(3)],
    who: `p${hasPeople ? random.below(9) : row}`,
  }));
  const method = random.below(methods.length);
  const quasi = pick(random, ["age", "pay", "city", "job", "zip", "day", "same"], 2 + random.below(3));
  const meaning = gaps ? (["category", "wildcard", "leave-out"] as const)[random.below(3)] : "category";
  const { algorithm, levels = false, wild = true, people = true, sets = true } = methods[method];
  const missing = meaning === "wildcard" && !wild ? "category" : meaning;
  const hasHierarchies = levels || random.below(2) === 0;
  const isPublished = random.below(4) > 0;
  const attributes: Attributes = Object.fromEntries(
    quasi.map((name) => [
      name,
      {
        role: "quasi-identifying",
        missing,
        ...(hasHierarchies && (levels || random.below(2) === 0) ? hierarchyOf(name, random) : {}),
        ...(random.below(4) === 0 ? { weight: 1 + random.below(3) } : {}),
      },
    ]),
  );
  if (!hasHierarchies && attributes.age !== undefined && random.below(3) === 0) {
    attributes.age = { ...attributes.age, snap: 5 };
  }
  if (attributes.age !== undefined && random.below(5) === 0) {
    attributes.age = { ...attributes.age, transform: [{ kind: "top", at: 26 }] };
  }
  if (isPublished) attributes.ill = { role: "sensitive" };
  if (hasPeople && people && missing !== "wildcard") attributes.who = { role: "person" };
  const k = 2 + random.below(3);
  const goals: Spec["privacy"] =
    random.below(8) === 0 && isPublished
      ? [{ model: "l-diversity", l: 2 }]
      : [
          { model: "k-anonymity", k },
          ...(isPublished && random.below(5) === 0 ? [{ model: "l-diversity", l: 2 } as const] : []),
        ];
  const keepSuppressed = random.below(2) === 0;
  const suppression = [0, 0.1, 0.3, 0.5][random.below(4)];
  const hasCommas = random.below(3) === 0;
  const hasSets = sets && attributes.who === undefined && random.below(3) === 0;
  if (hasSets) attributes.items = { role: "quasi-identifying", separator: "|" };
  const cells = rows.map(({ pay, ...row }) => ({
    ...row,
    pay: hasCommas ? `"${pay.replace(".", ",")}"` : pay,
    items: gap(baskets[random.below(baskets.length)]),
  }));
  return {
    csv: `${Object.keys(cells[0]).join()}\n${cells.map((row) => Object.values(row).join()).join("\n")}\n`,
    kinds,
    keepSuppressed,
    hasCommas,
    hasSets,
    spec: {
      attributes,
      privacy: hasSets
        ? [...goals, { model: "km-anonymity", attribute: "items", k: 2, m: 1 + random.below(2) }]
        : goals,
      algorithm,
      suppression,
    },
  };
}

function pick(random: Random, names: readonly string[], count: number): string[] {
  const left = [...names];
  const chosen = Array.from({ length: count }, () => left.splice(random.below(left.length), 1)[0]);
  return names.filter((name) => chosen.includes(name));
}

/** How a column may be grouped: from a file, by masking, by intervals, as a tree. */
function hierarchyOf(name: string, random: Random): Partial<Attributes[string]> {
  switch (name) {
    case "city":
      return {
        hierarchy: { kind: "file", path: "city.csv" },
        ...(random.below(3) === 0 ? { levels: [1, 3] as const } : {}),
      };
    case "zip":
      return { hierarchy: { kind: "masking" } };
    case "age":
    case "pay":
      return { hierarchy: { kind: "intervals", width: 2, factor: 3 } };
    case "day":
      return { hierarchy: { kind: "dates", levels: ["month", "year"] } };
    case "job":
      return {
        hierarchy: { kind: "tree", tree: { care: ["nurse"], work: ["clerk", "baker", "cook"], office: ["mayor"] } },
      };
    default:
      return { hierarchy: { kind: "tree", tree: { all: ["only"] } } };
  }
}

type Method = {
  readonly algorithm: NonNullable<Spec["algorithm"]>;
  /** Whether every column needs a hierarchy. */
  readonly levels?: boolean;
  readonly wild?: boolean;
  readonly people?: boolean;
  /** Whether it publishes columns of sets. */
  readonly sets?: boolean;
};

const methods: readonly Method[] = [
  { algorithm: { name: "auto" } },
  { algorithm: { name: "mondrian" } },
  { algorithm: { name: "mondrian", values: "set" } },
  { algorithm: { name: "mondrian", values: "prefix" } },
  { algorithm: { name: "mondrian", values: "mean" } },
  { algorithm: { name: "mondrian", values: "median" } },
  { algorithm: { name: "mondrian", strict: false }, wild: false, people: false },
  { algorithm: { name: "mondrian", compatible: true }, wild: false, people: false },
  { algorithm: { name: "mondrian", compatible: true, strict: false }, wild: false, people: false },
  { algorithm: { name: "best-cut" } },
  { algorithm: { name: "cluster" } },
  { algorithm: { name: "lattice" }, levels: true },
  { algorithm: { name: "lattice", local: "levels" }, levels: true, people: false },
  { algorithm: { name: "lattice", microaggregate: ["age", "pay:median", "job:mode"] }, levels: true, people: false },
  { algorithm: { name: "datafly" }, levels: true },
];
