/** @file Hints that lead out of a store: the memory engine reads and writes text, so that naming it alone would lead back. */
import { extname } from "node:path";
import { KohortError } from "../base/index.ts";
import { needsStore } from "../store/index.ts";

/** What to do so that the memory engine can work; undefined where it can as it is. */
export function memoryWay(path: string, output: string | undefined): string | undefined {
  const input = needsStore(path)
    ? "convert the input to CSV, such as with DuckDB's COPY (FROM …) TO 'data.csv'"
    : undefined;
  const isParquet = output !== undefined && extname(output).toLowerCase() === ".parquet";
  const written = isParquet ? "name the output *.csv" : undefined;
  const both = [input, written].filter((way) => way !== undefined);
  return both.length === 0 ? undefined : both.join(" and ");
}

const memoryHint = /(?:use|read the table with) `engine: "memory"`/;

/** Runs work in a store; where an error says to use the memory engine, its hint says how that can be. */
export async function leadingOut<T>(
  { path, output }: { readonly path: string; readonly output: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const way = memoryWay(path, output);
    if (!(error instanceof KohortError) || way === undefined || !memoryHint.test(error.hint ?? "")) throw error;
    const hint = error.hint!.replace(memoryHint, `${way}, for the memory engine`);
    throw new KohortError(error.code, error.lines, { hint, where: error.where, cause: error.cause });
  }
}
