/** @file A release written by Spark: a folder of Parquet files that nobody takes for the release until it is in its place. */
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { KohortError } from "../base/index.ts";
import { existing, type Host, refuseOddTarget } from "../engine/index.ts";
import type { Dialect } from "./dialect.ts";
import { headerOf, lineOf } from "./line.ts";
import { sizeOf } from "./scratch.ts";
import { isRemote } from "./source.ts";
import type { SparkSession } from "./spark-session.ts";
import type { StoreDraft, WriteRequest } from "./store.ts";

/** Refuses a path that only Spark knows and that `dfs`, which takes no quotes, would take for several or for a pattern. */
export function refuseOddPath(path: string): void {
  const odd = /[\s'"`;\\*?[\]{}$]/.exec(path)?.[0];
  if (odd === undefined) return;
  throw new KohortError(
    "usage",
    `"${path}" has ${JSON.stringify(odd)}, which paths on other file systems may not have`,
    {
      hint: "name it without blanks, quotes, brackets and patterns",
    },
  );
}

/** How numbers cross into the kernel and back. */
export const tabbed: string = "ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\t' NULL DEFINED AS '\\\\N'";

/** Writes a release as a folder of Parquet files, in canonical order, where nobody takes it for the release. */
export async function writeFolder(
  session: SparkSession,
  dialect: Dialect,
  request: WriteRequest,
  node: string,
  host: Host,
): Promise<StoreDraft> {
  const { columns } = request;
  if (isRemote(request.output)) refuseOddPath(request.output);
  const output = isRemote(request.output) ? request.output : resolve(request.output);
  const hidden = `.${basename(output)}.${randomBytes(6).toString("hex")}.tmp`;
  const path = isRemote(output) ? output.replace(/[^/]*$/, hidden) : join(dirname(output), hidden);
  const gone = (): void => rmSync(path, { recursive: true, force: true });
  const forget =
    host.onExit?.(() => {
      session.endNow();
      if (!isRemote(path)) gone();
    }) ?? ((): void => {});
  const discard = async (): Promise<void> => {
    forget();
    if (isRemote(path)) await session.run(`dfs -rm -r -f ${path}`).catch(() => {});
    else gone();
  };
  const line = lineOf(
    columns.map(({ quoted }, i) => ({ expression: `o${i}`, quoted })),
    request.dialect,
    dialect,
  );
  const named = columns.map(({ name }, i) => `o${i} AS ${dialect.identifier(name)}`).join(", ");
  try {
    // joined once: to sort, Spark looks at what is sorted twice
    await session.run(
      dialect.create(
        "released",
        request.select((_, value) => value),
      ),
    );
    await session.run(
      `INSERT OVERWRITE DIRECTORY ${dialect.literal(path)} USING parquet SELECT ${named} FROM released ORDER BY ${line}`,
    );
    if (!isRemote(path)) setModes(path, { file: 0o600, folder: 0o700 });
  } catch (error) {
    await discard();
    throw error;
  }
  const relation = `parquet.${dialect.identifier(path)}`;
  return {
    relation,
    bytes: isRemote(path) ? 0 : sizeOf(path),
    sha256: () => digest(session, dialect, relation, request, node),
    publish: async (force) => {
      if (isRemote(output)) await publishRemote(session, path, output, force);
      else publishFolder(path, output, force);
      forget();
    },
    discard,
  };
}

/**
 * Puts a release in its place on a file system that only Spark knows; what stood there steps aside first, and comes back
 * if the release cannot take its place.
 */
export async function publishRemote(
  session: Pick<SparkSession, "run">,
  path: string,
  output: string,
  force: boolean,
): Promise<void> {
  const old = `${path}.old`;
  const exists = (place: string): Promise<boolean> =>
    session.run(`dfs -test -e ${place}`).then(
      () => true,
      () => false,
    );
  const isThere = await exists(output);
  if (isThere) {
    if (!force) throw existing(output);
    await session.run(`dfs -mv ${output} ${old}`);
  }
  try {
    await session.run(`dfs -mv ${path} ${output}`);
  } catch (error) {
    if (isThere) await session.run(`dfs -mv ${old} ${output}`);
    throw error;
  }
  const inside = `${output}/${path.replace(/^.*\//, "")}`;
  if (await exists(inside)) {
    // somebody made a folder there meanwhile, and a move ends in it
    await session.run(`dfs -rm -r -f ${inside}`);
    if (isThere) await session.run(`dfs -rm -r -f ${old}`);
    throw existing(output);
  }
  if (isThere) await session.run(`dfs -rm -r -f ${old}`);
}

/** Puts a release in its place; what stood there steps aside first, and comes back if the release cannot take its place. */
export function publishFolder(path: string, output: string, force: boolean): void {
  const old = `${path}.old`;
  refuseOddTarget(output, "folder");
  const isThere = existsSync(output);
  if (isThere && !force) throw existing(output);
  const mask = process.umask();
  setModes(path, { file: 0o666 & ~mask, folder: 0o777 & ~mask });
  if (isThere) renameSync(output, old);
  try {
    renameSync(path, output);
  } catch (error) {
    if (!existsSync(output)) {
      if (isThere) renameSync(old, output);
      throw error;
    }
    rmSync(old, { recursive: true, force: true });
    throw existing(output);
  }
  rmSync(old, { recursive: true, force: true });
}

/** Gives a folder and what lies in it their modes; what workers wrote as another user keeps its own. */
function setModes(path: string, modes: { readonly file: number; readonly folder: number }): void {
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    setMode(join(entry.parentPath, entry.name), entry.isDirectory() ? modes.folder : modes.file);
  }
  setMode(path, modes.folder);
}

function setMode(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "EPERM") throw thrown;
  }
}

/** The hash of the release as CSV in canonical order: one worker sorts the lines and hashes them. */
async function digest(
  session: SparkSession,
  dialect: Dialect,
  relation: string,
  { columns: released, dialect: written }: WriteRequest,
  node: string,
): Promise<string> {
  const columns = released.map(({ name, quoted }) => ({ expression: dialect.identifier(name), quoted }));
  const lines = `SELECT line FROM (SELECT /*+ REPARTITION(1) */ ${lineOf(columns, written, dialect)} AS line FROM ${relation}) l SORT BY line`;
  const names = released.map(({ name }) => name);
  const header = Buffer.from(headerOf(names, written)).toString("hex");
  const [found] = await session.query(
    `SELECT TRANSFORM (h) ${tabbed} USING ${dialect.literal(`${node} kernel.mjs digest ${header}`)} AS (sha256 STRING) ${tabbed} FROM (SELECT hex(line) AS h FROM (${lines}) s) t`,
  );
  return String(found.sha256);
}
