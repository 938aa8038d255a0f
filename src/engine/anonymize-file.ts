import { randomBytes } from "node:crypto";
import type { Audit } from "../audit/index.ts";
import { type Task, wait } from "../base/index.ts";
import { type Examination, examine } from "../examine/index.ts";
import { type Publication, publish } from "../publish/index.ts";
import { makeRelease, type Release } from "../release/index.ts";
import type { Spec } from "../spec/index.ts";
import { type ReadResult, type Table, writeDialect } from "../table/index.ts";
import { companionsOf, type FileCompanion, type FileRun } from "./companions.ts";
import { type Composition, refuseUnsafe } from "./composition.ts";
import type { Draft } from "./draft.ts";
import { fileSink, refusePlaces } from "./file-sink.ts";
import { hierarchyFiles } from "./files.ts";
import { driveOn, type Host } from "./host.ts";
import { composeRelease, readLedger, refuseWithoutLedger } from "./ledger.ts";
import type { Pool } from "./pool.ts";
import { type FileFormat, formatOf, type ReadRequest, readTable } from "./read-table.ts";
import { type Stages, watched } from "./stopwatch.ts";

/** What to anonymize, by what spec, and where the release goes. */
export type AnonymizeRequest = {
  readonly input: ReadRequest;
  /** The valid spec, once the columns are known. */
  readonly specOf: (found: ReadResult) => Spec;
  /** Where files that the spec names are looked for. */
  readonly folder: string;
  /** Where the release is written; undefined keeps it in a draft that only `outcome.draft` knows. */
  readonly output?: string;
  readonly format?: FileFormat;
  readonly force?: boolean;
  /** Writes nothing at all; the audit then speaks of a draft that is thrown away. */
  readonly reportOnly?: boolean;
  /** Where to write which input row each released row came from, readable by its owner only. */
  readonly truth?: string;
  /** The ledger of releases of the same people, and whether one that is not shown to be safe with them is refused. */
  readonly ledger?: { readonly path: string; readonly refuse: boolean };
  /** Keeps records that are left out, with `*` in every quasi-identifier. */
  readonly keepSuppressed?: boolean;
  /** The secret under which identifying columns are replaced. */
  readonly key?: Uint8Array;
  /** Where to write what was done, as data that can be applied to another table; its key, if any, goes beside it. */
  readonly recipe?: string;
  /** Writes cells that a spreadsheet would take for formulas as text. */
  readonly safeCells?: boolean;
  /** Where to write the certificate, and the version that it names. */
  readonly certificate?: { readonly path: string; readonly version: string };
  /** What else goes out with the release. */
  readonly companions?: readonly FileCompanion<AnonymizeOutcome>[];
  /** Asks for what a report says with the original at hand: the risk before, attacks and, for a label, classifiers. */
  readonly examine?: { readonly label?: string };
};

/** A release that was written and audited from its bytes. */
export type AnonymizeOutcome = {
  readonly release: Release;
  /** The table that was searched. */
  readonly original: Table;
  readonly audit: Audit;
  readonly input: { readonly rows: number; readonly leftOut: number; readonly columns: number };
  readonly sha256: string;
  readonly bytes: number;
  /** Seconds on the clock per stage, and of processor time. */
  readonly time: Stages;
  readonly cpu: Stages;
  /** What the release gives away together with earlier ones, where there is a ledger. */
  readonly composition?: Composition;
  readonly examination?: Examination;
  /** The draft, when no output was named; the caller copies and discards it. */
  readonly draft?: Draft;
};

/** Reads a table and publishes a release of it: made, written, audited from its bytes, and only then put in its place. */
export async function anonymizeFile(
  request: AnonymizeRequest,
  pool: Pool,
  given: Host = {},
): Promise<Publication<AnonymizeOutcome>> {
  const { output, reportOnly = false, ledger } = request;
  const format = request.format ?? (output === undefined ? "csv" : formatOf(output));
  const salt = randomBytes(32);
  const companions = companionsOf(request, { format, salt, pool, host: given });
  refusePlaces(request, companions, request.input.path);
  if (ledger?.refuse === true) refuseWithoutLedger(ledger.path);
  const earlier = ledger === undefined ? undefined : readLedger(ledger.path);
  const { host, watch } = watched(given);
  const isCertified = request.certificate !== undefined && !reportOnly;
  const read = await readTable(isCertified ? { ...request.input, salt } : request.input, pool, host);
  watch.mark("read");
  const spec = request.specOf(read);
  const dialect = { ...writeDialect(read.dialect), safeCells: request.safeCells ?? false };
  const files = hierarchyFiles(spec, request.folder);
  const { keepSuppressed, key, examine: asked } = request;
  const truth = request.truth !== undefined || earlier !== undefined;
  const options = { files, threads: pool.threads, dialect, truth, keepSuppressed, key };
  const target = { ...request, format, dialect, input: read.table, files };
  return driveOn(
    publish({
      spec,
      columns: read.table.columns.map(({ name }) => name),
      make: () => makeRelease(read.table, spec, options),
      sink: fileSink<Release>(target, pool, host),
      *conclude({ made: release, written: draft, audit }): Task<FileRun> {
        const { original } = release;
        const examination = asked && (yield* examine.task(original, release, { files, ...asked }));
        const composed = earlier && (yield* wait(composeRelease(earlier, original, release, draft.sha256, host)));
        if (composed !== undefined && (ledger?.refuse === true || release.spec.warnings === "refuse"))
          refuseUnsafe(composed.composition);
        return {
          release,
          original,
          audit,
          examination,
          composition: composed?.composition,
          input: {
            rows: read.rowsRead,
            leftOut: read.leftOut + release.prepared.leftOut,
            columns: read.table.columns.length,
          },
          sha256: draft.sha256,
          bytes: draft.bytes,
          time: watch.wall(),
          cpu: watch.cpu(),
          draft: output === undefined && !reportOnly ? draft : undefined,
          read,
          options,
          written: draft,
          ledger: composed && { before: earlier!, after: composed.ledger },
        };
      },
      companions,
      onStage: watch.mark,
    }),
    pool,
    host,
  );
}
