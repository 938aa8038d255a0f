/**
 * @file Which records are missing for groups to be published apart. Records are added one at a time, each with the
 * sensitive values that help most, until every group holds; then those that are not needed are taken out again, so that
 * without any one of what is left it would not hold.
 */
import type { SensitiveColumn } from "../cohort/index.ts";
import { createModels, type PrivacyGoal, type PrivacyModel, type TableCounts } from "../privacy/index.ts";
import { sensitiveCounts } from "../problem/index.ts";

/** Records that would be published alike. */
export type Group = {
  readonly size: number;
  /** Per sensitive column how often each value occurs. */
  readonly histograms: readonly Float64Array[];
  /** The fewest records it may have for the sake of goals on combinations of columns. */
  readonly least: number;
};

/** What groups must meet, and the table that shares are relative to. */
export type GroupRequirements = {
  readonly goals: readonly PrivacyGoal[];
  readonly rows: number;
  readonly sensitive: readonly SensitiveColumn[];
};

/** A record that is missing: in which group, and with which value of each sensitive column. */
export type LackingRecord = { readonly group: number; readonly values: readonly number[] };

/** A goal that a group does not meet. */
export type Bound = { readonly model: string; readonly asked: number; readonly measured: number };

/** Records past which a group is beyond help. */
const most = 2000;

/** Sensitive values that are tried for a record. */
const tried = 64;

/** The goals that a group fails. */
export function boundsOf(group: Group, asked: GroupRequirements): Bound[] {
  if (group.size === 0) return [];
  const bounds = modelsFor(asked, []).flatMap((model) => {
    const cohort = { size: group.size, histogram: histogramOf(group, model) };
    if (model.holds(cohort)) return [];
    return [{ model: nameOf(model, asked), asked: model.asked, measured: model.measure(cohort) }];
  });
  if (group.size >= group.least) return bounds;
  return [...bounds, { model: "k-anonymity of a combination", asked: group.least, measured: group.size }];
}

/** The records without which the groups would not hold, or undefined where no number of records was found to do. */
export function lackingRecords(groups: readonly Group[], asked: GroupRequirements): LackingRecord[] | undefined {
  const added: LackingRecord[] = [];
  while (!allHold(groups, added, asked)) {
    if (added.length >= most) return undefined;
    const models = modelsFor(asked, added);
    const failing = groups.findIndex((group, place) => !holds(withAdded(group, place, added), models));
    added.push({ group: failing, values: bestValues(withAdded(groups[failing], failing, added), models, asked) });
  }
  return needed(groups, added, asked);
}

/** Takes out records until every one of those left is needed. */
function needed(groups: readonly Group[], added: readonly LackingRecord[], asked: GroupRequirements): LackingRecord[] {
  let kept = [...added];
  for (let at = kept.length - 1; at >= 0; at--) {
    const fewer = kept.filter((_, place) => place !== at);
    if (!allHold(groups, fewer, asked)) continue;
    kept = fewer;
    at = kept.length;
  }
  return kept;
}

function modelsFor({ goals, rows, sensitive }: GroupRequirements, added: readonly LackingRecord[]): PrivacyModel[] {
  const counts: TableCounts = {
    rows: rows + added.length,
    sensitive: sensitive.map(({ axis, totals }, column) => {
      const now = totals.slice();
      for (const { values } of added) now[values[column]] += 1;
      return sensitiveCounts(axis, now);
    }),
  };
  return createModels(goals, counts);
}

function withAdded(group: Group, place: number, added: readonly LackingRecord[]): Group {
  const own = added.filter((record) => record.group === place);
  if (own.length === 0) return group;
  const histograms = group.histograms.map((histogram, column) => {
    const now = histogram.slice();
    for (const { values } of own) now[values[column]] += 1;
    return now;
  });
  return { size: group.size + own.length, histograms, least: group.least };
}

function allHold(groups: readonly Group[], added: readonly LackingRecord[], asked: GroupRequirements): boolean {
  const models = modelsFor(asked, added);
  return groups.every((group, place) => holds(withAdded(group, place, added), models));
}

function holds(group: Group, models: readonly PrivacyModel[]): boolean {
  if (group.size < group.least) return false;
  if (group.size === 0) return true;
  return models.every((model) => model.holds({ size: group.size, histogram: histogramOf(group, model) }));
}

const none: Float64Array = /* @__PURE__ */ new Float64Array(0);

function histogramOf({ histograms }: Group, model: PrivacyModel): Float64Array {
  return histograms[model.sensitive] ?? none;
}

/** For each sensitive column the value of a new record that brings the group nearest to what is asked. */
function bestValues(group: Group, models: readonly PrivacyModel[], { sensitive }: GroupRequirements): number[] {
  return sensitive.map(({ totals }, column) => {
    const own = models.filter((model) => model.sensitive === column);
    const histogram = group.histograms[column].slice();
    const byCount = [...totals.keys()].filter((value) => totals[value] > 0).sort((a, b) => totals[b] - totals[a]);
    const fresh = byCount.filter((value) => histogram[value] === 0);
    let best = { value: byCount[0] ?? 0, failing: Number.POSITIVE_INFINITY, gap: Number.POSITIVE_INFINITY };
    for (const value of new Set([...byCount.slice(0, tried), ...fresh.slice(0, tried)])) {
      histogram[value] += 1;
      const cohort = { size: group.size + 1, histogram };
      const failing = own.reduce((count, model) => count + (model.holds(cohort) ? 0 : 1), 0);
      const gap = own.reduce((sum, model) => sum + gapOf(model, model.measure(cohort)), 0);
      if (failing < best.failing || (failing === best.failing && gap < best.gap - 1e-12))
        best = { value, failing, gap };
      histogram[value] -= 1;
    }
    return best.value;
  });
}

/** How far a figure is from what is asked; less than 0 where it is better. */
function gapOf({ relation, asked }: PrivacyModel, measured: number): number {
  if (Number.isNaN(measured)) return 1e9;
  return Math.min(1e9, relation === "≥" ? asked - measured : measured - asked);
}

function nameOf(model: PrivacyModel, { sensitive }: GroupRequirements): string {
  const column = sensitive[model.sensitive];
  return column === undefined ? model.name : `${model.name}(${column.name})`;
}
