/** @file Which files belong to which tier: the name of a file says it, and a property says how often it is tried. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

const files: readonly string[] = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".test.ts"))
  .map((path) => `test/${path}`);

/** What `npm run test:full` runs. */
export const fullFiles: readonly string[] = files.filter((path) => path.startsWith("test/full/"));

/** What `npm run test:slow` runs and `npm test` does not. */
export const slowFiles: readonly string[] = files.filter((path) => path.endsWith(".slow.test.ts"));

/** Files with properties of which `npm test` tries a tenth of the cases, and `npm run test:slow` all. */
export const propertyFiles: readonly string[] = files.filter((path) =>
  readFileSync(join(root, path), "utf8").includes("/setup/runs.ts"),
);
