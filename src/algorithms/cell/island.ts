/**
 * @file One population of the genetic algorithm. Each generation keeps its best tenth as parents; every child is made by
 * mutating a parent, with probability m / (m + 100), or by taking each cell from one of two parents. m doubles with every
 * tenth of the generations, so that the search ends in small steps around the best.
 */
import {
  type BestTable,
  type Random,
  randomFrom,
  reportBest,
  smallest,
  type Task,
  type Work,
} from "../../base/index.ts";
import type { Problem } from "../../cohort/index.ts";
import type { Question } from "../algorithm.ts";
import { aimOf, bestNote, bestTable } from "./aim.ts";
import { type EarlyEnd, endOf } from "./ending.ts";
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
  readonly table?: BestTable["rows"];
};

/** What became of a population. */
export type IslandResult = {
  readonly choice: Choice;
  readonly cost: number;
  readonly generations: number;
  readonly states: number;
  /** What ended the breeding before all generations. */
  readonly end: EarlyEnd | undefined;
  readonly converged: boolean;
  readonly trace: readonly TraceGeneration[];
};

/** Breeds one population; what a thread is asked to do. */
export const islandWork: Work<IslandInput, IslandResult> = { name: "genetic-island", run: breed };

/** Generations without a better table, as a share of all, after which a population has converged. */
const patience = 0.7;

/** The seconds that breeding is given. */
export function breedingSeconds({ seconds = 60 }: GeneticSpec): number {
  return seconds;
}

function* breed({ problem, question, spec, seed }: IslandInput): Task<IslandResult> {
  const aim = aimOf(problem, question, spec);
  const genome = genomeOf(aim);
  const random = randomFrom(seed);
  const { population = 100, generations = 1000, mutation = 10 } = spec;
  const floor = genome.costs.reduce((sum, cell) => sum + smallest(cell), 0);
  let people = firstGeneration(genome, population, random).sort(byFitness);
  const parents = Math.max(1, Math.floor(population / 10));
  const trace: TraceGeneration[] = [];
  const choiceOf = ({ genes }: Individual): Choice =>
    Array.from({ length: genome.width }, (_, attribute) =>
      Array.from({ length: genome.rows }, (_, row) => {
        const cell = row * genome.width + attribute;
        return genome.candidates[cell][genes[cell]];
      }),
    );
  let best = people[0];
  let shown = bestTable(aim, choiceOf(best), best.cost);
  let since = 0;
  let end: EarlyEnd | undefined;
  let generation = 0;
  let states = people.length;
  for (; generation < generations && since <= patience * generations && best.cost > floor + 1e-12; generation++) {
    const m = mutation * 2 ** Math.floor((10 * generation) / generations);
    const next = bestOf(people, parents);
    const chosen = next.length;
    const mutated = addChildren(genome, next, population, m, random);
    states += population - chosen;
    people = next.sort(byFitness);
    const isNew = byFitness(people[0], best) < 0;
    since = isNew ? 0 : since + 1;
    if (isNew) {
      best = people[0];
      shown = bestTable(aim, choiceOf(best), best.cost);
    }
    if (spec.trace === true) {
      trace.push({
        generation,
        best: best.cost,
        median: people[people.length >> 1].cost,
        feasible: people.filter(({ failing }) => failing === 0).length / people.length,
        mutation: m,
        mutated: population === chosen ? 0 : mutated / (population - chosen),
        table: isNew ? shown.rows : undefined,
      });
    }
    const answer = yield* reportBest("search", generation, generations, bestNote(shown), { table: shown });
    end = endOf(answer, breedingSeconds(spec));
    if (end !== undefined) {
      generation += 1;
      break;
    }
  }
  const converged = end === undefined && generation < generations;
  return { choice: choiceOf(best), cost: best.cost, generations: generation, states, end, converged, trace };
}

/** Adds children of the people until there are enough; returns how many came from mutation. */
function addChildren(genome: Genome, people: Individual[], enough: number, m: number, random: Random): number {
  const parents = people.length;
  let mutated = 0;
  while (people.length < enough) {
    const byMutation = random.unit() * (m + 100) < m;
    const { genes } = people[random.below(parents)];
    if (byMutation) mutated += 1;
    const child = byMutation
      ? mutate(genome, genes, random)
      : cross(genes, people[random.below(parents)].genes, random);
    people.push(genome.evaluate(child));
  }
  return mutated;
}

function byFitness(a: Individual, b: Individual): number {
  return a.failing - b.failing || a.cost - b.cost;
}

/** All stars, which always holds, and tables in which half of the cells are at a random candidate. */
function firstGeneration(genome: Genome, population: number, random: Random): Individual[] {
  const stars = new Uint16Array(genome.rows * genome.width);
  const people = [genome.evaluate(stars)];
  while (people.length < population) {
    const genes = stars.map((gene, cell) =>
      random.below(2) === 0 ? gene : random.below(genome.candidates[cell].length),
    );
    people.push(genome.evaluate(genes));
  }
  return people;
}

/** The best of the people, no two alike. */
function bestOf(people: readonly Individual[], count: number): Individual[] {
  const chosen: Individual[] = [];
  for (const one of people) {
    if (chosen.length === count) break;
    if (!chosen.some((other) => byFitness(one, other) === 0 && isSame(one.genes, other.genes))) chosen.push(one);
  }
  return chosen;
}

function isSame(a: Uint16Array, b: Uint16Array): boolean {
  for (let cell = 0; cell < a.length; cell++) if (a[cell] !== b[cell]) return false;
  return true;
}

/** One or more small changes: each is followed by another with probability one half. */
function mutate(genome: Genome, parent: Uint16Array, random: Random): Uint16Array {
  const genes = parent.slice();
  do change(genome, genes, random);
  while (random.below(2) === 0);
  return genes;
}

/** A cell at a random candidate or back at its value, a row that covers another one, or a row moved to another's cohort. */
function change(genome: Genome, genes: Uint16Array, random: Random): void {
  const { rows, width, candidates, kept } = genome;
  const row = random.below(rows);
  const cell = row * width + random.below(width);
  const kind = random.below(4);
  if (kind === 0) genes[cell] = random.below(candidates[cell].length);
  else if (kind === 1) genes[cell] = kept[cell];
  else if (kind === 2) {
    const other = random.below(rows);
    const before = genes.slice(other * width, (other + 1) * width);
    genome.alike(genes, row === other ? [row] : [row, other]);
    if (other !== row) genes.set(before, other * width);
  } else moveRow(genome, genes, row, random.below(rows));
}

/** Takes a row out of its cohort into another's, and publishes both as cheaply as can be. */
function moveRow(genome: Genome, genes: Uint16Array, row: number, other: number): void {
  const left = cohortOf(genome, genes, row).filter((member) => member !== row);
  const joined = cohortOf(genome, genes, other).filter((member) => member !== row);
  if (left.includes(other)) return;
  genome.alike(genes, left);
  genome.alike(genes, [...joined, row]);
}

/** The rows that are published like a row. */
function cohortOf({ rows, width, candidates }: Genome, genes: Uint16Array, row: number): number[] {
  const members: number[] = [];
  for (let other = 0; other < rows; other++) {
    let same = true;
    for (let attribute = 0; attribute < width && same; attribute++) {
      const [a, b] = [row * width + attribute, other * width + attribute];
      same = candidates[a][genes[a]] === candidates[b][genes[b]];
    }
    if (same) members.push(other);
  }
  return members;
}

/** Each cell from one of two parents. */
function cross(a: Uint16Array, b: Uint16Array, random: Random): Uint16Array {
  const genes = a.slice();
  let bits = 0;
  for (let cell = 0; cell < genes.length; cell++) {
    if (cell % 32 === 0) bits = random.next();
    if (((bits >>> (cell % 32)) & 1) === 1) genes[cell] = b[cell];
  }
  return genes;
}
