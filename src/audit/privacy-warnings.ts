import { fewLines, formatNumber, formatShare, KohortError } from "../base/index.ts";
import type { Telling } from "./telling.ts";

/** Why a release may tell more than its goals say. */
export type PrivacyWarningKind =
  | "header"
  | "name"
  | "copy"
  | "unique"
  | "cohort"
  | "alone"
  | "undone"
  | "not-checked"
  | "order"
  | "replaced"
  | "people"
  | "suppressed"
  | "synthetic";

/** Something about a release that bears on people's privacy. */
export type PrivacyWarning = {
  readonly kind: PrivacyWarningKind;
  readonly columns: readonly string[];
  /** The share of people it concerns, where that was measured. */
  readonly figure?: number;
  readonly sentence: string;
};

/** The share of people past which a column singles too many out on its own. */
const manyUnique = 0.01;

/** People below which sensitive values differ by chance. */
const fewPeople = 30;

/** The share of people past which a column undoes what was made coarser. */
const manyUndone = 0.1;

/** Unreached pairs that a warning names. */
const namedPairs = 5;

/** What was asked of a release, as far as its other columns can break it. */
export type Limits = { readonly k: number; readonly suppression: number };

/** What published columns tell beyond the goals, where that is too much. */
export function tellingWarnings(told: Telling, { k, suppression }: Limits): PrivacyWarning[] {
  const { people } = told;
  const of = (share: number): string =>
    `${formatNumber(Math.round(share * people))} of ${formatNumber(people)} people (${formatShare(share)})`;
  const isCohortBroken = (below: number | undefined): boolean => below !== undefined && below > suppression + 1e-12;
  const unique = new Set(
    told.columns
      .filter(({ alone, role }) => alone > manyUnique && (role === "insensitive" || people >= fewPeople))
      .map(({ column }) => column),
  );
  const broken = new Set(told.columns.filter(({ below }) => isCohortBroken(below)).map(({ column }) => column));
  const found: PrivacyWarning[] = told.copies.map(({ column, of: other }) => ({
    kind: "copy",
    columns: [column, other],
    sentence: `column "${column}" is an exact copy of "${other}"`,
  }));
  if (told.single !== undefined && told.single > 0) {
    const sentence = `${of(told.single)} are alone in their cohort: no goal asks that others are in it, as k-anonymity does`;
    found.push({ kind: "alone", columns: [], figure: told.single, sentence });
  }
  for (const { column, alone, below } of told.columns) {
    if (unique.has(column)) {
      const sentence = `column "${column}" is published as it is and singles out ${of(alone)} on its own`;
      found.push({ kind: "unique", columns: [column], figure: alone, sentence });
    }
    if (broken.has(column)) {
      const sentence = `column "${column}" together with the quasi-identifiers puts ${of(below!)} into cohorts of fewer than ${formatNumber(k)}`;
      found.push({ kind: "cohort", columns: [column], figure: below!, sentence });
    }
  }
  for (const { columns, alone, below } of told.pairs) {
    const names = `columns ${columns.map((name) => `"${name}"`).join(" and ")}`;
    if (alone > manyUnique && !columns.some((name) => unique.has(name))) {
      const sentence = `${names} are published as they are and single out ${of(alone)} together`;
      found.push({ kind: "unique", columns, figure: alone, sentence });
    }
    if (isCohortBroken(below) && !columns.some((name) => broken.has(name))) {
      const sentence = `${names} together with the quasi-identifiers put ${of(below)} into cohorts of fewer than ${formatNumber(k)}`;
      found.push({ kind: "cohort", columns, figure: below, sentence });
    }
  }
  for (const { column, of: coarse, share } of told.undone) {
    if (share <= manyUndone) continue;
    const sentence = `column "${column}" fixes the original "${coarse}" of ${of(share)}, although it was made coarser`;
    found.push({ kind: "undone", columns: [column, coarse], figure: share, sentence });
  }
  return [...found, ...uncheckedWarnings(told)];
}

function uncheckedWarnings({ notChecked }: Telling): PrivacyWarning[] {
  const { pairs, undone } = notChecked;
  const listed = (count: number, list: readonly (readonly [string, string])[], what: string): PrivacyWarning[] => {
    if (count === 0) return [];
    const shown = list.slice(0, namedPairs).map(([a, b]) => `"${a}" and "${b}"`);
    const more = count > shown.length ? ` and ${formatNumber(count - shown.length)} more` : "";
    const sentence = `not checked ${what}: ${shown.join(", ")}${more}`;
    return [{ kind: "not-checked", columns: [...new Set(list.flat())], sentence }];
  };
  return [
    ...listed(pairs.count, pairs.list, "whether pairs of columns single people out"),
    ...listed(undone.count, undone.list, "whether a column undoes another that was made coarser"),
  ];
}

/** Refuses a release with privacy warnings, where the spec says `"warnings": "refuse"`. */
export function refuseWarnings(how: "warn" | "refuse" | undefined, warnings: readonly PrivacyWarning[]): void {
  if (how !== "refuse" || warnings.length === 0) return;
  const sentences = warnings.map(({ sentence }) => sentence);
  const are = warnings.length === 1 ? "1 privacy warning, which is" : `${warnings.length} privacy warnings, which are`;
  throw new KohortError("audit", [`the release has ${are} refused`, ...fewLines(sentences)], {
    hint: 'drop or coarsen the columns; without `warnings: "refuse"` these are only warnings',
  });
}
