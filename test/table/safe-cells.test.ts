import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvBlocks, fromSafeCell, fromSafeCells, readCsv, safeCell } from "../../src/table/index.ts";

const nasty = fc.array(fc.constantFrom("=", "+", "-", "@", "'", "\t", "\r", "\n", "1", ".", "e", "A", "(", "＝"), {
  maxLength: 6,
});
const cell = fc.oneof(
  fc.string(),
  nasty.map((signs) => signs.join("")),
);

describe("safe cells", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["=HYPERLINK(A1)", "'=HYPERLINK(A1)"],
    ["+SUM(A1)", "'+SUM(A1)"],
    ["-2+3", "'-2+3"],
    ["@SUM(1)", "'@SUM(1)"],
    ["\tx", "'\tx"],
    ["＝1", "'＝1"],
    ["'=1", "''=1"],
    ["-5", "-5"],
    ["+49.5", "+49.5"],
    ["-1e-7", "-1e-7"],
    ["a=1", "a=1"],
    ["'tis", "'tis"],
    ["[1..2]", "[1..2]"],
    ["", ""],
  ])("writes %j as %j", (before, after) => {
    expect(safeCell(before)).toBe(after);
    expect(fromSafeCell(after)).toBe(before);
  });

  it("leave nothing that begins as a formula does, and lose nothing", () => {
    fc.assert(
      fc.property(cell, (text) => {
        const safe = safeCell(text);
        expect(fromSafeCell(safe)).toBe(text);
        if (/^[=+\-@\t\r\n]/.test(safe)) expect(Number.isNaN(Number(safe.replace(",", ".")))).toBe(false);
      }),
      { numRuns: 3000 },
    );
  });

  it("are written for values and names, and read back as they were", () => {
    const table = readCsv('"=name",b\n=1+1,-3\nx,"@a"\n');
    const written = Buffer.concat([...csvBlocks(table, { safeCells: true })]).toString();
    expect(written).toBe("'=name,b\n'=1+1,-3\nx,'@a\n");
    const back = fromSafeCells(readCsv(written));
    expect(Buffer.concat([...csvBlocks(back)]).toString()).toBe("=name,b\n=1+1,-3\nx,@a\n");
  });
});
