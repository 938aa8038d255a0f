import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";
import { type Need, waysToGet } from "./needs.ts";

const tests = join(import.meta.dirname, "..");

/** Per tier that a run may leave out, its files and what takes so long. */
const tiers = {
  slow: { files: (path: string) => path.endsWith(".slow.test.ts"), what: "" },
  full: { files: (path: string) => path.startsWith("full/") && path.endsWith(".test.ts"), what: "" },
};

/** Says at the end of a run what was not tested, and how to test it. */
export default class LeftOut implements Reporter {
  #tiers: readonly string[] = [];

  onInit(vitest: Vitest): void {
    this.#tiers = vitest.config.project;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = [...tierLines(this.#tiers), ...needLines(modules)];
    if (lines.length > 0) console.log(`\n NOT TESTED in this run\n\n${lines.map((line) => `   ${line}\n`).join("")}`);
  }
}

function tierLines(run: readonly string[]): string[] {
  if (run.length === 0) return [];
  const files = readdirSync(tests, { recursive: true, encoding: "utf8" });
  return Object.entries(tiers)
    .filter(([tier]) => !run.includes(tier))
    .map(
      ([tier, { files: belongs }]) => `${files.filter(belongs).length} files of the ${tier} tier: npm run test:${tier}`,
    );
}

function needLines(modules: readonly TestModule[]): string[] {
  const counts = new Map<Need, number>();
  for (const test of modules.flatMap((module) => [...module.children.allTests("skipped")])) {
    const need = missingFor(test);
    if (need !== undefined) counts.set(need, (counts.get(need) ?? 0) + 1);
  }
  return [...counts].map(([need, count]) => `${count} tests that need ${need}, which is missing: ${waysToGet[need]}`);
}

function missingFor(test: TestCase): Need | undefined {
  for (let at: TestCase | TestCase["parent"] = test; ; at = at.parent) {
    const { missing } = at.meta();
    if (missing !== undefined || at.type === "module") return missing;
  }
}
