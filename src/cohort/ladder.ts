import { indices, remember } from "../base/index.ts";
import type { Hierarchy } from "../hierarchy/index.ts";
import { any, valueText } from "./generalised.ts";
import type { Attribute } from "./problem.ts";

/** The levels at which an attribute can be published; level 0 is the data, the last level one value for all. */
export type Ladder = {
  readonly height: number;
  /** The lowest and the highest level that may be used. */
  readonly lowest: number;
  readonly highest: number;
  /** D: how many values the hierarchy knows, those that never occur included. */
  readonly domain: number;
  /** Per level the group of each rank; groups are counted in rank order and only those that occur. */
  readonly groupOf: readonly Uint32Array[];
  /** Per level what each group is published as. */
  readonly labels: readonly (readonly string[])[];
  /** Per level how many of the hierarchy's values each group stands for. */
  readonly leaves: readonly Float64Array[];
};

/**
 * The ladder of an attribute: its hierarchy's levels, or without one the values and `*`. What is missing is a value of
 * its own, one that the hierarchy may list; where it does not, it joins the others on the last level only.
 */
export function ladderOf(attribute: Attribute): Ladder {
  const hierarchy = attribute.tree?.hierarchy;
  const levels = hierarchy === undefined ? plainLevels(attribute) : hierarchyLevels(attribute, hierarchy);
  const height = levels.groupOf.length - 1;
  const [lowest, highest] = attribute.levels ?? [0, height];
  return { height, lowest: Math.min(lowest, height), highest: Math.min(highest, height), ...levels };
}

type Levels = Pick<Ladder, "domain" | "groupOf" | "labels" | "leaves">;

function plainLevels({ size, labels }: Attribute): Levels {
  return {
    domain: size,
    groupOf: [indices(size), new Uint32Array(size)],
    labels: [labels.map(valueText), [any]],
    leaves: [new Float64Array(size).fill(1), Float64Array.of(size)],
  };
}

function hierarchyLevels({ size, labels, missing }: Attribute, { levels, parents }: Hierarchy): Levels {
  const known = levels[0];
  const place = new Map(known.map((label, index) => [label, index]));
  const apart = missing >= 0 && !place.has(labels[missing]);
  const places = Int32Array.from({ length: size }, (_, rank) =>
    rank === missing && apart ? -1 : place.get(labels[rank])!,
  );
  const domain = known.length + (apart ? 1 : 0);
  const result = {
    domain,
    groupOf: [] as Uint32Array[],
    labels: [] as string[][],
    leaves: [] as Float64Array[],
  };
  let groups = Uint32Array.from(known, (_, index) => index);
  for (let level = 0; level < levels.length; level++) {
    if (level > 0) groups = groups.map((group) => parents[level - 1][group]);
    const top = level === levels.length - 1;
    const sizes = new Float64Array(levels[level].length);
    for (const group of groups) sizes[group] += 1;
    const number = new Map<number, number>();
    const texts: string[] = [];
    const leaves: number[] = [];
    const groupOf = Uint32Array.from(places, (leaf, rank) => {
      const group = leaf >= 0 ? groups[leaf] : top ? 0 : -1;
      return remember(number, group, () => {
        const own = labels[rank];
        const label = group < 0 ? own : levels[level][group];
        leaves.push(group < 0 ? 1 : sizes[group] + (top && apart ? 1 : 0));
        return texts.push((group < 0 || sizes[group] === 1) && label === own ? valueText(own) : label) - 1;
      });
    });
    result.groupOf.push(groupOf);
    result.labels.push(texts);
    result.leaves.push(Float64Array.from(leaves));
  }
  return result;
}
