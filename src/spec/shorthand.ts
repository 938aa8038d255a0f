import { KohortError } from "../base/index.ts";
import { parseHierarchySetting } from "../hierarchy/index.ts";
import type { Path } from "./place.ts";
import type { JsonSchema } from "./schema.ts";
import { memberOf } from "./words.ts";

/** A text in place of a hierarchy that says nothing. */
export type ShorthandFault = { readonly message: string; readonly hint: string | undefined; readonly path: Path };

/**
 * A spec in which a text in place of a hierarchy, a file's path or a builder as `--hierarchy` takes it, is the setting
 * that it stands for; anything else as it is, to be judged by the schema.
 */
export function withoutShorthand(value: unknown): { readonly value: unknown } | { readonly fault: ShorthandFault } {
  const attributes = memberOf(value, "attributes");
  if (typeof value !== "object" || value === null || typeof attributes !== "object" || attributes === null) {
    return { value };
  }
  const written = Object.entries(attributes).filter(([, one]) => typeof memberOf(one, "hierarchy") === "string");
  if (written.length === 0) return { value };
  const settled = new Map<string, unknown>();
  for (const [name, attribute] of written) {
    try {
      settled.set(name, { ...attribute, hierarchy: parseHierarchySetting(String(memberOf(attribute, "hierarchy"))) });
    } catch (thrown) {
      if (!(thrown instanceof KohortError)) throw thrown;
      const { message, hint } = thrown;
      return { fault: { message, hint, path: ["attributes", name, "hierarchy"] } };
    }
  }
  const all = Object.entries(attributes).map(([name, one]) => [name, settled.get(name) ?? one]);
  return { value: { ...value, attributes: Object.fromEntries(all) } };
}

/** The schema of a spec in which a hierarchy may also be a text. */
export function withShorthand(schema: JsonSchema): JsonSchema {
  const { attributes } = schema.properties!;
  const attribute = attributes.additionalProperties as JsonSchema;
  const hierarchy = attribute.properties!.hierarchy;
  const { description, ...forms } = hierarchy;
  const text: JsonSchema = {
    type: "string",
    description: "The path of a hierarchy file, from the spec's folder, or a builder such as intervals(width=5).",
  };
  const either: JsonSchema = { description, anyOf: [text, forms] };
  const properties = { ...attribute.properties, hierarchy: either };
  const open = { ...attributes, additionalProperties: { ...attribute, properties } };
  return { ...schema, properties: { ...schema.properties, attributes: open } };
}
