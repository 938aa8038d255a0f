/**
 * @file One population of the genetic algorithm. Each generation keeps its best tenth as parents; every child is made by
 * mutating a parent, with probability m / (m + 100), or by taking each cell from one of two parents. m doubles with every
 * tenth of the generations, so that the search ends in small steps around the best.
 */
import { type Random, randomFrom, reportBest, type Task, type Work } from "../../base/index.ts";
import type { Problem } from "../../cohort/index.ts";
import type { Question } from "../algorithm.ts";
import { aimOf, bestNote } from "./aim.ts";
import { type Genome, genomeOf, type Individual } from "./genome.ts";
import type { Choice } from "./grid.ts";
import type { GeneticSpec } from "./options.ts";

/** What a population is bred from. */
export type IslandInput = {
  readonly problem: Problem;
  readonly question: Question;
  readonly spec: GeneticSpec;
  readonly seed: number;
};

/** A generation, for a replay. */
export type TraceGeneration = {
  readonly generation: number;
  readonly best: number;
  readonly median: number;
  /** Share of the population that holds. */
  readonly feasible: number;
  /** m, and the share of children that came from mutation. */
  readonly mutation: number;
  readonly mutated: number;
  /** The best table, when it is new. */
  readonly table?: string;
};

/** What became of a population. */
export type IslandResult = {
  readonly choice: Choice;
  readonly cost: number;
  readonly generations: number;
  readonly states: number;
  readonly stopped: boolean;
  readonly converged: boolean;
  readonly trace: readonly TraceGeneration[];
};

/** Breeds one population; what a thread is asked to do. */
export const islandWork: Work<IslandInput, IslandResult> = { name: "genetic-island", run: breed };

/** Generations without a better table, as a share of all, after which a population has converged. */
const patience = 0.4;

function* breed({ problem, question, spec, seed }: IslandInput): Task<IslandResult> {
  const aim = aimOf(problem, question, spec);
  const genome = genomeOf(aim);
  const random = randomFrom(seed);
  const { population = 100, generations = 1000, mutation = 10 } = spec;
  const floor = genome.costs.reduce((sum, cell) => sum + Math.min(...cell), 0);
  let people = firstGeneration(genome, population, aim.k, random).sort(byFitness);
  const parents = Math.max(1, Math.floor(population / 10));
  const trace: TraceGeneration[] = [];
  const choiceOf = ({ genes }: Individual): Choice =>
    Array.from({ length: genome.width }, (_, attribute) =>
      Array.from({ length: genome.rows }, (_, row) => {
        const cell = row * genome.width + attribute;
        return genome.candidates[cell]![genes[cell]!]!;
      }),
    );
  let best = people[0]!;
  let note = bestNote(aim, choiceOf(best), best.cost);
  let since = 0;
  let stopped = false;
  let generation = 0;
  let states = people.length;
  for (; generation < generations && since <= patience * generations && best.cost > floor + 1e-12; generation++) {
    const m = mutation * 2 ** Math.floor((10 * generation) / generations);
    const next = people.slice(0, parents);
    let mutated = 0;
    while (next.length < population) {
      const byMutation = random.unit() * (m + 100) < m;
      const parent = people[random.below(parents)]!;
      if (byMutation) mutated += 1;
      const genes = byMutation
        ? mutate(genome, parent.genes, random)
        : cross(parent.genes, people[random.below(parents)]!.genes, random);
      next.push(genome.evaluate(genes));
      states += 1;
    }
    people = next.sort(byFitness);
    const isNew = byFitness(people[0]!, best) < 0;
    since = isNew ? 0 : since + 1;
    if (isNew) {
      best = people[0]!;
      note = bestNote(aim, choiceOf(best), best.cost);
    }
    if (spec.trace === true) {
      trace.push({
        generation,
        best: best.cost,
        median: people[people.length >> 1]!.cost,
        feasible: people.filter(({ failing }) => failing === 0).length / people.length,
        mutation: m,
        mutated: population === parents ? 0 : mutated / (population - parents),
        ...(isNew ? { table: note } : {}),
      });
    }
    const { seconds, settle } = yield* reportBest("search", generation, generations, note);
    if (settle || seconds > (spec.seconds ?? 60)) {
      stopped = true;
      generation += 1;
      break;
    }
  }
  const converged = !stopped && generation < generations;
  return { choice: choiceOf(best), cost: best.cost, generations: generation, states, stopped, converged, trace };
}

function byFitness(a: Individual, b: Individual): number {
  return a.failing - b.failing || a.cost - b.cost;
}

/** All stars, which always holds, and tables whose rows are published like k − 1 random others. */
function firstGeneration(genome: Genome, population: number, k: number, random: Random): Individual[] {
  const stars = new Uint16Array(genome.rows * genome.width);
  const people = [genome.evaluate(stars)];
  while (people.length < population) {
    const genes = stars.slice();
    for (let row = 0; row < genome.rows; row++) {
      for (let partner = 1; partner < k; partner++) mergeRows(genome, genes, row, random.below(genome.rows));
    }
    people.push(genome.evaluate(genes));
  }
  return people;
}

/** Publishes two rows alike, in every attribute as cheaply as can be. */
function mergeRows(genome: Genome, genes: Uint16Array, row: number, other: number): void {
  if (row === other) return;
  for (let attribute = 0; attribute < genome.width; attribute++) {
    const [mine, its] = genome.merged(row, other, attribute);
    genes[row * genome.width + attribute] = mine;
    genes[other * genome.width + attribute] = its;
  }
}

/** A cell at a random candidate or back at its value, a row that only covers another one, or two rows published alike. */
function mutate(genome: Genome, parent: Uint16Array, random: Random): Uint16Array {
  const genes = parent.slice();
  const { rows, width, candidates, kept } = genome;
  const kind = random.below(4);
  const row = random.below(rows);
  if (kind === 0) {
    const cell = row * width + random.below(width);
    genes[cell] = random.below(candidates[cell]!.length);
  } else if (kind === 1) {
    const cell = row * width + random.below(width);
    genes[cell] = kept[cell]!;
  } else if (kind === 2) {
    const other = random.below(rows);
    for (let attribute = 0; attribute < width; attribute++) {
      genes[row * width + attribute] = genome.merged(row, other, attribute)[0];
    }
  } else mergeRows(genome, genes, row, random.below(rows));
  return genes;
}

/** Each cell from one of two parents. */
function cross(a: Uint16Array, b: Uint16Array, random: Random): Uint16Array {
  const genes = a.slice();
  let bits = 0;
  for (let cell = 0; cell < genes.length; cell++) {
    if (cell % 32 === 0) bits = random.next();
    if (((bits >>> (cell % 32)) & 1) === 1) genes[cell] = b[cell]!;
  }
  return genes;
}
