/** @file What a schema asks for, and what was found instead, in words. */
import type { JsonSchema } from "./schema.ts";

/** What a schema asks for: `a whole number of at least 1`, `true or false`, `one of "a", "b"`. */
export function inWords(schema: JsonSchema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(inWords))].join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  if (Array.isArray(schema.type)) return schema.type.map((type: string) => inWords({ type })).join(" or ");
  switch (schema.type) {
    case "integer":
      return `a whole number${rangeInWords(schema)}`;
    case "number":
      return `a number${rangeInWords(schema)}`;
    case "boolean":
      return "true or false";
    case "string":
      return "a text";
    case "array":
      return schema.minItems === undefined ? "a list" : "a list that is not empty";
    case "object":
      return "an object";
    case "null":
      return "null";
    default:
      return "something else";
  }
}

function rangeInWords({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): string {
  const low = bound(minimum);
  const high = bound(maximum);
  if (low !== undefined && high !== undefined) return ` from ${low} to ${high}`;
  const above = bound(exclusiveMinimum);
  const below = bound(exclusiveMaximum);
  const words = [
    low === undefined ? "" : `of at least ${low}`,
    above === undefined ? "" : `above ${above}`,
    high === undefined ? "" : `of at most ${high}`,
    below === undefined ? "" : `below ${below}`,
  ].filter((word) => word !== "");
  return words.length === 0 ? "" : ` ${words.join(" and ")}`;
}

/** A bound that says something: those of every safe integer do not. */
function bound(value: unknown): number | undefined {
  return typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
}

/** A value as it is quoted in an error. */
export function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 60 ? `${value.slice(0, 59)}…` : value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "function" || typeof value === "symbol" ? `a ${typeof value}` : String(value);
}

/** The schema that holds at a path, given the value the path leads through; undefined where there is none. */
export function schemaAt(root: JsonSchema, value: unknown, path: readonly (string | number)[]): JsonSchema | undefined {
  let schema: JsonSchema | undefined = chosen(root, root, value);
  let here = value;
  for (const step of path) {
    if (schema === undefined) return undefined;
    let next: JsonSchema | undefined;
    if (typeof step === "number") next = schema.items;
    else if (schema.properties !== undefined && Object.hasOwn(schema.properties, step)) next = schema.properties[step];
    else if (typeof schema.additionalProperties === "object") next = schema.additionalProperties;
    here = memberOf(here, step);
    schema = next === undefined ? undefined : chosen(root, next, here);
  }
  return schema;
}

/** The value of a key or list position, if there is one. */
export function memberOf(value: unknown, step: string | number): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
  return (value as Record<string | number, unknown>)[step];
}

/**
 * Follows references, and of several schemas told apart by a constant takes the one whose constants the value has, of a
 * list and an object the one that the value is.
 */
function chosen(root: JsonSchema, schema: JsonSchema, value: unknown): JsonSchema {
  let found = schema;
  for (let hops = 0; hops < 8 && found.$ref !== undefined; hops++) {
    found = found.$ref === "#" ? root : (root.$defs?.[found.$ref.replace("#/$defs/", "")] ?? {});
  }
  const choices = found.oneOf ?? found.anyOf;
  if (choices === undefined) return found;
  const fitting = choices.find((choice) => {
    const constants = Object.entries(choice.properties ?? {}).filter(([, property]) => property.const !== undefined);
    return constants.length > 0 && constants.every(([key, property]) => memberOf(value, key) === property.const);
  });
  const type = Array.isArray(value) ? "array" : typeof value === "object" && value !== null ? "object" : undefined;
  const ofType = choices.filter((choice) => choice.type === type);
  return fitting ?? (type !== undefined && ofType.length === 1 ? ofType[0] : found);
}
