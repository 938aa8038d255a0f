/** A recipe says by which scheme it keeps a format; one that says nothing was written when there was one. */
import { describe, expect, it } from "vitest";
import { finish } from "../../src/base/index.ts";
import type { FormatScheme } from "../../src/identifiers/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { applyRecipe } from "../../src/recipe/apply-recipe.ts";
import { parseRecipe } from "../../src/recipe/recipe.ts";
import { checkedRecipe } from "../../src/recipe/recipe-check.ts";
import { cell, columnIndex, readCsv, type Table } from "../../src/table/index.ts";

const key = new TextEncoder().encode("c6f0b1d27a9e48355fd07b1e9a24c3f8");
const people = readCsv(
  "card,age\n4111111111111111,20\n4111111111111112,22\n4111111111111113,31\n4111111111111114,33\n",
);
/** What test/identifiers/known-answers.test.ts knows of the first card. */
const known = { ff1: "4558519805349949", "feistel-sha256": "8506754347823854" };

/** The recipe of a release, as text, and what the release has in place of the cards. */
function recipeText(scheme?: FormatScheme): { text: string; cards: string[] } {
  const release = anonymize(
    people,
    {
      attributes: {
        card: { role: "identifying", replace: { kind: "format", scheme } },
        age: { role: "quasi-identifying" },
      },
      privacy: [{ model: "k-anonymity", k: 2 }],
      algorithm: { name: "mondrian" },
    },
    { key },
  );
  const { recipe } = finish(checkedRecipe(people, release, { key }));
  return { text: JSON.stringify(recipe), cards: cardsIn(release.table) };
}

const cardsIn = (table: Table): string[] =>
  Array.from({ length: table.rows }, (_, row) => cell(table, row, columnIndex(table, "card")));
const applied = (text: string): string[] =>
  cardsIn(applyRecipe(people, parseRecipe(text, "r.json"), { key, suppressFailing: true }).table);

describe("the recipe of a release that keeps a format", () => {
  it.each([
    [undefined, "ff1"],
    ["ff1", "ff1"],
    ["feistel-sha256", "feistel-sha256"],
  ] as const)("whose spec names %s states %s and gives it again", (asked, scheme) => {
    const { text, cards } = recipeText(asked);
    expect(JSON.parse(text).spec.attributes.card.replace).toEqual({ kind: "format", scheme });
    expect(cards).toContain(known[scheme]);
    expect(applied(text)).toEqual(cards);
  });

  it("and states none has the scheme of the time before there were two", () => {
    const older = recipeText("feistel-sha256")
      .text.replace(/"scheme":"feistel-sha256",?/, "")
      .replace(",}", "}");
    expect(older).not.toContain("scheme");
    expect(applied(older)).toContain(known["feistel-sha256"]);
  });
});
