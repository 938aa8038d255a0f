import { finish, type Task } from "../base/index.ts";
import { type FoldColumn, foldRows } from "../cohort/index.ts";
import type { PrivacyGoal } from "../privacy/index.ts";
import { estimatePopulation, type PopulationEstimate, type Risk, riskOf } from "../risk/index.ts";
import type { Spec } from "../spec/index.ts";
import { type Column, columnIndex, type Table } from "../table/index.ts";
import { judgeCohorts, type Verdict } from "./verdict.ts";

/** What to measure. */
export type AuditOptions = {
  readonly quasiIdentifiers: readonly string[];
  readonly sensitive?: readonly string[];
  /** What a spec says of the sensitive columns: their order or hierarchy. */
  readonly attributes?: Spec["attributes"];
  /** The bytes of the files that goals and hierarchies name. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** What the table is held against; without it k is measured and nothing is asked. */
  readonly privacy?: readonly PrivacyGoal[];
  /** The share of a population that the table is; asks for an estimate of who is alone in the population. */
  readonly fraction?: number;
  /** How many threads may help. */
  readonly threads?: number;
};

/** What an audit found. */
export type Audit = {
  readonly k: number;
  readonly highestRisk: number;
  readonly holds: boolean;
  readonly release: {
    readonly rows: number;
    readonly cohorts: number;
    readonly smallest: number;
    readonly largest: number;
    readonly squares: number;
  };
  readonly privacy: readonly Verdict[];
  readonly risk: Risk & { readonly population?: PopulationEstimate };
};

/** Measures a table as it stands, however it was made; `audit.task` is the same work in steps. */
export const audit: {
  (table: Table, options: AuditOptions): Audit;
  task(table: Table, options: AuditOptions): Task<Audit>;
} = /* @__PURE__ */ Object.assign((table: Table, options: AuditOptions): Audit => finish(auditTask(table, options)), {
  task: auditTask,
});

function* auditTask(table: Table, options: AuditOptions): Task<Audit> {
  const quasi = options.quasiIdentifiers.map((name) => asFoldColumn(table.columns[columnIndex(table, name)]!));
  const cohorts = yield* foldRows(quasi, table.rows, options.threads ?? 1);
  const sizes = cohorts.weights;
  let smallest = sizes[0] ?? 0;
  let largest = smallest;
  let squares = 0;
  for (const size of sizes) {
    squares += size * size;
    smallest = Math.min(smallest, size);
    largest = Math.max(largest, size);
  }
  const goals = options.privacy ?? [];
  const verdicts = yield* judgeCohorts(table, cohorts, options);
  const measured: Verdict = { model: "k-anonymity", measured: smallest, holds: true, failing: 0 };
  const privacy = goals.some((goal) => goal.model === "k-anonymity") ? verdicts : [measured, ...verdicts];
  return {
    k: smallest,
    highestRisk: 1 / smallest,
    holds: verdicts.every((verdict) => verdict.holds),
    release: { rows: table.rows, cohorts: cohorts.tuples, smallest, largest, squares },
    privacy,
    risk: {
      ...riskOf(sizes, table.rows),
      ...(options.fraction === undefined ? {} : { population: estimatePopulation(sizes, options.fraction) }),
    },
  };
}

/** A column as it stands: two cells are alike exactly if they are written alike. */
function asFoldColumn({ codes, labels }: Column): FoldColumn {
  return { codes, rankOf: Uint32Array.from({ length: labels.size }, (_, code) => code), size: labels.size };
}
