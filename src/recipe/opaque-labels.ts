/**
 * @file Which published values do not say what they stand for: a group whose members only a file or the table itself
 * tells, a mean, a shortened name. That is decided by the spec and its files, never by what the records hold, so that it
 * tells nothing about them.
 */
import { algorithmOf } from "../algorithms/index.ts";
import { type Attribute, any, parseGeneralised, valueText } from "../cohort/index.ts";
import type { Hierarchy, HierarchySetting } from "../hierarchy/index.ts";
import type { FullSpec } from "../spec/index.ts";
import { marksFor } from "../table/index.ts";
import { groupsRare, tellsMembers } from "./recipe-spec.ts";

/** Those of a column's labels that do not say which values they stand for. */
export function opaqueLabels(
  { name, kind, tree }: Attribute,
  { algorithm, attributes, input }: FullSpec,
  labels: readonly string[],
): Set<string> {
  const { hierarchy, snap, transform } = attributes[name];
  const { writes, publishesCentre } = algorithmOf(algorithm);
  const form = writes?.(algorithm) ?? "range";
  const isTilde = form === "tilde" || form === "tilde-codes";
  const averaged = publishesCentre?.(algorithm, name) !== undefined;
  const isOpaque = (label: string): boolean => {
    if (label === any) return false;
    if (averaged) return true;
    if (tree === undefined || hierarchy === undefined) {
      if (form === "mean" || form === "median") return kind === "number" && snap === undefined;
      return form === "prefix" ? label.endsWith(any) : isTilde;
    }
    if (isTilde || snap !== undefined || groupsRare(transform)) return true;
    if (tellsMembers(hierarchy) || marksFor(input.missing, name).includes(label)) return false;
    return !isSelfExplaining(label, hierarchy, tree.hierarchy);
  };
  return new Set(labels.filter(isOpaque));
}

function isSelfExplaining(label: string, setting: HierarchySetting, hierarchy: Hierarchy): boolean {
  if (setting.kind === "frequency" || setting.kind === "priority") return label !== (setting.other ?? "other");
  if (setting.kind === "order") {
    const read = parseGeneralised(label);
    return read.form !== "set" || !read.values.includes("…");
  }
  return soleValues(hierarchy).has(label);
}

/** The values whose label stands for themselves only, on every level of a hierarchy. */
function soleValues({ levels, parents }: Hierarchy): Set<string> {
  const values = levels[0];
  const sole = new Set(values);
  let groups = Uint32Array.from(values, (_, place) => place);
  for (let level = 1; level < levels.length; level++) {
    groups = groups.map((group) => parents[level - 1][group]);
    groups.forEach((group, place) => {
      const label = levels[level][group];
      if (label !== values[place]) sole.delete(label);
    });
  }
  return new Set([...sole].map(valueText));
}
