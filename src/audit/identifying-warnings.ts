import { isNaming, type Spec } from "../spec/index.ts";

/** A table that holds columns which its spec does not publish is no release of it. */
export function identifyingWarnings(names: readonly string[], attributes: Spec["attributes"] = {}): string[] {
  return names.flatMap((name) => {
    if (!Object.hasOwn(attributes, name)) return [];
    const { role, replace } = attributes[name];
    if ((!isNaming(role) && role !== "unpublished") || replace !== undefined) return [];
    return [`column "${name}" is in the table, although its role is ${role}`];
  });
}
