import { expect, it } from "vitest";
import { domainsHierarchy } from "../../src/hierarchy/domains.ts";

it("reads domain rules 500 groups deep and refuses deeper ones by their line", () => {
  const built = (depth: number) => {
    const path = ["job", ...Array.from({ length: depth - 1 }, (_, level) => `g${level}`)].join("/");
    const files = new Map([["d.txt", new TextEncoder().encode(`\n${path}: clerk\n`)]]);
    return domainsHierarchy(["clerk"], { kind: "domains", path: "d.txt" }, { name: "job", files });
  };
  expect(() => built(500)).not.toThrow();
  expect(() => built(501)).toThrow(
    expect.objectContaining({
      code: "hierarchy",
      message: "the rule names 501 groups within each other",
      where: "d.txt:2",
    }),
  );
});
