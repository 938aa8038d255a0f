import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { adultNine, sharedFile } from "../data/shared-data.ts";
import { needing } from "../setup/needs.ts";
import { kohort, temporaryFolder } from "./run-kohort.ts";

type Figures = { readonly ncp: number; readonly discernibility: number; readonly averageCohort: number };

describe("adult-9, k = 5, up to 4 % of records left out", needing("data sets"), () => {
  it("has one NCP and one discernibility in anonymize and compare", () => {
    const folder = temporaryFolder();
    const at = (name: string): string => join(folder, name);
    const input = sharedFile("adult-9/adult.csv");
    const hierarchies = adultNine.flatMap((name) => [
      "--hierarchy",
      `${name}=${sharedFile(`adult-9/adult_hierarchy_${name}.csv`)}`,
    ]);
    const asked = ["--quasi", adultNine.join(), ...hierarchies];
    const made = kohort([
      "anonymize",
      input,
      ...asked,
      "--person",
      "none",
      "-k",
      "5",
      "--algorithm",
      "lattice",
      "--suppression",
      "0.04",
      "-o",
      at("release.csv"),
      "--json",
    ]);
    expect(made.stderr).not.toContain("error:");
    const { quality, release } = JSON.parse(made.stdout) as { quality: Figures; release: { suppressed: number } };
    expect(release.suppressed).toBeGreaterThan(0);
    const compared = kohort(["compare", input, at("release.csv"), ...asked, "--json"]);
    expect(compared.stderr).not.toContain("error:");
    const { quality: found } = JSON.parse(compared.stdout) as { quality: Figures };
    expect([found.ncp, found.discernibility, found.averageCohort]).toEqual([
      quality.ncp,
      quality.discernibility,
      quality.averageCohort,
    ]);
    expect(quality.ncp).toBeCloseTo(0.3191, 4);
  });
});
