import { numberOf } from "./context.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { liesIn, parseIntervalLabel } from "./interval-label.ts";

/** Something about a hierarchy that is wrong (error) or likely not meant (warning), and the labels it is about. */
export type HierarchyFinding = {
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly values: readonly string[];
};

/**
 * Looks a hierarchy over: whether it is a tree, knows all values of the column, coarsens from level to level, and keeps
 * what its labels say. Errors make it unusable.
 */
export function checkHierarchy(hierarchy: Hierarchy, values: readonly string[] = []): HierarchyFinding[] {
  const broken = brokenParts(hierarchy);
  if (broken.length > 0) return [...broken, ...missed(hierarchy, values)];
  return [
    ...missed(hierarchy, values),
    ...outside(hierarchy),
    ...idleLevels(hierarchy),
    ...leavesAsGroups(hierarchy),
    ...groupsOfOne(hierarchy),
  ];
}

/** What keeps a hierarchy from being a tree with one root. */
export function brokenParts(hierarchy: Hierarchy): HierarchyFinding[] {
  const broken = shape(hierarchy);
  return broken.length > 0 ? broken : emptyGroups(hierarchy);
}

/** The column's values that the hierarchy does not know. */
export function missedValues(hierarchy: Hierarchy, values: readonly string[]): string[] {
  const known = new Set(hierarchy.levels[0]);
  return values.filter((value) => !known.has(value));
}

/** Up to five labels for a sentence, then how many more. */
export function someOf(labels: readonly string[], most = 5): string {
  const shown = labels.slice(0, most).join(", ");
  return labels.length > most ? `${shown} and ${labels.length - most} more` : shown;
}

function finding(severity: HierarchyFinding["severity"], message: string, values: readonly string[]): HierarchyFinding {
  return { severity, message, values };
}

function shape({ levels, parents }: Hierarchy): HierarchyFinding[] {
  const top = levels.at(-1);
  if (top === undefined || top.length !== 1) {
    return [finding("error", `the last level holds ${top?.length ?? 0} labels instead of one`, top ?? [])];
  }
  if (parents.length !== levels.length - 1) {
    return [finding("error", `${levels.length} levels need ${levels.length - 1} lists of parents`, [])];
  }
  const findings: HierarchyFinding[] = [];
  levels.forEach((labels, level) => {
    const twice = duplicates(labels);
    if (twice.length > 0) findings.push(finding("error", `level ${level} names ${someOf(twice)} twice`, twice));
    const up = parents[level];
    if (up === undefined) return;
    const groups = levels[level + 1].length;
    const lost = labels.filter((_, i) => !(up[i] < groups));
    if (up.length !== labels.length || lost.length > 0) {
      findings.push(finding("error", `level ${level} has labels without a group: ${someOf(lost)}`, lost));
    }
  });
  return findings;
}

function duplicates(labels: readonly string[]): string[] {
  const known = new Set<string>();
  return labels.filter((label) => known.size === known.add(label).size);
}

function missed(hierarchy: Hierarchy, values: readonly string[]): HierarchyFinding[] {
  const lost = missedValues(hierarchy, values);
  if (lost.length === 0) return [];
  return [finding("error", `hierarchy misses ${plural(lost.length, "value")}: ${someOf(lost)}`, lost)];
}

function emptyGroups({ levels, parents }: Hierarchy): HierarchyFinding[] {
  if (levels[0].length === 0) return [];
  const empty = parents.flatMap((up, level) => {
    const used = new Set(up);
    return levels[level + 1].filter((_, i) => !used.has(i));
  });
  return empty.length === 0 ? [] : [finding("error", `no value stands below ${someOf(empty)}`, empty)];
}

/** Values whose number is not in the interval that the label of a group above them states. */
function outside({ levels, parents }: Hierarchy): HierarchyFinding[] {
  const numbers = Float64Array.from(levels[0], numberOf);
  const groups = Uint32Array.from(numbers.keys());
  const found = new Map<number, string>();
  parents.forEach((up, level) => {
    const labels = levels[level + 1];
    const intervals = labels.map(parseIntervalLabel);
    for (let leaf = 0; leaf < groups.length; leaf++) {
      const group = (groups[leaf] = up[groups[leaf]]);
      const interval = intervals[group];
      if (interval === undefined || Number.isNaN(numbers[leaf]) || found.has(leaf)) continue;
      if (!liesIn(numbers[leaf], interval)) found.set(leaf, labels[group]);
    }
  });
  if (found.size === 0) return [];
  const leaves = [...found.keys()].sort((a, b) => a - b);
  const named = someOf(
    leaves.map((leaf) => `${levels[0][leaf]} under "${found.get(leaf)}"`),
    40,
  );
  return [
    finding(
      "warning",
      `${found.size === 1 ? "1 value lies" : `${found.size} values lie`} outside the interval named above: ${named}`,
      leaves.map((leaf) => levels[0][leaf]),
    ),
  ];
}

function idleLevels({ levels }: Hierarchy): HierarchyFinding[] {
  return levels.slice(1).flatMap((labels, i) => {
    const merges = labels.length < levels[i].length || levels[i].length === 0;
    return merges ? [] : [finding("warning", `level ${i + 1} merges nothing of level ${i}`, [])];
  });
}

/** Labels that are a value of the data and also the name of a group with other values in it. */
function leavesAsGroups({ levels, parents }: Hierarchy): HierarchyFinding[] {
  const leaves = new Set(levels[0]);
  const found = new Set<string>();
  parents.forEach((up, level) => {
    up.forEach((group, i) => {
      const label = levels[level + 1][group];
      if (leaves.has(label) && levels[level][i] !== label) found.add(label);
    });
  });
  if (found.size === 0) return [];
  const labels = [...found];
  return [
    finding(
      "warning",
      `${labels.length === 1 ? "1 label is" : `${labels.length} labels are`} both a value and a group: ${someOf(labels)}`,
      labels,
    ),
  ];
}

/** Groups of level 1 and up that rename a single value and hold nothing else. */
function groupsOfOne({ levels, parents }: Hierarchy): HierarchyFinding[] {
  const leaves = levels[0];
  if (leaves.length < 2) return [];
  const found = new Set<string>();
  let sizes = new Uint32Array(leaves.length).fill(1);
  let only: readonly string[] = leaves;
  parents.forEach((up, level) => {
    const labels = levels[level + 1];
    const next = new Uint32Array(labels.length);
    const names = new Array<string>(labels.length);
    up.forEach((group, i) => {
      next[group] += sizes[i];
      names[group] = only[i];
    });
    labels.forEach((label, group) => {
      if (next[group] === 1 && names[group] !== label) found.add(label);
    });
    sizes = next;
    only = names;
  });
  if (found.size === 0) return [];
  const labels = [...found];
  const subject = labels.length === 1 ? "1 group holds" : `${labels.length} groups hold`;
  return [finding("warning", `${subject} a single value: ${someOf(labels)}`, labels)];
}

function plural(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
