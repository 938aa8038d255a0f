/** @file The spec of a run: the file named with -c, and the flags on top of it. */

import { statSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { didYouMean, KohortError } from "../base/index.ts";
import { bytesAt, stdio } from "../engine/index.ts";
import { domains, parseHierarchySetting, readDomains } from "../hierarchy/index.ts";
import { anyTable } from "../privacy/index.ts";
import {
  beyondFiles,
  checkSpec,
  columnWords,
  type InputSpec,
  type JudgedSpec,
  judgeSpec,
  type ParsedSpec,
  parseSpec,
  partsFrom,
  readSpec,
  type Spec,
  type SpecFlags,
  specFlagsFrom,
  specFromFlags,
  withDefaults,
} from "../spec/index.ts";
import { needsStore } from "../store/index.ts";
import { type ReadResult, type Spelling, spellings } from "../table/index.ts";
import { quoted } from "./format.ts";
import type { Header } from "./input.ts";
import { type CommandLine, textOf } from "./parse.ts";

/** A spec that still waits for the names of the columns. */
export type SpecSource = {
  /** The file named with -c, if one was. */
  readonly base: ParsedSpec | undefined;
  /** From where the files that the spec names are looked for. */
  readonly folder: string;
  /** The spec with the flags on top of it. */
  readonly withFlags: (header: Header, base?: Spec) => Spec;
  /** Columns with the groups that the file of `--domains` has for them; paths are taken from the spec's folder. */
  readonly withDomains: (attributes: Spec["attributes"]) => Spec["attributes"];
  /** The same, checked against the columns. */
  readonly specFor: (header: Header) => Spec;
};

/** Reads the file named with -c. */
export async function openSpec(parsed: CommandLine): Promise<SpecSource> {
  const path = textOf(parsed, "config");
  const base =
    path === undefined ? undefined : parseSpec((await bytesAt(path)).toString(), path === stdio ? "stdin" : path);
  const folder = path === undefined ? "." : dirname(path);
  const flags = specFlagsFrom(parsed.values);
  checkEarly(flags, base?.spec);
  const withDomains = await openDomains(textOf(parsed, "domains"), folder);
  const withFlags = (header: Header, under: Spec | undefined = base?.spec): Spec => {
    const own = flags.quasi === undefined && under === undefined ? header.quasiIndexes?.map(String) : flags.quasi;
    const spec = fromFolder(specFromFlags({ ...flags, quasi: own }, under, header.names), under, folder);
    return { ...spec, attributes: withDomains(spec.attributes) };
  };
  const specFor = (header: Header): Spec => {
    const spec = withFlags(header);
    checkSpec(spec, header.names, base?.placeOf);
    return spec;
  };
  return { base, folder, withFlags, withDomains, specFor };
}

/** The spec of a run that publishes, and how its table is read. */
export type RunSpec = {
  readonly folder: string;
  readonly input: InputSpec;
  readonly engine: Spec["engine"];
  /** The spec itself; not known before the table where flags count columns that nobody could look at first. */
  readonly spec?: Spec;
  /** The spec for the columns of the table, checked against them. */
  readonly specFor: (header: Header) => Spec;
};

/**
 * Reads the file named with -c and lays the flags over it; what comes out is judged once. `peek` looks at the header of
 * the table where that can be done before it is read.
 */
export async function openRun(
  parsed: CommandLine,
  peek: (parts: Pick<Spec, "input" | "engine">) => Header | undefined,
): Promise<RunSpec> {
  const path = textOf(parsed, "config");
  const file =
    path === undefined ? undefined : readSpec((await bytesAt(path)).toString(), path === stdio ? "stdin" : path);
  const folder = path === undefined ? "." : dirname(path);
  const flags = specFlagsFrom(parsed.values);
  const withDomains = await openDomains(textOf(parsed, "domains"), folder);
  const judge = (header: Header | undefined): JudgedSpec => {
    const quasi = flags.quasi === undefined && file === undefined ? header?.quasiIndexes?.map(String) : flags.quasi;
    const { spec, placeOf } = judgeSpec(quasi === undefined ? flags : { ...flags, quasi }, file, header?.names);
    const placed = fromFolder(spec, file?.written as Spec | undefined, folder);
    return { spec: { ...placed, attributes: withDomains(placed.attributes) }, placeOf };
  };
  const parts = partsFrom(flags, file?.written);
  const header = peek(parts);
  const canJudge = header !== undefined || (columnWords(flags).every(isName) && parts.input?.format !== "mondrian-c");
  const judged = canJudge ? judge(header) : undefined;
  if (judged !== undefined && header !== undefined) checkSpec(judged.spec, header.names, judged.placeOf);
  const { input = {}, engine } = judged?.spec ?? parts;
  const specFor = (found: Header): Spec => {
    const { spec, placeOf } = judged ?? judge(found);
    if (header === undefined) checkSpec(spec, found.names, placeOf);
    return spec;
  };
  return { folder, input, engine, spec: judged?.spec, specFor };
}

/** Whether a word can only be the name of a column, as it is. */
function isName(word: string): boolean {
  return word === word.trim() && !/^\d+$/.test(word);
}

/** Reads the file of `--domains`; without one columns stay as they are. */
async function openDomains(path: string | undefined, folder: string): Promise<SpecSource["withDomains"]> {
  if (path === undefined) return (attributes) => attributes;
  const columns = readDomains(await bytesAt(path), path);
  const setting = domains(pathFrom(folder, path));
  return (attributes) => {
    const named = Object.keys(attributes).filter((name) => columns.has(name));
    if (named.length === 0) {
      throw new KohortError("usage", `"${path}" has no rule for any column that has a role`, {
        hint: didYouMean([...columns.keys()][0] ?? "", Object.keys(attributes), "columns with a role"),
        where: `--domains ${path}`,
      });
    }
    return Object.fromEntries(
      Object.entries(attributes).map(([name, attribute]) => {
        const open = columns.has(name) && attribute.hierarchy === undefined && attribute.role === "quasi-identifying";
        return [name, open ? { ...attribute, hierarchy: setting } : attribute];
      }),
    );
  };
}

/** Whether sensitive values are folded: as the flag says, else as the spec does. */
export function spellingOf(parsed: CommandLine, base: Spec | undefined): Spelling {
  const stated = spellings.find((one) => one === textOf(parsed, "spelling"));
  return stated ?? (base === undefined ? "folded" : withDefaults({ ...base, privacy: [] }).spelling);
}

/** The header of a table that was read. */
export function headerOf({ table, quasiIndexes }: ReadResult): Header {
  return { names: table.columns.map((column) => column.name), quasiIndexes };
}

/** Paths in flags are taken from where the user is, paths in a spec from where the spec is; makes all of them the latter. */
function fromFolder(spec: Spec, base: Spec | undefined, folder: string): Spec {
  const attributes = Object.entries(spec.attributes).map(([name, attribute]) => {
    const { hierarchy } = attribute;
    const stated = base?.attributes[name]?.hierarchy;
    const named = hierarchy !== undefined && "path" in hierarchy;
    if (!named || (stated !== undefined && "path" in stated && stated.path === hierarchy.path)) {
      return [name, attribute] as const;
    }
    const path = pathFrom(folder, hierarchy.path);
    return [name, { ...attribute, hierarchy: { ...hierarchy, path } }] as const;
  });
  const privacy = spec.privacy.map((goal) => {
    if (!("population" in goal) || goal.population === undefined) return goal;
    const isStated = base?.privacy.some((other) => "population" in other && other.population === goal.population);
    return isStated === true ? goal : { ...goal, population: pathFrom(folder, goal.population) };
  });
  return { ...spec, attributes: Object.fromEntries(attributes), privacy };
}

/** A path that was typed, from the folder of the spec; one that a spec would take for an address is made a plain name. */
function pathFrom(folder: string, typed: string): string {
  const path = relative(folder, resolve(typed));
  if (typed === stdio) return typed;
  return ["an address", "stdin"].includes(beyondFiles(path) ?? "") ? `./${path}` : path;
}

/** Checks what the flags say beside columns, so that a slip is found before a large table is read. */
function checkEarly(flags: SpecFlags, base: Spec | undefined): void {
  const aboutColumns = [
    "quasi",
    "sensitive",
    "identifying",
    "insensitive",
    "unpublished",
    "person",
    "replace",
    "hierarchy",
    "weight",
    "kind",
    "snap",
    "levels",
    "transform",
    "missingMeans",
    "separator",
  ];
  const rest: SpecFlags = Object.fromEntries(Object.entries(flags).filter(([name]) => !aboutColumns.includes(name)));
  const require = rest.require?.filter((text) => !text.includes("attribute"));
  const bare: Spec = {
    version: 1,
    attributes: { any: { role: "insensitive" } },
    privacy: [anyTable],
  };
  specFromFlags({ ...rest, require }, base ?? bare, []);
  for (const text of flags.hierarchy ?? []) {
    if (text.includes("=")) parseHierarchySetting(text.slice(text.indexOf("=") + 1));
  }
}

/** Refuses to go on without a spec and without roles, and says where one could come from. */
export function refuseWithoutRoles(parsed: CommandLine, data: string): void {
  const given = ["config", "quasi", "sensitive", "identifying", "insensitive"].some((name) => parsed.values.has(name));
  if (given || textOf(parsed, "format") === "mondrian-c") return;
  if (data !== stdio && !needsStore(data)) statSync(data);
  throw new KohortError("usage", "no column has a role", {
    hint: `name the columns that single people out with --quasi, or let \`kohort init ${quoted(data)}\` suggest a spec and give it with -c`,
  });
}
