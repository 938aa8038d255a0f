import { describe, expect, it } from "vitest";
import { drive, type Progress } from "../../src/base/index.ts";
import { parseCertificate } from "../../src/certificate/certificate-form.ts";
import { type Verification, verify } from "../../src/certificate/verify.ts";
import { readCsv } from "../../src/table/index.ts";
import { certifiedOf, readTexts } from "./certified.ts";

/** Many cohorts, and a sensitive column of many values, which are counted for each. */
const lines = Array.from({ length: 6000 }, (_, row) => `${Math.floor(row / 2)},${row % 3},ill${(row * 7) % 40}`);
const { bytes, text } = certifiedOf(readCsv(`age,sex,illness\n${lines.join("\n")}\n`), {
  spec: {
    attributes: {
      age: { role: "quasi-identifying" },
      sex: { role: "quasi-identifying" },
      illness: { role: "sensitive" },
    },
    privacy: [
      { model: "k-anonymity", k: 2 },
      { model: "k-anonymity", k: 2, of: ["age"] },
      { model: "t-closeness", t: 1, attribute: "illness" },
    ],
    algorithm: { name: "mondrian" },
  },
});

/** Verifies, and calls back whenever the judging says how far it is. */
function verified(onJudging: () => void, signal?: AbortSignal): Promise<Verification> {
  const certificate = parseCertificate(text, "certificate.json");
  const { table, facts } = readTexts(bytes, certificate.release.delimiter);
  const onProgress = ({ stage }: Progress): void => {
    if (stage === "verify") onJudging();
  };
  return drive(verify.task(table, certificate, facts), { onProgress, ...(signal === undefined ? {} : { signal }) });
}

describe("verifying a large certificate", () => {
  it("says how far its judging is, so that it can be stopped there", async () => {
    let said = 0;
    const { problems } = await verified(() => {
      said += 1;
    });
    expect(problems).toEqual([]);
    expect(said).toBeGreaterThan(1);
  });

  it("hears a signal while it judges", async () => {
    const stop = new AbortController();
    await expect(verified(() => stop.abort(new Error("asked to stop")), stop.signal)).rejects.toThrow("asked to stop");
  });
});
