import fc from "fast-check";
import { expect, it } from "vitest";
import { readRows } from "../../src/hierarchy/rows.ts";
import { readRows as old } from "../../src/hierarchy/rows-old.ts";
it("same", () => {
  let after = 0, thrown = 0, n = 0;
  const run = (f: () => unknown) => { try { return f(); } catch (e) { return (e as Error).message; } };
  fc.assert(fc.property(fc.array(fc.constantFrom("a","é","b c",";",";",",",'"','""',"\n","\r\n","\r"," ","\uFEFF","😀"),{maxLength:25}), (parts) => {
    const text = parts.join("");
    const x = run(() => readRows(text, ";", "w")); n++;
    if (typeof x === "string" && /behind a closing/.test(x)) { after++; return; }
    if (typeof x === "string") thrown++;
    expect(x).toEqual(run(() => old(text, ";", "w")));
  }), { numRuns: 20000 });
  console.log(n, after, thrown);
});
