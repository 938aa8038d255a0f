import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dateFormats } from "../../src/hierarchy/date-forms.ts";
import {
  buildHierarchy,
  checkHierarchy,
  type Hierarchy,
  type HierarchySetting,
  lowestCommon,
  readHierarchy,
  suggestHierarchy,
  type Tree,
  treeOf,
  writeHierarchy,
} from "../../src/hierarchy/index.ts";
import { runs } from "../setup/runs.ts";

const thousand = { numRuns: runs(1000) };
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });
const distinct = (value: fc.Arbitrary<string>): fc.Arbitrary<string[]> => fc.uniqueArray(value, { maxLength: 25 });

const integers = distinct(fc.integer({ min: -500, max: 500 }).map(String));
const decimals = distinct(
  fc
    .tuple(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: 0, max: 4 }))
    .map(([n, e]) => (n / 10 ** e).toString()),
);
const words = distinct(fc.oneof(fc.string({ maxLength: 6 }), fc.stringMatching(/^[a-c{}|\\*;"\r\n,]{0,4}$/)));
const days = distinct(
  fc
    .date({ min: new Date("1850-01-01"), max: new Date("2150-01-01"), noInvalidDate: true })
    .map((d) => d.toISOString().slice(0, 10)),
);

const someDays = ["2019-12-30", "2020-01-01", "2024-02-29", "2024-03-01"];
const two = (figure: number): string => String(figure).padStart(2, "0");
const clock = (second: number): string => `${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}`;

/** A day as another written form has it. */
function inFormat(day: string, format: (typeof dateFormats)[number]): string {
  const [year, month, date] = day.split("-") as [string, string, string];
  const name = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ")[Number(month) - 1];
  return format
    .replace("yyyy", year)
    .replace("yy", year.slice(2))
    .replace("mm", month)
    .replace("mon", name)
    .replace("dd", date);
}

type Case = { setting: HierarchySetting; values: string[]; counts?: number[] };

const cases: Record<string, fc.Arbitrary<Case>> = {
  intervals: fc.record({
    setting: fc
      .record({
        width: optional(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(0.1, 0.25, 2.5, 0.003))),
        factor: optional(fc.integer({ min: 2, max: 5 })),
        from: optional(fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constantFrom(0.5, 0.05))),
        min: optional(fc.integer({ min: -100, max: 0 })),
        max: optional(fc.integer({ min: 1, max: 100 })),
      })
      .map((options) => ({ kind: "intervals" as const, ...options })),
    values: fc.oneof(integers, decimals),
  }),
  cuts: fc.record({
    setting: fc
      .uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 2 })
      .map((cuts) => ({ kind: "intervals" as const, cuts: [cuts, cuts.slice(0, Math.ceil(cuts.length / 2))] })),
    values: fc.oneof(integers, decimals),
  }),
  masking: fc.record({
    setting: fc
      .record({
        from: fc.constantFrom("left" as const, "right" as const),
        align: optional(fc.constantFrom("left" as const, "right" as const)),
        padding: optional(fc.constantFrom("0", " ")),
        step: optional(fc.integer({ min: 1, max: 3 })),
      })
      .map((options) => ({ kind: "masking" as const, ...options })),
    values: words,
  }),
  dates: fc.record({
    setting: optional(
      fc.subarray(
        [
          "minute",
          "hour",
          "day",
          "month",
          "quarter",
          "half-year",
          "year",
          "five-years",
          "decade",
          "century",
          "millennium",
        ] as const,
        { minLength: 1 },
      ),
    ).map((levels) => ({ kind: "dates" as const, levels })),
    values: days,
  }),
  weeks: fc.record({
    setting: fc
      .subarray(["minute", "hour", "day", "week"] as const, { minLength: 1 })
      .map((levels) => ({ kind: "dates" as const, levels })),
    values: fc.oneof(
      days,
      distinct(
        fc.tuple(fc.constantFrom(...someDays), fc.nat(86_399)).map(([day, second]) => `${day}T${clock(second)}`),
      ),
    ),
  }),
  "dates in a stated format": fc.constantFrom(...dateFormats).chain((format) =>
    fc.record({
      setting: fc.constant({ kind: "dates" as const, format }),
      values: days.map((list) => [...new Set(list.map((day) => inFormat(day, format)))]),
    }),
  ),
  tree: words.chain((values) =>
    fc.record({
      setting: fc
        .array(fc.nat(5), { minLength: values.length, maxLength: values.length })
        .map((groups) => ({ kind: "tree" as const, tree: nested(values, groups) })),
      values: fc.constant(values.length === 0 ? ["a"] : values),
    }),
  ),
  order: fc.record({
    setting: fc
      .record({ size: optional(fc.integer({ min: 2, max: 12 })), factor: optional(fc.integer({ min: 2, max: 4 })) })
      .map((options) => ({ kind: "order" as const, ...options })),
    values: fc.oneof(words, integers),
  }),
  frequency: words.chain((values) =>
    fc.record({
      setting: fc
        .record({ keep: optional(fc.integer({ min: 1, max: 9 })), minimum: optional(fc.integer({ min: 1, max: 9 })) })
        .map((options) => ({ kind: "frequency" as const, ...options })),
      values: fc.constant(values),
      counts: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: values.length, maxLength: values.length }),
    }),
  ),
  priority: words.chain((values) =>
    fc.record({
      setting: fc
        .record({
          levels: optional(fc.integer({ min: 1, max: 6 })),
          first: optional(fc.subarray(values.slice(0, 5), { minLength: Math.min(1, values.length) })),
        })
        .map(({ levels, first }) => ({
          kind: "priority" as const,
          levels,
          ...(first === undefined || first.length === 0 ? {} : { first }),
        })),
      values: fc.constant(values),
      counts: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: values.length, maxLength: values.length }),
    }),
  ),
};

/** Values in six groups, those in two. */
function nested(values: readonly string[], groups: readonly number[]): Record<string, Record<string, string[]>> {
  const tree: Record<string, Record<string, string[]>> = {};
  (values.length === 0 ? ["a"] : values).forEach((value, i) => {
    const group = groups[i] ?? 0;
    const upper = (tree[`upper${group % 2}`] ??= {});
    (upper[`group${group}`] ??= []).push(value);
  });
  return tree;
}

/** Random paths of equal length over few labels, so that groups are shared. */
const hierarchies: fc.Arbitrary<Hierarchy> = fc
  .record({
    leaves: fc.uniqueArray(fc.stringMatching(/^[ab;,"\t\n {é\\]{0,4}$/), { minLength: 1, maxLength: 20 }),
    depth: fc.integer({ min: 1, max: 4 }),
    seed: fc.array(fc.nat(), { minLength: 80, maxLength: 80 }),
    same: fc.boolean(),
  })
  .map(({ leaves, depth, seed, same }) => {
    const levels: string[][] = [leaves];
    const parents: Uint32Array[] = [];
    for (let level = 0; level < depth; level++) {
      const below = levels[level];
      const size = level === depth - 1 ? 1 : Math.max(1, Math.ceil(below.length / 2));
      const numbers = new Map<number, number>();
      const up = Uint32Array.from(below, (_, i) => {
        const drawn = seed[level * 20 + i] % size;
        if (!numbers.has(drawn)) numbers.set(drawn, numbers.size);
        return numbers.get(drawn)!;
      });
      const alone = (group: number): number =>
        up.filter((other) => other === group).length === 1 ? up.indexOf(group) : -1;
      const names = [...numbers.keys()].map((_, group) =>
        same && alone(group) >= 0 ? below[alone(group)] : `${level};${group}`,
      );
      levels.push(names);
      parents.push(up);
    }
    return { levels, parents };
  });

/** The values below each label of each level, found by climbing from every value. */
function groupsOf({ levels, parents }: Hierarchy): { label: string; leaves: string[] }[] {
  return levels.flatMap((labels, level) =>
    labels.map((label, i) => ({
      label,
      leaves: levels[0].filter((_, leaf) => {
        let place = leaf;
        for (let l = 0; l < level; l++) place = parents[l][place];
        return place === i;
      }),
    })),
  );
}

/** The label and the values of each node, in a canonical order, each once. */
function canonical(groups: { label: string; leaves: readonly string[] }[]): string[] {
  return [...new Set(groups.map(({ label, leaves }) => JSON.stringify([label, [...leaves].sort()])))].sort();
}

function slowLowest(tree: Tree, low: number, high: number): number[] {
  const covering = [...tree.labels.keys()].filter((node) => tree.low[node] <= low && tree.high[node] >= high);
  return covering.filter((node) => !covering.some((other) => tree.parent[other] === node));
}

describe("every builder", () => {
  for (const [name, arbitrary] of Object.entries(cases)) {
    it(`${name} covers the column with a sound tree whose labels are honest`, () => {
      fc.assert(
        fc.property(arbitrary, ({ setting, values, counts }) => {
          const hierarchy = buildHierarchy(values, setting, { counts });
          const findings = checkHierarchy(hierarchy, values);
          expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
          if (setting.kind === "intervals") {
            expect(findings.filter(({ message }) => message.includes("outside"))).toEqual([]);
          }
          expect([...hierarchy.levels[0]].sort()).toEqual([...values].sort());
          expect(hierarchy.levels.at(-1)).toEqual(["*"]);
        }),
        thousand,
      );
    });

    it(`${name} does not depend on the order of the values`, () => {
      fc.assert(
        fc.property(arbitrary, ({ setting, values, counts }) => {
          const turned = buildHierarchy([...values].reverse(), setting, { counts: counts && [...counts].reverse() });
          expect(turned).toEqual(buildHierarchy(values, setting, { counts }));
        }),
        { numRuns: runs(100) },
      );
    });

    it(`${name} is read as it was written`, () => {
      fc.assert(
        fc.property(arbitrary, ({ setting, values, counts }) => {
          fc.pre(values.length > 0);
          const hierarchy = buildHierarchy(values, setting, { counts });
          const bytes = new TextEncoder().encode(writeHierarchy(hierarchy));
          expect(readHierarchy(bytes, { delimiter: ";" }).hierarchy).toEqual(hierarchy);
        }),
        { numRuns: runs(200) },
      );
    });
  }
});

describe("what is suggested for a column", () => {
  const counted = (values: readonly string[]): number[] => values.map((_, i) => 1 + ((i * 7) % 11));
  const columns: Record<string, fc.Arbitrary<{ values: string[]; kind: "number" | "date" | "category" }>> = {
    numbers: fc.oneof(integers, decimals).map((values) => ({ values, kind: "number" as const })),
    dates: days.map((values) => ({ values, kind: "date" as const })),
    codes: distinct(fc.nat(99_999).map((code) => String(code).padStart(5, "0"))).map((values) => ({
      values,
      kind: "number" as const,
    })),
    names: fc.uniqueArray(fc.string({ maxLength: 6 }), { minLength: 15, maxLength: 60 }).map((values) => ({
      values,
      kind: "category" as const,
    })),
  };
  it.each(Object.keys(columns))("can be built and is sound: %s", (name) => {
    let suggested = 0;
    fc.assert(
      fc.property(columns[name], (column) => {
        const counts = counted(column.values);
        const { setting, reason } = suggestHierarchy({ ...column, counts });
        expect(reason).not.toBe("");
        if (setting === undefined) return;
        suggested += 1;
        const hierarchy = buildHierarchy(column.values, setting, { counts, kind: column.kind });
        const findings = checkHierarchy(hierarchy, column.values);
        expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
        expect(hierarchy.levels.length).toBeGreaterThan(2);
      }),
      thousand,
    );
    expect(suggested).toBeGreaterThan(runs(200));
  });
});

describe("intervals of no stated width", () => {
  it("hold numbers of any size, and their labels say so", () => {
    const sized = fc
      .tuple(fc.integer({ min: -99999, max: 99999 }), fc.integer({ min: -250, max: 300 }))
      .map(([digits, exponent]) => String(Number(`${digits}e${exponent}`)))
      // whole numbers beyond 2^53 are refused, with their neighbours
      .filter((text) => !/^-?\d+$/.test(text) || Number.isSafeInteger(Number(text)));
    fc.assert(
      fc.property(distinct(sized), (values) => {
        const findings = checkHierarchy(buildHierarchy(values, { kind: "intervals" }), values);
        expect(findings.filter(({ message }) => /outside|misses/.test(message))).toEqual([]);
      }),
      thousand,
    );
  });
});

describe("files", () => {
  it("are read as they were written, with any delimiter and line break", () => {
    fc.assert(
      fc.property(
        hierarchies,
        fc.constantFrom(";", ",", "\t"),
        fc.constantFrom("\n" as const, "\r\n" as const),
        fc.boolean(),
        (hierarchy, delimiter, lineBreak, finalBreak) => {
          const bytes = new TextEncoder().encode(writeHierarchy(hierarchy, { delimiter, lineBreak, finalBreak }));
          expect(readHierarchy(bytes, { delimiter }).hierarchy).toEqual(hierarchy);
        },
      ),
      thousand,
    );
  });
});

describe("treeOf", () => {
  it("covers each leaf once, nests its nodes and keeps every group", () => {
    fc.assert(
      fc.property(hierarchies, (hierarchy) => {
        const tree = treeOf(hierarchy);
        expect([...tree.leaves].sort()).toEqual([...hierarchy.levels[0]].sort());
        expect(tree.leaves.map((_, i) => tree.labels[tree.leafNode[i]])).toEqual(tree.leaves);
        const nodes = tree.labels.map((label, node) => ({
          label,
          leaves: tree.leaves.slice(tree.low[node], tree.high[node] + 1),
        }));
        expect(canonical(nodes)).toEqual(canonical(groupsOf(hierarchy)));
        tree.children.forEach((children, node) => {
          expect([...children].every((child) => tree.parent[child] === node)).toBe(true);
          if (children.length === 0) {
            expect(tree.low[node]).toBe(tree.high[node]);
            return;
          }
          const runsBelow = [...children].flatMap((child) => [tree.low[child], tree.high[child] + 1]);
          expect(runsBelow[0]).toBe(tree.low[node]);
          expect(runsBelow.at(-1)).toBe(tree.high[node] + 1);
          for (let i = 1; i + 1 < runsBelow.length; i += 2) expect(runsBelow[i]).toBe(runsBelow[i + 1]);
          if (children.length === 1) expect(tree.labels[children[0]]).not.toBe(tree.labels[node]);
        });
        expect([...tree.parent].filter((parent) => parent < 0)).toHaveLength(1);
      }),
      thousand,
    );
  });

  it("finds the lowest node over two leaves as the definition does", () => {
    fc.assert(
      fc.property(hierarchies, fc.nat(), fc.nat(), (hierarchy, a, b) => {
        const tree = treeOf(hierarchy);
        const [low, high] = [a % tree.leaves.length, b % tree.leaves.length].sort((x, y) => x - y) as [number, number];
        expect(slowLowest(tree, low, high)).toEqual([lowestCommon(tree, low, high)]);
      }),
      thousand,
    );
  });

  it("keeps the source's order inside a parent and gathers groups that are apart", () => {
    const text = "c;G;*\na;H;*\nb;G;*\nd;*";
    const tree = treeOf(readHierarchy(new TextEncoder().encode(text)).hierarchy);
    expect(tree.leaves).toEqual(["c", "b", "a", "d"]);
    expect(tree.labels).toEqual(["*", "G", "c", "b", "H", "a", "d"]);
    expect([...tree.leafNode]).toEqual([2, 3, 5, 6]);
  });

  it("takes a single value and no value", () => {
    expect(treeOf({ levels: [["a"]], parents: [] }).labels).toEqual(["a"]);
    const empty = treeOf({ levels: [[], ["*"]], parents: [new Uint32Array(0)] });
    expect([empty.labels, empty.leaves, [...empty.low], [...empty.high]]).toEqual([["*"], [], [0], [-1]]);
  });
});
