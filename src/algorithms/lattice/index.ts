import type { Task } from "../../base/index.ts";
import type { Problem } from "../../cohort/index.ts";
import type { AlgorithmEntry, Found, Question } from "../algorithm.ts";
import { bestFirst, type SearchEnd } from "./best-first.ts";
import { type Explorer, exploreLattice } from "./explorer.ts";
import { type LatticeSpec, latticeSchema } from "./options.ts";
import { recodeAt } from "./recode.ts";
import { noNode, refuseMeasure } from "./refuse.ts";

export { type DataflySpec, datafly, type IncognitoSpec, incognito, type LatticeSpec, lattice } from "./options.ts";

/** Full-domain search. */
export const latticeEntry: AlgorithmEntry<LatticeSpec> = {
  title: "Full-domain search",
  sentence: "Publishes every attribute at one level of its hierarchy and proves that no other levels lose less.",
  schema: latticeSchema,
  folded: () => true,
  countsSensitive: () => false,
  suppresses: true,
  measure: "loss",
  search,
};

function* search(problem: Problem, question: Question, spec: LatticeSpec): Task<Found> {
  refuseMeasure(question.measure);
  const explorer = exploreLattice(problem, question, spec);
  const end = yield* bestFirst(explorer, spec);
  return foundAt(explorer, end, spec);
}

/** The release at the best node, and what the search has to say. */
export function foundAt(explorer: Explorer, end: SearchEnd, spec: LatticeSpec): Found {
  const { best, bound } = end;
  if (best?.score === undefined) throw noNode(explorer);
  return {
    recoding: recodeAt(explorer, best.levels),
    form: "range",
    search: {
      levels: [...best.levels],
      loss: best.score[0],
      ...(best.score.length > 1 ? { ranks: [...best.score] } : {}),
      bound: bound?.[0],
      checked: explorer.count(),
      latticeSize: explorer.ladders.reduce((product, { height }) => product * (height + 1), 1),
      optimal: end.optimal && spec.assumeMonotone !== true,
      ...(spec.explored === true ? { explored: exploredNodes(explorer) } : {}),
    },
  };
}

/** Every node that was checked, as data: `[levels, anonymous, records left out, cohorts kept, loss]`. */
function exploredNodes(explorer: Explorer): unknown {
  return {
    attributes: explorer.grid.problem.attributes.map(({ name }) => name),
    heights: explorer.ladders.map(({ height }) => height),
    nodes: explorer.checked().map(({ levels, anonymous, suppressed, cohorts, score }) => ({
      levels: [...levels],
      anonymous,
      ...(anonymous ? { suppressed, cohorts, loss: score?.[0] } : {}),
    })),
  };
}
