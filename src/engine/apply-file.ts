import type { Audit } from "../audit/index.ts";
import { applyRecipe, type Recipe, type RecipeKey, type RecipeResult } from "../recipe/index.ts";
import type { WarningUse } from "../spec/index.ts";
import { writeDialect } from "../table/index.ts";
import { auditRelease, writeRelease } from "./anonymize-file.ts";
import { type Draft, refuseTarget } from "./draft.ts";
import { hierarchyFiles } from "./files.ts";
import { driveOn, type Host } from "./host.ts";
import type { Pool } from "./pool.ts";
import { formatOf, type ReadRequest, readTable } from "./read-table.ts";
import { type Stages, stopwatch } from "./stopwatch.ts";

/** Which recipe to apply to what, and where the result goes. */
export type ApplyRequest = {
  readonly recipe: Recipe;
  readonly recipeKey?: RecipeKey;
  /** Where files that the recipe's spec names are looked for. */
  readonly folder: string;
  readonly input: ReadRequest;
  readonly output?: string;
  readonly force?: boolean;
  readonly suppressFailing?: boolean;
  /** What becomes of a table that has privacy warnings; as the recipe's spec says by default. */
  readonly warnings?: WarningUse;
  readonly keepSuppressed?: boolean;
  readonly key?: Uint8Array;
  /** Writes cells that a spreadsheet would take for formulas as text. */
  readonly safeCells?: boolean;
};

/** A table that was recoded, written and audited from its bytes. */
export type ApplyOutcome = {
  readonly applied: RecipeResult;
  readonly audit: Audit;
  readonly sha256: string;
  /** Seconds of processor time per stage. */
  readonly cpu: Stages;
  /** The draft, when no output was named; the caller copies and discards it. */
  readonly draft?: Draft;
};

/** Reads a table, recodes it by a recipe, writes it, audits what was written, and only then puts it in its place. */
export async function applyFile(request: ApplyRequest, pool: Pool, given: Host = {}): Promise<ApplyOutcome> {
  const watch = stopwatch();
  const host: Host = {
    ...given,
    onProgress: (progress) => {
      watch.mark(progress.stage);
      given.onProgress?.(progress);
    },
  };
  const { recipe, output, force = false } = request;
  if (output !== undefined) refuseTarget(output, force);
  const read = await readTable(request.input, pool, host);
  const dialect = { ...writeDialect(read.dialect), safeCells: request.safeCells ?? false };
  const files = hierarchyFiles(recipe.spec, request.folder);
  const options = {
    files,
    threads: pool.threads,
    dialect,
    suppressFailing: request.suppressFailing ?? false,
    keepSuppressed: request.keepSuppressed ?? false,
    warnings: request.warnings,
    key: request.key,
    recipeKey: request.recipeKey,
  };
  const applied = await driveOn(applyRecipe.task(read.table, recipe, options), pool, host);
  const format = output === undefined ? "csv" : formatOf(output);
  const draft = await writeRelease(applied, output, format, dialect, pool, host);
  try {
    const audit = await auditRelease(applied, { table: read.table, files }, draft, format, dialect, pool, host);
    const cpu = watch.cpu();
    if (output === undefined) return { applied, audit, sha256: draft.sha256, cpu, draft };
    draft.publish(force);
    return { applied, audit, sha256: draft.sha256, cpu };
  } catch (error) {
    draft.discard();
    throw error;
  }
}
