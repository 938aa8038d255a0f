/** @file Opening tables: bytes in, a coded table that stays here, and a summary for the page. */
import { KohortError, report, stated, type Task } from "../../base/index.ts";
import { type ColumnReport, start, suggest } from "../../inspect/index.ts";
import { clinicCsv, clinicSpec } from "../../sample/index.ts";
import type { InputSpec, Spec } from "../../spec/index.ts";
import {
  type Column,
  labelAt,
  labelCounts,
  openCsv,
  openJsonLines,
  type ReadOptions,
  type ReadResult,
  readingJson,
} from "../../table/index.ts";
import { kindsIn } from "../columns.ts";
import type { ColumnProfile, OpenTable } from "../protocol.ts";
import { readParquet } from "./parquet.ts";
import { type Handler, openedOf, type SourceTable, type State, type Tools } from "./state.ts";

const endings: Readonly<Record<string, string>> = {
  tsv: "tsv",
  tab: "tsv",
  json: "json",
  jsonl: "jsonl",
  ndjson: "jsonl",
  parquet: "parquet",
};

/** The form that a file's name stands for. */
function formatOf(name: string): string {
  return endings[name.split(".").at(-1)!.toLowerCase()] ?? "csv";
}

/** Opens a file that was dropped, picked or handed over. */
export const open: Handler<"open"> = async (
  state,
  { name, blob: given, source = 0, input = {}, kinds: stated },
  tools,
) => {
  const kinds = stated ?? {};
  const blob = given ?? openedOf(state).blob;
  const format = input.format ?? formatOf(name);
  const { format: _, ...reading } = input;
  const options: ReadOptions = {
    ...known(reading),
    source: name,
    kinds: Object.keys(kinds).length > 0 ? kinds : undefined,
  };
  await refuseOthers(blob, name);
  const read = await readBlob(blob, format, options, tools);
  const isFirst = stated === undefined && input.missing === undefined;
  return openTable(state, { source, kinds, name, blob, format, read }, { input, isFirst }, tools);
};

/** The first bytes of files that are often taken for tables, and what to do with them. */
const others: readonly (readonly [string, string, string])[] = [
  ["504b0304", "a spreadsheet or a zip", "save the sheet as CSV, or unpack the zip, and open that"],
  ["d0cf11e0", "an old spreadsheet", "save the sheet as CSV and open that"],
  ["1f8b", "packed with gzip", "unpack it first"],
  ["28b52ffd", "packed with zstd", "unpack it first"],
  ["25504446", "a PDF", "ask for the table behind it, as CSV"],
  ["89504e47", "a picture", "open the table that it was made of"],
];

/** Says what a file is that cannot be a table, instead of what is wrong with its first line. */
async function refuseOthers(blob: Blob, name: string): Promise<void> {
  const start = new Uint8Array(await blob.slice(0, 4).arrayBuffer());
  const hex = Array.from(start, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const found = others.find(([signature]) => hex.startsWith(signature));
  if (found === undefined) return;
  throw new KohortError("file", `the file is ${found[1]}, not a table`, { hint: found[2], where: name });
}

/** Opens the built-in sample with its roles and hierarchies. */
export const sample: Handler<"sample"> = async (state, { rows, source = 0 }, tools) => {
  const blob = new Blob([clinicCsv(rows === undefined ? {} : { rows })]);
  const read = await readBlob(blob, "csv", { source: "clinic.csv" }, tools);
  const opened = await openTable(
    state,
    { source, kinds: {}, name: "clinic.csv", blob, format: "csv", read },
    { input: {}, isFirst: false },
    tools,
  );
  return { ...opened, suggestion: clinicSpec as unknown as Spec };
};

/** The same for the same file read the same way, so that going back finds what was there. */
function idOf(source: number, input: InputSpec, kinds: object): string {
  return `${source} ${JSON.stringify([input, kinds])}`;
}

function known(input: InputSpec): Omit<ReadOptions, "kinds" | "only" | "format" | "source"> {
  return stated(input);
}

/** Blocks are read as they come, so a file is never held as bytes and Cancel is heard between two of them. */
async function readBlob(blob: Blob, format: string, options: ReadOptions, tools: Tools): Promise<ReadResult> {
  if (format === "parquet") return readParquet(blob, options);
  if (format === "json") {
    return tools.drive(readingJson(new Uint8Array(await blob.arrayBuffer()), options));
  }
  const reader = format === "jsonl" ? openJsonLines(options) : openCsv({ ...options, format: csvForm(format) });
  let at = 0;
  for await (const block of blob.stream() as unknown as AsyncIterable<Uint8Array>) {
    reader.push(block);
    at += block.length;
    await tools.drive(oneStep("read", at, blob.size));
  }
  return tools.drive(reader.ending());
}

function csvForm(format: string): "csv" | "tsv" | "mondrian-c" {
  if (format === "csv" || format === "tsv" || format === "mondrian-c") return format;
  throw new KohortError("file", `files of the form "${format}" cannot be read`, {
    hint: "CSV, TSV, JSON, JSON Lines and Parquet can",
  });
}

function* oneStep(stage: string, done: number, total: number): Task<void> {
  yield* report(stage, done, total);
}

/** A table whose file is read for the first time has what most likely means "not known" read as missing. */
async function openTable(
  state: State,
  { source, kinds, ...given }: Omit<SourceTable, "id"> & { readonly source: number; readonly kinds: object },
  { input, isFirst }: { readonly input: InputSpec; readonly isFirst: boolean },
  tools: Tools,
): Promise<OpenTable> {
  const { table, inspection, suggestion, notes } = isFirst
    ? await tools.drive(start(given.read.table, input))
    : {
        ...(await tools.drive(suggest(given.read.table, input, Object.keys(kinds)))),
        table: given.read.table,
        notes: [],
      };
  const id = idOf(source, suggestion.spec.input ?? {}, isFirst ? kindsIn(suggestion.spec) : kinds);
  const opened: SourceTable = { ...given, id, read: { ...given.read, table } };
  const { read } = opened;
  const columns: ColumnProfile[] = [];
  for (const [index, column] of read.table.columns.entries()) {
    columns.push(profileOf(column, inspection.columns[index], suggestion));
    await tools.drive(oneStep("inspect", index + 1, read.table.columns.length));
  }
  state.opened = opened;
  return {
    id: opened.id,
    name: opened.name,
    bytes: opened.blob.size,
    rows: read.table.rows,
    rowsRead: read.rowsRead,
    leftOut: read.leftOut,
    delimiter: read.dialect.delimiter,
    encoding: read.dialect.encoding,
    format: opened.format,
    columns,
    suggestion: suggestion.spec,
    warnings: [...(read.notes ?? []), ...notes, ...suggestion.warnings],
  };
}

const bars = 24;
const topValues = 12;

function profileOf(
  column: Column,
  seen: ColumnReport,
  { spec, reasons }: { readonly spec: Spec; readonly reasons: ReadonlyMap<string, string> },
): ColumnProfile {
  const counts = labelCounts(column);
  const missing = new Set(column.missing);
  const codes = Array.from(counts.keys()).filter((code) => counts[code] > 0 && !missing.has(code));
  codes.sort((a, b) => counts[b] - counts[a] || a - b);
  const range = column.numbers === undefined ? undefined : rangeOf(column.numbers, codes);
  return {
    name: column.name,
    kind: column.kind,
    distinct: seen.distinct,
    missing: seen.missing,
    evidence: seen.evidence,
    unique: seen.unique,
    spark:
      range === undefined
        ? codes.slice(0, bars).map((code) => counts[code])
        : histogram(column.numbers!, counts, codes, range),
    range:
      range === undefined
        ? undefined
        : ([labelAt(column.labels, range.leastCode), labelAt(column.labels, range.mostCode)] as const),
    top: codes.slice(0, topValues).map((code) => [labelAt(column.labels, code), counts[code]] as const),
    suggestion: {
      role: spec.attributes[column.name]?.role ?? "unpublished",
      reason: reasons.get(column.name) ?? "",
    },
  };
}

type Range = { readonly leastCode: number; readonly mostCode: number; readonly least: number; readonly most: number };

function rangeOf(numbers: Float64Array, codes: readonly number[]): Range | undefined {
  if (codes.length === 0) return undefined;
  let [leastCode, mostCode] = [codes[0], codes[0]];
  for (const code of codes) {
    if (numbers[code] < numbers[leastCode]) leastCode = code;
    if (numbers[code] > numbers[mostCode]) mostCode = code;
  }
  return { leastCode, mostCode, least: numbers[leastCode], most: numbers[mostCode] };
}

function histogram(
  numbers: Float64Array,
  counts: Float64Array,
  codes: readonly number[],
  { least, most }: Range,
): number[] {
  const found = new Array<number>(most > least ? bars : 1).fill(0);
  for (const code of codes) {
    const place = most > least ? Math.floor(((numbers[code] - least) / (most - least)) * bars) : 0;
    found[Math.min(found.length - 1, place)] += counts[code];
  }
  return found;
}
