import { createModels, type PrivacyModel } from "../../privacy/index.ts";
import type { NodeCohorts } from "../../quality/index.ts";
import type { Question } from "../algorithm.ts";
import { type Cohorts, cellsByCohort, type Grid, type Snapshot } from "./snapshot.ts";

/** What decides whether a node is anonymous. */
export type Rule = {
  readonly models: readonly PrivacyModel[];
  /** Cohorts of fewer records never hold. */
  readonly least: number;
  /** How many records may be left out. */
  readonly most: number;
  /** The models beyond size that any larger cohort holds if a smaller one does. */
  readonly upward: readonly PrivacyModel[];
  /** The models that must be asked at every node. */
  readonly others: readonly PrivacyModel[];
  /** Whether a node that is not anonymous shows that no finer one is. */
  readonly prunes: boolean;
  /** The sensitive columns that models look at. */
  readonly counted: readonly number[];
};

/** The rule that a question states; `assumeMonotone` takes every model for one that larger cohorts only help. */
export function ruleOf(question: Question, rows: number, assumeMonotone: boolean): Rule {
  const models = createModels(question.goals, question.table);
  const asked = models.filter((model) => model.sensitive >= 0 || model.upward !== true);
  const upward = asked.filter((model) => model.upward === true || assumeMonotone);
  const others = asked.filter((model) => !upward.includes(model));
  const most = Math.floor((question.suppression ?? 0) * rows + 1e-9);
  return {
    models,
    least: models.reduce((largest, model) => Math.max(largest, Math.ceil(model.least - 1e-9)), 1),
    most,
    upward,
    others,
    prunes: others.length === 0 || (most === 0 && others.every((model) => model.monotone)),
    counted: [...new Set(asked.flatMap((model) => (model.sensitive < 0 ? [] : [model.sensitive])))].sort(
      (a, b) => a - b,
    ),
  };
}

/** What was found out about a node. */
export type Judged = NodeCohorts & {
  readonly anonymous: boolean;
  /** Records that every finer node leaves out as well, infinite where none of them is anonymous. */
  readonly lost: number;
};

const none: Float64Array = /* @__PURE__ */ new Float64Array(0);

/** Judges the cohorts of a node; counting ends as soon as too many records are lost. */
export function judge(grid: Grid, rule: Rule, from: Snapshot, cohorts: Cohorts, levels: Uint8Array): Judged {
  const { count, tuple, size } = cohorts;
  const suppressed = new Uint8Array(count);
  let lost = 0;
  let failed = 0;
  for (let cohort = 0; cohort < count; cohort++) {
    if (size[cohort]! < rule.least) {
      suppressed[cohort] = 1;
      lost += size[cohort]!;
      failed += 1;
    }
  }
  let records = lost;
  if (lost <= rule.most && rule.upward.length + rule.others.length > 0) {
    const histograms = grid.problem.sensitive.map(({ totals }) => new Float64Array(totals.length));
    const { starts, cells } = cellsByCohort(from, cohorts);
    for (let cohort = 0; cohort < count && lost <= rule.most; cohort++) {
      if (suppressed[cohort] === 1) continue;
      countCells(grid, rule, from, histograms, cells, starts[cohort]!, starts[cohort + 1]!);
      const seen = (model: PrivacyModel): boolean =>
        model.holds({ size: size[cohort]!, histogram: histograms[model.sensitive] ?? none });
      const up = rule.upward.every(seen);
      if (!up) lost += size[cohort]!;
      if (!up || !rule.others.every(seen)) {
        suppressed[cohort] = 1;
        records += size[cohort]!;
        failed += 1;
      }
      clearCells(grid, rule, from, histograms, cells, starts[cohort]!, starts[cohort + 1]!);
      if (records > rule.most && rule.prunes) break;
    }
  }
  const anonymous = records <= rule.most;
  const dead = lost > rule.most || (!anonymous && rule.prunes);
  return {
    levels,
    count,
    tuple,
    size,
    suppressed,
    records,
    kept: count - failed,
    anonymous,
    lost: dead ? Number.POSITIVE_INFINITY : lost,
  };
}

function countCells(
  { problem }: Grid,
  rule: Rule,
  from: Snapshot,
  histograms: readonly Float64Array[],
  cells: Uint32Array,
  start: number,
  end: number,
): void {
  for (const nth of rule.counted) {
    const histogram = histograms[nth]!;
    const { codes } = problem.sensitive[nth]!;
    for (let at = start; at < end; at++) histogram[codes[from.tuple[cells[at]!]!]!]! += from.size[cells[at]!]!;
  }
}

function clearCells(
  { problem }: Grid,
  rule: Rule,
  from: Snapshot,
  histograms: readonly Float64Array[],
  cells: Uint32Array,
  start: number,
  end: number,
): void {
  for (const nth of rule.counted) {
    const histogram = histograms[nth]!;
    const { codes } = problem.sensitive[nth]!;
    for (let at = start; at < end; at++) histogram[codes[from.tuple[cells[at]!]!]!] = 0;
  }
}
