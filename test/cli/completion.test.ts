import { describe, expect, it } from "vitest";
import { commands } from "../../src/cli/commands.ts";
import { flagsOf } from "../../src/cli/flag.ts";
import { kohort, shell } from "./run-kohort.ts";

/** What bash offers for the last of the words typed. */
function offered(...lines: string[][]): string[] {
  const tries = lines.map((words) => {
    const quoted = words.map((word) => `'${word}'`).join(" ");
    return `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _kohort; echo "\${COMPREPLY[*]}"`;
  });
  const { stdout, stderr } = shell(`source <(kohort completion bash); ${tries.join("; ")}`, {
    cwd: import.meta.dirname,
  });
  expect(stderr).toBe("");
  return stdout.trimEnd().split("\n");
}

describe("completion", () => {
  it("offers commands, flags, values, words and files in bash", () => {
    expect(
      offered(
        ["kohort", "an"],
        ["kohort", "anonymize", "--qu"],
        ["kohort", "anonymize", "data.csv", "--order", ""],
        ["kohort", "hierarchy", ""],
        ["kohort", "explain", "k-"],
        ["kohort", "audit", "completion.te"],
        ["kohort", "audit", "-c", "completion.te"],
        ["kohort", "-q", "completion", ""],
      ),
    ).toEqual([
      "anonymize",
      "--quasi --quiet",
      "canonical shuffled input",
      "build check show",
      "k-anonymity k-map k-concealment",
      "completion.test.ts",
      "completion.test.ts",
      "bash zsh fish",
    ]);
  });

  it.each(["bash", "zsh", "fish"])("knows every command and flag in %s", (name) => {
    const { code, stdout } = kohort(["completion", name]);
    expect(code).toBe(0);
    for (const command of commands) {
      expect(stdout).toContain(command.name);
      for (const flag of flagsOf(command)) expect(stdout).toContain(flag.name);
    }
  });
});
