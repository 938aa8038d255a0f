import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { expectPaperFigures, type PaperRun } from "../cli/paper-figures.ts";
import { kohort, temporaryFolder } from "../cli/run-kohort.ts";
import { sharedFile } from "../data/shared-data.ts";
import { needing } from "../setup/needs.ts";

const folder = temporaryFolder();

function tellStory(path: string, run: PaperRun): void {
  const words = ["demo", "paper", path, "--epochs", `${run.epochs}`, "--overlay", `${run.overlay}`, "-o", folder];
  const { code, stdout, stderr } = kohort(words);
  expect(`${code} ${code === 0 ? "" : stderr}`).toBe("0 ");
  console.log(stdout);
  expectPaperFigures(folder, run);
}

describe("kohort demo paper on Adult", needing("data sets"), () => {
  it("ends in a page with every figure of the paper, all rows and a few epochs", () => {
    tellStory(sharedFile("adult.csv"), { epochs: 3, overlay: 1, heldOut: 9768 });
  });

  it("ends in a page with every figure of the paper, few rows and the paper's epochs", () => {
    const lines = readFileSync(sharedFile("adult.csv"), "utf8").split("\n").slice(0, 601);
    const path = join(folder, "adult-600.csv");
    writeFileSync(path, `${lines.join("\n")}\n`);
    tellStory(path, { epochs: 500, overlay: 2000, heldOut: 120 });
  });
});
