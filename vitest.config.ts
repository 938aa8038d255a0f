import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { propertyFiles } from "./test/setup/tiers.ts";

const slow = "test/**/*.slow.test.ts";
const full = "test/full/**/*.test.ts";

/** A tier of the tests; those that are run together are run in order. */
function tier(
  name: string,
  order: number,
  options: TestProjectInlineConfiguration["test"],
): TestProjectInlineConfiguration {
  return { extends: true, test: { name, env: { KOHORT_TIER: name }, sequence: { groupOrder: order }, ...options } };
}

/** Limits of time are there to end what hangs. */
export default defineConfig({
  test: {
    globalSetup: ["test/setup/build.ts"],
    setupFiles: ["test/setup/fast-check.ts"],
    reporters: ["default", "./test/setup/left-out.ts"],
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 300_000 } },
    pool: "forks",
    maxWorkers: 2,
    projects: [
      tier("fast", 0, { include: ["test/**/*.test.ts"], exclude: [slow, full], isolate: false }),
      tier("slow", 1, { include: [slow, ...propertyFiles] }),
      tier("full", 2, { include: [full], maxWorkers: 1, testTimeout: 7_200_000, hookTimeout: 7_200_000 }),
    ],
  },
});
