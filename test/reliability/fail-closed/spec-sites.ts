/** Every place of a spec that holds a text, found in the JSON Schema, so that a new field is found too. */
import type { JsonSchema } from "../../../src/spec/index.ts";

type Json = unknown;
type Fields = Readonly<Record<string, Json>>;

/** A text of a spec: how to make a spec that has it, and where it stands. */
export type Site = { readonly name: string; readonly specWith: (text: string) => Fields };

const role = (text: string) => ({ role: text });

/** A spec that holds for a table of age, zip, diagnosis and name; `text` is a column too. */
function plainSpec(text: string): Record<string, Json> & { attributes: Record<string, Json> } {
  return {
    version: 1,
    attributes: {
      age: role("quasi-identifying"),
      zip: role("quasi-identifying"),
      diagnosis: role("sensitive"),
      name: role("identifying"),
      [text]: role("insensitive"),
    },
    privacy: [{ model: "k-anonymity", k: 2 }],
    algorithm: { name: "mondrian" },
  };
}

type Found = { readonly name: string; readonly valueWith: (text: string) => Json };

/** The texts within a schema, each with the smallest value that has it. */
function textsIn(schema: JsonSchema, root: JsonSchema, depth = 0): Found[] {
  if (depth > 6) return [];
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace(/^#\/\$defs\//, "");
    return textsIn(root.$defs![name], root, depth + 1);
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.flatMap((choice) => textsIn(choice, root, depth));
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (types.includes("string") || typeof schema.const === "string") return [{ name: "", valueWith: (text) => text }];
  if (types.includes("array")) {
    const parts = Array.isArray(schema.prefixItems) ? (schema.prefixItems as JsonSchema[]) : [schema.items ?? {}];
    return parts.flatMap((part) =>
      textsIn(part, root, depth + 1).map(({ name, valueWith }) => ({
        name: `[]${name}`,
        valueWith: (text: string) => [valueWith(text)],
      })),
    );
  }
  if (!types.includes("object")) return [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
    textsIn(property, root, depth + 1).map(({ name, valueWith }) => ({
      name: `${kindOf(schema)}.${key}${name}`,
      valueWith: (text: string) => ({ ...smallest(schema, root, text), [key]: valueWith(text) }),
    })),
  );
  const rest = schema.additionalProperties;
  if (typeof rest !== "object") return own;
  const value = (text: string): Json => smallest(rest, root, text);
  const keyed = { name: ".<key>", valueWith: (text: string) => ({ [text]: value(text) }) };
  const below = textsIn(rest, root, depth + 1).map(({ name, valueWith }) => ({
    name: `.<any>${name}`,
    valueWith: (text: string) => ({ [text]: valueWith(text) }),
  }));
  return [...own, keyed, ...below];
}

/** What tells a branch of a union from the others. */
function kindOf({ properties = {} }: JsonSchema): string {
  const fixed = Object.values(properties).find((property) => typeof property.const === "string");
  return fixed === undefined ? "" : `(${fixed.const})`;
}

/** The smallest value that a schema takes; texts that it leaves free are `text`. */
function smallest(schema: JsonSchema, root: JsonSchema, text: string): Record<string, Json> {
  return Object.fromEntries((schema.required ?? []).map((key) => [key, anyValue(schema.properties![key], root, text)]));
}

function anyValue(schema: JsonSchema, root: JsonSchema, text: string): Json {
  if (schema.$ref !== undefined) return anyValue(root.$defs![schema.$ref.replace(/^#\/\$defs\//, "")], root, text);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const choice = (schema.anyOf ?? schema.oneOf)?.[0];
  if (choice !== undefined) return anyValue(choice, root, text);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "string") return text;
  if (type === "array") return [anyValue(schema.items ?? {}, root, text)];
  if (type === "boolean") return true;
  if (type === "object") return smallest(schema, root, text);
  const { minimum = 1, exclusiveMinimum } = schema as { minimum?: number; exclusiveMinimum?: number };
  return Math.max(minimum, exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1, 0.5);
}

/** Every site of a spec's schema, put into a spec that holds but for it. */
export function sitesOf(root: JsonSchema): Site[] {
  return Object.entries(root.properties!).flatMap(([key, schema]) => {
    if (key === "attributes") return attributeSites(schema, root);
    return textsIn(schema, root).map(({ name, valueWith }) => ({
      name: `${key}${name}`,
      specWith: (text: string) => {
        const plain = plainSpec(text);
        const value = valueWith(text);
        return { ...plain, [key]: key === "privacy" ? [...(plain.privacy as Json[]), ...(value as Json[])] : value };
      },
    }));
  });
}

/** The fields of an attribute, each on a column whose role takes it, and the names of columns. */
function attributeSites(schema: JsonSchema, root: JsonSchema): Site[] {
  const one = schema.additionalProperties as JsonSchema;
  const fields = Object.entries(one.properties!).flatMap(([key, property]) =>
    textsIn(property, root).map(({ name, valueWith }) => ({
      name: `attributes.<any>.${key}${name}`,
      specWith: (text: string) => {
        const plain = plainSpec(text);
        const column = key === "replace" ? "name" : "zip";
        const stated = { ...(plain.attributes[column] as Fields), [key]: valueWith(text) };
        return { ...plain, attributes: { ...plain.attributes, [column]: stated } };
      },
    })),
  );
  const keys = ["identifying", "quasi-identifying", "sensitive", "insensitive"].map((as) => ({
    name: `attributes.<key> (${as})`,
    specWith: (text: string) => {
      const plain = plainSpec(text);
      const { diagnosis: _, ...others } = plain.attributes;
      return { ...plain, attributes: { ...(as === "sensitive" ? others : plain.attributes), [text]: role(as) } };
    },
  }));
  return [...fields, ...keys];
}
