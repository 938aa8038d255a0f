/** Tables made to be open to one attack, and the same tables made safe from it. */
import type { AttackName, SceneOptions } from "../../src/attacks/index.ts";
import { randomFrom } from "../../src/base/index.ts";
import { readHierarchy } from "../../src/hierarchy/index.ts";
import { readCsv, type Table } from "../../src/table/index.ts";

/** An attack's setting: the tables, what the attacker knows and is after. */
export type Fixture = SceneOptions & {
  readonly original: Table;
  readonly release: Table;
  readonly sensitive: readonly string[];
};

function csv(header: string, rows: readonly (readonly (string | number)[])[]): Table {
  return readCsv(`${header}\n${rows.map((row) => row.join(",")).join("\n")}\n`);
}

const encoder = new TextEncoder();

function range<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

/** 240 people of ages 20 … 79, three values that go round whatever the age. */
const even = range(240, (i) => [20 + (i % 60), "abc"[Math.floor(i / 60) % 3]] as const);
const evenOriginal = csv("age,disease", even);

/** Cohorts of ten years; each of 40 people. */
function decades(rows: readonly (readonly [number, string])[]): Table {
  return csv(
    "age,disease",
    rows.map(([age, value]) => [`[${Math.floor(age / 10) * 10}..${Math.floor(age / 10) * 10 + 9}]`, value]),
  );
}

const allStars = csv(
  "age,disease",
  even.map(([, value]) => ["*", value]),
);

/** The disease follows the decade of age: each of the six decades has its own value twice as often as others. */
const skewed = range(360, (i) => {
  const age = 20 + (i % 60);
  const decade = Math.floor(age / 10) - 2;
  return [age, i % 2 === 0 ? "abcdef"[decade] : "abcdef"[Math.floor(i / 60) % 6]] as const;
});

/** Diseases, two kinds of three each. */
const kinds = readHierarchy(
  encoder.encode(
    "ulcer;stomach;*\ngastritis;stomach;*\ncancer;stomach;*\nflu;lung;*\nasthma;lung;*\nbronchitis;lung;*\n",
  ),
).hierarchy;
const stomach = ["ulcer", "gastritis", "cancer"];
const lung = ["flu", "asthma", "bronchitis"];
const alikeRows = range(120, (i) => [20 + (i % 60), (i % 60 < 30 ? stomach : lung)[i % 3]] as const);
const mixedRows = range(120, (i) => [20 + (i % 60), [...stomach, ...lung][i % 6]] as const);

/** 600 people in no order, each with one of a few codes to be told by. */
const chance = randomFrom(4);
const scattered = range(600, () => [chance.below(100), `p${chance.below(20)}`] as const);
const generalised = scattered.map(([x, value]) => [`[${Math.floor(x / 5) * 5}..${Math.floor(x / 5) * 5 + 4}]`, value]);
const sorted = [...generalised].sort((a, b) => (a.join() < b.join() ? -1 : 1));

/** People on a grid of 12 × 12, one each; two releases cut it by rows and by columns. */
const grid = range(144, (i) => [i % 12, Math.floor(i / 12), "ab"[i % 2]] as const);
const byRows = csv(
  "x,y,disease",
  grid.map(([, y, value]) => ["[0..11]", y, value]),
);
const byColumns = csv(
  "x,y,disease",
  grid.map(([x, , value]) => [x, "[0..11]", value]),
);

/** Blocks of seven: three people at 0, four at 1; values A A A | A B B B, so that a cut leaves one side with one value. */
const blocks = range(60, (block) =>
  ["A", "A", "A", "A", "B", "B", "B"].map((value, i) => [block * 10, i < 3 ? 0 : 1, value] as const),
).flat();
const blockOriginal = csv("block,x,disease", blocks);
const blockRelease = csv(
  "block,x,disease",
  blocks.map(([block, , value]) => [block, "[0..1]", value]),
);

/** A method that cuts at x where both sides have two values, and one that never looks at them. */
const cutsForTwo: SceneOptions["staysWhole"] = (_, rows, values) => {
  const sides = [new Set<number>(), new Set<number>()];
  for (let nth = 0; nth < rows.length; nth++) sides[blocks[rows[nth]][1]].add(values[nth]);
  return sides.some((side) => side.size < 2);
};

/** Five people in each hundred, published tightly and in cells of a hundred. */
const sparse = range(400, (i) => [Math.floor(i / 5) * 100 + chance.below(100), "a"] as const);
const tight = csv(
  "age,disease",
  sparse.map((_, i) => {
    const ages = sparse.slice(Math.floor(i / 5) * 5, Math.floor(i / 5) * 5 + 5).map(([age]) => age);
    return [`[${Math.min(...ages)}..${Math.max(...ages)}]`, "a"];
  }),
);
const cells = csv(
  "age,disease",
  sparse.map(([age]) => [`[${Math.floor(age / 100) * 100}..${Math.floor(age / 100) * 100 + 99}]`, "a"]),
);

/** Values that follow x, and cohorts that hold half of each kind. */
const dependent = range(800, (i) => {
  const x = i % 40;
  const likely = x < 20 ? "low" : "high";
  return [x, i % 10 === 0 ? (likely === "low" ? "high" : "low") : likely] as const;
});
const independent = range(800, (i) => [i % 40, ["low", "low", "low", "high"][Math.floor(i / 40) % 4]] as const);

/** Every fifth block of ten x together with its mirror, so that each cohort is a mixture. */
function folded(rows: readonly (readonly [number, string])[]): Table {
  return csv(
    "x,disease",
    rows.map(([x, value]) => {
      const pair = Math.floor(Math.min(x, 39 - x) / 4);
      const members = range(4, (i) => pair * 4 + i).flatMap((low) => [low, 39 - low]);
      return [`{${members.sort((a, b) => a - b).join("|")}}`, value];
    }),
  );
}

const base = { knows: ["age"], sensitive: ["disease"] };

/** For every attack a release that is open to it and one that is not. */
export const fixtures: Readonly<Record<AttackName, { readonly vulnerable: Fixture; readonly safe: Fixture }>> = {
  linkage: {
    vulnerable: { ...base, original: evenOriginal, release: decades(even) },
    safe: { ...base, original: evenOriginal, release: allStars },
  },
  homogeneity: {
    vulnerable: {
      ...base,
      original: csv(
        "age,disease",
        alikeRows.map(([age]) => [age, age < 50 ? "a" : age % 2 === 0 ? "a" : "b"]),
      ),
      release: decades(alikeRows.map(([age]) => [age, age < 50 ? "a" : age % 2 === 0 ? "a" : "b"])),
    },
    safe: { ...base, original: evenOriginal, release: decades(even) },
  },
  "background-knowledge": {
    vulnerable: {
      ...base,
      original: csv("age,disease", alikeRows),
      release: decades(alikeRows.map(([age]) => [age, age < 50 ? "ab"[age % 2] : "cd"[age % 2]])),
    },
    safe: { ...base, original: evenOriginal, release: decades(even) },
  },
  skewness: {
    vulnerable: { ...base, original: csv("age,disease", skewed), release: decades(skewed) },
    safe: { ...base, original: evenOriginal, release: decades(even) },
  },
  similarity: {
    vulnerable: {
      ...base,
      original: csv("age,disease", alikeRows),
      release: decades(alikeRows),
      hierarchies: { disease: kinds },
    },
    safe: {
      ...base,
      original: csv("age,disease", mixedRows),
      release: decades(mixedRows),
      hierarchies: { disease: kinds },
    },
  },
  "unsorted-matching": {
    vulnerable: {
      knows: ["x"],
      sensitive: ["code"],
      original: csv("x,code", scattered),
      release: csv("x,code", generalised),
    },
    safe: { knows: ["x"], sensitive: ["code"], original: csv("x,code", scattered), release: csv("x,code", sorted) },
  },
  intersection: {
    vulnerable: {
      knows: ["x", "y"],
      sensitive: ["disease"],
      original: csv("x,y,disease", grid),
      release: byRows,
      secondRelease: byColumns,
    },
    safe: {
      knows: ["x", "y"],
      sensitive: ["disease"],
      original: csv("x,y,disease", grid),
      release: byRows,
      secondRelease: byRows,
    },
  },
  minimality: {
    vulnerable: {
      knows: ["block", "x"],
      sensitive: ["disease"],
      original: blockOriginal,
      release: blockRelease,
      staysWhole: cutsForTwo,
    },
    safe: {
      knows: ["block", "x"],
      sensitive: ["disease"],
      original: blockOriginal,
      release: blockRelease,
      staysWhole: () => true,
    },
  },
  endpoints: {
    vulnerable: {
      ...base,
      original: csv(
        "age,disease",
        range(200, (i) => [Math.floor(i / 2) * 5 + (i % 2) * 4, "a"]),
      ),
      release: csv(
        "age,disease",
        range(200, (i) => [`[${Math.floor(i / 2) * 5}..${Math.floor(i / 2) * 5 + 4}]`, "a"]),
      ),
    },
    safe: { ...base, original: evenOriginal, release: decades(even) },
  },
  downcoding: {
    vulnerable: { ...base, original: csv("age,disease", sparse), release: tight },
    safe: { ...base, original: csv("age,disease", sparse), release: cells },
  },
  definetti: {
    vulnerable: {
      knows: ["x"],
      sensitive: ["disease"],
      original: csv("x,disease", dependent),
      release: folded(dependent),
    },
    safe: {
      knows: ["x"],
      sensitive: ["disease"],
      original: csv("x,disease", independent),
      release: folded(independent),
    },
  },
  inference: {
    vulnerable: { ...base, original: csv("age,disease", skewed), release: decades(skewed) },
    safe: {
      knows: ["x"],
      sensitive: ["disease"],
      original: csv("x,disease", independent),
      release: folded(independent),
    },
  },
};
