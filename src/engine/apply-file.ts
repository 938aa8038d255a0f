import type { Audit } from "../audit/index.ts";
import { publish } from "../publish/index.ts";
import { applyRecipe, type Recipe, type RecipeKey, type RecipeResult } from "../recipe/index.ts";
import type { WarningUse } from "../spec/index.ts";
import { writeDialect } from "../table/index.ts";
import type { Draft } from "./draft.ts";
import { fileSink, refusePlaces } from "./file-sink.ts";
import { hierarchyFiles } from "./files.ts";
import { driveOn, type Host } from "./host.ts";
import type { Pool } from "./pool.ts";
import { formatOf, type ReadRequest, readTable } from "./read-table.ts";
import { type Stages, watched } from "./stopwatch.ts";

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

/** Reads a table and publishes it recoded by a recipe: written, audited from its bytes, and only then put in its place. */
export async function applyFile(request: ApplyRequest, pool: Pool, given: Host = {}): Promise<ApplyOutcome> {
  const { host, watch } = watched(given);
  const { recipe, output, suppressFailing, keepSuppressed, warnings, key, recipeKey } = request;
  refusePlaces(request, [], request.input.path);
  const read = await readTable(request.input, pool, host);
  const dialect = { ...writeDialect(read.dialect), safeCells: request.safeCells ?? false };
  const files = hierarchyFiles(recipe.spec, request.folder);
  const threads = pool.threads;
  const options = { files, threads, dialect, suppressFailing, keepSuppressed, warnings, key, recipeKey };
  const format = output === undefined ? "csv" : formatOf(output);
  return driveOn(
    publish({
      spec: recipe.spec,
      columns: read.table.columns.map(({ name }) => name),
      make: () => applyRecipe.task(read.table, recipe, options),
      sink: fileSink<RecipeResult>({ ...request, format, dialect, input: read.table, files }, pool, host),
      *conclude({ made: applied, written, audit }) {
        const draft = output === undefined ? written : undefined;
        return { applied, audit, sha256: written.sha256, cpu: watch.cpu(), draft };
      },
    }),
    pool,
    host,
  );
}
