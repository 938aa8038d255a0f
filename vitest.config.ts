import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/full/**"],
    globalSetup: ["test/setup/build.ts", "test/setup/install.ts"],
    setupFiles: ["test/setup/fast-check.ts"],
    testTimeout: 120_000,
    hookTimeout: 300_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
