import { largest, smallest } from "../base/index.ts";
import { treeOf } from "../hierarchy/index.ts";
import { labelAt } from "../table/index.ts";
import type { AttackEntry } from "./attack.ts";
import type { Scene } from "./scene.ts";
import { type SensitiveView, sameLabels, valuesAround } from "./sensitive-view.ts";
import { many, percent } from "./words.ts";

/** The share of a number's range within which values count as alike. */
const alike = 0.25;

/**
 * Similarity: the values of a cohort differ but mean the same: all stomach diseases, all low salaries. Numbers are alike
 * within a quarter of the table's range, names when one node of their hierarchy below the root covers them. Li, Li and
 * Venkatasubramanian 2007, section 3. Blind is whoever knows the column's distribution and names the kind that most
 * records are of.
 */
export const similarity: AttackEntry = {
  title: "similarity",
  sentence: "Finds a person's cohort and reads what its different sensitive values have in common.",
  knows: "the person's quasi-identifiers, and which sensitive values are alike",
  mitigation: "t-closeness with ordered or hierarchical distance",
  also: ["semantic-similarity"],
  sensitive: true,
  *run(scene, sensitive) {
    const { view } = scene;
    const groups = groupsOf(scene, sensitive);
    if (groups === undefined) {
      return { impossible: `needs numbers or a hierarchy to know which values of "${sensitive.name}" are alike` };
    }
    let records = 0;
    let cohorts = 0;
    for (let cohort = 0; cohort < view.cohorts; cohort++) {
      if (!groups.areAlike(valuesAround(sensitive, view, cohort).map(({ value }) => value))) continue;
      cohorts++;
      records += view.sizes[cohort];
    }
    const rows = view.table.rows;
    return {
      successes: records,
      targets: rows,
      baseline: rows === 0 ? 0 : groups.largest / rows,
      says: `in ${many(cohorts, "cohort")} all values of ${sensitive.name} are alike, which tells their kind for ${percent(records / Math.max(1, rows))} of records`,
      details: { cohorts, of: view.cohorts, records },
    };
  },
};

/** Which values are alike, and how many records the largest group of values that are alike has. */
type Groups = { readonly areAlike: (codes: readonly number[]) => boolean; readonly largest: number };

/** What makes values alike, or undefined where nothing says. */
function groupsOf(scene: Scene, sensitive: SensitiveView): Groups | undefined {
  const { released, original, totals, name } = sensitive;
  const hierarchy = scene.hierarchies[name];
  if (hierarchy !== undefined) {
    const tree = treeOf(hierarchy);
    const leaf = new Map(tree.leaves.map((label, index) => [label, index]));
    let top = 0;
    while (tree.children[top].length === 1) top = tree.children[top][0];
    const leafOf = (code: number): number => leaf.get(labelAt(released.labels, code)) ?? -1;
    const nodes = tree.children[top];
    const within = nodes.map((node) =>
      totals.reduce((sum, count, code) => {
        const at = leafOf(code);
        return at >= tree.low[node] && at <= tree.high[node] ? sum + count : sum;
      }, 0),
    );
    const areAlike = (codes: readonly number[]): boolean => {
      const leaves = codes.map(leafOf);
      if (leaves.includes(-1)) return false;
      const [low, high] = [smallest(leaves), largest(leaves)];
      return nodes.some((node) => tree.low[node] <= low && tree.high[node] >= high);
    };
    return { areAlike, largest: within.length === 0 ? 0 : largest(within) };
  }
  if (original?.numbers === undefined || original.kind === "category") return undefined;
  const places = sameLabels(released, original);
  const numbers = Float64Array.from(places, (place) => (place < 0 ? Number.NaN : original.numbers![place]));
  const extent = (codes: readonly number[]): number => {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (const code of codes) {
      if (Number.isNaN(numbers[code])) return Number.NaN;
      least = Math.min(least, numbers[code]);
      most = Math.max(most, numbers[code]);
    }
    return codes.length === 0 ? Number.NaN : most - least;
  };
  const seen = [...totals.keys()].filter((code) => totals[code] > 0 && !Number.isNaN(numbers[code]));
  const range = extent(seen);
  const width = alike * range + 1e-12;
  const ordered = seen.sort((a, b) => numbers[a] - numbers[b]);
  return { areAlike: (codes) => extent(codes) <= width, largest: fullestWindow(ordered, numbers, totals, width) };
}

/** How many records lie in the range of a given width that holds most of them. */
function fullestWindow(ordered: readonly number[], numbers: Float64Array, totals: Float64Array, width: number): number {
  let most = 0;
  let inside = 0;
  let from = 0;
  for (const code of ordered) {
    inside += totals[code];
    while (numbers[code] - numbers[ordered[from]] > width) inside -= totals[ordered[from++]];
    most = Math.max(most, inside);
  }
  return most;
}
