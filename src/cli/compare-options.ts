import { leastSize } from "../audit/index.ts";
import { hierarchyFiles } from "../engine/index.ts";
import type { Hierarchy } from "../hierarchy/index.ts";
import { hierarchyFor } from "../problem/index.ts";
import { centredColumns, writtenForm } from "../release/index.ts";
import { columnsWith, type ParsedSpec, type Spec } from "../spec/index.ts";
import { columnIndex, type Table } from "../table/index.ts";
import type { CompareOptions } from "../utility/index.ts";

/** How two tables are compared under a spec: by its quasi-identifiers, hierarchies, weights and forms of values. */
export function compareOptions(
  spec: Spec,
  original: Table,
  { folder, base }: { readonly folder: string; readonly base?: ParsedSpec },
  statesK = false,
): CompareOptions {
  const quasiIdentifiers = columnsWith(spec, "quasi-identifying");
  const files = hierarchyFiles(spec, folder);
  const hierarchies: Record<string, Hierarchy> = {};
  const weights: Record<string, number> = {};
  for (const name of quasiIdentifiers) {
    const { hierarchy, weight } = spec.attributes[name];
    const column = original.columns[columnIndex(original, name, base?.placeOf(["attributes", name]))];
    if (hierarchy !== undefined) hierarchies[name] = hierarchyFor(column, hierarchy, { files });
    if (weight !== undefined) weights[name] = weight;
  }
  const k = base === undefined && !statesK ? undefined : leastSize(spec);
  const centres = centredColumns(spec, original);
  return {
    quasiIdentifiers: quasiIdentifiers.length === 0 ? undefined : quasiIdentifiers,
    attributes: spec.attributes,
    hierarchies,
    weights,
    countRows: spec.person === "none",
    form: writtenForm(spec),
    centres: centres.length === 0 ? undefined : centres,
    k,
  };
}
