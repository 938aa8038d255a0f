/** @file The spec of a run: the file named with -c, and the flags on top of it. */
import { readFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { KohortError } from "../base/index.ts";
import { checkSpec, type ParsedSpec, parseSpec, type Spec, specFlagsFrom, specFromFlags } from "../spec/index.ts";
import type { ReadResult } from "../table/index.ts";
import { type Parsed, textOf } from "./parse.ts";

/** A spec that still waits for the names of the columns. */
export type SpecSource = {
  /** The file named with -c, if one was. */
  readonly base: ParsedSpec | undefined;
  /** From where the files that the spec names are looked for. */
  readonly folder: string;
  /** The spec with the flags on top of it. */
  readonly withFlags: (found: ReadResult, base?: Spec) => Spec;
  /** The same, checked against the columns. */
  readonly specFor: (found: ReadResult) => Spec;
};

/** Reads the file named with -c. */
export async function openSpec(parsed: Parsed): Promise<SpecSource> {
  const path = textOf(parsed, "config");
  const base = path === undefined ? undefined : parseSpec(await readFile(path, "utf8"), path);
  const folder = path === undefined ? "." : dirname(path);
  const flags = specFlagsFrom(parsed.values);
  const withFlags = (found: ReadResult, under: Spec | undefined = base?.spec): Spec => {
    const own = flags.quasi === undefined && under === undefined ? found.quasiIndexes?.map(String) : flags.quasi;
    return fromFolder(specFromFlags({ ...flags, quasi: own }, under, columnNames(found)), under, folder);
  };
  const specFor = (found: ReadResult): Spec => {
    const spec = withFlags(found);
    checkSpec(spec, columnNames(found), base?.placeOf);
    return spec;
  };
  return { base, folder, withFlags, specFor };
}

/** The names of the columns that were read. */
export function columnNames({ table }: ReadResult): string[] {
  return table.columns.map((column) => column.name);
}

/** Paths in flags are taken from where the user is, paths in a spec from where the spec is; makes all of them the latter. */
function fromFolder(spec: Spec, base: Spec | undefined, folder: string): Spec {
  const attributes = Object.entries(spec.attributes).map(([name, attribute]) => {
    const { hierarchy } = attribute;
    const stated = base?.attributes[name]?.hierarchy;
    if (hierarchy?.kind !== "file" || (stated?.kind === "file" && stated.path === hierarchy.path)) {
      return [name, attribute] as const;
    }
    const path = relative(folder, resolve(hierarchy.path));
    return [name, { ...attribute, hierarchy: { ...hierarchy, path } }] as const;
  });
  return { ...spec, attributes: Object.fromEntries(attributes) };
}

/** Refuses to go on without a spec and without roles, and says where one could come from. */
export function refuseWithoutRoles(parsed: Parsed, data: string): void {
  const given = ["config", "quasi", "sensitive", "identifying", "insensitive"].some((name) => parsed.values.has(name));
  if (given || textOf(parsed, "format") === "mondrian-c") return;
  throw new KohortError("usage", "no column has a role", {
    hint: `name the columns that single people out with --quasi, or let \`kohort init ${data}\` suggest a spec and give it with -c`,
  });
}
