import { KohortError } from "../base/index.ts";
import { type Axis, type AxisOptions, axisOf, type Layout } from "../cohort/index.ts";
import { type Hierarchy, resolveHierarchy, treeOf } from "../hierarchy/index.ts";
import type { FullSpec, Spec } from "../spec/index.ts";
import {
  type Column,
  compareLabels,
  foldSpelling,
  labelAt,
  labelCounts,
  type Spelling,
  type WriteDialect,
} from "../table/index.ts";
import { pointedHierarchy } from "./decimals.ts";
import { checkLevels } from "./levels.ts";

/** What the host hands in: the bytes of the files a spec names, and how many threads may help. */
export type RunOptions = {
  readonly files?: ReadonlyMap<string, Uint8Array>;
  readonly threads?: number;
  /** The secret under which identifying columns are replaced, where a replacement needs one. */
  readonly key?: Uint8Array;
  /** Keeps records that are left out, with `*` in every quasi-identifier. */
  readonly keepSuppressed?: boolean;
  /** Keeps which input row each released row came from, to score attacks by. */
  readonly truth?: boolean;
  /** How the release will be written; canonical order is that of the written bytes. */
  readonly dialect?: WriteDialect;
};

/** How axes are laid out, beside what the host hands in. */
type AxisRequest = RunOptions & { readonly layout?: Layout };

/** A column's axis as the spec states it. */
export function axisFor(column: Column, index: number, attributes: Spec["attributes"], options: AxisRequest): Axis {
  return axisOf(column, index, axisOptions(column, attributes, options));
}

/**
 * A sensitive column's axis: where spelling is folded, all spellings of a value share a rank, which is called as the
 * hierarchy or the stated order call it.
 */
export function sensitiveAxisFor(
  column: Column,
  index: number,
  attributes: Spec["attributes"],
  options: AxisRequest & { readonly spelling: Spelling },
): Axis {
  if (options.spelling === "exact") return axisFor(column, index, attributes, options);
  const stated = axisOptions(column, attributes, options);
  const names = stated.hierarchy === undefined ? stated.order : treeOf(stated.hierarchy).leaves;
  const folded = foldSpelling(column, names);
  const { attribute, rankOf } = axisOf(folded.column, index, stated);
  return { attribute, rankOf: folded.codeOf.map((code) => rankOf[code]), source: column };
}

function axisOptions(column: Column, attributes: Spec["attributes"], options: AxisRequest): AxisOptions {
  const { hierarchy, order, weight, levels, missing } = attributes[column.name] ?? {};
  if (order !== undefined && column.kind !== "category") {
    throw new KohortError("spec", `the order of "${column.name}" is stated, but it is a ${column.kind}`, {
      hint: 'set "kind": "category" if its values are names',
    });
  }
  const resolved = hierarchy === undefined ? undefined : hierarchyFor(column, hierarchy, options);
  if (levels !== undefined) checkLevels(column.name, levels, resolved);
  return {
    weight,
    levels,
    wildcard: missing === "wildcard" ? (true as const) : undefined,
    order,
    layout: options.layout,
    hierarchy: resolved,
  };
}

/** The hierarchy a spec states for a column, checked against the column's values. */
export function hierarchyFor(
  column: Column,
  setting: NonNullable<FullSpec["attributes"][string]["hierarchy"]>,
  options: RunOptions,
  unlisted: "refused" | "apart" = "refused",
): Hierarchy {
  const missing = new Set(column.missing);
  const counts = labelCounts(column);
  const known: number[] = [];
  for (let code = 0; code < column.labels.size; code++) if (!missing.has(code) && counts[code] > 0) known.push(code);
  known.sort((a, b) => compareLabels(column.labels, a, b));
  const values = {
    name: column.name,
    kind: column.kind,
    values: known.map((code) => labelAt(column.labels, code)),
    counts: known.map((code) => counts[code]),
    numbers: column.numbers === undefined ? undefined : known.map((code) => column.numbers![code]),
  };
  const stated = column.decimal === undefined ? setting : pointedHierarchy(setting, values, options.files);
  return resolveHierarchy(stated, values, options.files, unlisted);
}
