/**
 * @file Where a table is worked on: what a spec may say about memory, DuckDB and Spark. Which cluster that is, and which
 * programs run there, is no part of a spec: see `reach.ts`.
 */
import * as z from "zod/mini";

/** Where a table may be worked on. */
export const engineNames = ["memory", "duckdb", "spark"] as const;

/** Where a table is worked on: in this process, in DuckDB on this machine, on a Spark cluster. */
export type EngineName = (typeof engineNames)[number];

/** What a spec says about where a table is worked on. */
export type EngineSpec = {
  readonly name: EngineName;
  /** How much memory may be used, such as `4GB`: by DuckDB and this process, or by each worker of a cluster. */
  readonly memory?: string;
  /** The folder on this computer for what does not fit into memory; on a cluster one that all workers see. */
  readonly scratch?: string;
  /** In how many parts at least the table is cut before workers finish them. */
  readonly shards?: number;
};

const units: Readonly<Record<string, number>> = { kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30, tb: 2 ** 40 };

/** The bytes that a size such as `4GB` or `512 MB` stands for; NaN if it is none. */
export function bytesIn(size: string): number {
  const found = /^(\d+(?:\.\d+)?) ?([kmgt]b)$/i.exec(size.trim());
  return found === null ? Number.NaN : Number(found[1]) * units[found[2].toLowerCase()];
}

const memory = z
  .string()
  .check(z.refine((text) => bytesIn(text) >= 512 * 2 ** 20, 'must be a size of at least 512MB such as "4GB"'));

/** Checks the engine section of a spec. */
export const engineSchema: z.ZodMiniType<EngineSpec> = z.strictObject({
  name: z.enum(engineNames),
  memory: z.optional(memory),
  scratch: z.optional(z.string()),
  shards: z.optional(z.int().check(z.minimum(1))),
});
