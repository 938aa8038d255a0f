/** @file Draws the pictures of the pages from the built-in sample: `npm run pictures` writes them to docs/pictures. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { formatShare } from "../dist/base/index.js";
import { rowCohorts } from "../dist/cohort/index.js";
import {
  anonymize,
  attack,
  auto,
  bestCut,
  clinicCsv,
  clinicSpec,
  exact,
  finish,
  genetic,
  kAnonymity,
  lattice,
  lDiversity,
  masking,
  mondrian,
  quasiIdentifying,
  readCsv,
  sensitive,
  tCloseness,
  toyCsv,
} from "../dist/index.js";
import {
  confusionMatrix,
  featuresOf,
  fitTrees,
  labelOf,
  likeliest,
  pick,
  pickRows,
  predictTrees,
  splitStratified,
} from "../dist/learning/index.js";
import {
  cohortsFigure,
  confusionFigure,
  frontierFigure,
  intervalsFigure,
  latticeFigure,
  linesFigure,
  lossFigure,
  painting,
  riskCurveFigure,
  rowsFigure,
} from "../dist/report/index.js";
import { applyRecipe, audit, checkedRecipe, frontier, stages, synthesize } from "../dist/run/index.js";

const table = readCsv(clinicCsv());
const percent = (share) => formatShare(share, 1);
const quasiIdentifiers = Object.entries(clinicSpec.attributes).flatMap(([name, { role }]) =>
  role === "quasi-identifying" ? [name] : [],
);

/** The clinic as Mondrian releases it. */
function releaseOf(privacy, algorithm = mondrian()) {
  return anonymize(table, { ...clinicSpec, privacy, algorithm });
}

/** The cuts of Mondrian on the clinic at k = 28, with the cohorts in which nearly everybody has the same job. */
export function clinicPainting() {
  const k = 28;
  const release = anonymize(table, {
    attributes: {
      age: quasiIdentifying(),
      sex: quasiIdentifying(),
      zip: quasiIdentifying(),
      education: quasiIdentifying(),
      admission: quasiIdentifying(),
      job: sensitive(),
    },
    privacy: [kAnonymity(k)],
    algorithm: mondrian(),
  });
  const job = table.columns.find((column) => column.name === "job");
  const counts = Array.from(release.cohorts.sizes, () => new Uint32Array(job.labels.size));
  finish(rowCohorts(release.problem, release.recoding)).forEach((cohort, row) => {
    counts[cohort][job.codes[row]]++;
  });
  return painting(
    { tree: release.recoding.tree, isCut: true, k, sensitive: { name: "job", counts } },
    { title: "The cuts of Mondrian on the sample, drawn as a painting" },
  );
}

/** What four methods lose at three values of k. */
function lowLoss() {
  const ks = [5, 11, 20];
  const methods = [
    ["mondrian", mondrian()],
    ["best-cut", bestCut()],
    ["auto", auto()],
    ["auto, partition=false", auto({ partition: false })],
  ];
  const rows = methods.map(([name, method]) => ({
    name,
    values: ks.map((k) => releaseOf([kAnonymity(k)], method).quality.ncp),
  }));
  return rowsFigure(rows, { title: "NCP on the sample, by method", series: ks.map((k) => `k = ${k}`), text: percent });
}

/** The best table of every generation of the four populations of the genetic algorithm, and the proven optimum. */
function generations() {
  const zip = quasiIdentifying(masking({ from: "right" }));
  const search = (algorithm) =>
    anonymize(readCsv(toyCsv), {
      attributes: { age: quasiIdentifying(), zip, sex: quasiIdentifying(), diagnosis: sensitive() },
      privacy: [kAnonymity(3)],
      algorithm,
      measure: "ncp",
    }).search;
  const { trace } = search(genetic({ generations: 300, trace: true }));
  const { score } = search(exact());
  const bests = trace.map((population) => ({
    name: "best of a population",
    x: population.map(({ generation }) => generation),
    y: population.map(({ best }) => best),
  }));
  const last = Math.max(...bests.flatMap(({ x }) => x));
  const lines = [...bests, { name: "optimum", x: [0, last], y: [score, score] }];
  return linesFigure(lines, "Genetic search on twelve patients", { x: "generation", y: "what the table costs" });
}

/** The lattice of three attributes of the clinic, and what the search looked at. */
function clinicLattice() {
  const { age, zip, admission } = clinicSpec.attributes;
  const { search } = anonymize(table, {
    attributes: { age, zip, admission },
    privacy: [kAnonymity(5)],
    suppression: 0.05,
    measure: "loss",
    algorithm: lattice({ explored: true }),
  });
  return latticeFigure(search.explored, search.levels);
}

/** What each model costs on the clinic, and how far a diagnosis may still rise in a cohort. */
function models() {
  const asked = [
    ["k = 5", []],
    ["l = 3", [lDiversity("diagnosis", 3)]],
    ["l = 3, entropy", [lDiversity("diagnosis", 3, { variant: "entropy" })]],
    ["t = 0.4", [tCloseness("diagnosis", 0.4)]],
    ["t = 0.3", [tCloseness("diagnosis", 0.3)]],
  ];
  const rows = asked.map(([name, goals], nth) => {
    const release = releaseOf([kAnonymity(5), ...goals]);
    const { risk } = audit(release.table, { quasiIdentifiers, sensitive: ["diagnosis"] });
    const { largestGain } = risk.disclosure.diagnosis;
    return { name: nth === 0 ? name : `k = 5, ${name}`, values: [release.quality.ncp, largestGain] };
  });
  const series = ["NCP", "largest rise of a share"];
  return rowsFigure(rows, { title: "Models on the sample, by Mondrian", series, whole: 1, text: percent });
}

/** The cohorts over age and education when k, then l, then t is asked for. */
function clinicStages() {
  const found = stages(table, {
    attributes: {
      age: quasiIdentifying(),
      education: quasiIdentifying(),
      diagnosis: sensitive(),
    },
    privacy: [kAnonymity(5), lDiversity("diagnosis", 4), tCloseness("diagnosis", 0.3)],
    algorithm: mondrian({ variant: "paper" }),
  });
  return cohortsFigure(found.stages);
}

/** Mondrian and best cuts over k, loss against risk and disclosure. */
function clinicFrontier() {
  const methods = [
    { label: "mondrian", value: mondrian() },
    { label: "best-cut", value: bestCut() },
  ];
  return frontierFigure(frontier(table, clinicSpec, { ks: [2, 3, 4, 5, 7, 9, 11, 15, 20, 30], methods }));
}

/** The share of records above every risk, in the original and in two releases. */
function risk() {
  const sizesOf = (goals) => releaseOf(goals).cohorts.sizes;
  return riskCurveFigure(
    [
      { name: "original", sizes: sizesOf([kAnonymity(1)]) },
      { name: "k = 5", sizes: sizesOf([kAnonymity(5)]) },
      { name: "k = 11", sizes: sizesOf([kAnonymity(11)]) },
    ],
    "records",
  );
}

/** Every attack on the clinic at k = 5. */
function attacks() {
  const found = attack(table, releaseOf([kAnonymity(5)]));
  const shares = found.map(({ attack: name, success, interval, baseline }) => ({
    name,
    share: success,
    interval,
    baseline,
  }));
  return intervalsFigure("Attacks on the sample at k = 5", shares);
}

/** How many groups the levels of three hierarchies leave. */
function hierarchies() {
  const { attributes } = releaseOf([kAnonymity(5)]).problem;
  const lines = attributes.flatMap(({ name, tree }) => {
    if (tree === undefined) return [];
    const { levels } = tree.hierarchy;
    const groups = levels.map((level) => new Set(level).size);
    return [{ name, x: groups.map((_, level) => level), y: groups.map((count) => count / groups[0]) }];
  });
  const title = "Groups that each level leaves, as a share of the values";
  return linesFigure(lines, title, { x: "level", y: "share" });
}

/** How many records are alone with what is published in the place of their name. */
function identifiers() {
  const key = new TextEncoder().encode("a key for a picture, and for no other use");
  const kinds = [
    ["the name itself", undefined],
    ["pseudonym", { kind: "pseudonym" }],
    ["mask(keep=8)", { kind: "mask", keep: 8 }],
    ["mask(keep=4)", { kind: "mask", keep: 4 }],
    ["mask(keep=2)", { kind: "mask", keep: 2 }],
    ["redact", { kind: "redact" }],
  ];
  const rows = kinds.map(([name, replace]) => {
    const role = replace === undefined ? { role: "insensitive" } : { role: "identifying", replace };
    const spec = {
      attributes: { name: role, age: quasiIdentifying() },
      privacy: [kAnonymity(5)],
      algorithm: mondrian(),
    };
    const { codes, labels } = anonymize(table, spec, { key }).table.columns[0];
    const counts = new Uint32Array(labels.size);
    for (const code of codes) counts[code]++;
    return { name, values: [counts.filter((count) => count === 1).length / table.rows] };
  });
  return rowsFigure(rows, { title: "Records alone with what stands for their name", whole: 1, text: percent });
}

/** How far two later tables lie from the one that a recipe was made of. */
function recipes() {
  const { recipe, key } = finish(checkedRecipe(table, releaseOf([kAnonymity(5)]), {}));
  const how = { suppressFailing: true, ...(key === undefined ? {} : { recipeKey: key }) };
  const driftOf = (later) => applyRecipe(readCsv(later), recipe, how).drift.attributes;
  const another = driftOf(clinicCsv({ seed: 2 }));
  const older = driftOf(
    clinicCsv({ seed: 2 }).replace(/^([^,]*,)(\d+)/gm, (_, name, age) => `${name}${Number(age) + 8}`),
  );
  const rows = another.map(({ name, distance }, nth) => ({ name, values: [distance, older[nth].distance] }));
  const series = ["other patients", "all 8 years older"];
  return rowsFigure(rows, { title: "Drift, by column", series, whole: 1, text: percent });
}

/** Education predicted from the other columns, on rows that were kept from training. */
function learning() {
  const known = readCsv(clinicCsv());
  const { classes, target } = labelOf(known, "education");
  const { train, test } = splitStratified(target, 0.2, 1);
  const features = featuresOf(known, ["name", "education"]);
  const options = { objective: "multiclass", classes: classes.length, trees: 20 };
  const model = finish(fitTrees(pickRows(features, train), pick(target, train), options));
  const predicted = likeliest(predictTrees(model, pickRows(features, test)), classes.length);
  return confusionFigure(
    confusionMatrix(pick(target, test), predicted, classes),
    "Schooling predicted by boosted trees",
  );
}

/** The losses of both nets of a short training. */
function losses() {
  const small = readCsv(clinicCsv({ rows: 1000 }));
  const { columns } = small;
  const plain = {
    ...small,
    columns: columns.filter(({ name }) => ["age", "sex", "education", "diagnosis"].includes(name)),
  };
  const { model } = synthesize(plain, { label: "sex", rest: "insensitive", model: "cgan", epochs: 40, attempts: 50 });
  return lossFigure("Losses of the conditional GAN on 800 patients", [model.losses]);
}

/** Every picture by the name of its file. */
export const pictures = {
  painting: clinicPainting,
  "low-loss": lowLoss,
  generations,
  lattice: clinicLattice,
  models,
  stages: clinicStages,
  frontier: clinicFrontier,
  risk,
  attacks,
  hierarchies,
  identifiers,
  recipes,
  learning,
  losses,
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = join(import.meta.dirname, "..", "docs", "pictures");
  mkdirSync(folder, { recursive: true });
  const wanted = process.argv.slice(2);
  for (const [name, draw] of Object.entries(pictures)) {
    if (wanted.length === 0 || wanted.includes(name)) writeFileSync(join(folder, `${name}.svg`), draw());
  }
}
