/**
 * @file A genetic algorithm over whole tables. Several populations are bred from seeds of their own, side by side where
 * there are threads, and the best table of all is the answer; it always holds, because a table of stars does and every
 * table that holds ranks above every one that does not.
 */
import { assert, parallel, smallest, type Task } from "../../base/index.ts";
import type { Problem } from "../../cohort/index.ts";
import type { AlgorithmEntry, Question, SearchResult } from "../algorithm.ts";
import { aimOf, cellTraits } from "./aim.ts";
import { endedEarly } from "./ending.ts";
import { genomeOf } from "./genome.ts";
import { recodingOf, scoreOf, spaceFacts, tableOf } from "./grid.ts";
import { breedingSeconds, islandWork } from "./island.ts";
import { type GeneticSpec, geneticSchema } from "./options.ts";

/** The genetic algorithm. */
export const geneticEntry: AlgorithmEntry<GeneticSpec> = {
  title: "Genetic",
  sentence: "Breeds whole tables: the best tenth of each generation is crossed and mutated into the next.",
  small: true,
  start: { trace: true },
  schema: geneticSchema,
  ...cellTraits,
  search,
};

/** How many populations are bred; a number of its own, so that results do not depend on the threads. */
const islands = 4;

function* search(problem: Problem, question: Question, spec: GeneticSpec): Task<SearchResult> {
  const aim = aimOf(problem, question, spec);
  const inputs = Array.from({ length: islands }, (_, island) => ({
    problem,
    question,
    spec,
    seed: question.seed * islands + island,
  }));
  const results = yield* parallel("search", islandWork, inputs);
  const best = results.reduce((a, b) => (b.cost < a.cost - 1e-12 ? b : a));
  const { grid } = aim;
  const genome = genomeOf(aim);
  const floor = genome.costs.reduce((sum, cell) => sum + smallest(cell), 0);
  const score = scoreOf(grid, best.choice);
  const states = results.reduce((sum, { states: looked }) => sum + looked, 0);
  assert(
    genome.evaluate(
      Uint16Array.from(genome.candidates, (cell, at) =>
        cell.indexOf(best.choice[at % genome.width][Math.floor(at / genome.width)]),
      ),
    ).failing === 0,
    "the genetic algorithm returns a table that holds",
  );
  const optimal = score <= floor + 1e-9;
  const bound = Math.min(score, floor);
  const end = results.find((result) => result.end !== undefined)?.end;
  const early = { method: "genetic", seconds: breedingSeconds(spec), score, bound };
  return {
    recoding: recodingOf(grid, best.choice),
    form: "range",
    warnings: end === undefined || optimal ? undefined : [endedEarly({ ...early, end })],
    search: {
      measure: aim.measure,
      meaning: aim.meaning,
      score,
      optimal,
      bound,
      optima: 1,
      optimaComplete: false,
      states,
      ...spaceFacts(problem, grid, states),
      generations: best.generations,
      converged: best.converged,
      stopped: end !== undefined,
      tables: spec.optima === undefined ? undefined : [tableOf(grid, best.choice)].slice(0, spec.optima),
      trace: spec.trace === true ? results.map(({ trace }) => trace) : undefined,
    },
  };
}
