import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

describe("a thousand random runs in one process", () => {
  it("are what was asked, reach every supported pair, and leave memory as it was", () => {
    const script = join(import.meta.dirname, "soak-run.mjs");
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", script, "1000"], {
      encoding: "utf8",
    });
    console.log(stdout);
    expect(status, stderr).toBe(0);
  });
});
