import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.env.KOHORT_DATA ?? join(import.meta.dirname, "..", "..", "..", "shared", "data");

/** Whether the shared test data is there; says so loudly when it is not. */
export const hasData: boolean = existsSync(folder);
if (!hasData) console.warn(`SKIPPED: no test data in ${folder}; set KOHORT_DATA`);

/** The bytes of a file of the shared test data. */
export function data(path: string): Uint8Array {
  return readFileSync(join(folder, path));
}
