/** @file What may go out beside a release file: where each goes, what it needs, and what is in it. */
import { type Task, wait } from "../base/index.ts";
import type { Companion, SideFile } from "../publish/index.ts";
import { checkedRecipe, refuseNoRecipe } from "../recipe/index.ts";
import type { AnonymizeOutcome, AnonymizeRequest } from "./anonymize-file.ts";
import { certificateFiles, refuseCertificate, refuseUncertified, saltPath } from "./certificate-file.ts";
import type { Draft } from "./draft.ts";
import type { Host } from "./host.ts";
import { recipeKeyPath } from "./key-file.ts";
import { type Ledger, ledgerBytes, refuseChanged } from "./ledger.ts";
import type { Pool } from "./pool.ts";
import type { FileFormat, FileReading } from "./read-table.ts";
import { truthBlocks } from "./truth-file.ts";

/** A companion whose places are known before any work. */
export type FileCompanion<Outcome> = Companion<Outcome> & {
  readonly paths: readonly string[];
  /** Whether it takes the place of what stands there without being asked. */
  readonly replaces?: boolean;
  /** Whether it is also made where no release is published. */
  readonly standsAlone?: boolean;
};

/** What companions of the engine's own are made of. */
export type FileRun = AnonymizeOutcome & {
  readonly read: FileReading;
  readonly options: Parameters<typeof checkedRecipe>[2] &
    Pick<Parameters<typeof certificateFiles>[0], "files" | "dialect">;
  readonly written: Draft;
  readonly ledger?: { readonly before: Ledger; readonly after: Ledger };
};

/** The means of a run. */
type Means = { readonly format: FileFormat; readonly salt: Uint8Array; readonly pool: Pool; readonly host: Host };

/** Everything that a request asks to go out with its release; what stands alone is all where none does. */
export function companionsOf(request: AnonymizeRequest, means: Means): FileCompanion<FileRun>[] {
  const { truth, recipe, certificate, ledger, reportOnly = false, companions = [] } = request;
  const all: FileCompanion<FileRun>[] = [...companions];
  if (truth !== undefined) all.push(truthCompanion(truth));
  if (recipe !== undefined) all.push(recipeCompanion(recipe));
  if (certificate !== undefined) all.push(certificateCompanion(certificate, request.safeCells ?? false, means));
  // last, so that another run is noticed as late as can be
  if (ledger !== undefined) all.push(ledgerCompanion(ledger.path));
  return reportOnly ? all.filter(({ standsAlone }) => standsAlone === true) : all;
}

const json = (value: unknown): Uint8Array[] => [new TextEncoder().encode(`${JSON.stringify(value)}\n`)];
const mode = 0o600;

function truthCompanion(path: string): FileCompanion<FileRun> {
  return {
    paths: [path],
    *make({ release }) {
      const note = "which is for you alone: it undoes the release";
      return [{ path, blocks: truthBlocks(release.truth!), mode, note }];
    },
  };
}

function recipeCompanion(path: string): FileCompanion<FileRun> {
  return {
    paths: [path, recipeKeyPath(path)],
    check: (spec) => refuseNoRecipe(spec),
    *make({ read, release, options }): Task<SideFile[]> {
      const { recipe, key } = yield* checkedRecipe(read.table, release, options);
      const note = "which is secret: it has values that the release does not print";
      const own = { path, blocks: json(recipe), mode };
      return key === undefined ? [own] : [own, { path: recipeKeyPath(path), blocks: json(key), mode, note }];
    },
  };
}

function certificateCompanion(
  { path, version }: NonNullable<AnonymizeRequest["certificate"]>,
  safeCells: boolean,
  { format, salt, pool, host }: Means,
): FileCompanion<FileRun> {
  refuseUncertified(format);
  return {
    paths: [path, saltPath(path)],
    check: (spec, columns) => refuseCertificate(spec, columns, safeCells),
    *make({ release, read, input: { rows, leftOut }, written: draft, options: { files, dialect } }) {
      const input = { rows, leftOut, saltedSha256: read.hashed!.saltedSha256 };
      const subject = { path, version, input, salt, release, draft, format, dialect, files };
      return yield* wait(certificateFiles(subject, pool, host));
    },
  };
}

function ledgerCompanion(path: string): FileCompanion<FileRun> {
  return {
    paths: [path],
    replaces: true,
    *make({ ledger }) {
      refuseChanged(path, ledger!.before);
      return [{ path, blocks: [ledgerBytes(ledger!.after)], mode, replaces: true }];
    },
  };
}
