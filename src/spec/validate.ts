/** @file Checks a value against the spec's schema and says what is wrong in our own words, one thing at a time. */
import type * as z from "zod/mini";
import { didYouMean, type ErrorCode, few, KohortError } from "../base/index.ts";
import { type Path, type PlaceLookup, pathText } from "./place.ts";
import { reachFault } from "./reach.ts";
import { type JsonSchema, jsonSchemaOf, type Spec, specSchema } from "./schema.ts";
import { withoutShorthand } from "./shorthand.ts";
import { inWords, memberOf, schemaAt, shown } from "./words.ts";

/** Where faults of a spec stand, and what kind of error they are. */
export type FaultPlaces = {
  readonly code?: ErrorCode | ((path: Path) => ErrorCode);
  /** The place of something whose name is wrong. */
  readonly key?: PlaceLookup;
  /** The place of something whose value is wrong. */
  readonly value?: PlaceLookup;
};

/** Takes any value for a spec, or throws a KohortError that says what is wrong with it and where. */
export function validateSpec(written: unknown, places: FaultPlaces = {}): Spec {
  const early = versionFault(written) ?? nameFault(written);
  if (early !== undefined) throw errorOf(early, places);
  const settled = withoutShorthand(written);
  if ("fault" in settled) throw errorOf({ ...settled.fault, at: "value" }, places);
  const { value } = settled;
  refuseBeyond(value, places);
  const result = specSchema.safeParse(value, { reportInput: false });
  if (result.success) return result.data;
  const issues = result.error.issues;
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  throw errorOf(faultOf(issue, value, jsonSchemaOf(specSchema)), places);
}

/** Refuses what would start a program or reach a host, before anything that the spec names is looked at. */
export function refuseBeyond(value: unknown, places: FaultPlaces): void {
  const fault = beyondFault(value);
  if (fault !== undefined) throw errorOf(fault, places);
}

type Fault = {
  readonly message: string;
  readonly hint?: string;
  readonly topic?: string;
  readonly path: Path;
  readonly at: "key" | "value";
};

function errorOf({ message, hint, topic, path, at }: Fault, places: FaultPlaces): KohortError {
  const code = typeof places.code === "function" ? places.code(path) : (places.code ?? "spec");
  return new KohortError(code, message, {
    hint,
    topic,
    where: places[at]?.(path) ?? whereInCode(path),
  });
}

/** A spec made in code has no lines, but the way to the value still helps. */
function whereInCode(path: Path): string | undefined {
  return path.length < 2 ? undefined : pathText(path);
}

/** A spec of another version is not judged by this one's rules. */
function versionFault(value: unknown): Fault | undefined {
  const version = memberOf(value, "version");
  if (typeof version !== "number" || version === 1) return undefined;
  const hint = version > 1 ? "a newer kohort may read it; this one reads version 1" : "the version is 1";
  return { message: `version ${version} of the spec is not known`, hint, path: ["version"], at: "value" };
}

/** The one name that cannot be the key of a plain object; schemas pass over it in silence. */
function nameFault(value: unknown): Fault | undefined {
  const places: readonly Path[] = [["attributes"], ["input", "missing"]];
  const path = places.find((steps) => memberOf(steps.reduce<unknown>(memberOf, value), "__proto__") !== undefined);
  if (path === undefined) return undefined;
  return {
    message: 'a column named "__proto__" cannot be in a spec',
    hint: "rename the column",
    path,
    at: "value",
  };
}

function beyondFault(value: unknown): Fault | undefined {
  const fault = reachFault(value);
  return fault === undefined ? undefined : { ...fault, at: "value" };
}

function faultOf(issue: z.core.$ZodIssue, value: unknown, root: JsonSchema): Fault {
  const path = issue.path as (string | number)[];
  if (issue.code === "unrecognized_keys") {
    const key = issue.keys[0];
    const known = Object.keys(schemaAt(root, value, path)?.properties ?? {});
    return {
      message: `unknown key "${key}"`,
      hint: didYouMean(key, known, "keys"),
      path: [...path, key],
      at: "key",
    };
  }
  const found = path.reduce<unknown>(memberOf, value);
  const schema = schemaAt(root, value, path);
  const name = path.length === 0 ? "the spec" : `"${nameOf(path)}"`;
  if (issue.code === "invalid_union" && "discriminator" in issue && typeof issue.discriminator === "string") {
    const options = (issue as { options?: readonly unknown[] }).options ?? [];
    return kindFault(path, found, issue.discriminator, options.map(String));
  }
  const inner = issue.code === "invalid_union" ? innerIssue(issue) : undefined;
  if (inner !== undefined) return faultOf({ ...inner, path: [...path, ...inner.path] }, value, root);
  if (issue.code === "custom") {
    const says = issue.message;
    const message = says.startsWith("must ") ? `${name} ${says}${notFound(found)}` : says;
    return { message, path, at: "value" };
  }
  if (found === undefined && path.length > 0) {
    const hint = schema === undefined ? undefined : `${name} is ${inWords(schema)}`;
    return { message: `${name} is missing`, hint, path, at: "value" };
  }
  if (schema?.enum !== undefined && typeof found === "string") {
    const last = path.findLast((step) => typeof step === "string") ?? "value";
    const hint = didYouMean(found, schema.enum.map(String), "choices");
    return { message: `unknown ${last} ${shown(found)}`, hint, path, at: "value" };
  }
  const asked = schema === undefined ? "something else" : inWords(schema);
  return { message: `${name} must be ${asked}${notFound(found)}`, topic: goalTopic(path, value), path, at: "value" };
}

/** Where to read about a privacy model whose setting is wrong. */
function goalTopic(path: Path, value: unknown): string | undefined {
  const model = path[0] === "privacy" ? path.slice(0, 2).concat("model").reduce<unknown>(memberOf, value) : undefined;
  return typeof model === "string" ? model : undefined;
}

/** The fault inside the one form of several that a value was meant to have. */
function innerIssue({ errors }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue | undefined {
  return errors.flatMap((issues) => issues.slice(0, 1)).find(({ path }) => path.length > 0);
}

function notFound(found: unknown): string {
  return typeof found === "object" && found !== null && !Array.isArray(found) ? "" : `, not ${shown(found)}`;
}

/** The last key of a path, with the list position where it ends in one: `k`, `missing[1]`. */
function nameOf(path: Path): string {
  const key = path.findLastIndex((step) => typeof step === "string");
  return typeof path.at(-1) === "string" ? (path.at(-1) as string) : pathText(path.slice(Math.max(0, key)));
}

const nouns: Readonly<Record<string, string>> = { model: "privacy model", name: "algorithm", kind: "hierarchy" };

/** The key that tells models, algorithms or hierarchies apart is missing or names none of them. */
function kindFault(path: Path, found: unknown, key: string, options: readonly string[]): Fault {
  const noun = path.includes("replace")
    ? "replacement"
    : path.includes("transform")
      ? "transformation"
      : (nouns[key] ?? key);
  const plural = noun === "hierarchy" ? "hierarchies" : `${noun}s`;
  if (found === undefined) {
    return { message: `"${key}" is missing`, hint: `${plural} are: ${few(options)}`, path, at: "value" };
  }
  return {
    message: `unknown ${noun} ${shown(found)}`,
    hint: didYouMean(String(found), options, plural),
    path,
    at: "value",
  };
}
