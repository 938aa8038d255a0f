/** @file How another table differs from the one a recipe was made of, as far as the recipe can tell. */

/** A value that the recipe does not know, or does not know where it stands, and how many records have it. */
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
  /** Values that were not in the table of the recipe, nor in its hierarchy. */
  readonly unseen: readonly Stranger[];
  /** Numbers and days that none of the recipe's cohorts covers where they belong. */
  readonly outside: readonly Stranger[];
  /** Records published as `*` because the recipe does not tell their label without its key. */
  readonly withheld: number;
  /** Half the sum of differences between the shares of published values, then and now: 0 alike, 1 nothing in common. */
  readonly distance: number;
};

/** Everything that changed. */
export type Drift = {
  readonly attributes: readonly AttributeDrift[];
  readonly cohorts: readonly Shortfall[];
  /** Records that cannot be published as the recipe says. */
  readonly unplaced: number;
  /** Records in cohorts that are not what was asked. */
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

const mostNamed = 5;

/** What is wrong, in short sentences. */
export function driftSentences({ attributes, cohorts, failing }: Drift): string[] {
  const named = (strangers: readonly Stranger[]): string => {
    const shown = strangers.slice(0, mostNamed).map(({ value, records }) => `"${value}" (${records})`);
    const more = strangers.length - shown.length;
    return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
  };
  const columns = attributes.flatMap(({ name, unseen, outside }) => [
    ...(unseen.length === 0 ? [] : [`"${name}" has values the recipe has not seen: ${named(unseen)}`]),
    ...(outside.length === 0
      ? []
      : [`"${name}" has values outside every cohort they could belong to: ${named(outside)}`]),
  ]);
  if (cohorts.length === 0) return columns;
  const shown = cohorts.slice(0, mostNamed).map(({ values, records, fails }) => {
    const texts = Object.values(values).join(" ");
    return `${texts} (${records}, ${fails.join(", ")})`;
  });
  const more = cohorts.length - shown.length;
  const count = cohorts.length === 1 ? "1 cohort" : `${cohorts.length} cohorts`;
  return [
    ...columns,
    `${count} below what was asked (${failing === 1 ? "1 record" : `${failing} records`}): ${shown.join("; ")}${more > 0 ? ` and ${more} more` : ""}`,
  ];
}

/** The columns in which values are published as `*` for want of the recipe's key. */
export function withheldColumns({ attributes }: Drift): string[] {
  return attributes
    .filter(({ withheld }) => withheld > 0)
    .map(({ name, withheld }) => `"${name}" (${withheld === 1 ? "1 record" : `${withheld} records`})`);
}

/** The columns whose published values moved by more than a tenth. */
export function movedColumns({ attributes }: Drift): string[] {
  return attributes
    .filter((one) => one.distance > 0.1)
    .map(({ name, distance: far }) => `"${name}" moved by ${far.toFixed(2)}`);
}
