/** @file What a spec says of columns with decimal commas, as kohort has their values: with points. */
import { KohortError, stated } from "../base/index.ts";
import { buildHierarchy, type ColumnValues, type Hierarchy, type HierarchySetting } from "../hierarchy/index.ts";
import type { AttributeSpec, Spec } from "../spec/index.ts";
import { type Table, withPoints } from "../table/index.ts";

/** Attributes whose texts name values as the columns of a table have them. */
export function pointedAttributes(attributes: Spec["attributes"], { columns }: Table): Spec["attributes"] {
  const commas = columns.filter(({ name, decimal }) => decimal !== undefined && Object.hasOwn(attributes, name));
  if (commas.length === 0) return attributes;
  return { ...attributes, ...Object.fromEntries(commas.map(({ name }) => [name, pointed(name, attributes[name])])) };
}

function pointed(name: string, attribute: AttributeSpec): AttributeSpec {
  if (attribute.separator !== undefined) {
    throw new KohortError("column", `column "${name}" holds sets, but was read as numbers with decimal commas`, {
      hint: 'read it with "kind": "category"',
    });
  }
  const { hierarchy, transform, order } = attribute;
  return stated({
    ...attribute,
    hierarchy: hierarchy === undefined || isRead(hierarchy) ? hierarchy : pointedTexts(hierarchy),
    transform: transform && pointedTexts(transform),
    order: order && pointedTexts(order),
  });
}

/** Whether the texts of a hierarchy stand in a file. */
function isRead(setting: HierarchySetting | Hierarchy): boolean {
  return "kind" in setting && (setting.kind === "file" || setting.kind === "domains");
}

/** The hierarchy of a column with decimal commas, where a file has it. */
export function pointedHierarchy(
  setting: HierarchySetting | Hierarchy,
  { values, ...context }: ColumnValues,
  files: ReadonlyMap<string, Uint8Array> | undefined,
): HierarchySetting | Hierarchy {
  if (!("kind" in setting) || !isRead(setting)) return setting;
  const read = buildHierarchy(values, setting, { ...context, files });
  return { ...read, levels: read.levels.map((labels) => labels.map(withPoints)) };
}

/** The same value with points in all its texts, and in what it calls its groups. */
function pointedTexts<Value>(value: Value): Value;
function pointedTexts(value: unknown): unknown {
  if (typeof value === "string") return withPoints(value);
  if (Array.isArray(value)) return value.map((one: unknown) => pointedTexts(one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [withPoints(key), pointedTexts(one)]));
}
