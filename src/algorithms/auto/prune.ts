/**
 * @file Keeps what a partition gives away under a bound. Cuts are undone where that costs least for what it hides: for
 * a price on every disclosed record the best pruning of the cut tree is found from the leaves up, and the lowest price
 * that keeps the bound is looked for. As cost-complexity pruning of decision trees (Breiman et al. 1984, section 3.3),
 * with disclosure in the place of size. Prices find the prunings on the lower convex hull of loss against disclosure
 * only; one between two of them that keeps the bound may lose less. The cohorts stay a partition.
 */

import { KohortError, type Task } from "../../base/index.ts";
import type { Problem, Recoding } from "../../cohort/index.ts";
import { createModels, lDiversity, type PrivacyGoal, type TableCounts } from "../../privacy/index.ts";
import { judgeOf, type Requirement } from "../judge.ts";
import { recodingLoss, type SearchMeasure } from "../run-costs.ts";
import {
  type CutNodes,
  cheapestPruning,
  lowestPrice,
  measureNodes,
  nodeHistograms,
  prunedRecoding,
} from "./cut-nodes.ts";
import { type PartitionQuestion, type PartitionResult, searchPartition } from "./partition.ts";

/** Which rate of disclosure is bounded, and by how much. */
export type DisclosureBound = { readonly rate: "homogeneity" | "inference"; readonly most: number };

/** Reads `ncp,disclosure<=0.2`; undefined where there is no bound. */
export function disclosureBound(minimize: string | undefined): DisclosureBound | undefined {
  const [, rate, most] = /,\s*(disclosure|homogeneity|inference)<=([\d.]+)\s*$/.exec(minimize ?? "") ?? [];
  if (rate === undefined) return undefined;
  return { rate: rate === "inference" ? "inference" : "homogeneity", most: Number(most) };
}

/** The cheapest pruning at the lowest price that keeps the bound, or undefined if not even one cohort of all records keeps it. */
function pruneTo(
  problem: Problem,
  recoding: Recoding,
  requirement: Requirement,
  measure: SearchMeasure,
  bound: DisclosureBound,
): Recoding | undefined {
  const { tree } = recoding;
  if (tree === undefined) return undefined;
  const nodes = measureNodes(problem, recoding, tree, measure);
  const { disclosed, allowed } = disclosedBy(problem, nodes, requirement, bound);
  const choose = (price: number): Uint8Array =>
    cheapestPruning(tree, (node) => {
      if (allowed[node] === 0) return Number.POSITIVE_INFINITY;
      let cost = tree.records[node] * nodes.widths[node];
      for (const column of disclosed) cost += price * column[node];
      return cost;
    });
  const fits = (kept: Uint8Array): boolean =>
    disclosed.every((column) => {
      let sum = 0;
      for (let node = 0; node < kept.length; node++) if (kept[node] === 1) sum += column[node];
      return sum <= bound.most * problem.rows + 1e-9;
    });
  const price = lowestPrice((tried) => fits(choose(tried)));
  return price === undefined ? undefined : prunedRecoding(problem, recoding, nodes, choose(price));
}

/**
 * A partition that gives away no more than the bound: the one that loses less of the partition searched without it,
 * pruned, and, for homogeneity, one whose cohorts all hold two values, pruned as far as it still has to be.
 */
export function* searchWithin(
  problem: Problem,
  question: PartitionQuestion,
  bound: DisclosureBound,
): Task<PartitionResult> {
  if (problem.sensitive.length === 0) {
    throw new KohortError("spec", "a bound on disclosure needs a sensitive column", {
      hint: 'name one with `role: "sensitive"`',
    });
  }
  const { goals, table } = question.requirement;
  const diverse = bound.rate === "homogeneity" ? diverseGoals(problem, table) : [];
  const stricter = diverse.length > 0 ? [{ goals: [...goals, ...diverse], table }] : [];
  let best: PartitionResult | undefined;
  for (const requirement of [question.requirement, ...stricter]) {
    const found = yield* searchPartition(problem, { ...question, requirement });
    const recoding = pruneTo(problem, found.recoding, question.requirement, question.measure, bound);
    if (recoding === undefined) continue;
    const loss = recodingLoss(problem, recoding, question.measure);
    const search = { ...found.search, [bound.rate]: { "at-most": bound.most } };
    if (best === undefined || loss < best.loss) best = { recoding, loss, search };
  }
  if (best !== undefined) return best;
  throw new KohortError("infeasible", `no release keeps ${bound.rate} at or below ${bound.most}`, {
    hint: "one cohort of all records already gives away more; ask for a larger bound",
  });
}

/** Two values of every sensitive column in every cohort, where the table has them; otherwise nothing. */
export function diverseGoals(problem: Problem, table: TableCounts): PrivacyGoal[] {
  const goals = problem.sensitive.map(({ name }) => lDiversity(name, 2));
  const whole = createModels(goals, table).every((model) =>
    model.holds({ size: problem.rows, histogram: table.sensitive[model.sensitive].totals }),
  );
  return whole ? goals : [];
}

/** How many records of a cohort are given away, by how often each sensitive value occurs in it. */
export function discloses(counts: Float64Array, size: number, { rate }: DisclosureBound): number {
  let most = 0;
  for (const count of counts) if (count > most) most = count;
  return rate === "inference" || most === size ? most : 0;
}

/** Per sensitive column the records that each node discloses as a cohort, and which nodes may be one. */
function disclosedBy(
  problem: Problem,
  nodes: CutNodes,
  requirement: Requirement,
  bound: DisclosureBound,
): { readonly disclosed: readonly Float64Array[]; readonly allowed: Uint8Array } {
  const judge = judgeOf(requirement);
  const { records, count } = nodes.tree;
  const disclosed = problem.sensitive.map(() => new Float64Array(records.length));
  const allowed = new Uint8Array(records.length);
  for (let node = 0; node < records.length; node++) {
    const own = nodeHistograms(problem, nodes, node);
    own.forEach((counts, nth) => {
      disclosed[nth][node] = discloses(counts, records[node], bound);
    });
    allowed[node] = +(count[node] === 0 || judge.holds(own, records[node]));
  }
  return { disclosed, allowed };
}
