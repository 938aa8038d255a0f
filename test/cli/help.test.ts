import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { kohort } from "./run-kohort.ts";

const commands =
  "inspect init anonymize apply audit compare attack verify why stages frontier synthesize hierarchy studio explain demo completion".split(
    " ",
  );

describe("help", () => {
  it("prints the version of the manifest", () => {
    const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "..", "..", "package.json"), "utf8"));
    for (const words of [["--version"], ["audit", "--version"], ["-q", "--version"]]) {
      expect(kohort(words)).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
    }
  });

  it("lists exactly the commands that exist", () => {
    const { code, stdout, stderr } = kohort(["--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n")[0]).toBe("kohort — publish tables in which nobody stands out");
    expect([...stdout.matchAll(/^ {2}(\w+) /gm)].map((match) => match[1])).toEqual(commands);
    expect(kohort([]).stdout).toBe(stdout);
    expect(kohort(["-h"]).stdout).toBe(stdout);
  });

  it("has a page for each command, wide enough for 100 columns", () => {
    for (const command of commands) {
      const { code, stdout } = kohort([command, "--help"]);
      expect(code).toBe(0);
      expect(stdout).toContain(`usage: kohort ${command}`);
      expect(stdout.split("\n").filter((line) => [...line].length > 110)).toEqual([]);
    }
  });
});
