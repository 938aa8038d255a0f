import { expect, it } from "vitest";
import { temporaryFolder } from "../cli/run-kohort.ts";
import { needing } from "../setup/needs.ts";
import { differences } from "./drive.ts";

const folder = temporaryFolder();

it("publishes the recorded bytes with the engine spark", { timeout: 3_600_000, ...needing("Spark") }, async () => {
  expect(await differences("spark", folder)).toEqual([]);
});
