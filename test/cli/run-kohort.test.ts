import { expect, it } from "vitest";
import { shell } from "./run-kohort.ts";

it("keeps all that a program prints, past the megabyte at which Node stops", () => {
  const { code, stdout } = shell("head -c 3000000 /dev/zero | tr '\\0' x");
  expect([code, stdout.length]).toEqual([0, 3_000_000]);
});
