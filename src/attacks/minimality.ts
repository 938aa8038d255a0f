/**
 * @file Minimality: a method that stops as soon as it must tells something by where it stopped. The attacker knows the
 * method, deals the sensitive values of a cohort out to its people in all ways (here: many random ones), and keeps those
 * for which the method would have stopped at this cohort too. What is left need not be even. Wong, Fu, Wang and Pei,
 * *Minimality attack in privacy preserving data publishing*, 2007.
 */
import { randomFrom, report, shuffle } from "../base/index.ts";
import type { AttackEntry } from "./attack.ts";
import { rowsByTuple, tuplesIn } from "./release-view.ts";
import { drawCohorts } from "./scene.ts";
import { percent } from "./words.ts";

/** Ways of dealing out values that are tried per cohort. */
const deals = 80;

/** Cohorts that are attacked at most, and the most records of one of them. */
const mostCohorts = 120;
const mostRecords = 400;

/** Guesses sensitive values from where the method stopped cutting. */
export const minimality: AttackEntry = {
  title: "minimality",
  sentence: "Runs the method on every way the values could have been dealt out and keeps those that give this release.",
  knows: "everybody's quasi-identifiers, the release, and the method with its parameters",
  mitigation: "models that do not look at sensitive values when cutting; coarser cohorts than needed",
  also: ["minimality-attack"],
  sensitive: true,
  *run(scene, sensitive) {
    const { view, people, staysWhole, seed } = scene;
    if (staysWhole === undefined) return { impossible: "needs the method and the models that made the release" };
    const { original, releasedCode } = sensitive;
    if (original === undefined) return { impossible: `needs the original values of "${sensitive.name}"` };
    const random = randomFrom(seed);
    const rowsOf = rowsByTuple(people);
    let right = 0;
    let usual = 0;
    let records = 0;
    let ruledOut = 0;
    let tried = 0;
    const cohorts = drawCohorts(scene, mostCohorts);
    for (let nth = 0; nth < cohorts.length; nth++) {
      yield* report("attack", nth, cohorts.length);
      const cohort = cohorts[nth];
      const rows = tuplesIn(view, people, cohort).flatMap((tuple) => rowsOf[tuple]);
      // cohorts whose boxes hold others too cannot be dealt out
      if (rows.length !== view.sizes[cohort] || rows.length > mostRecords) continue;
      const truth = rows.map((row) => original.codes[row]);
      if (truth.some((code) => releasedCode[code] < 0)) continue;
      const mode = modeOf(truth);
      const seen = rows.map(() => new Map<number, number>());
      let kept = 0;
      const ways = new Set(truth).size > 1 ? deals : 0;
      for (let deal = 0; deal < ways; deal++) {
        const dealt = shuffle([...truth], random);
        if (!staysWhole(sensitive.name, rows, dealt)) continue;
        kept++;
        dealt.forEach((code, place) => {
          seen[place].set(code, (seen[place].get(code) ?? 0) + 1);
        });
      }
      // a cohort that no deal leaves whole was not made by cutting alone, and tells nothing this way
      if (kept > 0) {
        tried += ways;
        ruledOut += ways - kept;
      }
      records += rows.length;
      truth.forEach((code, place) => {
        if (code === mode) usual++;
        if (code === guess(seen[place], mode, kept)) right++;
      });
    }
    if (records === 0) return { impossible: "finds no cohort whose people are known for certain" };
    return {
      successes: right,
      targets: records,
      baseline: usual / records,
      says: `${percent(tried === 0 ? 0 : ruledOut / tried)} of the ways to deal out ${sensitive.name} are ruled out by how the method stopped; guesses are right for ${percent(right / records)} of records, without it ${percent(usual / records)}`,
      details: { tried, ruledOut },
    };
  },
};

/** The value seen most, unless it is not clearly ahead of the cohort's most common one. */
function guess(seen: ReadonlyMap<number, number>, mode: number, kept: number): number {
  if (kept < 8 || kept === deals) return mode;
  let best = mode;
  let most = (seen.get(mode) ?? 0) + 2 * Math.sqrt(kept / 4);
  for (const [code, count] of seen) {
    if (count > most) {
      best = code;
      most = count;
    }
  }
  return best;
}

function modeOf(codes: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  let best = codes[0];
  for (const [code, count] of counts) if (count > counts.get(best)!) best = code;
  return best;
}
