/** @file How the input is to be read, as the spec and the flags on top of it say. */

import { statSync } from "node:fs";
import { KohortError } from "../base/index.ts";
import { type FileFormat, fileHead, formatOf, type ReadRequest, stdio } from "../engine/index.ts";
import { anyTable } from "../privacy/index.ts";
import {
  attributesFromFlags,
  type InputSpec,
  type Spec,
  specFlagsFrom,
  specFromFlags,
  splitList,
  splitPair,
} from "../spec/index.ts";
import { headNames, type Kind, type Table } from "../table/index.ts";
import { type CommandLine, textOf, valuesOf } from "./parse.ts";

const anyPrivacy: Spec["privacy"] = [anyTable];

/** The part of the spec that says how to read, with what the flags say about it. */
export function inputSpecOf(parsed: CommandLine, base: Spec | undefined): InputSpec {
  const { delimiter, format, missing, dropMissing, decimal, dateForm } = specFlagsFrom(parsed.values);
  const bare: Spec = {
    version: 1,
    attributes: { any: { role: "insensitive" } },
    privacy: anyPrivacy,
    input: base?.input,
  };
  return specFromFlags({ delimiter, format, missing, dropMissing, decimal, dateForm }, bare, []).input ?? {};
}

/** What the reader is asked for by a spec. */
export function requestBy(path: string, input: InputSpec, spec: Spec | undefined, parsed: CommandLine): ReadRequest {
  if (spec === undefined) return requestWith(path, input, flagKinds(path, input, parsed));
  return requestWith(path, input, kindsIn(spec));
}

/** What the reader is asked for. */
export function readRequestOf(path: string, parsed: CommandLine, base: Spec | undefined): ReadRequest {
  const input = inputSpecOf(parsed, base);
  return requestWith(path, input, { ...kindsIn(base), ...flagKinds(path, input, parsed) });
}

/** The kinds of columns that flags state. */
function flagKinds(path: string, input: InputSpec, parsed: CommandLine): Record<string, Kind> {
  const words = valuesOf(parsed, "separator").map((text) => splitPair(text, "--separator")[0]);
  const sets = words.filter((word) => !/^\d+$/.test(word)).map((name) => [name, "category"] as const);
  return { ...Object.fromEntries(sets), ...statedKinds(path, input.format ?? formatOf(path), input, parsed) };
}

function requestWith(path: string, input: InputSpec, kinds: Record<string, Kind>): ReadRequest {
  return {
    path,
    format: input.format ?? formatOf(path),
    options: {
      delimiter: input.delimiter,
      missing: input.missing,
      dropMissing: input.dropMissing,
      decimal: input.decimal,
      dates: input.dates,
      kinds: Object.keys(kinds).length === 0 ? undefined : kinds,
    },
  };
}

/** What the reader is asked for when the table may be a release: kinds count for what is sensitive, our own forms are CSV. */
export function releaseRequestOf(path: string, parsed: CommandLine, base: Spec | undefined): ReadRequest {
  const format = base?.input?.format === "mondrian-c" ? undefined : base?.input?.format;
  const plain =
    base === undefined ? undefined : { ...base, attributes: sensitiveIn(base), input: { ...base.input, format } };
  const values = new Map(parsed.values);
  const sensitive = new Set(
    valuesOf(parsed, "sensitive")
      .flatMap(splitList)
      .map((name) => name.trim()),
  );
  // whatever a column was made of, it can be read as categories
  const kinds = valuesOf(parsed, "kind").filter((text) => {
    const [name, kind] = splitPair(text, "--kind");
    return sensitive.has(name.trim()) || kind.trim() === "category";
  });
  values.set("kind", kinds);
  if (textOf(parsed, "format") === "mondrian-c" && isBesideOriginal(parsed)) values.delete("format");
  const request = readRequestOf(path, { ...parsed, values }, plain);
  return { ...request, options: { ...request.options, released: true } };
}

/** Whether the original is given as well, so that what is said of the input's form is meant of that. */
function isBesideOriginal(parsed: CommandLine): boolean {
  return parsed.words.length > 1 || textOf(parsed, "original") !== undefined;
}

/** Sensitive columns are released as they are, so what is said about their kinds counts. */
function sensitiveIn({ attributes }: Spec): Spec["attributes"] {
  return Object.fromEntries(Object.entries(attributes).filter(([, { role }]) => role === "sensitive"));
}

function kindsIn(base: Spec | undefined): Record<string, Kind> {
  const stated = Object.entries(base?.attributes ?? {}).flatMap(([name, { kind, separator }]) => {
    const known = kind ?? (separator === undefined ? undefined : "category");
    return known === undefined ? [] : [[name, known] as const];
  });
  return Object.fromEntries(stated);
}

/** The kinds that `--kind` states, by column name; where a column is named by its index the header is looked up. */
function statedKinds(path: string, format: FileFormat, input: InputSpec, parsed: CommandLine): Record<string, Kind> {
  const kind = valuesOf(parsed, "kind");
  if (kind.length === 0) return {};
  const words = kind.map((text) => splitPair(text, "--kind")[0]);
  const names = words.some((word) => /^\d+$/.test(word)) ? headerNames(path, format, input) : words;
  const attributes = Object.fromEntries(names.map((name) => [name, { role: "insensitive" as const }]));
  return kindsIn({
    version: 1,
    attributes: attributesFromFlags({ kind }, { version: 1, attributes, privacy: anyPrivacy }, names),
    privacy: anyPrivacy,
  });
}

function headerNames(path: string, format: FileFormat, { delimiter }: InputSpec): readonly string[] {
  const header = peekHeader({ path, format, options: delimiter === undefined ? {} : { delimiter } });
  if (header !== undefined) return header.names;
  throw new KohortError("usage", "--kind takes the column's name here, not its index", {
    hint: "write --kind NAME=KIND",
  });
}

/** The columns whose kind is stated, by name; a flag may count them instead. */
export function kindFlagColumns(parsed: CommandLine, { columns }: Table): string[] {
  const words = valuesOf(parsed, "kind").map((text) => splitPair(text, "--kind")[0].trim());
  return words.flatMap((word) => [word, columns[Number(word)]?.name ?? word]);
}

/** The names of the columns, and the quasi-identifiers where the format names them. */
export type Header = { readonly names: readonly string[]; readonly quasiIndexes?: readonly number[] };

/** Whether a file of this form has a header that can be looked at; what is no delimiter is left for the spec to refuse. */
export function canPeek({ format, delimiter = "," }: InputSpec): boolean {
  const forms: readonly (string | undefined)[] = [undefined, "csv", "tsv", "mondrian-c"];
  return forms.includes(format) && typeof delimiter === "string" && delimiter.length === 1;
}

/** Looks at the header of a file before it is read; undefined where that cannot be done, as with a pipe. */
export function peekHeader({ path, format, options }: ReadRequest): Header | undefined {
  if (path === stdio || format === "json" || format === "jsonl" || !statSync(path).isFile()) return undefined;
  const head = fileHead(path, { ...options, format });
  if (typeof head !== "object") return undefined;
  return { names: headNames(head.names), quasiIndexes: head.quasiIndexes };
}
