/**
 * @file Downcoding: undoing part of the generalisation. If no cell is wider than its cohort needs, each end of an
 * interval is somebody's value, and under a node with two children each child has somebody; the attacker claims so, cell
 * by cell, and the claims make a finer table. After Cohen, *Attacks on deidentification's defenses*, 2022. Blind is how
 * often such a claim would hold if members lay evenly in the cell.
 */
import { report } from "../base/index.ts";
import type { AttackEntry } from "./attack.ts";
import { type KnownColumn, positionOf, possibleValues, tuplesIn } from "./release-view.ts";
import { drawCohorts } from "./scene.ts";
import { counted, percent } from "./words.ts";

/** Claims finer values for cells of every cohort. */
export const downcoding: AttackEntry = {
  title: "downcoding",
  sentence: "Claims finer values for published cells because no cell is wider than its cohort needs.",
  knows: "the release, the hierarchies, and that the method generalises no more than it must",
  mitigation: "ranges widened outward to a grid (snap); one level per column for all rows (global recoding)",
  also: ["down-coding"],
  sensitive: false,
  *run(scene) {
    const { view, people } = scene;
    const cohorts = drawCohorts(
      scene,
      Math.max(50, Math.min(scene.targets, Math.floor(5e8 / Math.max(1, people.tuples)))),
    );
    let claims = 0;
    let held = 0;
    let blind = 0;
    let cells = 0;
    for (let nth = 0; nth < cohorts.length; nth++) {
      if (nth % 16 === 0) yield* report("attack", nth, cohorts.length);
      const cohort = cohorts[nth];
      const made = view.known.map((column) => claimsOf(column, column.codeOf[cohort], view.sizes[cohort]));
      if (made.every((list) => list.length === 0)) continue;
      const tuples = tuplesIn(view, people, cohort);
      made.forEach((list, column) => {
        if (list.length > 0) cells += view.sizes[cohort];
        for (const claim of list) {
          claims++;
          blind += claim.chance;
          if (tuples.some((tuple) => claim.covers(people.ranks[column][tuple]))) held++;
        }
      });
    }
    if (claims === 0) return { impossible: "needs intervals, or nodes of a hierarchy with two children" };
    return {
      successes: held,
      targets: claims,
      baseline: blind / claims,
      says: `${percent(held / claims)} of claims about finer values hold (${percent(blind / claims)} if people lay evenly), which recovers ${counted(held)} of ${counted(cells)} cells`,
      details: { claims, recovered: held, cells },
    };
  },
};

type Claim = {
  /** Whether somebody at this rank makes the claim true. */
  readonly covers: (rank: number) => boolean;
  /** How likely it would be true if the cohort's members lay evenly in the cell. */
  readonly chance: number;
};

function claimsOf(column: KnownColumn, code: number, size: number): Claim[] {
  const { cover } = column;
  const [low, high] = [cover.low[code], cover.high[code]];
  if (low < high) {
    const chance = 1 - (1 - 1 / possibleValues(cover, code)) ** size;
    return [low, high].map((end) => ({ covers: (rank) => positionOf(column, rank) === end, chance }));
  }
  const node = cover.node[code];
  const tree = cover.attribute.tree;
  if (node < 0 || tree === undefined || tree.tree.children[node].length !== 2) return [];
  const leaves = (of: number): number => tree.tree.high[of] - tree.tree.low[of] + 1;
  return [...tree.tree.children[node]].map((child) => ({
    covers: (rank) => tree.leafOf[rank] >= tree.tree.low[child] && tree.leafOf[rank] <= tree.tree.high[child],
    chance: 1 - (1 - leaves(child) / leaves(node)) ** size,
  }));
}
