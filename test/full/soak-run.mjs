/**
 * @file Many random runs in one process, from a file to an audited file: every algorithm with every privacy model on
 * every kind of column. Prints how often each ran and how memory grew; the exit code is 1 if a pair that is supported
 * ran fewer than three times, a release was not what was asked, or memory grew. `node --expose-gc soak-run.mjs [runs]`
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { algorithms } from "../../dist/algorithms/index.js";
import { KohortError, randomFrom, shuffle } from "../../dist/base/index.js";
import { anonymizeFile, openPool, verifyFile } from "../../dist/engine/index.js";
import { privacyModels } from "../../dist/privacy/index.js";
import { parseCertificate } from "../../dist/run/index.js";

const runs = Number(process.argv[2] ?? 1000);
const early = Math.round(runs / 10);
const folder = mkdtempSync(join(tmpdir(), "kohort-soak-"));
const at = (name) => join(folder, name);
const random = randomFrom(2024);
const pick = (list) => list[random.below(list.length)];

/** Options that keep searches short. */
const options = {
  exact: { seconds: 0.05 },
  mingen: { iterations: 40 },
  genetic: { population: 8, generations: 12 },
  auto: { effort: "fast" },
};

/** Requirements that tables of some forty people meet. */
const goalOf = {
  "k-anonymity": () => ({ k: 2 + random.below(5) }),
  "alpha-k-anonymity": () => ({ attribute: "illness", alpha: 0.8, k: 2 }),
  "p-sensitivity": () => ({ attribute: "illness", p: 2, k: 2 }),
  "l-diversity": () => ({
    attribute: "illness",
    ...pick([{ l: 2 }, { l: 1.8, variant: "entropy" }, { l: 2, variant: "recursive", c: 4 }]),
  }),
  "t-closeness": () => ({
    attribute: "illness",
    t: 0.4 + 0.3 * random.unit(),
    distance: pick(["equal", "hierarchical", "largest-difference"]),
  }),
  "beta-likeness": () => ({ attribute: "illness", beta: 2 + random.unit() }),
  "delta-disclosure": () => ({ attribute: "illness", delta: 1.5 + random.unit(), variant: "present-values" }),
  "k-map": () => ({ k: 3, population: "people.csv" }),
  "delta-presence": () => ({ min: 0, max: 0.95, population: "people.csv" }),
  "highest-risk": () => ({ "at-most": 0.3 }),
  "average-risk": () => ({ "at-most": 0.3 }),
  "sample-uniqueness": () => ({ "at-most": 0.2 }),
  "population-uniqueness": () => ({ "at-most": 0.3, fraction: 0.2 }),
  "k-concealment": () => ({ k: 2 }),
  "km-anonymity": () => ({ k: 2, m: 1 + random.below(2) }),
};

/** Goals that name a population are for methods that count its people. */
const isSupported = (algorithm, model) =>
  !["k-map", "delta-presence"].includes(model) ||
  algorithms[algorithm].countsPeople?.({ name: algorithm, ...options[algorithm] }) === true;
const needsLevels = new Set(["lattice", "datafly", "incognito"]);

const towns = ["Ulm", "Ems", "Pau", "Metz"];
const day = () => `20${10 + random.below(10)}-0${1 + random.below(9)}-1${random.below(10)}`;
const intervals = { kind: "intervals", width: 10, factor: 2 };
const townTree = { kind: "tree", tree: { east: ["Ulm", "Ems"], west: ["Pau", "Metz"] } };
const jobTree = { kind: "tree", tree: { in: ["clerk", "cook"], out: ["smith"] } };

/** Kinds of quasi-identifiers: how two columns are drawn, and their hierarchies. */
const kinds = {
  number: {
    draw: () => [20 + random.below(40), (random.below(60) / 4).toFixed(2)],
    levels: [intervals, { kind: "intervals", width: 2, factor: 3 }],
  },
  date: { draw: () => [day(), day()], levels: [{ kind: "dates" }, { kind: "dates" }] },
  category: { draw: () => [pick(towns), pick(["clerk", "cook", "smith"])], levels: [townTree, jobTree] },
  hierarchy: { draw: () => [20 + random.below(40), pick(towns)], levels: [intervals, townTree], always: true },
  missing: {
    draw: () => [random.below(6) === 0 ? "" : 20 + random.below(40), random.below(6) === 0 ? "" : pick(towns)],
    levels: [intervals, townTree],
  },
};

const count = new Map();
const counted = (...key) => count.get(key.join(" × ")) ?? 0;
const add = (...key) => count.set(key.join(" × "), counted(...key) + 1);

function makeRun([algorithm, model, kind]) {
  const { draw, levels, always = false } = kinds[kind];
  const small = ["exact", "mingen", "genetic"].includes(algorithm);
  const rows = Array.from({ length: small ? 14 + random.below(6) : 30 + random.below(30) }, () => {
    const [a, b] = draw();
    const items = ["x", "y", "z"].filter(() => random.below(2) === 0).join("|") || "x";
    return [a, b, pick(["flu", "cold", "ulcer"]), random.below(5) * 10, items].join(",");
  });
  writeFileSync(at("input.csv"), `a,b,illness,cost,items\n${rows.join("\n")}\n`);
  const others = Array.from({ length: 60 }, () => draw().join(","));
  writeFileSync(
    at("people.csv"),
    `a,b\n${[...rows.map((row) => row.split(",").slice(0, 2).join(",")), ...others].join("\n")}\n`,
  );
  const isPresence = model === "delta-presence";
  const withLevels = needsLevels.has(algorithm) || (always && !isPresence);
  const quasi = (nth) => ({ role: "quasi-identifying", ...(withLevels ? { hierarchy: levels[nth] } : {}) });
  const illness = {
    role: "sensitive",
    hierarchy: { kind: "tree", tree: { airways: ["flu", "cold"], other: ["ulcer"] } },
  };
  return {
    version: 1,
    attributes: {
      a: quasi(0),
      b: quasi(1),
      illness,
      cost: { role: "sensitive" },
      ...(model === "km-anonymity" ? { items: { role: "quasi-identifying", separator: "|" } } : {}),
    },
    privacy: [
      ...(model === "k-anonymity" || model === "k-concealment" ? [] : [{ model: "k-anonymity", k: 2 }]),
      { model, ...goalOf[model]() },
    ],
    algorithm: { name: algorithm, ...options[algorithm] },
    ...(needsLevels.has(algorithm) && random.below(2) === 0 ? { suppression: 0.1 } : {}),
    seed: random.below(1000),
  };
}

async function runOnce(spec, nth, pool) {
  const uncertified = ["km-anonymity", "k-concealment"];
  const isCertified = nth % 10 === 0 && spec.privacy.every(({ model }) => !uncertified.includes(model));
  const certificate = isCertified ? { certificate: { path: at("c.json"), version: "0.0.0-soak" }, examine: {} } : {};
  const outcome = await anonymizeFile(
    {
      input: { path: at("input.csv"), options: {} },
      specOf: () => spec,
      folder,
      output: at("release.csv"),
      force: true,
      ...certificate,
    },
    pool,
  );
  if (!outcome.audit.holds) throw new Error("the audit does not hold");
  if (outcome.release.table.rows + outcome.release.suppressed !== outcome.original.rows)
    throw new Error("records were lost");
  if (!isCertified) return;
  const checked = parseCertificate(readFileSync(at("c.json"), "utf8"), "c.json");
  const { problems } = await verifyFile({ release: at("release.csv"), certificate: checked }, pool, {});
  if (problems.length > 0) throw new Error(`not verified: ${problems.join("; ")}`);
}

function memory() {
  for (let i = 0; i < 3; i++) globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { used: heapUsed + external, rss };
}

const triples = Object.keys(algorithms).flatMap((algorithm) =>
  Object.keys(privacyModels).flatMap((model) => Object.keys(kinds).map((kind) => [algorithm, model, kind])),
);
const pool = openPool(1);
// code that is loaded and compiled once is no growth: every algorithm with every model runs before the count begins
for (const [algorithm, model] of triples.filter(([, , kind]) => kind === "hierarchy")) {
  await runOnce(makeRun([algorithm, model, "hierarchy"]), 10, pool).catch((error) => {
    if (!(error instanceof KohortError)) throw error;
  });
}
let [before, after] = [undefined, undefined];
const failures = [];
const drawn = [];
for (let nth = 1; nth <= runs; nth++) {
  if (drawn.length === 0)
    drawn.push(
      ...shuffle(
        triples.map((_, i) => i),
        random,
      ).map((i) => triples[i]),
    );
  const [algorithm, model, kind] = drawn.pop();
  const spec = makeRun([algorithm, model, kind]);
  try {
    await runOnce(spec, nth, pool);
    add(algorithm, model);
    add(algorithm, kind);
    add(model, kind);
    add("all");
    if (!isSupported(algorithm, model)) failures.push(`${algorithm} × ${model} ran although it is not supported`);
  } catch (error) {
    const refused =
      error instanceof KohortError &&
      (error.code === "infeasible" || (error.code === "spec" && !isSupported(algorithm, model)));
    if (refused) add(error.code);
    else
      failures.push(
        `run ${nth}, ${algorithm} × ${model} × ${kind}: ${error.stack} ${error.where ?? ""} ${JSON.stringify(spec)}`,
      );
  }
  if (nth === early) before = memory();
}
after = memory();
await pool.close();
rmSync(folder, { recursive: true, force: true });

function table(rows, columns) {
  console.log(["".padEnd(22), ...columns.map((name) => name.slice(0, 10).padStart(11))].join(""));
  for (const row of rows)
    console.log(
      [
        row.padEnd(22),
        ...columns.map((column) => String(counted(column, row) || counted(row, column)).padStart(11)),
      ].join(""),
    );
  console.log("");
}
const names = Object.keys(algorithms);
const models = Object.keys(privacyModels);
table(models, names);
table(Object.keys(kinds), names);
table(models, Object.keys(kinds));
for (const algorithm of names) {
  for (const model of models) {
    if (isSupported(algorithm, model) && counted(algorithm, model) < 3)
      failures.push(`${algorithm} × ${model} ran ${counted(algorithm, model)} times`);
  }
  for (const kind of Object.keys(kinds))
    if (counted(algorithm, kind) < 3) failures.push(`${algorithm} × ${kind} ran ${counted(algorithm, kind)} times`);
}
for (const model of models)
  for (const kind of Object.keys(kinds))
    if (counted(model, kind) < 3) failures.push(`${model} × ${kind} ran ${counted(model, kind)} times`);
const mega = (bytes) => (bytes / 1e6).toFixed(1);
console.log(
  `${counted("all")} releases, ${counted("infeasible")} infeasible, ${counted("spec")} refused as not supported`,
);
console.log(
  `memory in use after run ${early}: ${mega(before.used)} MB, after run ${runs}: ${mega(after.used)} MB, ratio ${(after.used / before.used).toFixed(3)}`,
);
console.log(
  `resident after run ${early}: ${mega(before.rss)} MB, after run ${runs}: ${mega(after.rss)} MB, ratio ${(after.rss / before.rss).toFixed(3)}`,
);
if (after.used > 1.2 * before.used) failures.push("memory in use grew");
for (const failure of failures.slice(0, 20)) console.error(failure);
process.exit(failures.length === 0 ? 0 : 1);
