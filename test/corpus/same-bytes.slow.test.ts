import { expect, it } from "vitest";
import { temporaryFolder } from "../cli/run-kohort.ts";
import { cases } from "./cases.ts";
import { differences, recorded } from "./drive.ts";

const folder = temporaryFolder();

it("has 200 cases, all of them on record", () => {
  expect(cases.length).toBe(200);
  expect(Object.keys(recorded())).toEqual(cases.map(({ name }) => name));
});

for (const engine of ["memory", "duckdb"] as const) {
  it(`publishes the recorded bytes with the engine ${engine}`, { timeout: 3_600_000 }, async () => {
    expect(await differences(engine, folder)).toEqual([]);
  });
}
