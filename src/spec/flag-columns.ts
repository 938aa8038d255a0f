/** @file What flags say of columns: which they name, their roles, and how each is treated. */
import { didYouMean, KohortError } from "../base/index.ts";
import { parseHierarchySetting } from "../hierarchy/index.ts";
import { replacements } from "../identifiers/index.ts";
import { transformations } from "../transform/index.ts";
import type { SpecFlags } from "./flag-options.ts";
import { coerceSettings, numberFrom, splitCall, splitList, splitPair } from "./flag-text.ts";
import { pathText } from "./place.ts";
import { type AttributeSpec, jsonSchemaOf, type Role, type Spec } from "./schema.ts";

const roleFlags = [
  ["quasi", "quasi-identifying"],
  ["sensitive", "sensitive"],
  ["identifying", "identifying"],
  ["insensitive", "insensitive"],
  ["unpublished", "unpublished"],
] as const satisfies readonly (readonly [keyof SpecFlags, Role])[];

/** Which flag said what, by path, for errors. */
export type Origins = Map<string, string>;

/** The words by which flags name columns: their names, or their indexes. */
export function columnWords(flags: SpecFlags): string[] {
  const named = [...roleFlags.map(([flag]) => flag)].flatMap((flag) => (flags[flag] ?? []).flatMap(splitList));
  const settings = [
    "kind",
    "hierarchy",
    "weight",
    "snap",
    "levels",
    "replace",
    "missingMeans",
    "transform",
    "separator",
  ];
  const set = settings.flatMap((flag) => (flags[flag as "kind"] ?? []).map((text) => text.split("=")[0]));
  const asked = (flags.require ?? []).flatMap((text) => /attribute=([^,)]*)/.exec(text)?.slice(1) ?? []);
  return [...named, ...set, ...asked, ...(flags.person === undefined ? [] : [flags.person])];
}

/** The column that a name or a 0-based index stands for; a number that may be either is refused. */
export function columnFor(text: string, columnNames: readonly string[] | undefined, where: string): string {
  if (columnNames === undefined) return columnFor(text, [text.trim()], where);
  const named = [text, text.trim()].find((candidate) => columnNames.includes(candidate));
  const isIndex = /^\d+$/.test(text.trim());
  const byIndex = isIndex ? columnNames[Number(text)] : undefined;
  if (named !== undefined && byIndex !== undefined && named !== byIndex) {
    throw new KohortError("column", `"${named}" is the name of a column and the index of column "${byIndex}"`, {
      hint: "rename the column, or write a spec, which knows columns by their names alone",
      where,
    });
  }
  const name = named ?? byIndex;
  if (name === "__proto__") throw new KohortError("column", 'column "__proto__" cannot be named', { where });
  if (name !== undefined) return name;
  if (isIndex) {
    throw new KohortError("column", `column ${text.trim()} is not in the table`, {
      hint: `columns are counted from 0 to ${columnNames.length - 1}`,
      where,
    });
  }
  throw new KohortError("column", `column "${text}" is not in the table`, {
    hint: didYouMean(text, columnNames, "columns"),
    where,
  });
}

function rolesFrom(flags: SpecFlags, columnNames: readonly string[] | undefined, origins: Origins): Map<string, Role> {
  const found = new Map<string, Role>();
  for (const [flag, role] of roleFlags) {
    for (const text of (flags[flag] ?? []).flatMap(splitList)) {
      const name = columnFor(text, columnNames, `--${flag} ${text}`);
      const before = found.get(name);
      if (before !== undefined && before !== role) {
        throw new KohortError("usage", `column "${name}" is both ${before} and ${role}`, {
          hint: `leave it out of --${roleFlags.find((pair) => pair[1] === before)![0]} or of --${flag}`,
          where: `--${flag} ${text}`,
        });
      }
      found.set(name, role);
      origins.set(pathText(["attributes", name]), `--${flag} ${text}`);
    }
  }
  if (flags.person !== undefined && flags.person !== "none") {
    const where = `--person ${flags.person}`;
    const name = columnFor(flags.person, columnNames, where);
    const before = found.get(name);
    if (before !== undefined && before !== "identifying") {
      throw new KohortError("usage", `column "${name}" is both ${before} and the person`, {
        hint: `leave it out of --${roleFlags.find((pair) => pair[1] === before)![0]} or of --person`,
        where,
      });
    }
    found.set(name, "person");
    origins.set(pathText(["attributes", name]), where);
  }
  return found;
}

export function attributesFrom(
  flags: SpecFlags,
  base: Spec | undefined,
  columnNames: readonly string[] | undefined,
  origins: Origins,
): Record<string, AttributeSpec> {
  const attributes = new Map<string, Record<string, unknown>>(
    Object.entries(base?.attributes ?? {}).map(([name, attribute]) => [name, { ...attribute }]),
  );
  if (flags.person !== undefined) {
    for (const [name, { role }] of attributes) if (role === "person") attributes.get(name)!.role = "identifying";
  }
  for (const [name, role] of rolesFrom(flags, columnNames, origins)) {
    const { hierarchy, ...others } = attributes.get(name) ?? {};
    const isUseful = hierarchy !== undefined && (role === "quasi-identifying" || role === "sensitive");
    attributes.set(name, { ...others, role, ...(isUseful ? { hierarchy } : {}) });
  }
  if (attributes.size === 0) {
    throw new KohortError("usage", "no column has a role", {
      hint: "name the columns by which people could be recognised with --quasi, or let `kohort init` suggest a spec",
    });
  }
  const settings = {
    kind: String,
    hierarchy: parseHierarchySetting,
    weight: numberFrom,
    snap: numberFrom,
    levels: levelsFrom,
    replace: replacementFrom,
    missing: String,
    transform: transformationFrom,
    separator: String,
  };
  const restingRole: Role = (flags.rest ?? base?.rest) === "insensitive" ? "insensitive" : "unpublished";
  const lists = new Map<string, unknown[]>();
  for (const [key, read] of Object.entries(settings)) {
    const flag = key === "missing" ? "--missing-means" : `--${key}`;
    for (const text of flags[key === "missing" ? "missingMeans" : (key as Exclude<keyof typeof settings, "missing">)] ??
      []) {
      const [column, value] = splitPair(text, flag);
      const name = columnFor(column, columnNames, `${flag} ${text}`);
      if (key === "replace" && !attributes.has(name)) attributes.set(name, { role: "identifying" });
      if (!attributes.has(name) && key !== "kind") {
        throw new KohortError("usage", `column "${name}" has a ${key} but no role`, {
          hint: `add it to --quasi or --sensitive, or leave the ${key} out`,
          where: `${flag} ${text}`,
        });
      }
      let setting: unknown = read(value);
      if (key === "transform") {
        setting = [...(lists.get(name) ?? []), setting];
        lists.set(name, setting as unknown[]);
      }
      attributes.set(name, { role: restingRole, ...attributes.get(name), [key]: setting });
      origins.set(pathText(["attributes", name, key]), `${flag} ${text}`);
    }
  }
  return Object.fromEntries(attributes) as Record<string, AttributeSpec>;
}

/** `1..3` as the lowest and the highest level, `2` as both; anything else stays a text for the schema to refuse. */
function levelsFrom(text: string): unknown {
  const ends = text.split("..");
  if (ends.length > 2) return text;
  return [numberFrom(ends[0]), numberFrom(ends.at(-1)!)];
}

/** Reads `pseudonym(prefix=P-)` or `redact`; what names no replacement is left to the schema to refuse. */
function replacementFrom(text: string): Record<string, unknown> {
  const { name, settings } = splitCall(text, "--replace");
  if (!Object.hasOwn(replacements, name)) return { kind: name };
  const schema = jsonSchemaOf(replacements[name as keyof typeof replacements].schema);
  const where = (): string => `--replace ${text}`;
  return { kind: name, ...coerceSettings(settings, schema, { fixed: "kind", noun: "setting", where }) };
}

/** Reads `top(at=90)`; what names no transformation is left to the schema to refuse. */
function transformationFrom(text: string): Record<string, unknown> {
  const { name, settings } = splitCall(text, "--transform");
  if (!Object.hasOwn(transformations, name)) return { kind: name };
  const schema = jsonSchemaOf(transformations[name as keyof typeof transformations].schema);
  const where = (): string => `--transform ${text}`;
  return { kind: name, ...coerceSettings(settings, schema, { fixed: "kind", noun: "setting", where }) };
}
