/** @file A run: the release is made, written, read again from its bytes and audited; only then the page hears of it. */

import { leastSize } from "../../audit/index.ts";
import { sha256 } from "../../base/index.ts";
import { bytesSink, publish, readingBytes, type Sink } from "../../publish/index.ts";
import { makeRelease, type Release, rereadOptions } from "../../release/index.ts";
import { anonymizeReport } from "../../report/index.ts";
import { columnsWith, unpublishedText, validateSpec } from "../../spec/index.ts";
import { type Table, takeRows, writeDialect } from "../../table/index.ts";
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
  const time: Record<string, number> = {};
  const began = performance.now();
  let from = began;
  const onStage = (stage: string): void => {
    const now = performance.now();
    time[stage === "order" ? "search" : stage] = Math.round(now - from) / 1000;
    from = now;
  };
  const valid = validateSpec(plainSpec(spec));
  const options = { files: state.files, dialect: writeDialect(opened.read.dialect), truth: true, key: state.key };
  const published = await tools.drive(
    publish({
      spec: valid,
      columns: input.columns.map(({ name }) => name),
      make: () => makeRelease(input, valid, options),
      sink: sinkOf(state, input),
      *conclude(verdict) {
        return verdict;
      },
      onStage,
    }),
  );
  const { made: release, written: bytes, audit: audited } = published;
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
    await tools.drive(makeRelease(spread(read.table, size), validateSpec(plainSpec(spec)), { files: state.files }));
    seconds.push((performance.now() - began) / 1000);
  }
  const power = sizes[0] === sizes[1] ? 1 : Math.log(seconds[1] / seconds[0]) / Math.log(sizes[1] / sizes[0]);
  const grown = seconds[1] * (all / sizes[1]) ** Math.min(3, Math.max(1, power));
  return { seconds: grown, from: sizes };
};

/** Where releases go in a page: into memory, written as the table that was read. */
export function sinkOf(state: State, input: Table): Sink<Release, Uint8Array> {
  return bytesSink({ input, files: state.files, dialect: writeDialect(openedOf(state).read.dialect) });
}

/** The release read from its bytes by somebody who knows the spec: what attackers and users have. */
export async function rereadRelease(kept: KeptRelease, tools: Tools): Promise<Table> {
  if (kept.reread !== undefined) return kept.reread;
  const { kinds, missing, decimal } = rereadOptions(kept.release);
  kept.reread = await tools.drive(readingBytes(kept.bytes, { kinds, missing, decimal, released: true }));
  return kept.reread;
}

/** SHA-256 in hexadecimal; the browser's own where it lets us use it. */
export async function hexOf(bytes: Uint8Array): Promise<string> {
  const digest =
    globalThis.crypto?.subtle === undefined
      ? sha256(bytes)
      : new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
