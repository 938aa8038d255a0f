/** @file Quick ways through a lattice that is too large to exhaust; none proves anything, each finds something good. */
import { type DriverAnswer, randomFrom, report, reportBest, type Task } from "../../base/index.ts";
import { type CheckedNode, couldBeat, type Explorer } from "./explorer.ts";
import type { Levels } from "./grid.ts";
import { newHeap } from "./heap.ts";

/** Whether a search was asked to end. */
type EndCheck = (standing: DriverAnswer) => boolean;

/** Goes down from the highest levels, always to the anonymous node one step finer that loses least. */
export function* topDown(explorer: Explorer, enough: EndCheck, from?: Levels): Task<CheckedNode | undefined> {
  const { lowest } = explorer;
  let here = explorer.check(from ?? explorer.highest);
  let best = here.anonymous ? here : undefined;
  while (best !== undefined) {
    let next: CheckedNode | undefined;
    for (let attribute = 0; attribute < lowest.length; attribute++) {
      if (here.levels[attribute] === lowest[attribute]) continue;
      if (enough(yield* reportBest("search", explorer.count(), explorer.nodes, note(best)))) return best;
      const finer = here.levels.slice();
      finer[attribute] -= 1;
      if (explorer.leastLost(finer) === Number.POSITIVE_INFINITY) continue;
      const node = explorer.check(finer);
      if (node.score !== undefined && couldBeat(node.score, node.levels, next)) next = node;
    }
    if (next?.score === undefined || !couldBeat(next.score, next.levels, best)) return best;
    here = next;
    best = next;
  }
  return best;
}

/** Nodes looked around without finding a better one, after which looking around ends. */
const patience = 12;

/**
 * Looks around the best nodes known: the node of least loss whose neighbours, one step finer or coarser in one attribute,
 * were not all checked comes first. Where one step does not lose less, steps from the next best nodes may.
 */
export function* lookAround(explorer: Explorer, enough: EndCheck, start: CheckedNode): Task<CheckedNode> {
  const { lowest, highest } = explorer;
  let best = start;
  const known = new Set<CheckedNode>([start]);
  const waiting = newHeap<CheckedNode>((a, b) => (couldBeat(a.score!, a.levels, b) ? -1 : 1));
  waiting.push(start);
  let since = 0;
  for (let here = waiting.pop(); here !== undefined && since <= patience; here = waiting.pop()) {
    since += 1;
    for (let attribute = 0; attribute < lowest.length; attribute++) {
      for (const step of [-1, 1]) {
        const level = here.levels[attribute] + step;
        if (level < lowest[attribute] || level > highest[attribute]) continue;
        const levels = here.levels.slice();
        levels[attribute] = level;
        if (explorer.leastLost(levels) === Number.POSITIVE_INFINITY) continue;
        if (enough(yield* reportBest("search", explorer.count(), explorer.nodes, note(best)))) return best;
        const node = explorer.check(levels);
        if (node.score === undefined || known.has(node)) continue;
        known.add(node);
        waiting.push(node);
        if (!couldBeat(node.score, node.levels, best)) continue;
        best = node;
        since = 0;
      }
    }
  }
  return best;
}

/** Goes up from the lowest levels, always by the step that saves most records from being left out, then polishes. */
export function* bottomUp(explorer: Explorer, enough: EndCheck): Task<CheckedNode | undefined> {
  const { lowest, highest } = explorer;
  let here = explorer.check(lowest);
  while (!here.anonymous) {
    let next: CheckedNode | undefined;
    for (let attribute = 0; attribute < lowest.length; attribute++) {
      if (here.levels[attribute] === highest[attribute]) continue;
      const { settle } = yield* reportBest("search", explorer.count(), explorer.nodes, "none yet");
      if (settle) break;
      const coarser = here.levels.slice();
      coarser[attribute] += 1;
      const node = explorer.check(coarser);
      if (next === undefined || node.suppressed < next.suppressed) next = node;
    }
    if (next === undefined) return undefined;
    here = next;
  }
  return yield* topDown(explorer, enough, here.levels);
}

const population = 24;
const generations = 40;

/** Breeds level vectors: the better half lives on, crosses and mutates; a child that is not anonymous is raised until it is. */
export function* genetic(explorer: Explorer, enough: EndCheck, seed: number): Task<CheckedNode | undefined> {
  const { lowest, highest } = explorer;
  const random = randomFrom(seed);
  const start = yield* topDown(explorer, enough);
  if (start === undefined) return undefined;
  let best: CheckedNode = start;
  const between = (attribute: number): number =>
    lowest[attribute] + random.below(highest[attribute] - lowest[attribute] + 1);
  const alive = (levels: Levels): CheckedNode => {
    let node = explorer.check(levels);
    while (!node.anonymous) {
      const room = [...levels.keys()].filter((attribute) => levels[attribute] < highest[attribute]);
      if (room.length === 0) return best;
      levels[room[random.below(room.length)]] += 1;
      node = explorer.check(levels);
    }
    return node;
  };
  let living: CheckedNode[] = [start];
  while (living.length < population) living.push(alive(lowest.map((_, attribute) => between(attribute))));
  for (let generation = 0; generation < generations; generation++) {
    living = living.sort((a, b) => (couldBeat(a.score!, a.levels, b) ? -1 : 1)).slice(0, population / 2);
    const parents = living.length;
    while (living.length < population) {
      const [a, b] = [living[random.below(parents)], living[random.below(parents)]];
      const child = a.levels.map((level, attribute) => (random.below(2) === 0 ? level : b.levels[attribute]));
      const changed = random.below(child.length);
      child[changed] = between(changed);
      const node = alive(child);
      if (couldBeat(node.score!, node.levels, best)) best = node;
      living.push(node);
      if (enough(yield* reportBest("search", explorer.count(), explorer.nodes, note(best)))) return best;
    }
  }
  return yield* topDown(explorer, enough, best.levels);
}

function note(best: CheckedNode): string {
  return `best ${Number(best.score![0].toPrecision(6))}`;
}

/**
 * Datafly: raises the attribute with the most distinct values by one level until few enough records are left in
 * cohorts that do not hold, and leaves those out. Sweeney, *Guaranteeing anonymity when sharing medical data, the
 * Datafly system*, 1997; there the limit is k records, here it is the one stated. Of attributes with equally many
 * values the first is raised.
 */
export function* dataflySearch(explorer: Explorer): Task<CheckedNode | undefined> {
  const { ladders, highest } = explorer;
  const levels = explorer.lowest.slice();
  for (;;) {
    yield* report("search", explorer.count(), explorer.nodes);
    const node = explorer.check(levels);
    if (node.anonymous) return node;
    let widest = -1;
    let most = 0;
    for (let attribute = 0; attribute < levels.length; attribute++) {
      const values = ladders[attribute].labels[levels[attribute]].length;
      if (levels[attribute] < highest[attribute] && values > most) {
        widest = attribute;
        most = values;
      }
    }
    if (widest < 0) return undefined;
    levels[widest] += 1;
  }
}
