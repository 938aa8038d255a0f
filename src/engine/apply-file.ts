import { type Applied, type Audit, applyRecipe, type Recipe, type RecipeKey } from "../run/index.ts";
import { writeDialect } from "../table/index.ts";
import { auditRelease, writeRelease } from "./anonymize-file.ts";
import { type Draft, refuseTarget } from "./draft.ts";
import { hierarchyFiles } from "./files.ts";
import { driveOn, type Host } from "./host.ts";
import type { Pool } from "./pool.ts";
import { formatOf, type ReadRequest, readTable } from "./read-table.ts";

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
  readonly keepSuppressed?: boolean;
  readonly key?: Uint8Array;
  /** Writes cells that a spreadsheet would take for formulas as text. */
  readonly safeCells?: boolean;
};

/** A table that was recoded, written and audited from its bytes. */
export type ApplyOutcome = {
  readonly applied: Applied;
  readonly audit: Audit;
  readonly sha256: string;
  /** The draft, when no output was named; the caller copies and discards it. */
  readonly draft?: Draft;
};

/** Reads a table, recodes it by a recipe, writes it, audits what was written, and only then puts it in its place. */
export async function applyFile(request: ApplyRequest, pool: Pool, host: Host = {}): Promise<ApplyOutcome> {
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
    ...(request.key === undefined ? {} : { key: request.key }),
    ...(request.recipeKey === undefined ? {} : { recipeKey: request.recipeKey }),
  };
  const applied = await driveOn(applyRecipe.task(read.table, recipe, options), pool, host);
  const format = output === undefined ? "csv" : formatOf(output);
  const draft = await writeRelease(applied, output, format, dialect, pool, host);
  try {
    const audit = await auditRelease(applied, { table: read.table, files }, draft, format, dialect, pool, host);
    if (output === undefined) return { applied, audit, sha256: draft.sha256, draft };
    draft.publish(force);
    return { applied, audit, sha256: draft.sha256 };
  } catch (error) {
    draft.discard();
    throw error;
  }
}
