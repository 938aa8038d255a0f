import { KohortError } from "../base/index.ts";
import { outsideLevels } from "../problem/index.ts";
import type { Spec } from "../spec/index.ts";
import { labelsFrom, type MissingMarks, marksFor, missingCodes } from "../table/index.ts";
import type { Field } from "./profile.ts";
import type { Store } from "./store.ts";

/** Refuses a written release with a value outside the levels that are stated for its column. */
export async function refuseOutsideLevels(
  store: Store,
  relation: string,
  quasi: readonly Field[],
  { attributes, marks }: { readonly attributes: Spec["attributes"]; readonly marks: MissingMarks },
): Promise<void> {
  for (const { name, attribute } of quasi) {
    const levels = attributes[name]?.levels;
    if (levels === undefined) continue;
    const text = store.dialect.asText(store.dialect.identifier(name));
    const rows = await store.query(`SELECT DISTINCT ${text} AS label FROM ${relation} r`);
    const labels = labelsFrom(rows.map(({ label }) => String(label)));
    const column = { name, labels, missing: missingCodes(labels, marksFor(marks, name)) };
    const outside = outsideLevels(column, levels, attribute!.tree!.hierarchy, false);
    if (outside === undefined) continue;
    throw new KohortError(
      "audit",
      `the written release has "${outside.value}" in column "${name}", which is outside levels ${levels[0]} to ${levels[1]}`,
      { hint: "the release was not published; what was written is not what was made, check the disk and run it again" },
    );
  }
}
