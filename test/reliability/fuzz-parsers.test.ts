import { describe, expect, it } from "vitest";
import { fuzz, parsers } from "./fuzz-parsers.ts";

describe("parsers of what people write by hand", () => {
  it.each(Object.keys(parsers) as (keyof typeof parsers)[])("of %s read or refuse anything", (name) => {
    const { accepted, refused, broken } = fuzz(name, 1000, 1);
    expect(broken.slice(0, 3)).toEqual([]);
    expect(accepted).toBeGreaterThan(40);
    expect(refused).toBeGreaterThan(40);
  });
});
