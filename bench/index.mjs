/**
 * @file `npm run bench`: what kohort costs, as ratios within one run. `--targets` also prints each target with what
 * was measured and exits 1 on a miss; `--small` leaves out the tables of ten million rows.
 */
import { attacksBench } from "./attacks.mjs";
import { lattice } from "./lattice.mjs";
import { learning } from "./learning.mjs";
import { models } from "./models.mjs";
import { spine } from "./spine.mjs";

const words = new Set(process.argv.slice(2));
const large = !words.has("--small");
const targets = [
  ...(await models({ large })),
  ...(await attacksBench({ large })),
  ...(await spine({ large })),
  ...(await lattice()),
  ...(await learning()),
];

if (words.has("--targets")) {
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
