/** 200 random tables for every form of every method, each in two further orders of its rows. */
import { describe, expect, it } from "vitest";
import { everyForm, shuffledTables } from "../properties/shuffled.ts";

const tables = 200;

describe("the order of the rows of 200 tables does not matter to", () => {
  it.each(everyForm.map((form) => [JSON.stringify(form), form] as const))("%s", (_, form) => {
    const { released, differing } = shuffledTables(form, tables);
    expect(differing.slice(0, 1)).toEqual([]);
    expect(released).toBeGreaterThan(tables / 4);
  });
});
