import { defineConfig } from "vitest/config";

/** What takes longer than `npm test` may: large files, soaks, many seeds. */
export default defineConfig({
  test: {
    include: ["test/full/**/*.test.ts"],
    globalSetup: ["test/setup/build.ts"],
    setupFiles: ["test/setup/fast-check.ts"],
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
    pool: "forks",
    maxWorkers: 1,
  },
});
