import { describe, expect, it } from "vitest";
import {
  clip,
  formatNumber,
  formatSeconds,
  formatShare,
  formatTable,
  printable,
  shownWidth,
} from "../../src/cli/format.ts";

describe("numbers", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [30162, "30,162"],
    [1234567.891, "1,234,567.89"],
    [-1234.5, "−1,234.5"],
    [-0.001, "0"],
    [0.005, "0.01"],
  ])("%d is %s", (value, expected) => {
    expect(formatNumber(value)).toBe(expected);
  });

  it("shows shares and seconds", () => {
    expect(formatShare(0.112435)).toBe("11.24 %");
    expect(formatSeconds(0.8412)).toBe("0.84 s");
    expect(formatSeconds(12.34)).toBe("12.3 s");
    expect(formatSeconds(125.9)).toBe("2 min 5 s");
  });
});

describe("tables", () => {
  it("aligns columns and clips wide cells", () => {
    const text = formatTable(
      [
        { title: "name", width: 6 },
        { title: "n", align: "right" },
      ],
      [
        ["age", "12"],
        ["marital-status", "1,234"],
      ],
    );
    expect(text).toBe("name        n\nage        12\nmarit…  1,234");
  });

  it("counts wide characters as two cells and colours as none", () => {
    expect(shownWidth("年齢")).toBe(4);
    expect(shownWidth("e\u0301")).toBe(1);
    expect(shownWidth("\u001b[31mred\u001b[39m")).toBe(3);
    expect(clip("abc", 3)).toBe("abc");
    expect(clip("abcd", 3)).toBe("ab…");
  });

  it("lets no cell steer the terminal", () => {
    expect(printable("a\u001b[2Jb\tc\u202ed")).toBe("a\\x1b[2Jb\\tc\\u202ed");
  });
});
