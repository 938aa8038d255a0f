/**
 * @file k-concealment measured from a release and its original: which originals each released row covers is read off
 * the two tables, rows in any order, and a record that was left out could be anything.
 */
import { KohortError } from "../base/index.ts";
import { type Attribute, any, endPosition, parseCell, valueText } from "../cohort/index.ts";
import { type KConcealment, partnersInAnyOrder, rowSets } from "../privacy/index.ts";
import { axisFor } from "../problem/index.ts";
import { type Column, columnIndex, labelStrings, type Table } from "../table/index.ts";
import type { AuditOptions } from "./audit.ts";
import type { Verdict } from "./tally.ts";

/** Rows past which assignments are not looked at. */
const mostRows = 20_000;

/** Measures how many partners every row of a release keeps. */
export function judgeConcealment(release: Table, goal: KConcealment, options: AuditOptions): Verdict {
  const { original } = options;
  const { k, side = "released" } = goal;
  if (original === undefined) {
    throw new KohortError("usage", "k-concealment cannot be measured without the original table", {
      hint: "name it with `original`; a table alone tells only whether it is k-anonymous",
    });
  }
  if (release.rows > original.rows || original.rows > mostRows) {
    const message =
      release.rows > original.rows
        ? `the release has ${release.rows} rows, more than the ${original.rows} of the original`
        : `k-concealment is measured on at most ${mostRows} rows, and there are ${original.rows}`;
    throw new KohortError("input", message, { hint: "check that the files belong together" });
  }
  const cover = rowSets(original.rows);
  cover.bits.fill(0xffff_ffff);
  for (const name of options.quasiIdentifiers) restrict(cover, release, original, name, options);
  clearBeyond(cover);
  const kept = partnersInAnyOrder(cover, side);
  if (kept === undefined) {
    throw new KohortError("audit", "the released rows cannot all stand for different originals", {
      hint: "check that the files belong together, and name the hierarchies or domains that were used",
    });
  }
  const counted = side === "released" ? kept.subarray(0, release.rows) : kept;
  const measured = counted.reduce((least, partners) => Math.min(least, partners), original.rows);
  const failing = counted.reduce((count, partners) => count + (partners < k ? 1 : 0), 0);
  return {
    model: goal.model,
    asked: k,
    measured,
    holds: failing === 0,
    failing,
    relation: "≥",
    definition:
      side === "original"
        ? "released rows that an original keeps in complete assignments"
        : "originals that a released row keeps in complete assignments",
  };
}

/** Takes from every released row the originals that its value in one column does not cover. */
function restrict(
  cover: ReturnType<typeof rowSets>,
  release: Table,
  original: Table,
  name: string,
  options: AuditOptions,
): void {
  const after = release.columns[columnIndex(release, name)];
  const place = columnIndex(original, name);
  const { attribute, rankOf, source } = axisFor(original.columns[place], place, options.attributes ?? {}, options);
  const sets = new Map<number, Uint32Array>();
  for (let row = 0; row < release.rows; row++) {
    const code = after.codes[row];
    let set = sets.get(code);
    if (set === undefined) sets.set(code, (set = coveredRows(attribute, after, code, rankOf, source)));
    for (let w = 0; w < cover.words; w++) cover.bits[row * cover.words + w] &= set[w];
  }
}

function coveredRows(
  attribute: Attribute,
  after: Column,
  code: number,
  rankOf: Uint32Array,
  source: Column,
): Uint32Array {
  const isCovered = coveredBy(attribute, labelStrings(after.labels)[code]);
  const set = new Uint32Array(Math.max(1, Math.ceil(source.codes.length / 32)));
  for (let row = 0; row < source.codes.length; row++) {
    if (isCovered[rankOf[source.codes[row]]]) set[row >>> 5] |= 1 << (row & 31);
  }
  return set;
}

/** Which ranks a released text covers: the same value, any, a group's members, a set's, a range's in either form. */
function coveredBy(attribute: Attribute, text: string): boolean[] {
  const { labels, positions, missing, kind, tree } = attribute;
  if (text === any) return labels.map(() => true);
  const isEnd = (end: string): boolean => labels.includes(end) || (end.trim() !== "" && Number.isFinite(Number(end)));
  const read = parseCell(text, isEnd);
  const members = new Set(read.form === "set" ? read.values : read.form === "value" ? [read.value] : []);
  const node = tree === undefined ? -1 : tree.tree.labels.indexOf(text);
  const placeOf = (end: string): number => (labels.includes(end) ? positions[labels.indexOf(end)] : Number(end));
  const isInterval = read.form === "interval";
  const low = isInterval ? endPosition(read.low, "low", placeOf) : undefined;
  const high = isInterval ? endPosition(read.high, "high", placeOf) : undefined;
  const isBelow = (place: number): boolean => (isInterval && read.open === true ? place < high! : place <= high!);
  return labels.map((label, rank) => {
    if (valueText(label) === text || members.has(label)) return true;
    if (rank === missing) return false;
    if (node >= 0) {
      const leaf = tree!.leafOf[rank];
      if (leaf >= tree!.tree.low[node] && leaf <= tree!.tree.high[node]) return true;
    }
    if (low === undefined || high === undefined || (kind === "category" && tree === undefined)) return false;
    return tree === undefined && positions[rank] >= low && isBelow(positions[rank]);
  });
}

/** Clears the bits past the last row, and lets released rows that are not there cover everything. */
function clearBeyond(cover: ReturnType<typeof rowSets>): void {
  const { rows, words, bits } = cover;
  const last = rows & 31;
  if (last === 0) return;
  for (let row = 0; row < rows; row++) bits[row * words + words - 1] &= (1 << last) - 1;
}
