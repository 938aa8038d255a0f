import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { kohort, temporaryFolder } from "./run-kohort.ts";

describe("compare where columns have weights", () => {
  it("prints anonymize's NCP when it is told the weights, by a spec or by flags", () => {
    const folder = temporaryFolder();
    const at = (name: string): string => join(folder, name);
    const rows = Array.from({ length: 60 }, (_, i) => `${20 + ((i * 7) % 40)},${["f", "m"][i % 2]},${(i * 13) % 9}`);
    writeFileSync(at("data.csv"), `age,sex,job\n${rows.join("\n")}\n`);
    const words = ["--quasi", "age,sex,job", "-k", "5", "--weight", "age=3"];
    const run = (more: string[]) => JSON.parse(kohort([...more, "--json"]).stdout);
    const made = run(["anonymize", at("data.csv"), ...words, "--algorithm", "mondrian", "-o", at("out.csv")]);
    expect(run(["compare", at("data.csv"), at("out.csv"), ...words]).quality.ncp).toBe(made.quality.ncp);
    writeFileSync(at("spec.json"), JSON.stringify({ ...made.spec, engine: undefined }));
    expect(run(["compare", at("data.csv"), at("out.csv"), "-c", at("spec.json")]).quality.ncp).toBe(made.quality.ncp);
    const unweighted = run(["compare", at("data.csv"), at("out.csv"), ...words.slice(0, 4)]).quality.ncp;
    expect(unweighted).not.toBe(made.quality.ncp);
  });
});
