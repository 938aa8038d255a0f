import { expect, it } from "vitest";
import { temporaryFolder } from "../cli/run-kohort.ts";
import { cases } from "./cases.ts";
import { differences } from "./drive.ts";

const folder = temporaryFolder();

it("publishes the recorded bytes in memory", { timeout: 3_600_000 }, async () => {
  const inMemory = cases.filter(({ engine }) => engine === "memory");
  expect(await differences(inMemory, folder)).toEqual([]);
});
