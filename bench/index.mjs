/**
 * @file `npm run bench`: what kohort costs, as ratios within one run. `--targets` also prints each target with what
 * was measured and exits 1 on a miss; `--small` leaves out the tables of ten million rows, `--long` adds searches of minutes, `--only spine` runs one part.
 */
import { attacksBench } from "./attacks.mjs";
import { cellSearch } from "./cell-search.mjs";
import { engines } from "./engines.mjs";
import { lattice } from "./lattice.mjs";
import { learning } from "./learning.mjs";
import { lowLoss } from "./low-loss.mjs";
import { models } from "./models.mjs";
import { spine } from "./spine.mjs";
import { studioBench } from "./studio.mjs";
import { training } from "./training.mjs";

const words = process.argv.slice(2);
const options = { large: !words.includes("--small"), long: words.includes("--long") };
const benches = {
  spine,
  models,
  attacks: attacksBench,
  lattice,
  cell: cellSearch,
  "low-loss": lowLoss,
  learning,
  training,
  engines,
  studio: studioBench,
};
const only = words.includes("--only") ? words[words.indexOf("--only") + 1] : undefined;
if (only !== undefined && !(only in benches)) {
  console.error(`there is no bench "${only}"; there are ${Object.keys(benches).join(", ")}`);
  process.exit(2);
}

const targets = [];
for (const [name, bench] of Object.entries(benches)) {
  if (only !== undefined && only !== name) continue;
  console.log(`\n${name}`);
  targets.push(...(await bench(options)));
}

if (words.includes("--targets")) {
  let missed = 0;
  console.log("\ntarget                                       asked    measured   ratio");
  for (const { name, asked, measured, unit } of targets) {
    const ratio = measured / asked;
    if (ratio > 1) missed++;
    const verdict = ratio > 1 ? "  MISSED" : "";
    console.log(
      `${name.padEnd(40)} ${`≤ ${asked}`.padStart(9)} ${measured.toFixed(3).padStart(11)} ${ratio.toFixed(2).padStart(7)}  ${unit}${verdict}`,
    );
  }
  process.exitCode = missed > 0 ? 1 : 0;
}
