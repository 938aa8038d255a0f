/** @file A run: the release is made, written, read again from its bytes and audited; only then the page hears of it. */

import { audit, leastSize } from "../../audit/index.ts";
import { report, sha256, type Task } from "../../base/index.ts";
import { anonymize, type Release, refuseUnheld, releaseAuditOptions, rereadOptions } from "../../release/index.ts";
import { anonymizeReport } from "../../report/index.ts";
import { columnsWith, unpublishedText } from "../../spec/index.ts";
import {
  csvBlocks,
  openCsv,
  type ReadOptions,
  type Table,
  takeRows,
  type WriteDialect,
  writeDialect,
} from "../../table/index.ts";
import type { ReleaseName, Result } from "../protocol.ts";
import { cohortRowsOf, marksOf } from "./cohort-rows.ts";
import { paintingOf } from "./cut-tree.ts";
import { type Handler, type KeptRelease, keep, openedOf, plainSpec, type State, type Tools } from "./state.ts";

/** The version of the package, set by the build. */
declare const kohortVersion: string | undefined;

/** The version of the package; `dev` where nothing was built. */
export const version: string = typeof kohortVersion === "string" ? kohortVersion : "dev";

/** Makes a release, or gives the one that is held. */
export const run: Handler<"run"> = async (state, ask, tools) => (await releaseFor(state, ask, tools)).result;

/** The release of a spec: held, or made now. */
export async function releaseFor(
  state: State,
  { key, spec, trialRows }: ReleaseName,
  tools: Tools,
): Promise<KeptRelease> {
  const held = state.releases.get(key);
  if (held !== undefined) return held;
  const opened = openedOf(state);
  const input = trialRows === undefined ? opened.read.table : spread(opened.read.table, trialRows);
  const files = state.files;
  const dialect = writeDialect(opened.read.dialect);
  const time: Record<string, number> = {};
  const stage = async <T>(name: string, work: Promise<T>): Promise<T> => {
    const from = performance.now();
    const done = await work;
    time[name] = Math.round(performance.now() - from) / 1000;
    return done;
  };
  const began = performance.now();
  const release = await stage(
    "search",
    tools.drive(
      anonymize.task(input, plainSpec(spec), {
        files,
        dialect,
        truth: true,
        key: state.key,
      }),
    ),
  );
  const bytes = await stage("write", tools.drive(written(release.table, dialect)));
  const audited = await stage("audit", auditBytes(release, input, bytes, { files, dialect }, tools));
  const { original } = release;
  const rows = await tools.drive(cohortRowsOf(release));
  const k = leastSize(release.spec) ?? 1;
  const sensitive = columnsWith(release.spec, "sensitive");
  const read = { rows: opened.read.rowsRead, leftOut: opened.read.leftOut, columns: input.columns.length };
  const result: Result = {
    key,
    spec,
    report: anonymizeReport(release, audited, {
      version,
      input: trialRows === undefined ? read : { ...read, rows: input.rows, leftOut: 0 },
      sha256: await hexOf(bytes),
      time,
      cpu: {},
    }),
    attributes: release.problem.attributes.map(({ name }) => name),
    attributeSizes: release.problem.attributes.map(({ size }) => size),
    sensitive,
    painting: paintingOf(release),
    ...marksOf(release, original, rows, { k, sensitive }),
    k,
    unpublished: unpublishedText(release.unpublished),
    seconds: (performance.now() - began) / 1000,
    when: Date.now(),
    bytes: bytes.length,
    trialRows: trialRows === undefined ? undefined : input.rows,
  };
  const kept: KeptRelease = { release, input, original, bytes, audit: audited, result, rows };
  keep(state, key, kept);
  return kept;
}

/** Rows spread evenly over a table. */
function spread(table: Table, count: number): Table {
  const rows = Math.min(count, table.rows);
  const chosen = Uint32Array.from({ length: rows }, (_, i) => Math.floor((i * table.rows) / rows));
  return { rows, columns: table.columns.map((column) => takeRows(column, chosen)) };
}

/** Times a spec on two samples and draws the line on: searches cost a power of the rows. */
export const estimate: Handler<"estimate"> = async (state, { spec }, tools) => {
  const { read } = openedOf(state);
  const all = read.table.rows;
  const sizes = [Math.max(50, Math.round(all / 64)), Math.max(100, Math.round(all / 16))].map((size) =>
    Math.min(size, all),
  );
  const seconds: number[] = [];
  for (const size of sizes) {
    const began = performance.now();
    await tools.drive(anonymize.task(spread(read.table, size), plainSpec(spec), { files: state.files }));
    seconds.push((performance.now() - began) / 1000);
  }
  const power = sizes[0] === sizes[1] ? 1 : Math.log(seconds[1] / seconds[0]) / Math.log(sizes[1] / sizes[0]);
  const grown = seconds[1] * (all / sizes[1]) ** Math.min(3, Math.max(1, power));
  return { seconds: grown, from: sizes };
};

/** A table as the bytes of a CSV file, in steps. */
export function* written(table: Table, dialect: WriteDialect): Task<Uint8Array> {
  const blocks: Uint8Array[] = [];
  let length = 0;
  for (const block of csvBlocks(table, dialect)) {
    blocks.push(block);
    length += block.length;
    yield* report("write", length, table.rows * 16 * table.columns.length);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const block of blocks) {
    bytes.set(block, at);
    at += block.length;
  }
  return bytes;
}

/** Reads a release back from its bytes and measures it; throws if it is not what was asked for. */
export async function auditBytes(
  release: Release,
  input: Table,
  bytes: Uint8Array,
  { files, dialect }: { readonly files: ReadonlyMap<string, Uint8Array>; readonly dialect: WriteDialect },
  tools: Tools,
): Promise<KeptRelease["audit"]> {
  const { delimiter } = dialect;
  const found = await tools.drive(
    (function* (): Task<KeptRelease["audit"]> {
      const stated = delimiter === undefined ? {} : { delimiter };
      const table = yield* readingBytes(bytes, { ...rereadOptions(release), ...stated });
      return yield* audit.task(table, releaseAuditOptions(release, input, files));
    })(),
  );
  refuseUnheld(found, release);
  return found;
}

/** The release read from its bytes by somebody who knows the spec: what attackers and users have. */
export async function rereadRelease(kept: KeptRelease, tools: Tools): Promise<Table> {
  if (kept.reread !== undefined) return kept.reread;
  const { kinds, missing, decimal } = rereadOptions(kept.release);
  kept.reread = await tools.drive(readingBytes(kept.bytes, { kinds, missing, decimal, released: true }));
  return kept.reread;
}

function* readingBytes(bytes: Uint8Array, options: ReadOptions): Task<Table> {
  const reader = openCsv(options);
  const block = 0x4_0000;
  for (let at = 0; at < bytes.length; at += block) {
    reader.push(bytes.subarray(at, at + block));
    yield* report("read", at, bytes.length);
  }
  return (yield* reader.ending()).table;
}

/** SHA-256 in hexadecimal; the browser's own where it lets us use it. */
export async function hexOf(bytes: Uint8Array): Promise<string> {
  const digest =
    globalThis.crypto?.subtle === undefined
      ? sha256(bytes)
      : new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
