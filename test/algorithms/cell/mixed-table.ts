import { randomFrom } from "../../../src/base/index.ts";
import { readCsv, type Table } from "../../../src/table/index.ts";

/** A table of mixed kinds; small enough that its optimum is proved at once, large enough for column generation. */
export function mixedTable(rows: number, seed: number): Table {
  const random = randomFrom(seed);
  const pick = (items: readonly string[]): string => items[random.below(items.length)];
  const lines = Array.from({ length: rows }, () =>
    [
      20 + random.below(50),
      30 + random.below(20),
      pick(["f", "m"]),
      pick(["north", "south", "east"]),
      pick(["single", "married"]),
      random.below(1000),
    ].join(),
  );
  return readCsv(`age,hours,sex,region,marital,income\n${lines.join("\n")}\n`);
}
