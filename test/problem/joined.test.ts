import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  anonymize,
  audit,
  compare,
  kAnonymity,
  masking,
  mondrian,
  quasiIdentifying,
  readCsv,
} from "../../src/index.ts";

/** Cuts go between leaves, names are of nodes: two cohorts may be published alike. */
const tables = fc.array(fc.tuple(fc.integer({ min: 0, max: 39 }), fc.integer({ min: 0, max: 3 })), {
  minLength: 8,
  maxLength: 60,
});

describe("cohorts that are published alike", () => {
  it("are one in every figure of a release, as they are to whoever reads it", () => {
    let differed = 0;
    fc.assert(
      fc.property(tables, (records) => {
        const text = records.map(([zip, sex]) => `z${String(zip).padStart(2, "0")},${sex}`).join("\n");
        const table = readCsv(`zip,sex\n${text}\n`);
        const release = anonymize(table, {
          attributes: { zip: quasiIdentifying(masking({ from: "right" })), sex: quasiIdentifying() },
          privacy: [kAnonymity(2)],
          algorithm: mondrian(),
        });
        const read = audit(release.table, { quasiIdentifiers: ["zip", "sex"] });
        const { count, smallest, largest } = release.cohorts;
        expect({ cohorts: count, smallest, largest }).toEqual({
          cohorts: read.release.cohorts,
          smallest: read.release.smallest,
          largest: read.release.largest,
        });
        const { discernibility, averageCohort, distinctLost } = release.quality;
        expect(compare(table, release)).toMatchObject({ discernibility, averageCohort, distinctLost });
        if (release.recoding.cohorts > count) differed++;
      }),
      { numRuns: 200, seed: 4 },
    );
    expect(differed).toBeGreaterThan(5);
  });
});
