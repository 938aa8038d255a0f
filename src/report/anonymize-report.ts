import type { Findings } from "../attacks/index.ts";
import type { Audit, Verdict } from "../audit/index.ts";
import type { Examination } from "../examine/index.ts";
import type { Release } from "../release/index.ts";
import type { Risk } from "../risk/index.ts";
import type { FullSpec } from "../spec/index.ts";
import type { ClassifierUtility } from "../utility/index.ts";

/** What is known of a run beside the release itself. */
export type RunFacts = {
  readonly version: string;
  /** What it ran on, such as `node 20.19.0`. */
  readonly host?: string;
  readonly input: { readonly rows: number; readonly leftOut: number; readonly columns: number };
  readonly sha256: string;
  /** Seconds per stage, on the clock and of processor time. */
  readonly time: Readonly<Record<string, number>>;
  readonly cpu: Readonly<Record<string, number>>;
  /** What was found with the original at hand, where that was looked for. */
  readonly examination?: Examination;
};

/** The people of a release: the column that tells them apart, how many there are, and how many a cohort has. */
export type ReportedPeople = Omit<NonNullable<Audit["release"]["people"]>, "taken"> & {
  readonly column: string;
  /** Whether the column was taken without being named, since it repeats. */
  readonly taken: boolean;
};

/** A run of `anonymize` as one JSON document; keys are only ever added. */
export type AnonymizeReport = {
  readonly kohort: string;
  readonly host?: string;
  readonly spec: FullSpec;
  readonly seed: number;
  readonly input: RunFacts["input"];
  /** What was left out for missing values, by column, and how values were coded before the search. */
  readonly prepared: Pick<Release["prepared"], "leftOutBy" | "coded">;
  readonly release: {
    readonly rows: number;
    readonly suppressed: number;
    readonly cohorts: number;
    readonly smallest: number;
    readonly largest: number;
    readonly sha256: string;
    /** Whose rows they are, where a column says so; people are then counted for k, l, t and risks. */
    readonly people?: ReportedPeople;
  };
  /** The columns of the input that are not published; those without a role are ones that nobody spoke of. */
  readonly unpublished: Release["unpublished"];
  readonly privacy: readonly Verdict[];
  readonly quality: Release["quality"];
  /** What became of columns of sets. */
  readonly baskets: Release["sets"];
  /** What is given away about each sensitive column; beside what is lost, since they pull against each other. */
  readonly disclosure: Release["disclosure"];
  readonly risk: Audit["risk"];
  /** The risk that the input itself carries. */
  readonly before?: { readonly cohorts: number; readonly risk: Risk };
  readonly attacks?: Findings["findings"];
  readonly notTried?: Findings["skipped"];
  readonly utility?: ClassifierUtility;
  readonly time: RunFacts["time"];
  readonly cpu: RunFacts["cpu"];
  readonly search: Release["search"];
  /** What the published columns tell that no goal speaks of, in shares of people. */
  readonly told: Release["told"];
  /** Those of the warnings that bear on people's privacy, as data. */
  readonly privacyWarnings: Release["privacyWarnings"];
  readonly warnings: readonly string[];
};

/** What a report says of a release, wherever it was made. */
export type ReportFacts = Pick<
  Release,
  "spec" | "quality" | "disclosure" | "search" | "suppressed" | "unpublished" | "told" | "privacyWarnings" | "warnings"
> & {
  readonly table: Pick<Release["table"], "rows">;
  readonly cohorts: Omit<Release["cohorts"], "sizes">;
  readonly prepared: AnonymizeReport["prepared"];
  readonly sets?: Release["sets"];
  readonly persons?: Release["persons"];
};

/** Sets down what was asked, made and measured: cohorts and loss are the search's, privacy and risk the written bytes'. */
export function anonymizeReport(release: ReportFacts, audit: Audit, facts: RunFacts): AnonymizeReport {
  const { examination, host } = facts;
  return {
    kohort: facts.version,
    host,
    spec: release.spec,
    seed: release.spec.seed,
    input: facts.input,
    prepared: { leftOutBy: release.prepared.leftOutBy, coded: release.prepared.coded },
    release: {
      rows: release.table.rows,
      suppressed: release.suppressed,
      cohorts: release.cohorts.count,
      smallest: release.cohorts.smallest,
      largest: release.cohorts.largest,
      sha256: facts.sha256,
      ...reportedPeople(release, audit),
    },
    unpublished: release.unpublished,
    privacy: audit.privacy,
    quality: release.quality,
    baskets: release.sets ?? [],
    disclosure: release.disclosure,
    risk: audit.risk,
    ...(examination === undefined ? {} : examined(examination)),
    time: facts.time,
    cpu: facts.cpu,
    search: release.search,
    told: release.told,
    privacyWarnings: release.privacyWarnings,
    warnings: release.warnings,
  };
}

function reportedPeople({ persons }: ReportFacts, { release }: Audit): Pick<AnonymizeReport["release"], "people"> {
  if (persons === undefined) return {};
  const { column, taken } = persons;
  const everybody = { total: release.rows, smallest: release.smallest, largest: release.largest, nameless: 0 };
  return { people: { ...(release.people ?? everybody), column, taken } };
}

function examined({ before, attacks, utility }: Examination): Partial<AnonymizeReport> {
  return {
    before: { cohorts: before.sizes.length, risk: before.risk },
    attacks: attacks.findings,
    notTried: attacks.skipped,
    utility,
  };
}
