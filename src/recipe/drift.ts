/** @file How another table differs from the one a recipe was made of, as far as the recipe can tell. */

/** A value that the recipe does not list, or that its cohort's label did not hold, and how many records have it. */
export type Stranger = { readonly value: string; readonly records: number };

/** A cohort that is not what was asked. */
export type Shortfall = {
  readonly values: Readonly<Record<string, string>>;
  readonly records: number;
  /** The models it fails. */
  readonly fails: readonly string[];
};

/** What changed in one column. */
export type AttributeDrift = {
  readonly name: string;
  /** Values that no label of the recipe stands for; published as the group of a hierarchy that has them, or as `*`. */
  readonly unseen: readonly Stranger[];
  /** Values that their cohort's label did not hold; it was widened by them. */
  readonly outside: readonly Stranger[];
  /** Records published as `*` because the recipe does not tell their label without its key. */
  readonly withheld: number;
  /** Half the sum of differences between the shares of the recipe's labels, then and now: 0 alike, 1 nothing in common. */
  readonly distance: number;
  /** About the distance that chance alone gives two tables of this size with the recipe's shares. */
  readonly chance: number;
};

/** Everything that changed. */
export type Drift = {
  readonly attributes: readonly AttributeDrift[];
  /** The recipe's cohorts that were joined because one of them was not what was asked, and the records of all of them. */
  readonly merged: { readonly cohorts: number; readonly records: number };
  /** Cohorts that are not what was asked even so. */
  readonly cohorts: readonly Shortfall[];
  /** Records in these cohorts, which are left out. */
  readonly failing: number;
};

/** Half the sum of differences between two distributions. */
export function distance(
  then: readonly { readonly text: string; readonly share: number }[],
  now: ReadonlyMap<string, number>,
): number {
  let sum = 0;
  for (const { text, share } of then) sum += Math.abs(share - (now.get(text) ?? 0));
  const known = new Set(then.map(({ text }) => text));
  for (const [text, share] of now) if (!known.has(text)) sum += share;
  return sum / 2;
}

/**
 * About how far two samples of the same shares lie apart by chance: half the sum of the mean absolute differences of two
 * counts that are each nearly normal, √(2/π) of their standard deviation.
 */
export function chanceDistance(then: readonly { readonly share: number }[], rows: number): number {
  return then.reduce((sum, { share }) => sum + Math.sqrt((4 * share * (1 - share)) / (Math.PI * rows)), 0) / 2;
}

/** How the new table differs, in short sentences: how many records, an example, what was done. */
export function driftSentences({ attributes, merged }: Drift): string[] {
  const columns = attributes.flatMap(({ name, unseen, outside }) => [
    ...(unseen.length === 0
      ? []
      : [`"${name}": ${strange(unseen)} not listed in the recipe; published as * or as the group that has it`]),
    ...(outside.length === 0 ? [] : [`"${name}": ${strange(outside)} outside its cohort's label, which was widened`]),
  ]);
  if (merged.cohorts === 0) return columns;
  return [...columns, `merged ${merged.cohorts} cohorts (${count(merged.records)}) because some were below the goal`];
}

/** Which cohorts are not what was asked, by an example. */
export function shortfallSentence({ cohorts }: Drift): string {
  const [{ values, records, fails }] = cohorts as readonly [Shortfall];
  const label = Object.values(values).join(" ");
  const many = cohorts.length === 1 ? "1 cohort fails" : `${cohorts.length} cohorts fail, for example`;
  return `${many}: ${label} (${count(records)}, ${fails.join(", ")})`;
}

function strange(strangers: readonly Stranger[]): string {
  const records = strangers.reduce((sum, one) => sum + one.records, 0);
  const first = strangers.reduce((most, one) => (one.records > most.records ? one : most));
  const values = strangers.length === 1 ? "" : `${strangers.length} values, `;
  return `${count(records)} (${values}for example "${first.value}")`;
}

function count(records: number): string {
  return records === 1 ? "1 record" : `${records} records`;
}

/** The columns in which values are published as `*` for want of the recipe's key. */
export function withheldColumns({ attributes }: Drift): string[] {
  return attributes
    .filter(({ withheld }) => withheld > 0)
    .map(({ name, withheld }) => `"${name}" (${count(withheld)})`);
}

/** The columns whose labels moved by more than a tenth beyond what chance explains. */
export function movedColumns({ attributes }: Drift): string[] {
  return attributes
    .filter((one) => one.distance > one.chance + 0.1)
    .map(({ name, distance: far, chance }) => `"${name}" moved by ${far.toFixed(2)} (${chance.toFixed(2)} by chance)`);
}
