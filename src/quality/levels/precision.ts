import type { LevelContext, LevelMeasure } from "./level-measure.ts";

/**
 * Precision lost: how far up its ladder an attribute stands, (t/h)·g for records that are kept and s for those left
 * out; `monotone` counts all records as kept. Sweeney, *Achieving k-anonymity privacy protection using generalization
 * and suppression*, 2002, section 3.
 */
export function precisionMeasure(form: "monotone" | "plain"): (context: LevelContext) => LevelMeasure {
  return ({ problem, ladders, g, s, mostSuppressed }) => {
    const rows = problem.rows;
    const climbed = (levels: Uint8Array, attribute: number): number => {
      const { height } = ladders[attribute];
      return height === 0 ? 0 : (levels[attribute] / height) * g;
    };
    const withSuppressed = (levels: Uint8Array, records: number): Float64Array =>
      Float64Array.from(
        ladders,
        (_, attribute) => ((rows - records) * climbed(levels, attribute) + records * s) / rows,
      );
    const kept = (levels: Uint8Array): Float64Array =>
      Float64Array.from(ladders, (_, attribute) => climbed(levels, attribute));
    if (form === "monotone") return { of: ({ levels }) => kept(levels), least: kept };
    return {
      of: ({ levels, records }) => withSuppressed(levels, records),
      // linear in the suppressed records, so one of the two ends is the least
      least: (levels, suppressed) => {
        const few = withSuppressed(levels, suppressed);
        const many = withSuppressed(levels, Math.max(suppressed, mostSuppressed));
        return few.map((value, attribute) => Math.min(value, many[attribute]));
      },
    };
  };
}

/** Height: the level of each attribute as it is. Samarati, *Protecting respondents' identities*, TKDE 2001. */
export function heightMeasure(): LevelMeasure {
  const own = (levels: Uint8Array): Float64Array => Float64Array.from(levels);
  return { of: ({ levels }) => own(levels), least: own };
}
