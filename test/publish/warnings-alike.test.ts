/** Whoever publishes a table by a spec hears the same warnings: from the command line, the studio and the library. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { flagsOf } from "../../src/cli/flag.ts";
import { inFlags } from "../../src/cli/in-flags.ts";
import { anonymize as command } from "../../src/cli/release-commands.ts";
import { anonymize, readCsv, type Spec } from "../../src/index.ts";
import { kohort, temporaryFolder } from "../cli/run-kohort.ts";
import { askSession } from "../web/ask-session.ts";

const folder = temporaryFolder();

/** Ages, a disease in two spellings and with a mark for what is missing, a column that tells nearly everybody apart. */
const rows = Array.from({ length: 60 }, (_, i) => {
  const disease = ["flu", "Flu", "cold", "n/a"][i % 4];
  return `Ann ${i},${20 + (i % 30)},${1000 + i},${disease},${i * 7}`;
});
const csv = `name,age,zip,disease,amount\n${rows.join("\n")}\n`;

const attributes: Spec["attributes"] = {
  name: { role: "insensitive" },
  age: { role: "quasi-identifying" },
  zip: { role: "quasi-identifying" },
  disease: { role: "sensitive" },
  amount: { role: "insensitive" },
};

const specs: readonly Spec[] = [
  { version: 1, attributes, privacy: [{ model: "k-anonymity", k: 3 }], algorithm: { name: "mondrian" } },
  {
    version: 1,
    attributes,
    privacy: [
      { model: "k-anonymity", k: 4 },
      { model: "l-diversity", l: 2 },
    ],
    spelling: "exact",
  },
];

/** Warnings as the terminal words them: what to set is named by its flag. */
function inTerminal(warnings: readonly string[]): string[] {
  return warnings.map((text) => inFlags(text, flagsOf(command)));
}

describe("warnings", () => {
  it.each(specs)("are the same in the terminal, in the studio and from the library", async (spec) => {
    writeFileSync(join(folder, "data.csv"), csv);
    writeFileSync(join(folder, "kohort.json"), JSON.stringify(spec));
    const words = ["anonymize", "data.csv", "-c", "kohort.json", "-o", "release.csv", "--force"];
    const { code, stderr } = kohort(words, { cwd: folder });
    expect(code, stderr).toBe(0);
    const said = [...stderr.matchAll(/^warning: (.*)$/gm)].map(([, text]) => text);
    expect(said.length).toBeGreaterThan(2);
    const { ask } = askSession();
    await ask("open", { blob: new Blob([csv]), name: "data.csv", kinds: {} }).answer;
    const { report } = await ask("run", { key: "one", spec }).answer;
    expect(inTerminal(report.warnings)).toEqual(said);
    expect(inTerminal(anonymize(readCsv(csv), spec).warnings)).toEqual(said);
  });
});
