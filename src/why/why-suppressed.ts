import { cohortsFor, type KnownColumn, rankIn } from "../attacks/index.ts";
import { any, covers, valueText } from "../cohort/index.ts";
import { labelAt } from "../table/index.ts";
import { boundsOf, lackingRecords } from "./lacking-records.ts";
import type { Why } from "./why.ts";
import type { Case } from "./why-case.ts";
import { described, groupOf } from "./why-cell.ts";

/** Why a record was left out: what its values are published as elsewhere, and what the records like it lack. */
export function suppressedOf(found: Case, record: number): NonNullable<Why["suppressed"]> {
  const { view, original, asked, known } = found;
  const places = view.known.map((column) => publishedAs(column, rankIn(column, record)));
  const isAlike = (row: number): boolean =>
    view.known.every((column, at) => {
      const rank = rankIn(column, row);
      const { code } = places[at];
      return code === undefined ? rank === rankIn(column, record) : covers(column.cover, code, rank);
    });
  const rows: number[] = [];
  for (let row = 0; row < original.rows; row++) {
    const isLeftOut = known === undefined ? row === record || cohortsFor(view, row).length === 0 : known[row] < 0;
    if (isLeftOut && isAlike(row)) rows.push(row);
  }
  const group = groupOf(found, rows, 0);
  const missing = lackingRecords([group], asked);
  const texts = places.map(({ text }) => text);
  return {
    values: Object.fromEntries(view.known.map(({ name }, at) => [name, texts[at]])),
    records: rows.length,
    binds: boundsOf(group, asked),
    missing: missing === undefined ? undefined : described(found, missing, [texts]),
  };
}

/** The one text that a value is published as elsewhere; where there are several or none it stands for itself. */
function publishedAs({ cover, released }: KnownColumn, rank: number): { text: string; code?: number } {
  const codes = [...Array(released.labels.size).keys()].filter((code) => covers(cover, code, rank));
  const stated = codes.filter((code) => labelAt(released.labels, code) !== any);
  const code = stated.length === 1 ? stated[0] : codes.length === 1 ? codes[0] : undefined;
  if (code === undefined) return { text: valueText(cover.attribute.labels[rank]) };
  return { text: labelAt(released.labels, code), code };
}
