/**
 * @file Bounds on the levels at which a column may be published, for every method: one that chooses levels chooses
 * between them, any other is given the groups of the lowest level instead of the values, and what a method cannot keep
 * is refused by its name.
 */
import { type AlgorithmSpec, algorithmOf, algorithms, type LevelBounds } from "../algorithms/index.ts";
import { KohortError } from "../base/index.ts";
import { type Axis, any, raiseAxis, valueText } from "../cohort/index.ts";
import type { Hierarchy } from "../hierarchy/index.ts";
import { type Column, labelAt } from "../table/index.ts";

/** The lowest and the highest level of a column. */
export type Levels = readonly [lowest: number, highest: number];

/** Refuses levels that a hierarchy does not have. */
export function checkLevels(name: string, [lowest, highest]: Levels, hierarchy: Hierarchy | undefined): void {
  const where = `attributes.${name}.levels`;
  if (hierarchy === undefined) {
    throw new KohortError("spec", `levels of "${name}" are stated, but it has no hierarchy`, {
      hint: "state its hierarchy, or leave its levels out",
      where,
    });
  }
  const height = hierarchy.levels.length - 1;
  if (highest <= height) return;
  throw new KohortError(
    "spec",
    `level ${highest} of "${name}" is asked for, but its hierarchy ends at level ${height}`,
    {
      hint: `levels of "${name}" are 0 to ${height}; state ${Math.min(lowest, height)}..${height}`,
      where,
    },
  );
}

/** The axis as a method is to see it, so that it keeps the levels that are stated; refuses a method that cannot. */
export function axisWithin(axis: Axis, algorithm: AlgorithmSpec): Axis {
  const { name, levels, tree } = axis.attribute;
  if (levels === undefined || tree === undefined) return axis;
  const [lowest, highest] = levels;
  const height = tree.hierarchy.levels.length - 1;
  const bounds = algorithmOf(algorithm).levels(algorithm, name);
  if (bounds === "both") return axis;
  const where = `attributes.${name}.levels`;
  if (bounds === "none") {
    throw new KohortError("spec", `${algorithm.name} as asked cannot keep "${name}" at a level of its hierarchy`, {
      hint: `it does not publish "${name}" as a level; leave its levels out, or use ${choosers()}`,
      where,
    });
  }
  if (highest < height) {
    throw new KohortError("spec", `${algorithm.name} cannot keep "${name}" at level ${highest} or below`, {
      hint: `use ${choosers()}, or state the minimum alone: ${lowest}..${height}`,
      where,
    });
  }
  return raiseAxis(axis, lowest);
}

/** The methods that choose levels between two bounds, in words. */
function choosers(): string {
  const names = Object.keys(algorithms).filter((name) => boundsOf(name as keyof typeof algorithms) === "both");
  return `${names.slice(0, -1).join(", ")} or ${names[names.length - 1]}`;
}

function boundsOf(name: keyof typeof algorithms): LevelBounds {
  const spec = { name } as AlgorithmSpec;
  return algorithmOf(spec).levels(spec, "");
}

/** A published value that lies outside the levels that are stated for its column. */
export type OutsideLevels = { readonly attribute: string; readonly value: string; readonly levels: Levels };

/**
 * The first value of a released column that is no group of its levels. `*` stands for cells that were left out; a
 * missing value may stay one unless the hierarchy groups it.
 */
export function outsideLevels(
  { name, labels, missing }: Pick<Column, "name" | "labels" | "missing">,
  levels: Levels,
  hierarchy: Hierarchy,
  isWildcard: boolean,
): OutsideLevels | undefined {
  const allowed = textsWithin(hierarchy, levels);
  const values = new Set(hierarchy.levels[0]);
  const gaps = new Set(missing);
  for (let code = 0; code < labels.size; code++) {
    const value = labelAt(labels, code);
    const isGap = gaps.has(code) && (isWildcard || !values.has(value));
    if (!isGap && value !== any && !allowed.has(value)) return { attribute: name, value, levels };
  }
  return undefined;
}

/** The texts that groups of these levels are published as; a group that is a value itself is written as one. */
export function textsWithin({ levels, parents }: Hierarchy, [lowest, highest]: Levels): Set<string> {
  const texts = new Set<string>();
  for (let level = lowest; level <= highest; level++) for (const label of levels[level]) texts.add(label);
  let groups = Uint32Array.from(levels[0], (_, place) => place);
  for (let level = 0; level < lowest; level++) groups = groups.map((group) => parents[level][group]);
  levels[0].forEach((value, place) => {
    if (levels[lowest][groups[place]] === value) texts.add(valueText(value));
  });
  return texts;
}
