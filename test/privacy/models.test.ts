import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Audit, audit } from "../../src/audit/audit.ts";
import type { Verdict } from "../../src/audit/tally.ts";
import {
  alphaKAnonymity,
  averageRisk,
  betaLikeness,
  deltaDisclosure,
  highestRisk,
  kAnonymity,
  lDiversity,
  type PrivacyGoal,
  populationUniqueness,
  privacyModels,
  sampleUniqueness,
  tCloseness,
} from "../../src/privacy/index.ts";
import { estimatePopulation, populationEstimators } from "../../src/risk/index.ts";
import type { Spec } from "../../src/spec/index.ts";
import { readCsv, type Table } from "../../src/table/index.ts";
import { type SlowTable, slow } from "./slow-models.ts";

const order = ["10", "20", "35", "50", "80"];

/** Two groups of values, and groups of groups. */
const tree = { low: { tens: ["10", "20"], thirties: ["35"] }, high: { fifties: ["50", "80"] } };
const groups: Record<string, readonly string[]> = {
  "10": ["tens", "low", "*"],
  "20": ["tens", "low", "*"],
  "35": ["thirties", "low", "*"],
  "50": ["fifties", "high", "*"],
  "80": ["fifties", "high", "*"],
};

const slowTables: fc.Arbitrary<SlowTable> = fc
  .array(fc.array(fc.constantFrom(...order), { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 6 })
  .map((cohorts) => ({ cohorts, order, groups }));

/** The same as a table that an audit reads, each row `times` times, rows of cohorts mixed. */
function tableOf({ cohorts }: SlowTable, times = 1, prefix = ""): Table {
  const rows = cohorts.flatMap((cohort, i) =>
    cohort.map((value, j) => ({ row: `c${i},${prefix}${value}`, at: j * 31 + i })),
  );
  rows.sort((a, b) => a.at - b.at);
  const lines = rows.flatMap(({ row }) => new Array<string>(times).fill(row));
  return readCsv(`quasi,secret\n${lines.join("\n")}\n`);
}

const stated: Spec["attributes"] = {
  quasi: { role: "quasi-identifying" },
  secret: { role: "sensitive", hierarchy: { kind: "tree", tree } },
};

function judged(
  table: Table,
  privacy: readonly PrivacyGoal[],
  attributes: Spec["attributes"] = {},
): readonly Verdict[] {
  const found: Audit = audit(table, { quasiIdentifiers: ["quasi"], sensitive: ["secret"], privacy, attributes });
  return found.privacy.filter(({ asked }) => asked !== undefined);
}

type Case = {
  readonly name: string;
  readonly goal: (asked: number) => PrivacyGoal;
  readonly measured: (table: SlowTable) => number;
  /** Whether a figure meets what is asked, by the definition. */
  readonly meets: (measured: number, asked: number) => boolean;
  readonly any: number;
  readonly attributes?: Spec["attributes"];
};

const atLeast = (measured: number, asked: number): boolean => measured >= asked - 1e-9;
const atMost = (measured: number, asked: number): boolean => measured <= asked + 1e-9;
const below = (measured: number, asked: number): boolean => measured < asked - 1e-9;

const cases: readonly Case[] = [
  { name: "k", goal: kAnonymity, measured: slow.k, meets: atLeast, any: 2 },
  { name: "alpha", goal: (alpha) => alphaKAnonymity(alpha, 1), measured: slow.alpha, meets: atMost, any: 0.5 },
  { name: "distinct l", goal: (l) => lDiversity("secret", l), measured: slow.distinct, meets: atLeast, any: 2 },
  {
    name: "entropy l",
    goal: (l) => lDiversity(undefined, l, { variant: "entropy" }),
    measured: slow.entropy,
    meets: atLeast,
    any: 2,
  },
  ...[2, 3].map((l) => ({
    name: `recursive (c,${l})`,
    goal: (c: number) => lDiversity("secret", l, { variant: "recursive" as const, c }),
    measured: (table: SlowTable) => slow.recursive(table, l),
    meets: below,
    any: 3,
  })),
  ...(["equal", "ordered", "hierarchical", "largest-difference"] as const).map((distance) => ({
    name: `t, ${distance}`,
    goal: (t: number) => tCloseness("secret", t, { distance }),
    measured: slow[distance],
    meets: atMost,
    any: 0.3,
    ...(distance === "hierarchical" ? { attributes: stated } : {}),
  })),
  { name: "basic beta", goal: (beta) => betaLikeness("secret", beta), measured: slow.beta, meets: atMost, any: 1 },
  {
    name: "delta",
    goal: (delta) => deltaDisclosure("secret", delta),
    measured: (table) => slow.delta(table, false),
    meets: below,
    any: 1,
  },
  {
    name: "delta, present values",
    goal: (delta) => deltaDisclosure("secret", delta, { variant: "present-values" }),
    measured: (table) => slow.delta(table, true),
    meets: below,
    any: 1,
  },
  { name: "highest risk", goal: highestRisk, measured: slow.highestRisk, meets: atMost, any: 0.3 },
  { name: "average risk", goal: averageRisk, measured: slow.averageRisk, meets: atMost, any: 0.3 },
  { name: "sample uniqueness", goal: sampleUniqueness, measured: slow.sampleUniqueness, meets: atMost, any: 0.1 },
];

describe.each(cases)("$name", ({ goal, measured, meets, any, attributes }) => {
  it("is measured as a slow reading of its definition says", () => {
    fc.assert(
      fc.property(slowTables, (table) => {
        const [verdict] = judged(tableOf(table), [goal(any)], attributes);
        const expected = measured(table);
        if (Number.isFinite(expected)) expect(verdict.measured).toBeCloseTo(expected, 10);
        else expect(verdict.measured).toBe(expected);
        expect(verdict.holds).toBe(meets(expected, any));
        expect(verdict.failing > 0).toBe(!verdict.holds);
      }),
      { numRuns: 150 },
    );
  });

  it("takes what it measures as the boundary", () => {
    fc.assert(
      fc.property(slowTables, (table) => {
        const expected = measured(table);
        if (!Number.isFinite(expected) || expected <= 0) return;
        const [verdict] = judged(tableOf(table), [goal(expected)], attributes);
        expect(verdict.holds).toBe(meets(expected, expected));
      }),
      { numRuns: 60 },
    );
  });

  it.runIf(privacyModels[goal(any).model].sensitive)("does not change when every row is repeated", () => {
    fc.assert(
      fc.property(slowTables, (table) => {
        const [once] = judged(tableOf(table), [goal(any)], attributes);
        for (const times of [10, 100]) {
          const [often] = judged(tableOf(table, times), [goal(any)], attributes);
          expect([often.measured, often.holds]).toEqual([once.measured, once.holds]);
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe("enhanced beta-likeness", () => {
  it("says whether any beta can hold, and holds only where one can", () => {
    fc.assert(
      fc.property(slowTables, fc.double({ min: 0.05, max: 4, noNaN: true }), (table, beta) => {
        const [verdict] = judged(tableOf(table), [betaLikeness("secret", beta, { variant: "enhanced" })]);
        expect(verdict.possible).toBe(slow.betaPossible(table));
        expect(verdict.measured).toBeCloseTo(slow.beta(table), 10);
        expect(verdict.holds).toBe(slow.betaPossible(table) && slow.beta(table) <= beta + 1e-9);
      }),
    );
  });

  it("lets no beta hold where a frequent value becomes certain", () => {
    const table = tableOf({
      cohorts: [
        ["10", "10"],
        ["10", "20"],
      ],
      order,
    });
    const [verdict] = judged(table, [betaLikeness("secret", 100, { variant: "enhanced" })]);
    // p = 3/4, q = 1: gain 1/3, and −ln 0.75 = 0.288
    expect(verdict).toMatchObject({ measured: 1, holds: false, possible: false, failing: 2 });
  });
});

describe("(alpha,k)-anonymity", () => {
  it("asks for k as well, and says what it is", () => {
    const table = tableOf({
      cohorts: [
        ["10", "20"],
        ["10", "20", "35", "50"],
      ],
      order,
    });
    expect(judged(table, [alphaKAnonymity(0.5, 3)])[0]).toMatchObject({
      measured: 0.5,
      holds: false,
      failing: 2,
      second: { name: "k", asked: 3, measured: 2 },
    });
  });
});

describe("the distance that is meant when none is named", () => {
  it("is the ordered one for numbers and the equal one for names", () => {
    fc.assert(
      fc.property(slowTables, (table) => {
        expect(judged(tableOf(table), [tCloseness("secret", 0.3)])[0].measured).toBeCloseTo(slow.ordered(table), 10);
        const named = judged(tableOf(table, 1, "v"), [tCloseness("secret", 0.3)])[0];
        expect(named.measured).toBeCloseTo(slow.equal(table), 10);
      }),
      { numRuns: 50 },
    );
  });

  it("takes the order of names from the spec and refuses to guess it", () => {
    const table = {
      cohorts: [
        ["10", "80"],
        ["35", "20"],
      ],
      order: ["80", "35", "10", "20"],
    };
    const ordered = tCloseness("secret", 0.3, { distance: "ordered" });
    const attributes: Spec["attributes"] = {
      secret: { role: "sensitive", order: table.order.map((value) => `v${value}`) },
    };
    expect(judged(tableOf(table, 1, "v"), [ordered], attributes)[0].measured).toBeCloseTo(slow.ordered(table), 12);
    expect(() => judged(tableOf(table, 1, "v"), [ordered])).toThrow('needs the order of "secret"');
    expect(() => judged(tableOf(table), [tCloseness("secret", 0.3, { distance: "hierarchical" })])).toThrow(
      'needs a hierarchy of "secret"',
    );
  });
});

describe("a second way to write a number", () => {
  it("is no second value", () => {
    const table = readCsv("quasi,secret\na,1\na,1.0\nb,1\nb,2\n");
    expect(judged(table, [lDiversity("secret", 2)])[0]).toMatchObject({ measured: 1, failing: 2 });
  });
});

describe("population uniqueness", () => {
  const sizes = [1, 1, 1, 2, 2, 5];
  const table = readCsv(
    `quasi,secret\n${sizes.flatMap((size, i) => new Array<string>(size).fill(`c${i},1`)).join("\n")}\n`,
  );

  it("is what the stated estimator says of the population", () => {
    for (const estimator of populationEstimators) {
      const [verdict] = judged(table, [populationUniqueness(0.01, 0.2, estimator)]);
      const { uniques, population } = estimatePopulation(sizes, 0.2);
      expect(population).toBe(60);
      expect(verdict.measured).toBe(uniques[estimator] / 60);
      expect(verdict).toMatchObject({ holds: false, failing: 3 });
    }
  });

  it("is sample uniqueness when the table is the population", () => {
    expect(judged(table, [populationUniqueness(0.25, 1)])[0]).toMatchObject({
      measured: 0.25,
      holds: true,
      failing: 0,
    });
  });
});
