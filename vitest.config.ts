import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/full/**"],
    globalSetup: ["test/setup/build.ts", "test/setup/install.ts"],
    setupFiles: ["test/setup/fast-check.ts"],
    testTimeout: 300_000,
    hookTimeout: 600_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
