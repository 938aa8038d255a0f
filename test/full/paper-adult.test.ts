import { describe, expect, it } from "vitest";
import { expectPaperFigures } from "../cli/paper-figures.ts";
import { kohort, temporaryFolder } from "../cli/run-kohort.ts";
import { hasSharedData, sharedFile } from "../data/shared-data.ts";

const folder = temporaryFolder();

/** The paper trains 500 and 5 × 2000 epochs on each table, about a day of processor time; the figures are the same. */
const [epochs, overlay] = [3, 1];

describe.skipIf(!hasSharedData)("kohort demo paper on Adult", () => {
  it("ends in a page with every figure of the paper", () => {
    const words = ["demo", "paper", sharedFile("adult.csv"), "--epochs", `${epochs}`, "--overlay", `${overlay}`];
    const { code, stdout, stderr } = kohort([...words, "-o", folder]);
    expect(`${code} ${code === 0 ? "" : stderr}`).toBe("0 ");
    console.log(stdout);
    expectPaperFigures(folder, { epochs, overlay, heldOut: 9768 });
  });
});
