import { ensureSpark } from "../store/spark-cluster.ts";
import { chromiumPath } from "./chromium.ts";

/**
 * Installs what the browser and cluster tests need before any test begins, since two test files would install it at
 * once. What cannot be installed is said by the tests that need it.
 */
export function setup(): void {
  const filters = process.argv.slice(2).filter((word) => word.startsWith("test/"));
  const wants = (part: RegExp): boolean => filters.length === 0 || filters.some((filter) => part.test(filter));
  for (const [part, install] of [
    [/web/, chromiumPath],
    [/engine|store/, ensureSpark],
  ] as const) {
    if (!wants(part)) continue;
    try {
      install();
    } catch (thrown) {
      console.warn(String(thrown));
    }
  }
}
