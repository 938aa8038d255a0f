import type { Audit, Release, Verdict } from "../run/index.ts";
import type { FullSpec } from "../spec/index.ts";

/** What is known of a run beside the release itself. */
export type RunFacts = {
  readonly version: string;
  readonly input: { readonly rows: number; readonly leftOut: number; readonly columns: number };
  readonly sha256: string;
  /** Seconds per stage, on the clock and of processor time. */
  readonly time: Readonly<Record<string, number>>;
  readonly cpu: Readonly<Record<string, number>>;
};

/** A run of `anonymize` as one JSON document; keys are only ever added. */
export type AnonymizeReport = {
  readonly kohort: string;
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
  };
  readonly privacy: readonly Verdict[];
  readonly quality: Release["quality"];
  /** What is given away about each sensitive column; beside what is lost, since they pull against each other. */
  readonly disclosure: Release["disclosure"];
  readonly risk: Audit["risk"];
  readonly time: RunFacts["time"];
  readonly cpu: RunFacts["cpu"];
  readonly search: Release["search"];
  readonly warnings: readonly string[];
};

/** Sets down what was asked, made and measured: cohorts and loss are the search's, privacy and risk the written bytes'. */
export function anonymizeReport(release: Release, audit: Audit, facts: RunFacts): AnonymizeReport {
  return {
    kohort: facts.version,
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
    },
    privacy: audit.privacy,
    quality: release.quality,
    disclosure: release.disclosure,
    risk: audit.risk,
    time: facts.time,
    cpu: facts.cpu,
    search: release.search,
    warnings: release.warnings,
  };
}
