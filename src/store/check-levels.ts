import { type OutsideLevels, outsideLevels } from "../problem/index.ts";
import type { FullSpec } from "../spec/index.ts";
import { labelsFrom, marksFor, missingCodes } from "../table/index.ts";
import type { Field } from "./profile.ts";
import type { Store } from "./store.ts";

/** The first value of a written release that lies outside the levels that are stated for its column. */
export async function outsideLevelsIn(
  store: Store,
  relation: string,
  quasi: readonly Field[],
  { attributes, input }: FullSpec,
): Promise<OutsideLevels | undefined> {
  for (const { name, attribute } of quasi) {
    const levels = attributes[name]?.levels;
    if (levels === undefined) continue;
    const text = store.dialect.asText(store.dialect.identifier(name));
    const rows = await store.query(`SELECT DISTINCT ${text} AS label FROM ${relation} r`);
    const labels = labelsFrom(rows.map(({ label }) => String(label)));
    const column = { name, labels, missing: missingCodes(labels, marksFor(input.missing, name)) };
    const outside = outsideLevels(column, levels, attribute!.tree!.hierarchy, false);
    if (outside !== undefined) return outside;
  }
  return undefined;
}
