import { parseGeneralised } from "../cohort/index.ts";
import type { HierarchySetting } from "../hierarchy/index.ts";
import { replacementsIn } from "../problem/index.ts";
import type { Release } from "../release/index.ts";
import type { AttributeSpec, Spec } from "../spec/index.ts";
import { labelCounts, labelStrings, type Table } from "../table/index.ts";
import { resolveTransformations, type Transformation } from "../transform/index.ts";

/** The spec without what only the search needed; every column that was published has a role in it. */
export function specOfRecipe({ spec, table }: Release): Spec {
  const { $schema: _, engine: _engine, ...kept } = spec;
  const replacements = replacementsIn(spec);
  const attributes = Object.entries(spec.attributes).map(([name, attribute]) => {
    const stated = { ...attribute, replace: replacements.get(name) };
    const coded = { ...stated, ...codedAs(attribute, printedNames(table, name, attribute)) };
    return [name, attribute.role === "quasi-identifying" ? quasiIdentifierIn(coded) : coded] as const;
  });
  return { ...kept, attributes: Object.fromEntries(attributes) };
}

/** Rare categories by name, per column that groups them: those that the table kept. */
export function keptTransformations(
  read: Table,
  attributes: Spec["attributes"],
): { readonly name: string; readonly transform: readonly Transformation[] }[] {
  return read.columns.flatMap((column) => {
    const { transform = [] } = attributes[column.name] ?? {};
    if (!groupsRare(transform)) return [];
    return [{ name: column.name, transform: resolveTransformations(column, transform) }];
  });
}

/** Whether names are grouped by how many records have them. */
export function groupsRare(transform: readonly Transformation[] | undefined): boolean {
  return transform?.some(({ kind }) => kind === "rare") ?? false;
}

function codedAs({ transform }: AttributeSpec, names: readonly string[]): Pick<AttributeSpec, "transform"> {
  if (transform === undefined || !groupsRare(transform)) return {};
  return {
    transform: transform.map((one) =>
      one.kind === "rare" ? { kind: "group", keep: names, below: one.below, as: one.as } : one,
    ),
  };
}

/** The names that a released column prints, as values or as members of sets, in code unit order. */
function printedNames({ columns }: Table, name: string, { role }: AttributeSpec): string[] {
  const column = columns.find((one) => one.name === name);
  if (column === undefined) return [];
  const counts = labelCounts(column);
  const printed = labelStrings(column.labels).flatMap((label, code) => {
    if (counts[code] === 0 || column.missing.includes(code)) return [];
    if (role !== "quasi-identifying") return [label];
    const read = parseGeneralised(label);
    return read.form === "value" ? [read.value] : read.form === "set" ? read.values : [];
  });
  return [...new Set(printed)].sort();
}

function quasiIdentifierIn({ role, kind, missing, transform, hierarchy }: AttributeSpec): AttributeSpec {
  const stated = Object.entries({ kind, missing, transform }).filter(([, value]) => value !== undefined);
  const read = hierarchy !== undefined && tellsMembers(hierarchy) ? { hierarchy } : {};
  return { role, ...Object.fromEntries(stated), ...read };
}

/** Whether a setting alone says which values each of its groups has, whatever the table. */
export function tellsMembers(setting: HierarchySetting): boolean {
  switch (setting.kind) {
    case "intervals":
    case "masking":
    case "dates":
    case "tree":
      return true;
    case "order":
      return setting.groups !== undefined || Array.isArray(setting.order);
    default:
      return false;
  }
}
