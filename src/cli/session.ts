/** @file What commands that work on tables share: threads, reading as the flags say, tasks with progress, whole files. */
import { availableParallelism } from "node:os";
import { didYouMean, KohortError, type Progress, type Task } from "../base/index.ts";
import {
  type Draft,
  driveOn,
  formatOf,
  type Host,
  openPool,
  type Pool,
  publishAll,
  type ReadRequest,
  readTable,
  refuseTarget,
  writeDraft,
} from "../engine/index.ts";
import { columnFor, type Spec } from "../spec/index.ts";
import { type Column, columnIndex, fromSafeCells, markedColumns, type ReadResult } from "../table/index.ts";
import type { Context } from "./context.ts";
import { printable } from "./format.ts";
import { readRequestOf, releaseRequestOf } from "./input.ts";
import { type CommandLine, hasFlag, wholeNumberOf } from "./parse.ts";

/** The means of one command. */
export type Session = {
  readonly pool: Pool;
  readonly host: Host;
  /** Reads a table from a path, or from stdin for `-`, as the spec and the flags on top of it say. */
  readonly read: (path: string, base?: Spec) => Promise<ReadResult>;
  /** Reads a table whose columns may be generalised, so that what is said about their kinds does not count. */
  readonly readRelease: (path: string, base?: Spec) => Promise<ReadResult>;
  /** Reads a table of our own making, whatever flags say about the user's. */
  readonly readPlain: (path: string) => Promise<ReadResult>;
  /** Drives a task with progress shown and Ctrl-C heard. */
  readonly drive: <T>(task: Task<T>) => Promise<T>;
};

/** Opens what a command needs, and closes it when the command is done. */
export async function withSession<T>(context: Context, work: (session: Session) => Promise<T>): Promise<T> {
  const { parsed, terminal, interrupt } = context;
  const pool = openPool(wholeNumberOf(parsed, "threads", 1) ?? availableParallelism());
  const onProgress = (progress: Progress): void => {
    interrupt.watch(progress);
    terminal.onProgress(progress);
  };
  const { signal, settle, onExit } = interrupt;
  const noted = new Set<string>();
  const onNote = (note: string): void => {
    if (!noted.has(note)) terminal.say(`note: ${printable(note)}`);
    noted.add(note);
  };
  const host: Host = { signal, settle, onProgress, onExit, onNote };
  const read = async (request: ReadRequest): Promise<ReadResult> => {
    const found = await readTable(request, pool, host);
    const { delimiter, encoding } = found.dialect;
    terminal.detail(
      `read ${request.path} as ${request.format ?? formatOf(request.path)}, ${encoding}, delimiter ${JSON.stringify(delimiter)}`,
    );
    return found;
  };
  try {
    return await work({
      pool,
      host,
      read: async (path, base) => {
        const request = readRequestOf(path, parsed, base);
        const found = await read(request);
        refuseUnknownMarks(request, found);
        return found;
      },
      readRelease: async (path, base) => {
        const found = await read(releaseRequestOf(path, parsed, base));
        return hasFlag(parsed, "safe-cells") ? { ...found, table: fromSafeCells(found.table) } : found;
      },
      readPlain: async (path) => read({ path, options: {} }),
      drive: (task) => driveOn(task, pool, host),
    });
  } finally {
    terminal.settle();
    await pool.close();
  }
}

/** Refuses marks for missing values of a column that the table does not have. */
function refuseUnknownMarks({ path, options }: ReadRequest, { table }: ReadResult): void {
  const names = table.columns.map(({ name }) => name);
  const unknown = markedColumns(options.missing).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new KohortError("column", `"missing" names column "${unknown}", which is not in the table`, {
    hint: didYouMean(unknown, names, "columns"),
    where: path,
  });
}

/** Reads one column of a table, by its name or 0-based index. */
export async function readColumn(path: string, name: string, session: Session): Promise<Column> {
  const { table } = await session.read(path);
  const names = table.columns.map((column) => column.name);
  return table.columns[columnIndex(table, columnFor(name, names, `--column ${name}`))];
}

/** Refuses an output that exists unless --force is given; asked before any work starts. */
export function refuseExisting(path: string | undefined, { parsed }: Context): void {
  if (path !== undefined) refuseTarget(path, hasFlag(parsed, "force"));
}

/** Refuses to write rows into a file whose name says that it is something else. */
export function refuseForm(output: string | undefined): void {
  if (output === undefined || !/\.(xlsx?|ods|gz|zip|sav|dta|rds|sas7bdat|pdf|html?)$/i.test(output)) return;
  throw new KohortError("usage", `rows cannot be written as "${output}"`, {
    hint: "name it *.csv, *.tsv, *.json or *.jsonl, or *.parquet for --engine duckdb",
  });
}

/** Refuses a file whose name says Parquet where text is written. */
export function refuseParquet(output: string | undefined): void {
  if (output === undefined || !/\.(parquet|orc)$/i.test(output)) return;
  throw new KohortError("usage", `rows cannot be written as "${output}" by this command`, {
    hint: "name it *.csv, *.tsv, *.json or *.jsonl",
  });
}

/** Whether cells are to be written as no spreadsheet takes them for formulas; only files that those open have cells. */
export function safeCellsFor(output: string | undefined, parsed: CommandLine): boolean {
  if (!hasFlag(parsed, "safe-cells")) return false;
  const format = output === undefined ? "csv" : formatOf(output);
  if (format === "csv" || format === "tsv") return true;
  throw new KohortError("usage", `--safe-cells is for CSV and TSV, not for ${format}`, {
    hint: "spreadsheets do not run cells of JSON; leave it out",
  });
}

/** The mode of a file that tells more than a release does. */
export const ownerOnly = 0o600;

/** A small file as a draft, to be published with others. */
export function draftText(path: string, text: string, { interrupt }: Context, mode?: number): Promise<Draft> {
  const host: Host = { signal: interrupt.signal, onExit: interrupt.onExit };
  return writeDraft(path, [new TextEncoder().encode(text)], host, undefined, mode);
}

/** Writes a small file whole or not at all. */
export async function writeText(path: string, text: string, context: Context, mode?: number): Promise<void> {
  await publishTogether([await draftText(path, text, context, mode)], context);
}

/** Puts drafts in their places in the order given, all or none. */
export async function publishTogether(drafts: readonly Draft[], { parsed }: Context): Promise<void> {
  const force = hasFlag(parsed, "force");
  try {
    await publishAll(drafts.map((draft) => ({ draft, force })));
  } catch (thrown) {
    for (const draft of drafts) draft.discard();
    throw thrown;
  }
}
