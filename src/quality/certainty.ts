import {
  type Attribute,
  any,
  cohortSizes,
  isSuppressed,
  type Problem,
  type Recoding,
  valueText,
} from "../cohort/index.ts";
import { lowestCommon } from "../hierarchy/index.ts";
import { type CellMeasure, nodeCost, runCost } from "./cell-cost.ts";

/**
 * Certainty: over all cells, `*` costs 1, a hierarchy's node the number of children of its parent over the distinct
 * values of the column, a range of numbers its width over the column's, an unchanged value nothing; weighted by column
 * and added up. It is the metric of the teaching program MG-GA; a broader group may cost less than a narrower one, so
 * where that matters use NCP.
 */
export function certainty(problem: Problem, recoding: Recoding): number {
  return cellScore(problem, recoding, "certainty");
}

/** Minimal distortion: the number of changed cells, weighted by column. Sweeney 2002 counts them over all cells. */
export function minimalDistortion(problem: Problem, recoding: Recoding): number {
  return cellScore(problem, recoding, "minimal-distortion");
}

/** The summed cost of all cells of a recoding. */
export function cellScore(problem: Problem, recoding: Recoding, measure: CellMeasure): number {
  const sizes = cohortSizes(problem, recoding);
  let score = 0;
  problem.attributes.forEach((attribute, index) => {
    let lost = 0;
    for (let cohort = 0; cohort < recoding.cohorts; cohort++) {
      lost += sizes[cohort]! * cohortCost(attribute, recoding, index, cohort, measure);
    }
    score += attribute.weight * lost;
  });
  return score;
}

function cohortCost(
  attribute: Attribute,
  recoding: Recoding,
  index: number,
  cohort: number,
  measure: CellMeasure,
): number {
  if (isSuppressed(recoding, cohort)) return 1;
  const low = recoding.low[index]![cohort]!;
  const high = recoding.high[index]![cohort]!;
  const text = recoding.texts?.[index]?.[cohort];
  if (text === any) return 1;
  if (low === high && (text === undefined || text === valueText(attribute.labels[low]!))) return 0;
  if (high === attribute.missing) return 1;
  if (attribute.tree !== undefined) {
    const { tree, leafOf } = attribute.tree;
    const named = text === undefined ? -1 : tree.labels.indexOf(text);
    const node = named >= 0 ? named : lowestCommon(tree, leafOf[low]!, leafOf[high]!);
    return node === 0 ? 1 : nodeCost(attribute, node, measure);
  }
  const whole = low === 0 && high === attribute.size - 1;
  return attribute.kind === "category" || whole ? 1 : runCost(attribute, low, high, measure);
}
