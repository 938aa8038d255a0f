/**
 * @file Top and bottom coding, rounding and the grouping of rare categories: what statistics offices do to a column's
 * values before anything is searched (Hundepool et al., *Statistical Disclosure Control*, 2012, section 3.2). A coded
 * column is a column like any other; whatever comes after takes it for the original.
 */
import { byCodePoint, KohortError } from "../base/index.ts";
import { daysIn } from "../cohort/index.ts";
import { dayOf } from "../hierarchy/index.ts";
import {
  type Column,
  type DateForm,
  evidence,
  labelAt,
  labelCounts,
  labelStrings,
  labelsFrom,
  newCodes,
} from "../table/index.ts";
import { type ListGrouping, otherName, type RareGrouping, type Transformation } from "./registry.ts";

/** A column after its transformations, and how many records each of them changed. */
export type TransformedColumn = {
  readonly column: Column;
  readonly changed: readonly { readonly kind: Transformation["kind"]; readonly records: number }[];
};

/** Does what is stated to a column, one thing after the other. */
export function transformColumn(column: Column, stated: readonly Transformation[]): TransformedColumn {
  let current = column;
  const changed: { kind: Transformation["kind"]; records: number }[] = [];
  for (const transformation of stated) {
    const next = transformOnce(current, transformation);
    changed.push({ kind: transformation.kind, records: next.records });
    current = next.column;
  }
  return { column: current, changed };
}

/**
 * The same with rare categories named one by one, so that another table is coded as this one; names that are rare in
 * the other one are grouped there too.
 */
export function resolveTransformations(column: Column, stated: readonly Transformation[]): Transformation[] {
  let current = column;
  return stated.map((transformation) => {
    const found: Transformation =
      transformation.kind === "rare"
        ? {
            kind: "group",
            keep: keptNames(current, transformation),
            below: transformation.below,
            as: transformation.as,
          }
        : transformation;
    current = transformOnce(current, transformation).column;
    return found;
  });
}

type Value = { readonly label: string; readonly number: number };

function transformOnce(column: Column, transformation: Transformation): { column: Column; records: number } {
  const rewrite = rewriteOf(column, transformation);
  const missing = new Set(column.missing);
  const counts = labelCounts(column);
  const places = new Map<string, number>();
  const numbers: number[] = [];
  const bare: number[] = [];
  let records = 0;
  const fresh = Uint32Array.from({ length: column.labels.size }, (_, code) => {
    const found = missing.has(code) ? undefined : rewrite(code);
    const label = found?.label ?? labelAt(column.labels, code);
    if (found !== undefined) records += counts[code];
    const known = places.get(label);
    if (known !== undefined) return known;
    places.set(label, places.size);
    numbers.push(found?.number ?? column.numbers?.[code] ?? Number.NaN);
    bare.push(column.bare?.[code] ?? 0);
    return places.size - 1;
  });
  const codes = newCodes(column.codes.length, places.size);
  for (let row = 0; row < codes.length; row++) codes[row] = fresh[column.codes[row]];
  return {
    column: {
      ...column,
      codes,
      labels: labelsFrom([...places.keys()]),
      missing: [...new Set(column.missing.map((code) => fresh[code]))],
      ...(column.numbers === undefined ? {} : { numbers: Float64Array.from(numbers) }),
      ...(column.bare === undefined ? {} : { bare: Uint8Array.from(bare) }),
    },
    records,
  };
}

/** What a code becomes; undefined where it stays. */
function rewriteOf(column: Column, transformation: Transformation): (code: number) => Value | undefined {
  switch (transformation.kind) {
    case "top":
    case "bottom":
      return limiting(column, transformation);
    case "round": {
      refuseKind(column, "round", ["number"]);
      const { to } = transformation;
      return (code) => {
        const before = column.numbers![code];
        const number = roundedTo(before, to);
        return number === before ? undefined : { label: plain(number), number };
      };
    }
    case "rare":
    case "group": {
      refuseKind(column, transformation.kind, ["category"]);
      const { as = otherName } = transformation;
      const keep = new Set(keptNames(column, transformation));
      return (code) => {
        const label = labelAt(column.labels, code);
        return keep.has(label) || label === as ? undefined : { label: as, number: Number.NaN };
      };
    }
  }
}

function limiting(
  column: Column,
  { kind, at }: Extract<Transformation, { at: unknown }>,
): ReturnType<typeof rewriteOf> {
  refuseKind(column, kind, ["number", "date"]);
  const limit = limitOf(column, at);
  const isBeyond = (number: number): boolean => (kind === "top" ? number > limit.number : number < limit.number);
  return (code) => (isBeyond(column.numbers![code]) ? limit : undefined);
}

/** The limit as a value of the column: a number, or a day written as the column's are. */
function limitOf(column: Column, at: number | string): Value {
  if (column.kind === "number") {
    if (typeof at === "number") return { label: plain(at), number: at };
    throw new KohortError("spec", `the limit of "${column.name}" is "${at}", and the column has numbers`, {
      hint: "state a number",
    });
  }
  const number = typeof at === "string" ? daysIn(at) : Number.NaN;
  if (Number.isNaN(number)) {
    throw new KohortError("spec", `the limit of "${column.name}" is "${at}", and the column has days`, {
      hint: "state a day as 2024-03-01",
    });
  }
  return { label: dayIn(number, evidence(column).dateForm ?? "yyyy-mm-dd"), number };
}

/** A day as a column writes its days. */
function dayIn(days: number, form: DateForm): string {
  const { year, month, day } = dayOf(days);
  const two = (number: number): string => String(number).padStart(2, "0");
  const parts = { yyyy: String(year).padStart(4, "0"), mm: two(month), dd: two(day) };
  return form.replace(/yyyy|mm|dd/g, (part) => parts[part as keyof typeof parts]);
}

function refuseKind(column: Column, name: string, kinds: readonly Column["kind"][]): void {
  if (kinds.includes(column.kind)) return;
  throw new KohortError("spec", `"${name}" is for ${kinds.map((kind) => words[kind]).join(" and ")}`, {
    where: `attributes.${column.name}.transform`,
    hint: `column "${column.name}" has ${words[column.kind]}; set its "kind" if that is wrong`,
  });
}

const words = { number: "numbers", date: "days", category: "names" } as const;

/** The nearest multiple of a width, halves upward. */
export function roundedTo(number: number, width: number): number {
  return Number((Math.floor(number / width + 0.5) * width).toFixed(9));
}

/** A number as short as it can be written. */
function plain(number: number): string {
  return String(Number(number.toFixed(9)));
}

/** The names of a column that its transformations publish under another one. */
export function groupedNames(column: Column, stated: readonly Transformation[]): Set<string> {
  const grouping = stated.find((one) => one.kind === "rare" || one.kind === "group");
  if (grouping === undefined) return new Set();
  const kept = new Set([...keptNames(column, grouping), grouping.as ?? otherName]);
  return new Set(labelStrings(column.labels).filter((label) => !kept.has(label)));
}

/**
 * The names that are kept: those with enough records, less the rarest of them where what is grouped would itself be too
 * rare, so that every name that is published stands for at least `below` records or for all. Of a list only those that
 * are in it are kept.
 */
function keptNames(column: Column, grouping: RareGrouping | ListGrouping): readonly string[] {
  const { below, as = otherName } = grouping;
  if (below === undefined) return grouping.kind === "group" ? grouping.keep : [];
  const listed = grouping.kind === "group" ? new Set(grouping.keep) : undefined;
  const missing = new Set(column.missing);
  const counts = labelCounts(column);
  const labels = labelStrings(column.labels);
  const names = [...labels.keys()].filter((code) => !missing.has(code) && counts[code] > 0 && labels[code] !== as);
  const own = labels.indexOf(as);
  let grouped = own < 0 || missing.has(own) ? 0 : counts[own];
  const isKept = (code: number): boolean => counts[code] >= below && (listed?.has(labels[code]) ?? true);
  const kept = names.filter(isKept);
  const rare = names.filter((code) => !isKept(code));
  for (const code of rare) grouped += counts[code];
  if (grouped > 0) {
    kept.sort((a, b) => counts[b] - counts[a] || byCodePoint(labels[a], labels[b]));
    while (grouped < below && kept.length > 0) grouped += counts[kept.pop()!];
  }
  return kept.sort((a, b) => a - b).map((code) => labels[code]);
}
