/**
 * @file Which published values do not say what they stand for: a group whose members only a file or the table itself
 * tells, a mean, a shortened name. That is decided by the spec and its files, never by what the records hold, so that it
 * tells nothing about them.
 */
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
  const form = algorithm.name === "mondrian" ? mondrianForm(algorithm) : "range";
  const averaged = algorithm.name === "lattice" && isAveraged(name, algorithm.microaggregate ?? []);
  const isOpaque = (label: string): boolean => {
    if (label === any) return false;
    if (averaged) return true;
    if (tree === undefined || hierarchy === undefined) {
      if (form === "mean" || form === "median") return kind === "number" && snap === undefined;
      return form === "prefix" ? label.endsWith(any) : form === "tilde";
    }
    if (form === "tilde" || snap !== undefined || groupsRare(transform)) return true;
    if (tellsMembers(hierarchy) || marksFor(input.missing, name).includes(label)) return false;
    return !isSelfExplaining(label, hierarchy, tree.hierarchy);
  };
  return new Set(labels.filter(isOpaque));
}

/** Whether a column is among those published as the centre of their cohort, stated as `age` or `age:median`. */
function isAveraged(name: string, stated: readonly string[]): boolean {
  return stated.some((one) => one === name || one.startsWith(`${name}:`));
}

function mondrianForm({
  values,
  variant,
  compatible,
}: Extract<FullSpec["algorithm"], { name: "mondrian" }>): "tilde" | NonNullable<typeof values> {
  if (values !== undefined) return values;
  return compatible === true ? "tilde" : variant === "paper" ? "mean" : "range";
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
