/**
 * @file Three attacks on the built-in sample and what helps against each, after section 9 of Padmaja and Jayashree,
 * *Leveraging k-anonymity for data safeguarding and enhanced confidentiality in generative AI*, 2024: rows that keep
 * their order, cohorts with one sensitive value, cohorts in which a value is far more frequent than in the table.
 */
import { mondrian } from "../algorithms/index.ts";
import type { Finding } from "../attacks/index.ts";
import type { Task } from "../base/index.ts";
import { attack } from "../examine/index.ts";
import { kAnonymity, lDiversity, tCloseness } from "../privacy/index.ts";
import { anonymize } from "../publish/index.ts";
import type { Release } from "../release/index.ts";
import type { Spec } from "../spec/index.ts";
import type { Table } from "../table/index.ts";
import { formatNumber, formatShare } from "./format.ts";

/** What the attacks came to before and after what helps against them. */
export type Demonstrations = {
  readonly order: readonly [Finding, Finding];
  readonly homogeneity: readonly [Finding, Finding];
  readonly skewness: readonly [Finding, Finding];
};

const k = kAnonymity(3);

function specWith(privacy: Spec["privacy"], order: Spec["order"] = "canonical"): Spec {
  return {
    version: 1,
    attributes: {
      name: { role: "identifying" },
      age: { role: "quasi-identifying" },
      sex: { role: "quasi-identifying" },
      zip: { role: "quasi-identifying", hierarchy: { kind: "masking", from: "right" } },
      job: { role: "quasi-identifying" },
      diagnosis: { role: "sensitive" },
    },
    privacy,
    algorithm: mondrian(),
    order,
  };
}

/** Tries the three attacks on releases of the clinic's table. */
export function* demonstrate(table: Table): Task<Demonstrations> {
  function* tried(release: Release, kind: Finding["attack"]): Task<Finding> {
    const { findings } = yield* attack.task(table, release, { kind: kind as never });
    return findings[0];
  }
  const first = yield* anonymize.task(table, specWith([k]), { truth: true });
  const ordered = yield* anonymize.task(table, specWith([k], "input"), { truth: true });
  const second = yield* anonymize.task(table, specWith([k, lDiversity("diagnosis", 3)]));
  const third = yield* anonymize.task(table, specWith([k, tCloseness("diagnosis", 0.4)]));
  return {
    order: [yield* tried(ordered, "unsorted-matching"), yield* tried(first, "unsorted-matching")],
    homogeneity: [yield* tried(first, "homogeneity"), yield* tried(second, "homogeneity")],
    skewness: [yield* tried(second, "skewness"), yield* tried(third, "skewness")],
  };
}

/** The three attacks in words. */
export function demonstrationText({ order, homogeneity, skewness }: Demonstrations): string {
  const { cohorts, records } = homogeneity[0].details as { cohorts: number; records: number };
  const gain = (finding: Finding): string => `${Math.round(100 * (finding.details.largestGain as number))} points`;
  return `Order. Released in the order of the input, ${formatShare(order[0].success)} of records are found by their place alone;
in canonical order ${formatShare(order[1].success)}, as by chance.

Homogeneity. With k = 3, ${formatNumber(cohorts)} cohorts have one diagnosis and give it away for ${formatNumber(records)} people, whichever
record is theirs. With l = 3 as well: ${formatNumber((homogeneity[1].details as { records: number }).records)}.

Skewness. With l = 3, a diagnosis may still have a share ${gain(skewness[0])} above that in the table in some cohort.
With t = 0.4 instead: at most ${gain(skewness[1])}.`;
}
