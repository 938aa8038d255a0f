import { algorithmOf } from "../algorithms/index.ts";
import { type Fix, few, KohortError } from "../base/index.ts";
import type { Attribute, AttributeTree, Problem } from "../cohort/index.ts";
import {
  type CohortCounts,
  countedByPeople,
  createModels,
  droppingGoal,
  type PrivacyModel,
  type SensitiveCounts,
  type TableCounts,
  type ValueTree,
} from "../privacy/index.ts";
import type { FullSpec } from "../spec/index.ts";

/** What models may know of the whole table. */
export function tableCounts(problem: Problem): TableCounts {
  return {
    rows: problem.rows,
    sensitive: problem.sensitive.map(({ axis, totals, weights }) =>
      weights === undefined ? sensitiveCounts(axis, totals) : { name: axis.name, totals, people: true as const },
    ),
    persons: problem.persons === undefined ? undefined : problem.persons.count,
  };
}

/** The whole table as one cohort, as a model sees it. */
export function wholeCounts(model: PrivacyModel, { rows, sensitive, persons }: TableCounts): CohortCounts {
  const histogram = sensitive[model.sensitive]?.totals ?? new Float64Array(0);
  return persons === undefined ? { size: rows, histogram } : countedByPeople(model, persons, histogram);
}

/** A sensitive column as models know it, from its axis. */
export function sensitiveCounts(axis: Attribute, totals: Float64Array): SensitiveCounts {
  const { name, kind, tree, ordered } = axis;
  return { name, totals, kind, ordered, tree: tree === undefined ? undefined : valueTree(tree) };
}

/** A hierarchy as bare numbers; what is missing is a leaf of its own right below the root. */
function valueTree({ tree, leafOf }: AttributeTree): ValueTree {
  const hasMissing = leafOf.includes(-1);
  const parent = new Int32Array(tree.parent.length + (hasMissing ? 1 : 0));
  parent.set(tree.parent);
  return { parent, nodeOf: leafOf.map((leaf) => (leaf < 0 ? tree.parent.length : tree.leafNode[leaf])) };
}

/** What a requirement is called in sentences: `l-diversity(diagnosis)`. */
export function modelName(model: PrivacyModel, counts: TableCounts): string {
  const column = counts.sensitive[model.sensitive];
  return column === undefined || column.people === true ? model.name : `${model.name}(${column.name})`;
}

/**
 * Refuses goals that not even the whole table as one cohort meets, with the nearest that can be asked. Whether a share
 * of a population lies between two bounds is left to a search that may leave cohorts out: the others may hold.
 */
export function refuseInfeasible(
  problem: Problem,
  { privacy, algorithm, suppression }: Pick<FullSpec, "privacy" | "algorithm" | "suppression">,
): void {
  const counts = tableCounts(problem);
  // of the methods that count a population only those by levels leave cohorts out
  const leavesOut = algorithmOf(algorithm).disjoint === true && Math.floor(suppression * problem.rows + 1e-9) > 0;
  const failing = createModels(privacy, counts).flatMap((model, place) => {
    const whole = wholeCounts(model, counts);
    if ((model.population === "all" && leavesOut) || model.holds(whole)) return [];
    const { found, askable, settings = {} } = model.nearest(whole);
    const asked = `${modelName(model, counts)} ${model.relation} ${model.asked}`;
    const all = counts.persons ?? problem.rows;
    const records = `${all} of ${all} ${counts.persons === undefined ? "records" : "people"}`;
    return [{ model, place, askable, settings, fails: `${asked} fails for the whole table: ${found} (${records})` }];
  });
  if (failing.length === 0) return;
  throw new KohortError("infeasible", "no release meets the spec", {
    where: few(
      failing.map(({ fails }) => fails),
      "; ",
    ),
    hint: few(
      failing.map(({ askable }) => askable),
      "; ",
    ),
    topic: failing[0].model.name,
    fixes: failing.flatMap(({ place, settings }) => [
      ...Object.entries(settings).map(([setting, to]): Fix => ({ kind: "set", path: ["privacy", place, setting], to })),
      ...droppingGoal(privacy, place),
    ]),
  });
}
