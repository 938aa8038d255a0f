import type { TupleGroups } from "../../cohort/index.ts";
import { asksOfEveryClass, createModels, type PrivacyModel } from "../../privacy/index.ts";
import type { NodeCohorts } from "../../quality/index.ts";
import type { Question } from "../algorithm.ts";
import type { Grid, Levels } from "./grid.ts";
import { type Cohorts, membersOf, type Snapshot } from "./snapshot.ts";

/** What decides whether a node is anonymous. */
export type Rule = {
  /** Cohorts of fewer records never hold. */
  readonly least: number;
  /** How many records may be left out. */
  readonly most: number;
  /** The models beyond size that a cohort keeps holding when any records join it. */
  readonly upward: readonly PrivacyModel[];
  /** The models of cohorts that must be asked at every node. */
  readonly others: readonly PrivacyModel[];
  /** The models of the table as a whole. */
  readonly whole: readonly PrivacyModel[];
  /** Whether a node that is not anonymous shows that no finer one is. */
  readonly prunes: boolean;
  /** Whether a class of people of whom nobody has a record stands against a node, as with a least presence. */
  readonly nobodyAbsent: boolean;
  /** The sensitive columns that models look at. */
  readonly counted: readonly number[];
  /** Whether the shares that models compare with are a guess, so that no bound holds for other nodes. */
  readonly provisional: boolean;
};

/**
 * The rule that a question states; `assumeMonotone` takes every model for one that larger cohorts only help,
 * `tableAsCohorts` asks goals on the table as a whole of every cohort.
 */
export function ruleOf(
  question: Question,
  rows: number,
  options: { readonly assumeMonotone?: boolean; readonly tableAsCohorts?: boolean },
): Rule {
  const assumeMonotone = options.assumeMonotone === true;
  const models = createModels(question.goals, question.table);
  const ofCohorts = models.filter((model) => model.scope === "cohort" || options.tableAsCohorts === true);
  const whole = models.filter((model) => !ofCohorts.includes(model));
  const asked = ofCohorts.filter((model) => !model.bySize);
  const upward = asked.filter((model) => model.upward === true || assumeMonotone);
  const others = asked.filter((model) => !upward.includes(model));
  const most = Math.floor((question.suppression ?? 0) * rows + 1e-9);
  return {
    least: ofCohorts.reduce((largest, model) => Math.max(largest, Math.ceil(model.least - 1e-9)), 1),
    most,
    upward,
    others,
    whole,
    prunes:
      (others.length === 0 || (most === 0 && others.every((model) => model.monotone))) &&
      (assumeMonotone || whole.every((model) => model.upward === true)),
    nobodyAbsent: asked.some(asksOfEveryClass),
    counted: [...new Set(asked.map((model) => model.sensitive).filter((nth) => nth >= 0))].sort((a, b) => a - b),
    provisional: question.provisional === true,
  };
}

/** What was found out about a node. */
export type NodeVerdict = NodeCohorts & {
  readonly anonymous: boolean;
  /** Whether it would be, but leaves every record out. */
  readonly isEmpty?: true;
  /** Whether other cohorts of the same size could have been left out for the models of the whole table. */
  readonly isTied?: true;
  /** Whether it was left open if the node is anonymous. */
  readonly skipped?: true;
  /** Records that every finer node leaves out as well, infinite where none of them is anonymous. */
  readonly lost: number;
};

const none: Float64Array = /* @__PURE__ */ new Float64Array(0);

/**
 * Judges the cohorts of a node; counting ends as soon as too many records are lost. `hopeless` is asked once the
 * cohorts that are too small are known: a node that cannot be of use any more is judged no further.
 */
export function judge(
  grid: Grid,
  rule: Rule,
  from: Snapshot,
  cohorts: Cohorts,
  levels: Levels,
  hopeless?: (lost: number) => boolean,
): NodeVerdict {
  const { count, tuple, size } = cohorts;
  const suppressed = new Uint8Array(count);
  const tally: Tally = { lost: 0, records: 0, failed: 0 };
  let absent = 0;
  for (let cohort = 0; cohort < count; cohort++) {
    if (size[cohort] >= rule.least) continue;
    suppressed[cohort] = 1;
    tally.lost += size[cohort];
    tally.failed += 1;
    if (size[cohort] === 0) absent += 1;
  }
  tally.records = tally.lost;
  const node = { levels, count, tuple, size, suppressed };
  const asksCohorts = rule.upward.length + rule.others.length > 0;
  if ((asksCohorts || rule.whole.length > 0) && tally.lost <= rule.most && hopeless?.(tally.lost) === true) {
    const { records, failed, lost } = tally;
    return { ...node, records, kept: count - failed, anonymous: false, skipped: true, lost };
  }
  if (asksCohorts && tally.lost <= rule.most) suppressFailing(grid, rule, from, cohorts, suppressed, tally);
  const asksTable = rule.whole.length > 0 && tally.records <= rule.most;
  const isTied = asksTable && suppressForTable(grid, rule, cohorts, suppressed, levels, tally);
  const { records, lost } = tally;
  // a release without records is none, unless the table has none either
  const isEmpty = records > 0 && records === grid.problem.rows;
  // leaving records out does not help people who have none, and of a finer node more classes are without
  const isHopeless = rule.nobodyAbsent && absent > 0;
  const isMet = records <= rule.most && !isHopeless;
  const anonymous = isMet && !isEmpty;
  const isDead = lost > rule.most || isHopeless || (!anonymous && rule.prunes);
  return {
    ...node,
    records,
    kept: count - tally.failed,
    anonymous,
    isTied: isTied || undefined,
    isEmpty: (isMet && isEmpty) || undefined,
    lost: isDead ? Number.POSITIVE_INFINITY : lost,
  };
}

/** Cohorts that are left out, their records, and how many of these every finer node leaves out as well. */
type Tally = { lost: number; records: number; failed: number };

/** Leaves out the cohorts that do not hold, until too many records are lost. */
function suppressFailing(
  grid: Grid,
  rule: Rule,
  from: Snapshot,
  cohorts: Cohorts,
  suppressed: Uint8Array,
  tally: Tally,
): void {
  const { count, size } = cohorts;
  const histograms = grid.problem.sensitive.map(({ totals }) => new Float64Array(totals.length));
  const members = membersOf(from, cohorts);
  for (let cohort = 0; cohort < count && tally.lost <= rule.most; cohort++) {
    if (suppressed[cohort] === 1) continue;
    countCells(grid, rule, from, histograms, members, cohort);
    const share = lostShare(rule, size[cohort], histograms);
    if (share >= 0) {
      suppressed[cohort] = 1;
      tally.records += size[cohort];
      tally.failed += 1;
      const gone = Math.ceil(size[cohort] * share - 1e-6);
      tally.lost += size[cohort] - gone < rule.least ? size[cohort] : gone;
    }
    for (const nth of rule.counted) histograms[nth].fill(0);
    if (tally.records > rule.most && rule.prunes) break;
  }
}

/** −1 where a cohort holds; otherwise the share of its records that every finer node leaves out as well. */
function lostShare(rule: Rule, size: number, histograms: readonly Float64Array[]): number {
  for (const model of rule.upward) {
    if (!model.holds({ size, histogram: histograms[model.sensitive] ?? none })) return 1;
  }
  let share = -1;
  for (const model of rule.others) {
    const cohort = { size, histogram: histograms[model.sensitive] ?? none };
    if (!model.holds(cohort)) share = Math.max(share, 0, model.leastLost?.(cohort) ?? 0);
  }
  return share;
}

function countCells(
  { problem }: Grid,
  rule: Rule,
  from: Snapshot,
  histograms: readonly Float64Array[],
  members: TupleGroups,
  cohort: number,
): void {
  const cells = from.cells!;
  const end = members.starts[cohort + 1];
  for (const nth of rule.counted) {
    const histogram = histograms[nth];
    const { codes, weights } = problem.sensitive[nth];
    const counts = weights === undefined ? cells.size : cells.people!;
    for (let at = members.starts[cohort]; at < end; at++) {
      const last = cells.starts[members.list[at] + 1];
      for (let cell = cells.starts[members.list[at]]; cell < last; cell++) {
        histogram[codes[cells.tuple[cell]]] += counts[cell];
      }
    }
  }
}

/**
 * Leaves out kept cohorts in order of size, then loss, then first record, until the models of the whole table hold.
 * Where fewer small cohorts never hurt, the number to leave out is found by halving. An estimate of who is alone in a
 * population falls with the records that are alone in the table and is 0 without any, so it is halved among these;
 * anything else is left out one after the other, until more records are gone than may. Returns whether other cohorts of
 * the same size could have been left out.
 */
function suppressForTable(
  grid: Grid,
  { whole: models, most, others, prunes }: Rule,
  { count, tuple, size }: Cohorts,
  suppressed: Uint8Array,
  levels: Levels,
  tally: Tally,
): boolean {
  const shares = grid.ladders.map(({ leaves, groupOf, domain }, attribute) => {
    const level = levels[attribute];
    return Float64Array.from(groupOf[level], (group) => leaves[level][group] / domain);
  });
  const lossOf = (cohort: number): number =>
    shares.reduce((sum, share, attribute) => sum + share[grid.problem.ranks[attribute][tuple[cohort]]], 0);
  const kept: number[] = [];
  for (let cohort = 0; cohort < count; cohort++) if (suppressed[cohort] === 0) kept.push(cohort);
  kept.sort((a, b) => size[a] - size[b] || lossOf(a) - lossOf(b) || tuple[a] - tuple[b]);
  const sizes = Float64Array.from(kept, (cohort) => size[cohort]);
  const holds = (without: number): boolean =>
    models.every((model) => model.ofTable!(sizes.subarray(without)).failing === 0);
  let gone = 0;
  let alone = 0;
  while (alone < kept.length && sizes[alone] === 1) alone += 1;
  const isUpward = models.every((model) => model.upward === true);
  if (isUpward || holds(alone)) {
    let enough = isUpward ? kept.length : alone;
    while (gone < enough) {
      const middle = (gone + enough) >> 1;
      if (holds(middle)) enough = middle;
      else gone = middle + 1;
    }
  } else {
    for (let left = 0; gone < kept.length && left <= most - tally.records && !holds(gone); gone++) left += sizes[gone];
  }
  for (let at = 0; at < gone; at++) {
    suppressed[kept[at]] = 1;
    tally.records += sizes[at];
  }
  tally.failed += gone;
  if (others.length === 0 && prunes) tally.lost = tally.records;
  return isTiedAt(kept, gone);

  /** Whether cohorts as large as the last one left out are kept, and not all of that size lose the same. */
  function isTiedAt(order: readonly number[], end: number): boolean {
    if (end === 0 || end === order.length || sizes[end - 1] !== sizes[end]) return false;
    const alike = order.filter((_, at) => sizes[at] === sizes[end]);
    return alike.some((cohort) =>
      shares.some((share, attribute) => {
        const ranks = grid.problem.ranks[attribute];
        return share[ranks[tuple[cohort]]] !== share[ranks[tuple[alike[0]]]];
      }),
    );
  }
}
