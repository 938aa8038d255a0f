/** @file The spec of a run: the file named with -c, the flags on top of it, and the files that either of them names. */
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type HierarchySetting, parseHierarchySetting } from "../hierarchy/index.ts";
import { checkSpec, type ParsedSpec, parseSpec, type Spec, specFlagsFrom, specFromFlags } from "../spec/index.ts";
import { type Parsed, textOf, valuesOf } from "./parse.ts";

/** A spec that still waits for the names of the columns. */
export type SpecSource = {
  /** The file named with -c, if one was. */
  readonly base: ParsedSpec | undefined;
  /** The bytes of every hierarchy file that the spec or a flag names, by the path it is named with. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The spec for a table with these columns, checked against them. */
  readonly specFor: (columnNames: readonly string[]) => Spec;
};

/** Reads the file named with -c, and what it and the flags refer to. */
export async function openSpec(parsed: Parsed): Promise<SpecSource> {
  const path = textOf(parsed, "config");
  const base = path === undefined ? undefined : parseSpec(await readFile(path, "utf8"), path);
  const flags = specFlagsFrom(parsed.values);
  return {
    base,
    files: await readHierarchyFiles(parsed, base?.spec, path === undefined ? "." : dirname(path)),
    specFor: (columnNames) => {
      const spec = specFromFlags(flags, base?.spec, columnNames);
      checkSpec(spec, columnNames, base?.placeOf);
      return spec;
    },
  };
}

/** Paths in a spec are taken from where the spec is, paths in flags from where the user is. */
async function readHierarchyFiles(
  parsed: Parsed,
  spec: Spec | undefined,
  folder: string,
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const read = async (setting: HierarchySetting | undefined, from: string): Promise<void> => {
    if (setting?.kind === "file") files.set(setting.path, await readFile(resolve(from, setting.path)));
  };
  for (const attribute of Object.values(spec?.attributes ?? {})) await read(attribute.hierarchy, folder);
  for (const text of valuesOf(parsed, "hierarchy")) {
    const equals = text.indexOf("=");
    if (equals > 0) await read(parseHierarchySetting(text.slice(equals + 1)), ".");
  }
  return files;
}
