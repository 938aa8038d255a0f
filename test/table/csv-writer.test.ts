import { describe, expect, it } from "vitest";
import { csvBlocks, readCsv, type WriteOptions } from "../../src/table/index.ts";
import { errorOf } from "./errors.ts";

const latin = (blocks: Iterable<Uint8Array>): string =>
  [...blocks].map((block) => String.fromCharCode(...block)).join("");
const written = (text: string, options: WriteOptions = {}): string => {
  const bytes = Uint8Array.from(latin(csvBlocks(readCsv(text, { delimiter: "," }), options)), (c) => c.charCodeAt(0));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
};

describe("writing CSV", () => {
  it("gives plain files back byte for byte", () => {
    const text = 'a,b c,"d,e"\n1, x ,é\n-2.50,5" disk,漢字 as a longer value\n,,\n';
    expect(written(text)).toBe(text.replace('5" disk', '"5"" disk"'));
  });

  it("quotes what needs it, and nothing else", () => {
    const text = 'a,b\n"x,y","q""q"\n"l\nl","c\rc"\n" x ",";"\n';
    expect(written(text)).toBe('a,b\n"x,y","q""q"\n"l\nl","c\rc"\n x ,;\n');
    expect(written(text, { delimiter: ";" })).toBe('a;b\nx,y;"q""q"\n"l\nl";"c\rc"\n x ;";"\n');
  });

  it("keeps an empty field of a lone column visible", () => {
    expect(written('a\n""\nx\n')).toBe('a\n""\nx\n');
    expect(written("a,b\n,\n")).toBe("a,b\n,\n");
  });

  it("takes rows in any order, some of them, without the names", () => {
    const text = "a\n0\n1\n2\n3\n";
    expect(written(text, { order: Uint32Array.of(3, 1, 1, 0) })).toBe("a\n3\n1\n1\n0\n");
    expect(written(text, { order: Uint32Array.of(3, 1, 2, 0), from: 1, to: 3, header: false })).toBe("1\n2\n");
    expect(written(text, { from: 2, newline: "\r\n" })).toBe("a\r\n2\r\n3\r\n");
  });

  it("makes blocks of about the size asked for, each whole rows", () => {
    const text = `a,b\n${Array.from({ length: 5000 }, (_, row) => `${row},some words`).join("\n")}\n`;
    const blocks = [...csvBlocks(readCsv(text), { size: 1000 })];
    expect(blocks.length).toBeGreaterThan(50);
    expect(blocks.every((block) => block.length <= 1000 && block.at(-1) === 0x0a)).toBe(true);
    expect(latin(blocks)).toBe(text);
  });

  it("writes rows longer than a block", () => {
    const text = `a,b\n${"x".repeat(5000)},1\n2,${"y".repeat(300)}\n`;
    expect(written(text, { size: 64 })).toBe(text);
  });

  it("writes Windows-1252 and byte order marks", () => {
    const table = readCsv("ü,b\n5 €,Ÿ\n");
    expect(latin(csvBlocks(table, { encoding: "windows-1252" }))).toBe("\xfc,b\n5 \x80,\x9f\n");
    expect(latin(csvBlocks(table, { bom: true })).startsWith("\xef\xbb\xbf\xc3\xbc,b\n")).toBe(true);
    expect(errorOf(() => [...csvBlocks(readCsv("a\n漢\n"), { encoding: "windows-1252" })])).toMatchObject({
      code: "input",
      message: '"漢" in column "a" cannot be written in Windows-1252',
    });
  });
});
