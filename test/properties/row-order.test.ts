/** A release is a function of the records, not of the order in which the input has them: by every method. */
import { describe, expect, it } from "vitest";
import { everyForm, shuffledTables } from "./shuffled.ts";

const tables = Number(process.env.KOHORT_TABLES ?? 20);

describe("the order of the input's rows does not matter to", () => {
  it.each(everyForm.map((form) => [JSON.stringify(form), form] as const))("%s", (_, form) => {
    const { released, differing } = shuffledTables(form, tables);
    expect(differing.slice(0, 1)).toEqual([]);
    expect(released).toBeGreaterThan(tables / 4);
  });
});
