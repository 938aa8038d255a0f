import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";
import { type Need, waysToGet } from "./needs.ts";
import { fullFiles, propertyFiles, slowFiles } from "./tiers.ts";

/** Per tier what it alone tests. */
const tiers: readonly (readonly [tier: string, what: string])[] = [
  ["slow", `${slowFiles.length} files, and nine of ten cases of the properties in ${propertyFiles.length} files`],
  ["full", `${fullFiles.length} files that take hours`],
];

/** What a run of some tiers did not test, each with the way to test it; of single files nothing is left out. */
export function leftOut(run: readonly string[], missing: readonly Need[]): (readonly [what: string, how: string])[] {
  const left = run.length === 0 ? [] : tiers.filter(([tier]) => !run.includes(tier));
  const countOf = (need: Need): number => missing.filter((one) => one === need).length;
  return [
    ...left.map(([tier, what]) => [what, `npm run test:${tier}`] as const),
    ...[...new Set(missing)].map((need) => [`tests that need ${need}: ${countOf(need)}`, waysToGet[need]] as const),
  ];
}

/** Says at the end of a run what was not tested, and how to test it. */
export default class LeftOut implements Reporter {
  #run: readonly string[] = [];

  onInit(vitest: Vitest): void {
    this.#run = vitest.config.project;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests("skipped")]);
    const left = leftOut(
      this.#run,
      skipped.flatMap((test) => missingFor(test) ?? []),
    );
    if (left.length === 0) return;
    console.log("\n NOT TESTED in this run, and how to test it\n");
    for (const [what, how] of left) console.log(`   ${what}\n     ${how}`);
  }
}

function missingFor(test: TestCase): Need | undefined {
  for (let at: TestCase | TestCase["parent"] = test; ; at = at.parent) {
    const need = at.meta().missing;
    if (need !== undefined || at.type === "module") return need;
  }
}
