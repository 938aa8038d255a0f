import { finish, type Task } from "../base/index.ts";
import { type Fold, type FoldColumn, foldRows } from "../cohort/index.ts";
import { createModels, type PrivacyGoal, type PrivacyModel, type TableCounts } from "../privacy/index.ts";
import { estimatePopulation, type PopulationEstimate, type Risk, riskOf } from "../risk/index.ts";
import { type Column, columnIndex, type Table } from "../table/index.ts";

/** What to measure. */
export type AuditOptions = {
  readonly quasiIdentifiers: readonly string[];
  readonly sensitive?: readonly string[];
  /** What the table is held against; without it k is measured and nothing is asked. */
  readonly privacy?: readonly PrivacyGoal[];
  /** The share of a population that the table is; asks for an estimate of who is alone in the population. */
  readonly fraction?: number;
  /** How many threads may help. */
  readonly threads?: number;
};

/** One requirement: what was asked, what the table has, and whether that is enough. */
export type Verdict = {
  readonly model: string;
  readonly attribute?: string;
  readonly asked?: number;
  readonly measured: number;
  readonly holds: boolean;
  /** Records in cohorts that do not meet it. */
  readonly failing: number;
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
  return judgeCohorts(table, cohorts, options);
}

/** A column as it stands: two cells are alike exactly if they are written alike. */
function asFoldColumn({ codes, labels }: Column): FoldColumn {
  return { codes, rankOf: Uint32Array.from({ length: labels.size }, (_, code) => code), size: labels.size };
}

function judgeCohorts(table: Table, cohorts: Fold, options: AuditOptions): Audit {
  const sensitive = (options.sensitive ?? []).map((name) => table.columns[columnIndex(table, name)]!);
  const counts: TableCounts = {
    rows: table.rows,
    sensitive: sensitive.map((column) => ({ name: column.name, totals: totalsOf(column) })),
  };
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
  const models = createModels(goals, counts);
  const histograms = sensitive.map((column, nth) =>
    models.some((model) => model.sensitive === nth) ? histogramsOf(column, cohorts) : [],
  );
  const verdicts = models.map((model) => verdictOf(model, sizes, histograms, counts));
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

function totalsOf(column: Column): Float64Array {
  const totals = new Float64Array(column.labels.size);
  for (let row = 0; row < column.codes.length; row++) totals[column.codes[row]!]! += 1;
  return totals;
}

function histogramsOf(column: Column, cohorts: Fold): Float64Array[] {
  const histograms = Array.from({ length: cohorts.tuples }, () => new Float64Array(column.labels.size));
  for (let row = 0; row < column.codes.length; row++) histograms[cohorts.tupleOf[row]!]![column.codes[row]!]! += 1;
  return histograms;
}

const none: Float64Array = /* @__PURE__ */ new Float64Array(0);

function verdictOf(
  model: PrivacyModel,
  sizes: Uint32Array,
  histograms: readonly (readonly Float64Array[])[],
  counts: TableCounts,
): Verdict {
  let measured: number | undefined;
  let failing = 0;
  for (let cohort = 0; cohort < sizes.length; cohort++) {
    const seen = { size: sizes[cohort]!, histogram: histograms[model.sensitive]?.[cohort] ?? none };
    const figure = model.measure(seen);
    measured = measured === undefined ? figure : model.worse(measured, figure);
    if (!model.holds(seen)) failing += seen.size;
  }
  const attribute = counts.sensitive[model.sensitive]?.name;
  return {
    model: model.name,
    ...(attribute === undefined ? {} : { attribute }),
    asked: model.asked,
    measured: measured ?? 0,
    holds: failing === 0,
    failing,
  };
}
