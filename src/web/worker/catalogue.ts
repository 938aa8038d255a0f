/** @file Everything that can be chosen, read from the registries; what is added there appears in the menus by itself. */
import { algorithms, defaultAlgorithm } from "../../algorithms/index.ts";
import { attackNames, attacks } from "../../attacks/index.ts";
import { hierarchyBuilders } from "../../hierarchy/index.ts";
import { replacements } from "../../identifiers/index.ts";
import { privacyModels } from "../../privacy/index.ts";
import { measures } from "../../quality/index.ts";
import { type JsonSchema, jsonSchemaOf, specJsonSchema } from "../../spec/index.ts";
import { synthesizers } from "../../synthesis/index.ts";
import { transformations } from "../../transform/index.ts";
import type { Catalogue, Field, Method } from "../protocol.ts";

type Entry = { readonly title: string; readonly sentence: string; readonly schema?: unknown };

/** All registries as plain data. */
export function catalogueOf(version: string): Catalogue {
  return {
    version,
    privacy: Object.entries(privacyModels).map(([name, entry]) => ({
      ...methodOf(name, entry, "model"),
      sensitive: entry.sensitive,
      start: entry.start,
      meaning: entry.meaning,
      usual: entry.usual,
      subject: entry.subject,
    })),
    algorithms: Object.entries(algorithms).map(([name, entry]) => ({
      ...methodOf(name, entry, "name"),
      start: entry.start,
      usual: entry.usual,
      small: entry.small,
      cutReason: entry.cutReason,
    })),
    usualAlgorithm: defaultAlgorithm,
    measures: Object.entries(measures).map(([name, entry]) => methodOf(name, entry, "name")),
    attacks: attackNames.map((name) => ({
      ...methodOf(name, attacks[name], "name"),
      sensitive: attacks[name].sensitive,
      knows: attacks[name].knows,
      mitigation: attacks[name].mitigation,
    })),
    hierarchies: Object.entries(hierarchyBuilders).map(([name, entry]) => methodOf(name, entry, "kind")),
    replacements: Object.entries(replacements).map(([name, entry]) => ({
      ...methodOf(name, { ...entry, title: name }, "kind"),
      keyed: entry.keyed,
    })),
    transformations: Object.entries(transformations).map(([name, entry]) =>
      methodOf(name, { ...entry, title: name }, "kind"),
    ),
    synthesizers: Object.entries(synthesizers).map(([name, { summary }]) =>
      methodOf(name, { title: name, sentence: summary }, "name"),
    ),
    keys: keysOf(specJsonSchema()),
  };
}

/** What is said of the keys of a spec, and of those of its columns. */
function keysOf({ properties = {} }: JsonSchema): Record<string, string> {
  const columns = properties.attributes?.additionalProperties;
  const all = { ...(typeof columns === "object" ? columns.properties : {}), ...properties };
  return Object.fromEntries(Object.entries(all).map(([key, { description = "" }]) => [key, description]));
}

function methodOf(name: string, { title, sentence, schema }: Entry, key: string): Method {
  const json = schema === undefined ? undefined : jsonSchemaOf(schema as Parameters<typeof jsonSchemaOf>[0]);
  const fields = Object.entries(json?.properties ?? {})
    .filter(([field]) => field !== key)
    .map(([field, property]) => fieldOf(field, property, json?.required?.includes(field) === true));
  return { name, title, sentence, fields };
}

function fieldOf(name: string, property: JsonSchema, required: boolean): Field {
  const { description: help, default: usual } = property;
  const shared = { name, required, help, usual };
  if (name === "attribute" || name === "by") return { ...shared, type: "column" };
  if (name === "path" || name === "population") return { ...shared, type: "file" };
  const any = property.anyOf ?? [];
  const number = [property, ...any].find(({ type }) => type === "number" || type === "integer");
  const isOpen = any.some((one) => one.type === "string" && one.const === undefined && one.enum === undefined);
  if (number !== undefined && isOpen) return { ...shared, type: "json" };
  if (number !== undefined) {
    const words = any.flatMap((one) => (one.const === undefined ? (one.enum ?? []) : [one.const])).map(String);
    return { ...shared, type: "number", ...limitsOf(number), words: words.length === 0 ? undefined : words };
  }
  const choice = property.enum ?? any.find((one) => one.enum !== undefined)?.enum;
  if (choice !== undefined) return { ...shared, type: "choice", choices: choice.map(String) };
  if (property.type === "boolean") return { ...shared, type: "boolean" };
  if (property.type === "string") return { ...shared, type: "text" };
  const isList = property.type === "array" && property.items?.type === "string";
  return { ...shared, type: isList ? "list" : "json" };
}

function limitsOf(schema: JsonSchema): Pick<Field, "whole" | "minimum" | "maximum"> {
  const { minimum = schema.exclusiveMinimum, maximum = schema.exclusiveMaximum } = schema;
  const most = typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER ? { maximum } : {};
  return {
    whole: schema.type === "integer" ? true : undefined,
    minimum: typeof minimum === "number" ? minimum : undefined,
    ...most,
  };
}
