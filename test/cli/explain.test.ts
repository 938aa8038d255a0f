import { describe, expect, it } from "vitest";
import { attackNames } from "../../src/attacks/index.ts";
import type { ErrorCode } from "../../src/base/index.ts";
import { runExplain } from "../../src/cli/commands/explain.ts";
import { listenForInterrupt } from "../../src/cli/interrupt.ts";
import { defaultTalk, openTerminal } from "../../src/cli/terminal.ts";
import { topics } from "../../src/explain/index.ts";
import { hierarchyKinds } from "../../src/hierarchy/index.ts";
import { privacyModels } from "../../src/privacy/index.ts";
import { kohort, shell } from "./run-kohort.ts";

const codes: Record<ErrorCode, true> = {
  usage: true,
  spec: true,
  file: true,
  input: true,
  column: true,
  hierarchy: true,
  infeasible: true,
  audit: true,
  cancelled: true,
};

describe("explain", () => {
  it("finds models by their Greek letters", () => {
    for (const [greek, name] of [
      ["δ-presence", "delta-presence"],
      ["β-likeness", "beta-likeness"],
      ["Δ-disclosure", "delta-disclosure"],
    ] as const) {
      expect(kohort(["explain", greek]).stdout.split("\n")[0]).toBe(name);
    }
  });

  it("has a page for every error code, privacy model and hierarchy builder", () => {
    const names = topics.map((topic) => topic.name);
    for (const name of [...Object.keys(codes), ...Object.keys(privacyModels), ...hierarchyKinds]) {
      expect(names).toContain(name);
    }
    for (const code of Object.keys(codes)) {
      expect(topics.find((topic) => topic.name === code)?.asError).toBeDefined();
    }
  });

  it("has a page for every attack, with a worked example and what it does not say", () => {
    for (const name of attackNames) {
      const topic = topics.find((one) => one.name === name);
      expect(topic?.formula).toBeDefined();
      expect(topic?.example).toBeTruthy();
      expect(topic?.limits).toBeTruthy();
    }
  });

  it("leads to each page by one word only, and only to pages that are there", () => {
    const words = topics.flatMap((topic) => [topic.name, ...(topic.also ?? [])]);
    expect(words.filter((word, i) => words.indexOf(word) !== i)).toEqual([]);
    for (const topic of topics) for (const other of topic.see ?? []) expect(words).toContain(other);
  });

  it("names three topics near an unknown word, not all of them", () => {
    const near = (word: string): string[] => {
      const { code, stderr } = kohort(["explain", word]);
      expect(code).toBe(2);
      const [, ...three] = /did you mean "(.+)", "(.+)" or "(.+)"\? /.exec(stderr)!;
      expect(stderr.trim().split("\n")).toHaveLength(2);
      expect(stderr).toContain(`lists all ${topics.length} topics`);
      for (const name of three) expect(kohort(["explain", name]).code).toBe(0);
      return three;
    };
    expect(near("mondrain")[0]).toBe("mondrian");
    expect(near("t-close")[0]).toBe("t-closeness");
    expect(new Set(near("zzz"))).toHaveProperty("size", 3);
  });

  it("fits a terminal of 120 columns", async () => {
    const pages: string[] = [];
    const terminal = { ...openTerminal(defaultTalk), print: (text: string) => void pages.push(text) };
    const interrupt = listenForInterrupt({ on: () => {}, exit: () => {} });
    for (const { name } of topics) {
      const parsed = { words: [name], values: new Map() };
      expect(await runExplain({ typed: [], parsed, terminal, interrupt })).toBe(0);
    }
    expect(pages).toHaveLength(topics.length);
    const lines = pages.flatMap((page) => page.split("\n"));
    expect(lines.filter((line) => [...line].length > 120)).toEqual([]);
  });

  it("prints a page, by its name, another word for it, or in other spelling", () => {
    const { stdout, code } = kohort(["explain", "k-anonymity"]);
    expect(code).toBe(0);
    expect(stdout).toContain("1 / k");
    expect(kohort(["explain", "K Anonymity"]).stdout).toBe(stdout);
    expect(kohort(["explain", "equivalence-class"]).stdout).toBe(kohort(["explain", "cohort"]).stdout);
  });

  it("says what the settings of a method do, and what they are unless stated", () => {
    const { stdout } = kohort(["explain", "best-cut"]);
    expect(stdout).toMatch(
      /\nSettings\n {2}beam {4}How many cuts [^\n]+ Unless\n {10}stated: 3\.\n {2}within {2}Parts of at most/,
    );
    expect(kohort(["explain", "ncp"]).stdout).not.toContain("Settings");
  });

  it("lists all topics, and does not mind a reader that leaves early", () => {
    const { stdout } = kohort(["explain"]);
    for (const topic of topics) expect(stdout).toContain(topic.name);
    const cut = shell("set -o pipefail; kohort explain | true; kohort explain | head -1");
    expect(cut).toEqual({ code: 0, stdout: "Privacy\n", stderr: "" });
  });
});
