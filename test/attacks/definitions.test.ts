/** Attacks held against slow definitions that work on rows and strings and share no code with them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AttackName, openScene, runAttacks } from "../../src/attacks/index.ts";
import { finish } from "../../src/base/index.ts";
import { readCsv } from "../../src/table/index.ts";

type Person = { readonly x: number; readonly c: string; readonly s: string };
type Row = { readonly low: number; readonly high: number; readonly set: readonly string[]; readonly s: string };

const person: fc.Arbitrary<Person> = fc.record({
  x: fc.integer({ min: 0, max: 9 }),
  c: fc.constantFrom("p", "q", "r"),
  s: fc.constantFrom("u", "v", "w"),
});

/** People and a release of them: each in the box of its group, boxes that may overlap. */
const world = fc
  .array(fc.tuple(person, fc.integer({ min: 0, max: 2 })), { minLength: 3, maxLength: 24 })
  .map((dealt) => {
    const people = dealt.map(([one]) => one);
    return { people, rows: boxes(dealt) };
  });

function boxes(dealt: readonly (readonly [Person, number])[]): Row[] {
  return dealt.map(([{ s }, group]) => {
    const members = dealt.filter(([, other]) => other === group).map(([one]) => one);
    const xs = members.map(({ x }) => x);
    return { low: Math.min(...xs), high: Math.max(...xs), set: [...new Set(members.map(({ c }) => c))].sort(), s };
  });
}

/** The text of a row; a letter before each name keeps the reader from taking the column for anything but names. */
function textOf({ low, high, set, s }: Row): string {
  return `${low === high ? low : `[${low}..${high}]`},${set.length === 1 ? set[0] : `{${set.join("|")}}`},${s}`;
}

function original(people: readonly Person[]) {
  return readCsv(`x,c,s\n${people.map(({ x, c, s }) => `${x},${c},${s}`).join("\n")}\n`);
}

function released(rows: readonly Row[]) {
  return readCsv(`x,c,s\n${rows.map(textOf).join("\n")}\n`);
}

function covered(row: Row, { x, c }: Person): boolean {
  return x >= row.low && x <= row.high && row.set.includes(c);
}

function cohortsOf(rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = textOf({ ...row, s: "" });
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}

function run(attack: AttackName, people: readonly Person[], rows: readonly Row[], second?: readonly Row[]) {
  const scene = finish(
    openScene(original(people), released(rows), {
      knows: ["x", "c"],
      sensitive: ["s"],
      ...(second === undefined ? {} : { secondRelease: released(second) }),
    }),
  );
  return finish(runAttacks(scene, [attack])).findings[0];
}

describe("attacks equal their definitions", () => {
  it("linkage: one over the rows that could be the person's", () => {
    fc.assert(
      fc.property(world, ({ people, rows }) => {
        const chances = people.map((one) => 1 / rows.filter((row) => covered(row, one)).length);
        const found = run("linkage", people, rows);
        expect(found.success).toBeCloseTo(chances.reduce((a, b) => a + b) / people.length, 10);
        expect(found.details.highest).toBeCloseTo(Math.max(...chances), 10);
        expect(found.baseline).toBe(1 / rows.length);
      }),
    );
  });

  it("homogeneity and background knowledge: rows whose cohort has one value, or two", () => {
    fc.assert(
      fc.property(world, ({ people, rows }) => {
        const distinct = (cohort: readonly Row[]) => new Set(cohort.map(({ s }) => s)).size;
        const share = (most: number) =>
          cohortsOf(rows)
            .filter((cohort) => distinct(cohort) <= most)
            .reduce((sum, cohort) => sum + cohort.length, 0) / rows.length;
        expect(run("homogeneity", people, rows)).toMatchObject({
          success: share(1),
          baseline: distinct(rows) === 1 ? 1 : 0,
        });
        expect(run("background-knowledge", people, rows)).toMatchObject({
          success: share(2),
          baseline: distinct(rows) <= 2 ? 1 : 0,
        });
      }),
    );
  });

  it("background knowledge below certainty: the best exclusion for each row, tried one by one", () => {
    fc.assert(
      fc.property(world, fc.constantFrom(0, 1, 2), fc.constantFrom(0.5, 0.75, 1), (made, excluded, confidence) => {
        const { people, rows } = made;
        const known = rows.filter((row) => {
          const cohort = rows.filter((other) => textOf({ ...other, s: "" }) === textOf({ ...row, s: "" }));
          const others = [...new Set(cohort.map(({ s }) => s))].filter((s) => s !== row.s);
          const subsets = Array.from({ length: 1 << others.length }, (_, bits) =>
            others.filter((__, place) => (bits >> place) & 1),
          );
          return subsets
            .filter((set) => set.length <= excluded)
            .some((set) => {
              const left = cohort.filter(({ s }) => !set.includes(s));
              return left.filter(({ s }) => s === row.s).length >= confidence * left.length - 1e-9;
            });
        });
        const scene = finish(
          openScene(original(people), released(rows), { knows: ["x", "c"], sensitive: ["s"], excluded, confidence }),
        );
        const found = finish(runAttacks(scene, ["background-knowledge"])).findings[0];
        expect(found.success).toBeCloseTo(known.length / rows.length, 12);
      }),
    );
  });

  it("skewness: the largest gain is that over all cohorts and values, and the mean never exceeds it", () => {
    fc.assert(
      fc.property(world, ({ people, rows }) => {
        const share = (of: readonly Row[], value: string) => of.filter(({ s }) => s === value).length / of.length;
        const gains = cohortsOf(rows).flatMap((cohort) =>
          ["u", "v", "w"].map((value) => share(cohort, value) - share(rows, value)),
        );
        const found = run("skewness", people, rows);
        expect(found.details.largestGain).toBeCloseTo(Math.max(0, ...gains), 12);
        expect(found.success - found.baseline).toBeLessThanOrEqual(Math.max(0, ...gains) + 1e-12);
      }),
    );
  });

  it("intersection: people who share no possible cohort with anybody in both releases", () => {
    const twice = fc
      .array(fc.tuple(person, fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 })), {
        minLength: 3,
        maxLength: 20,
      })
      .map((dealt) => ({
        people: dealt.map(([one]) => one),
        first: boxes(dealt.map(([one, group]) => [one, group] as const)),
        second: boxes(dealt.map(([one, , group]) => [one, group] as const)),
      }));
    fc.assert(
      fc.property(twice, ({ people, first, second }) => {
        const together = (rows: readonly Row[], a: Person, b: Person) =>
          rows.some((row) => covered(row, a) && covered(row, b));
        const isolated = people.filter(
          (one) => people.filter((other) => together(first, one, other) && together(second, one, other)).length === 1,
        );
        expect(run("intersection", people, first, second).success).toBeCloseTo(isolated.length / people.length, 12);
      }),
    );
  });
});
