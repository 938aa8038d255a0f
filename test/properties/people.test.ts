import fc from "fast-check";
import { expect, test } from "vitest";
import type { AlgorithmSpec } from "../../src/algorithms/index.ts";
import { audit } from "../../src/audit/audit.ts";
import { KohortError } from "../../src/base/index.ts";
import type { PrivacyGoal } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { person, quasiIdentifying, type Spec, sensitive } from "../../src/spec/index.ts";
import { cell, columnIndex, readCsv, type Table } from "../../src/table/index.ts";
import { runs } from "../setup/runs.ts";

/** A row: whose it is ("" where nobody says), two quasi-identifiers and a sensitive value. */
type Row = { readonly who: string; readonly age: number; readonly town: string; readonly illness: string };

const towns = ["Ulm", "Bonn", "Kiel"];
const illnesses = ["flu", "cold", "asthma", "none"];

type Shape = { readonly alike: boolean; readonly gaps: boolean };

/** Rows of some people; `alike` gives a person the same quasi-identifiers in all rows, `gaps` loses some identifiers. */
function rowsOf({ alike, gaps }: Shape): fc.Arbitrary<Row[]> {
  const visit = fc.record({
    age: fc.integer({ min: 20, max: 34 }),
    town: fc.nat(2),
    illness: fc.nat(3),
    lost: fc.nat(9),
  });
  const person = fc.array(visit, { minLength: 1, maxLength: 4 });
  return fc.array(person, { minLength: 6, maxLength: 26 }).map((people) =>
    people.flatMap((visits, nth) =>
      visits.map(({ age, town, illness, lost }) => ({
        who: gaps && lost === 0 ? "" : `p${nth}`,
        age: alike ? visits[0].age : age,
        town: towns[alike ? visits[0].town : town],
        illness: illnesses[illness],
      })),
    ),
  );
}

const methods: readonly AlgorithmSpec[] = [
  { name: "auto" },
  { name: "mondrian" },
  { name: "auto", partition: false },
  { name: "best-cut" },
  { name: "cluster" },
  { name: "lattice" },
  { name: "datafly" },
  { name: "incognito" },
  { name: "mondrian", strict: false },
  { name: "mondrian", flat: true },
];

const requirements: readonly (readonly PrivacyGoal[])[] = [
  [{ model: "k-anonymity", k: 2 }],
  [{ model: "k-anonymity", k: 3 }],
  [
    { model: "k-anonymity", k: 2 },
    { model: "l-diversity", l: 2 },
  ],
  [{ model: "l-diversity", l: 2 }],
  [
    { model: "k-anonymity", k: 2 },
    { model: "l-diversity", l: 1.7, variant: "entropy" },
  ],
  [
    { model: "k-anonymity", k: 3 },
    { model: "t-closeness", t: 0.3 },
  ],
  [{ model: "alpha-k-anonymity", alpha: 0.6, k: 2 }],
  [{ model: "highest-risk", "at-most": 0.34 }],
  [
    { model: "k-anonymity", k: 2 },
    { model: "k-anonymity", k: 4, of: ["town"] },
  ],
];

function groupsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function tableOf(rows: readonly Row[]): Table {
  const lines = rows.map(({ who, age, town, illness }) => `${who},${age},${town},${illness}`);
  return readCsv(new TextEncoder().encode(["patient_id,age,town,illness", ...lines].join("\n")));
}

/** The people and, for each illness, the people with it, of some rows; nobody's row is somebody of its own for illnesses. */
function countSlowly(rows: readonly (Row & { readonly place: number })[]): { people: number; having: number[] } {
  const people = new Set(rows.filter(({ who }) => who !== "").map(({ who }) => who)).size;
  const having = illnesses.map(
    (illness) =>
      new Set(rows.filter((row) => row.illness === illness).map(({ who, place }) => who || `row ${place}`)).size,
  );
  return { people, having };
}

function holdsSlowly(
  goal: PrivacyGoal,
  own: ReturnType<typeof countSlowly>,
  all: ReturnType<typeof countSlowly>,
): boolean {
  const sum = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);
  const shares = own.having.map((count) => count / sum(own.having));
  const least = 1e-9;
  if (goal.model === "k-anonymity") return own.people >= goal.k;
  if (goal.model === "highest-risk") return 1 / own.people <= goal["at-most"] + least;
  if (goal.model === "alpha-k-anonymity") return own.people >= goal.k && Math.max(...shares) <= goal.alpha + least;
  if (goal.model === "l-diversity") {
    if (goal.variant !== "entropy") return own.having.filter((count) => count > 0).length >= goal.l;
    const entropy = -sum(shares.map((share) => (share === 0 ? 0 : share * Math.log(share))));
    return Math.exp(entropy) >= goal.l - least;
  }
  if (goal.model === "t-closeness") {
    const before = all.having.map((count) => count / sum(all.having));
    return sum(shares.map((share, value) => Math.abs(share - before[value]))) / 2 <= goal.t + least;
  }
  throw new Error(`no slow definition of ${goal.model}`);
}

function attributesFor({ name }: AlgorithmSpec, snap: number | undefined): Spec["attributes"] {
  const levels = ["lattice", "datafly", "incognito"].includes(name);
  return {
    patient_id: person(),
    age: quasiIdentifying(levels ? { kind: "intervals", width: 3 } : undefined, levels ? {} : { snap }),
    town: quasiIdentifying(levels ? { kind: "masking", from: "right" } : undefined),
    illness: sensitive(),
  };
}

type Tried = { readonly releases: number; readonly refused: number };

/** Makes releases and counts their people by hand; says how many were made. */
function tryAll(shape: Shape, algorithms: readonly AlgorithmSpec[], count: number, seed: number): Tried {
  let releases = 0;
  let refused = 0;
  const spec = fc.record({
    rows: rowsOf(shape),
    algorithm: fc.constantFrom(...algorithms),
    privacy: fc.constantFrom(...requirements),
    suppression: fc.constantFrom(0, 0, 0.3),
    snap: fc.constantFrom(undefined, undefined, 5),
  });
  const property = fc.property(spec, ({ rows, algorithm, privacy, suppression, snap }) => {
    const table = tableOf(rows);
    const goals = suppression > 0 && privacy.some(({ model }) => model === "t-closeness") ? requirements[2] : privacy;
    const attributes = attributesFor(algorithm, snap);
    let release: ReturnType<typeof anonymize>;
    try {
      release = anonymize(table, { attributes, privacy: goals, algorithm, suppression }, { truth: true });
    } catch (error) {
      expect(error).toBeInstanceOf(KohortError);
      expect(["infeasible", "spec"]).toContain((error as KohortError).code);
      refused += 1;
      return;
    }
    const { table: out, truth } = release;
    expect(out.columns.map(({ name }) => name)).toEqual(["age", "town", "illness"]);
    const released = [...truth!].map((place, row) => ({ ...rows[place], place, row }));
    for (const { illness, row } of released) expect(cell(out, row, columnIndex(out, "illness"))).toBe(illness);
    expect(rows.length - released.length).toBeLessThanOrEqual(suppression * rows.length);
    const all = countSlowly(rows.map((row, place) => ({ ...row, place })));
    for (const goal of goals) {
      const columns = goal.model === "k-anonymity" && goal.of !== undefined ? goal.of : ["age", "town"];
      const cohorts = groupsOf(released, ({ row }) =>
        columns.map((name) => cell(out, row, columnIndex(out, name))).join("|"),
      );
      for (const cohort of cohorts.values()) {
        const own = countSlowly(cohort);
        if (!holdsSlowly(goal, own, all)) {
          throw new Error(
            `${JSON.stringify(goal)} fails in a cohort of ${JSON.stringify(own)} by ${JSON.stringify(algorithm)}`,
          );
        }
      }
    }
    const smallest = [...groupsOf(released, ({ row }) => `${cell(out, row, 0)}|${cell(out, row, 1)}`).values()].map(
      (cohort) => countSlowly(cohort).people,
    );
    const persons = release.persons?.of;
    const found = audit(out, {
      quasiIdentifiers: ["age", "town"],
      sensitive: ["illness"],
      ...(persons === undefined ? {} : { persons }),
    });
    expect(found.k).toBe(Math.min(...smallest));
    releases += 1;
  });
  fc.assert(property, { numRuns: runs(count), seed });
  return { releases, refused };
}

test("no release has fewer people in a cohort than asked: rows of a person alike, every method", () => {
  const { releases } = tryAll({ alike: true, gaps: false }, methods, 120, 17);
  expect(releases).toBeGreaterThan(runs(80));
});

test("no release has fewer people in a cohort than asked: rows of a person differ", () => {
  const { releases } = tryAll({ alike: false, gaps: false }, methods.slice(0, 3), 90, 18);
  expect(releases).toBeGreaterThan(runs(60));
});

test("no release has fewer people in a cohort than asked: identifiers are missing", () => {
  const { releases } = tryAll({ alike: false, gaps: true }, methods.slice(0, 3), 90, 19);
  expect(releases).toBeGreaterThan(runs(60));
});

test("methods that cannot count people whose rows differ refuse by name", () => {
  const { releases, refused } = tryAll({ alike: false, gaps: false }, methods.slice(3), 60, 20);
  expect(refused).toBeGreaterThan(releases);
});
