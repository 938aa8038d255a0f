import { algorithmOf } from "../algorithms/index.ts";
import { KohortError, type Task } from "../base/index.ts";
import { type Axis, axisOf, encode, type Problem } from "../cohort/index.ts";
import { type Hierarchy, resolveHierarchy } from "../hierarchy/index.ts";
import { type PrivacyGoal, privacyModels } from "../privacy/index.ts";
import { checkSpec, columnsWith, type FullSpec, type Spec } from "../spec/index.ts";
import { type Column, columnIndex, labelAt, labelCounts, type Table, type WriteDialect } from "../table/index.ts";

/** What the host hands in: the bytes of the files a spec names, and how many threads may help. */
export type RunOptions = {
  readonly files?: ReadonlyMap<string, Uint8Array>;
  readonly threads?: number;
  /** Keeps records that are left out, with `*` in every quasi-identifier. */
  readonly keepSuppressed?: boolean;
  /** Keeps which input row each released row came from, to score attacks by. */
  readonly truth?: boolean;
  /** How the release will be written; canonical order is that of the written bytes. */
  readonly dialect?: WriteDialect;
};

/** Encodes a table for the search that a spec asks for. */
export function* problemOf(table: Table, spec: FullSpec, options: RunOptions): Task<Problem> {
  checkSpec(
    spec,
    table.columns.map((column) => column.name),
    undefined,
    table.columns.map((column) => column.kind),
  );
  const axes = quasiIdentifiersOf(table, spec).map((index) =>
    axisFor(table.columns[index]!, index, spec.attributes, options),
  );
  const algorithm = algorithmOf(spec.algorithm);
  const all = columnsWith(spec, "sensitive");
  const counted = algorithm.countsSensitive(spec.algorithm) ? all : sensitiveNamesOf(spec.privacy, all);
  const sensitive = counted.map((name) => columnIndex(table, name));
  return yield* encode(
    table,
    axes,
    sensitive.map((index) => axisFor(table.columns[index]!, index, spec.attributes, options)),
    { threads: options.threads ?? 1, folded: algorithm.folded(spec.algorithm) },
  );
}

/** The sensitive columns that goals look at. */
export function sensitiveNamesOf(goals: readonly PrivacyGoal[], sensitive: readonly string[]): string[] {
  const looking = goals.filter((goal) => privacyModels[goal.model].sensitive) as { readonly attribute?: string }[];
  return sensitive.filter((name) => looking.some(({ attribute }) => attribute === undefined || attribute === name));
}

/** The places of the quasi-identifiers, in the table's order. */
export function quasiIdentifiersOf(table: Table, spec: FullSpec): number[] {
  const names = new Set(columnsWith(spec, "quasi-identifying"));
  return table.columns.flatMap((column, index) => (names.has(column.name) ? [index] : []));
}

/** A column's axis as the spec states it. */
export function axisFor(column: Column, index: number, attributes: Spec["attributes"], options: RunOptions): Axis {
  const { hierarchy, order, weight, levels } = attributes[column.name] ?? {};
  if (order !== undefined && column.kind !== "category") {
    throw new KohortError("spec", `the order of "${column.name}" is stated, but it is a ${column.kind}`, {
      hint: 'set "kind": "category" if its values are names',
    });
  }
  return axisOf(column, index, {
    ...(weight === undefined ? {} : { weight }),
    ...(levels === undefined ? {} : { levels }),
    ...(order === undefined ? {} : { order }),
    ...(hierarchy === undefined ? {} : { hierarchy: hierarchyFor(column, hierarchy, options) }),
  });
}

/** The hierarchy a spec states for a column, checked against the column's values. */
export function hierarchyFor(
  column: Column,
  setting: NonNullable<FullSpec["attributes"][string]["hierarchy"]>,
  options: RunOptions,
): Hierarchy {
  const missing = new Set(column.missing);
  const counts = labelCounts(column);
  const known: number[] = [];
  for (let code = 0; code < column.labels.size; code++) if (!missing.has(code) && counts[code]! > 0) known.push(code);
  return resolveHierarchy(
    setting,
    {
      name: column.name,
      kind: column.kind,
      values: known.map((code) => labelAt(column.labels, code)),
      counts: known.map((code) => counts[code]!),
      numbers: column.numbers === undefined ? undefined : known.map((code) => column.numbers![code]!),
    },
    options.files,
  );
}
