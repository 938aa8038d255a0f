import { algorithmOf } from "../algorithms/index.ts";
import type { PublishForm } from "../cohort/index.ts";
import type { TextForm } from "../quality/index.ts";
import type { Spec } from "../spec/index.ts";
import type { Table } from "../table/index.ts";
import { textForm } from "./release-quality.ts";

function formOf({ algorithm }: Pick<Spec, "algorithm">): PublishForm {
  return (algorithm && algorithmOf(algorithm).writes?.(algorithm)) ?? "range";
}

/** How the generalised values of a spec's method are to be read. */
export function writtenForm(spec: Pick<Spec, "algorithm">): TextForm {
  return textForm(formOf(spec));
}

/** The columns of a table that a spec's method publishes by a mean, a median or a mode. */
export function centredColumns(
  { algorithm, attributes }: Pick<Spec, "algorithm" | "attributes">,
  table: Table,
): string[] {
  if (algorithm === undefined) return [];
  const form = formOf({ algorithm });
  const isCentred = form === "mean" || form === "median";
  return table.columns.flatMap(({ name, kind }) => {
    const { role, hierarchy, snap } = attributes[name] ?? {};
    if (role !== "quasi-identifying") return [];
    const isPlain = kind === "number" && hierarchy === undefined && snap === undefined;
    const isOwn = algorithmOf(algorithm).publishesCentre?.(algorithm, name) !== undefined;
    return isOwn || (isCentred && isPlain) ? [name] : [];
  });
}
