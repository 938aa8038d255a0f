import { describe, expect, it } from "vitest";
import { fuzz, parsers } from "../reliability/fuzz-parsers.ts";

describe("parsers of what people write by hand", () => {
  it.each(Object.keys(parsers) as (keyof typeof parsers)[])("of %s read or refuse 100,000 texts", (name) => {
    const { accepted, refused, broken } = fuzz(name, 100_000, 11);
    console.log(`${name}: ${accepted} accepted, ${refused} refused, ${broken.length} broken`);
    expect(broken.slice(0, 3)).toEqual([]);
    expect(accepted + refused).toBe(100_000);
  });
});
