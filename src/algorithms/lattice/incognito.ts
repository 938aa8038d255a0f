/**
 * @file Incognito: all minimal anonymous nodes, found by growing sets of attributes. A node can only be anonymous if it
 * is for every smaller set of attributes, and then so is every coarser node. LeFevre, DeWitt, Ramakrishnan, *Incognito:
 * efficient full-domain k-anonymity*, SIGMOD 2005. A set of attributes is looked at by putting all others on their last
 * level, where everything is alike. Where a model is not monotone every node is checked instead.
 */
import { KohortError, report, type Task } from "../../base/index.ts";
import { type CheckedNode, comesBefore, couldBeat, type Explorer } from "./explorer.ts";
import type { Levels } from "./grid.ts";

/** Nodes of all attribute sets together past which Incognito takes too long. */
const tooMany = 20_000_000;

/** All anonymous nodes below which no node is anonymous, and the one of them that loses least. */
export type MinimalNodes = { readonly nodes: readonly CheckedNode[]; readonly best: CheckedNode | undefined };

/** Finds the minimal anonymous nodes. */
export function* incognitoSearch(explorer: Explorer): Task<MinimalNodes> {
  const { ladders, lowest, highest, rule } = explorer;
  const all = ladders.reduce((product, ladder) => product * (ladder.height + 2), 1);
  if (all > tooMany) {
    throw new KohortError("spec", `incognito would have to look at ${all} nodes`, {
      hint: "use the algorithm lattice, which needs to look at few of them, or fewer attributes",
    });
  }
  const anonymous = new Set<number>();
  const keyOf = (levels: Levels): number =>
    ladders.reduce((key, { height }, attribute) => key * (height + 1) + levels[attribute], 0);
  const sets = rule.prunes ? attributeSets(ladders.length) : [ladders.map((_, attribute) => attribute)];
  for (const set of sets) {
    for (const levels of nodesOf(explorer, set)) {
      yield* report("search", explorer.count(), explorer.nodes);
      if (!rule.prunes) {
        if (explorer.check(levels).anonymous) anonymous.add(keyOf(levels));
        continue;
      }
      if (set.length > 1 && !isCandidate(explorer, set, levels, anonymous, keyOf)) continue;
      if (hasAnonymousBelow(levels, set, lowest, anonymous, keyOf) || explorer.check(levels).anonymous) {
        anonymous.add(keyOf(levels));
      }
    }
  }
  const whole = ladders.map((_, attribute) => attribute);
  const nodes: CheckedNode[] = [];
  for (const levels of nodesOf(explorer, whole)) {
    if (levels.some((level, attribute) => level > highest[attribute])) continue;
    if (!anonymous.has(keyOf(levels)) || hasAnonymousBelow(levels, whole, lowest, anonymous, keyOf, rule.prunes))
      continue;
    nodes.push(explorer.check(levels));
  }
  let best: CheckedNode | undefined;
  for (const node of nodes) if (node.score !== undefined && couldBeat(node.score, node.levels, best)) best = node;
  return { nodes: nodes.sort((a, b) => (comesBefore(a.levels, b.levels) ? -1 : 1)), best };
}

/** All sets of attributes, small ones first. */
function attributeSets(attributes: number): number[][] {
  const sets: number[][] = [];
  for (let mask = 1; mask < 2 ** attributes; mask++) {
    const set: number[] = [];
    for (let attribute = 0; attribute < attributes; attribute++) if ((mask >> attribute) & 1) set.push(attribute);
    sets.push(set);
  }
  return sets.sort((a, b) => a.length - b.length);
}

/** The nodes of a set of attributes, finer ones first: every choice of its levels, all other attributes on their last. */
function* nodesOf({ ladders, lowest }: Explorer, set: readonly number[]): Generator<Levels> {
  const levels = Uint8Array.from(ladders, ({ height }) => height);
  for (const attribute of set) levels[attribute] = lowest[attribute];
  for (;;) {
    yield levels.slice();
    let at = set.length - 1;
    while (at >= 0 && levels[set[at]] === ladders[set[at]].height) {
      levels[set[at]] = lowest[set[at]];
      at -= 1;
    }
    if (at < 0) return;
    levels[set[at]] += 1;
  }
}

/** Whether a node is anonymous for each set with one attribute less. */
function isCandidate(
  { ladders }: Explorer,
  set: readonly number[],
  levels: Levels,
  anonymous: ReadonlySet<number>,
  keyOf: (levels: Levels) => number,
): boolean {
  return set.every((attribute) => {
    const without = levels.slice();
    without[attribute] = ladders[attribute].height;
    return anonymous.has(keyOf(without));
  });
}

/** Whether a node one level finer is anonymous, or where models are not monotone any finer one. */
function hasAnonymousBelow(
  levels: Levels,
  set: readonly number[],
  lowest: Levels,
  anonymous: ReadonlySet<number>,
  keyOf: (levels: Levels) => number,
  stepwise = true,
): boolean {
  const finer = levels.slice();
  if (stepwise) {
    return set.some((attribute) => {
      if (levels[attribute] === lowest[attribute]) return false;
      finer[attribute] -= 1;
      const found = anonymous.has(keyOf(finer));
      finer[attribute] += 1;
      return found;
    });
  }
  const walk = (at: number, changed: boolean): boolean => {
    if (at === set.length) return changed && anonymous.has(keyOf(finer));
    const attribute = set[at];
    for (let level = lowest[attribute]; level <= levels[attribute]; level++) {
      finer[attribute] = level;
      if (walk(at + 1, changed || level < levels[attribute])) return true;
    }
    return false;
  };
  return walk(0, false);
}
