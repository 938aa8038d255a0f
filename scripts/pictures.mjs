/** @file Draws the pictures of the pages from the built-in sample: `npm run pictures` writes them to docs/pictures. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rowCohorts } from "../dist/cohort/index.js";
import {
  anonymize,
  bestCut,
  clinicCsv,
  clinicSpec,
  finish,
  mondrian,
  quasiIdentifying,
  readCsv,
  sensitive,
} from "../dist/index.js";
import { frontierFigure, painting } from "../dist/report/index.js";
import { frontier } from "../dist/run/index.js";

const table = readCsv(clinicCsv());

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
    privacy: [{ model: "k-anonymity", k }],
    algorithm: { name: "mondrian" },
  });
  const job = table.columns.find((column) => column.name === "job");
  const counts = Array.from(release.cohorts.sizes, () => new Uint32Array(job.labels.size));
  finish(rowCohorts(release.problem, release.recoding)).forEach((cohort, row) => {
    counts[cohort][job.codes[row]]++;
  });
  return painting(
    { tree: release.recoding.tree, k, sensitive: { name: "job", counts } },
    { title: "The cuts of Mondrian on the sample, drawn as a painting" },
  );
}

/** Mondrian and best cuts over k, loss against risk and disclosure. */
function clinicFrontier() {
  const methods = [
    { label: "mondrian", value: mondrian() },
    { label: "best-cut", value: bestCut() },
  ];
  return frontierFigure(frontier(table, clinicSpec, { ks: [2, 3, 4, 5, 7, 9, 11, 15, 20, 30], methods }));
}

/** Every picture by the name of its file. */
export const pictures = {
  painting: clinicPainting,
  frontier: clinicFrontier,
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = join(import.meta.dirname, "..", "docs", "pictures");
  mkdirSync(folder, { recursive: true });
  for (const [name, draw] of Object.entries(pictures)) writeFileSync(join(folder, `${name}.svg`), draw());
}
