/** @file Codes packed into as few whole numbers as they fit: what is grouped and joined by is narrower so. */
import type { Dialect } from "./dialect.ts";
import type { Tuples } from "./levels.ts";

type Codes = Pick<Tuples, "quasi" | "sensitive">;
type PackedColumn = { readonly name: string; readonly size: number };

/** Combinations up to which a packed number is exact here and in every engine. */
const room = 2 ** 53;

/** The codes of tuples by name, in groups that each fit one whole number. */
function groupsOf({ quasi, sensitive }: Codes): PackedColumn[][] {
  const all = [
    ...quasi.map(({ axis }, i) => ({ name: `c${i}`, size: axis.size })),
    ...sensitive.map(({ totals }, i) => ({ name: `s${i}`, size: totals.length })),
  ];
  const groups: PackedColumn[][] = [];
  let product = Number.POSITIVE_INFINITY;
  for (const one of all) {
    product *= Math.max(1, one.size);
    if (product < room) groups[groups.length - 1].push(one);
    else {
      groups.push([one]);
      product = Math.max(1, one.size);
    }
  }
  return groups;
}

/** Expressions that are equal exactly where all codes of a relation are. */
export function packedKeys(codes: Codes, relation: string): string[] {
  const from = relation === "" ? "" : `${relation}.`;
  return groupsOf(codes).map((group) =>
    group.reduce(
      (sum, { name, size }, i) =>
        i === 0 ? `CAST(${from}${name} AS BIGINT)` : `(${sum} * ${size} + CAST(${from}${name} AS BIGINT))`,
      "",
    ),
  );
}

/** The codes again, from packed keys `key0`, …: one expression each, with its name. */
export function unpacked(codes: Codes, dialect: Dialect): string[] {
  return groupsOf(codes).flatMap((group, g) => {
    const after = group.map((_, i) => group.slice(i + 1).reduce((product, { size }) => product * Math.max(1, size), 1));
    return group.map(({ name, size }, i) => {
      const above = after[i] === 1 ? `key${g}` : dialect.divide(`key${g}`, String(after[i]));
      return `CAST(${i === 0 ? above : `(${above} % ${size})`} AS INT) AS ${name}`;
    });
  });
}
