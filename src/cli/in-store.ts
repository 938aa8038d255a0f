/** @file The commands that also run where data lives when it is not in memory: which engine, and what comes of it. */
import { existsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname } from "node:path";
import type { Audit, AuditOptions } from "../audit/index.ts";
import { jsonText, KohortError } from "../base/index.ts";
import { existing, refuseOddTarget, refusePlaces, refuseTarget, stdio } from "../engine/index.ts";
import { anonymizeReport } from "../report/index.ts";
import { type InputSpec, type Spec, specFlagsFrom } from "../spec/index.ts";
import {
  anonymizeInStore,
  auditInStore,
  isRemote,
  needsStore,
  openStore,
  parseAddress,
  refuseOddPath,
  type SourceAddress,
  type Store,
  type StoreEngine,
  type StoreFormat,
  type StoreOutcome,
  storeSpec,
} from "../store/index.ts";
import { clusterOf } from "./cluster.ts";
import { reportCompanion, sayBeside } from "./companions.ts";
import type { Context } from "./context.ts";
import { printable } from "./format.ts";
import { type Header, inputSpecOf } from "./input.ts";
import { leadingOut, memoryWay } from "./memory-way.ts";
import { type CommandLine, hasFlag, textOf, wholeNumberOf } from "./parse.ts";
import { hostName } from "./report-file.ts";
import { withSession } from "./session.ts";
import type { RunSpec } from "./spec-source.ts";
import { isToStdout } from "./streams.ts";
import { allStages, summary } from "./summary.ts";
import { packageVersion } from "./version.ts";

/** Which engine a command runs on: as stated, or the one that the input or the output needs. */
export function engineOf(
  parsed: CommandLine,
  stated: Spec["engine"],
  path: string,
  output: string | undefined,
): StoreEngine {
  const { scratch } = specFlagsFrom(parsed.values);
  const needed = needsStore(path) || (output !== undefined && endingOf(output) === "parquet");
  const found = stated ?? { name: path.startsWith("spark:") ? "spark" : needed ? "duckdb" : "memory" };
  if (found.name === "memory" && needed) {
    throw new KohortError("usage", `the memory engine does not work on "${needsStore(path) ? path : output}"`, {
      hint: memoryWay(path, output)!,
    });
  }
  return { ...found, ...(scratch === undefined ? {} : { scratch }), ...clusterOf(parsed, found.name) };
}

function endingOf(path: string): string {
  return extname(path).slice(1).toLowerCase();
}

/** Flags that a store cannot follow, and what it would need for them. */
const needs: Readonly<Record<string, string>> = {
  truth: "which row of the input each released row is",
  ledger: "which row of the input each released row is",
  recipe: "the table in memory, to apply the recipe to it again",
  certificate: "the release in memory, to list its cohorts",
  "safe-cells": "a writer of its own for cells",
  "class-table": "the records of each cohort in memory",
  figure: "every record in memory",
  "keep-suppressed": "records that it suppressed, and it suppresses none",
  label: "both tables in memory, to learn from them",
};

function refuseFlags({ parsed }: Context, engine: StoreEngine): void {
  const flag = Object.keys(needs).find((name) => hasFlag(parsed, name));
  if (flag === undefined) return;
  throw new KohortError("usage", `the ${engine.name} engine knows no --${flag}, which needs ${needs[flag]}`, {
    hint: 'use `engine: "memory"`',
  });
}

function refusePage({ parsed }: Context, engine: StoreEngine): void {
  const report = textOf(parsed, "report");
  if (report !== undefined && endingOf(report) !== "json") {
    throw new KohortError("usage", `the ${engine.name} engine writes its report as JSON only`, {
      hint: "name it *.json",
    });
  }
}

/** Where the release goes, and as what. */
function targetOf(
  output: string | undefined,
  engine: StoreEngine,
  parsed: CommandLine,
): { path: string; format: StoreFormat } {
  if (output === undefined) {
    if (hasFlag(parsed, "report-only")) return { path: `${tmpdir()}/kohort-release.parquet`, format: "parquet" };
    const why = isToStdout(parsed) ? "does not write to stdout" : "needs -o for the release";
    throw new KohortError("usage", `the ${engine.name} engine ${why}`, {
      hint: "name a file with -o, or use --report-only to write none",
    });
  }
  const ending = endingOf(output);
  if (ending === "parquet") return { path: output, format: "parquet" };
  if (engine.name === "duckdb" && ["csv", "tsv", "tab"].includes(ending)) return { path: output, format: "csv" };
  throw new KohortError("usage", `the ${engine.name} engine cannot write "${output}"`, {
    hint: engine.name === "spark" ? "name it *.parquet" : "name it *.parquet, *.csv or *.tsv",
  });
}

/** Refuses an output that exists; what Spark writes is a folder, which may be replaced, and may lie where only Spark sees. */
function refuseOutput(path: string, engine: StoreEngine, force: boolean): void {
  if (engine.name === "spark" && isRemote(path)) {
    refuseOddPath(path);
    return;
  }
  if (engine.name === "spark") refuseOddTarget(path, "folder");
  if (engine.name !== "spark" || !existsSync(path)) refuseTarget(path, force);
  else if (!force) throw existing(path);
}

/** The input as an address; a path on this machine must exist. */
function addressOf(path: string, { delimiter, format, decimal }: InputSpec): SourceAddress {
  if (path === stdio) {
    throw new KohortError("usage", "stdin is read by the memory engine only", { hint: "name a file" });
  }
  if (decimal === "," || (typeof decimal === "object" && Object.values(decimal).includes(","))) {
    throw new KohortError("usage", "decimal commas are read by the memory engine only", {
      hint: 'use `engine: "memory"`, or write the numbers with points',
    });
  }
  if (format === "mondrian-c") {
    throw new KohortError("usage", "files of the C program are read by the memory engine only", {
      hint: 'use `engine: "memory"`',
    });
  }
  const address = parseAddress(path, format);
  if (address.kind === "files" && !isRemote(path) && !/[*?[]/.test(path)) statSync(path);
  return delimiter === undefined ? address : { ...address, delimiter };
}

async function withStore<T>(
  context: Context,
  engine: StoreEngine,
  scratch: string,
  work: (store: Store, host: Parameters<typeof openStore>[2]) => Promise<T>,
): Promise<T> {
  return withSession(context, async ({ host }) => {
    const threads = wholeNumberOf(context.parsed, "threads", 1);
    const options = {
      scratch: existsSync(scratch) ? scratch : tmpdir(),
      threads,
    };
    const store = await openStore(engine, options, host);
    try {
      return await work(store, host);
    } finally {
      await store.close();
    }
  });
}

/** Runs `anonymize` in a store. */
export async function anonymizeStored(
  context: Context,
  engine: StoreEngine,
  spec: RunSpec,
  files: Files,
): Promise<number> {
  return leadingOut(files, () => anonymizeFiles(context, engine, spec, files));
}

type Files = { readonly path: string; readonly output: string | undefined };

async function anonymizeFiles(
  context: Context,
  engine: StoreEngine,
  spec: RunSpec,
  { path, output }: Files,
): Promise<number> {
  const { parsed, terminal, interrupt } = context;
  refuseFlags(context, engine);
  refusePage(context, engine);
  const target = targetOf(output, engine, parsed);
  const force = hasFlag(parsed, "force");
  const reportOnly = hasFlag(parsed, "report-only");
  if (!reportOnly) refuseOutput(target.path, engine, force);
  const companions = reportCompanion(context, writtenReport);
  refusePlaces({ force }, companions, path);
  const address = addressOf(path, spec.input);
  // what the engine does not follow is refused before it is started
  if (spec.spec !== undefined) storeSpec(engine.name === "spark" ? "spark" : "duckdb", spec.spec);
  const outcome = await withStore(context, engine, dirname(target.path), (store, host) =>
    anonymizeInStore(
      store,
      {
        address,
        specOf: (names) => spec.specFor({ names }),
        folder: spec.folder,
        output: target.path,
        format: target.format,
        force,
        reportOnly,
        shards: engine.shards,
        companions,
      },
      host,
    ),
  );
  if (!reportOnly) interrupt.commit();
  terminal.settle();
  const report = reportOf(outcome);
  sayBeside(outcome.beside, context);
  if (hasFlag(parsed, "json")) terminal.print(jsonText(report));
  terminal.say(summary(report, reportOnly ? "no release (--report-only)" : target.path, terminal.paint));
  for (const warning of outcome.warnings) terminal.warn(printable(warning));
  return 0;
}

function writtenReport(outcome: StoreOutcome) {
  const page = (): never => {
    throw new Error("only JSON reports are made of releases in a store");
  };
  return { document: reportOf(outcome), page };
}

function reportOf(outcome: StoreOutcome): ReturnType<typeof anonymizeReport> {
  const { audit, input, sha256, time, cpu, rows, ...made } = outcome;
  return anonymizeReport({ ...made, table: { rows }, suppressed: 0, prepared: { leftOutBy: {}, coded: [] } }, audit, {
    version: packageVersion(),
    host: hostName(),
    input,
    sha256,
    time: allStages(time),
    cpu: allStages(cpu),
  });
}

/** Runs `audit` in a store. */
export async function auditStored(
  context: Context,
  engine: StoreEngine,
  base: Spec | undefined,
  optionsOf: (header: Header) => AuditOptions,
): Promise<{ readonly found: Audit; readonly columns: number }> {
  const path = context.parsed.words[0];
  return leadingOut({ path, output: undefined }, async () => {
    refuseFlags(context, engine);
    const input = inputSpecOf(context.parsed, base);
    const address = addressOf(path, input);
    const dropMissing = input.dropMissing ?? false;
    const { audit, columns } = await withStore(context, engine, tmpdir(), (store, host) =>
      auditInStore(store, { address, optionsOf: (names) => optionsOf({ names }), dropMissing }, host),
    );
    return { found: audit, columns };
  });
}
