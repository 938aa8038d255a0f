/** @file Cell search: the teaching tables as whole processes, and how long a proof takes on the generated census. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { best, cache, census, kohort, shared } from "./measure.mjs";

const output = join(cache, "cell.csv");

function teaching(name, words) {
  const folder = join(shared, "cell");
  const columns = name === "test" ? ["0,1,2,3,4", "5"] : ["0,1,2,3", "4"];
  const fixed = ["anonymize", join(folder, `${name}.csv`), "--quasi", columns[0], "--sensitive", columns[1], "-k", "2"];
  const run = kohort([
    ...fixed,
    ...["--domains", join(folder, "domains.txt"), ...words, "-o", output, "--force", "--json", "-q"],
  ]);
  rmSync(output);
  return run;
}

/** The optimum of the first rows of the census, six attributes, with a proof. */
async function prove(rows, k, target) {
  const lines = readFileSync(await census(100_000), "utf8").split("\n", rows + 1);
  const input = join(cache, `cell-${rows}.csv`);
  writeFileSync(input, `${lines.join("\n")}\n`);
  const run = kohort([
    ...["anonymize", input, "--quasi", "age,workclass,education-num,marital-status,occupation,sex", "-k", String(k)],
    ...["--algorithm", "exact", "--option", "seconds=60", "--option", "optima=0", "-o", output],
    ...["--force", "--json", "-q"],
  ]);
  rmSync(output);
  rmSync(input);
  const { search } = JSON.parse(run.stdout);
  console.log(
    `exact on ${rows} rows at k=${k}: ${search.score.toFixed(4)}, ${search.optimal ? "proved" : `gap ${search.gap.toFixed(4)}`}, ${run.cpu.toFixed(2)} CPU s`,
  );
  target(
    `exact, ${rows} rows, k=${k}, whole process`,
    10,
    search.optimal ? run.cpu : Number.POSITIVE_INFINITY,
    "CPU s",
  );
}

/** Runs the bench; returns the targets with what was measured. */
export async function cellSearch() {
  mkdirSync(cache, { recursive: true });
  const targets = [];
  const target = (name, asked, measured, unit) => targets.push({ name, asked, measured, unit });
  if (existsSync(join(shared, "cell"))) {
    for (const meaning of ["classes", "matching"]) {
      for (const metric of ["certainty", "minimal-distortion"]) {
        const words = ["--algorithm", "exact", "--option", `meaning=${meaning}`, "--measure", metric];
        target(`exact, test2, ${meaning}, ${metric}`, 0.5, best(3, () => teaching("test2", words)).cpu, "CPU s");
      }
    }
    const mingen = ["--algorithm", "mingen", "--option", "meaning=matching", "--measure", "certainty"];
    target("mingen, test (MG-GA: 0.95)", 0.5, best(3, () => teaching("test", mingen)).cpu, "CPU s");
    const genetic = ["--algorithm", "genetic", "--option", "meaning=matching", "--measure", "certainty"];
    target("genetic, test2", 5, best(1, () => teaching("test2", genetic)).cpu, "CPU s");
    for (const { name, measured } of targets) console.log(`${name}: ${measured.toFixed(2)} CPU s`);
  } else console.log(`SKIPPED: no cell in ${shared}`);
  await prove(100, 3, target);
  await prove(200, 2, target);
  return targets;
}
