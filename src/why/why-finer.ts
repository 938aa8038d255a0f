import { type Attribute, runText, valueText } from "../cohort/index.ts";

/** A finer value that a cell could have had, and which ranks it would stand for. */
export type Candidate = { readonly value: string; readonly has: (rank: number) => boolean };

/** Cuts of a range that are tried. */
const mostCuts = 200;

/**
 * The finer values of a cell: under a hierarchy every node from below the published one down to the value itself;
 * otherwise the value itself, and what is on the record's side of a cut between two values that its cohort has.
 */
export function finerValues(
  attribute: Attribute,
  node: number,
  members: readonly number[],
  own: number,
): readonly Candidate[] {
  const itself: Candidate = { value: valueText(attribute.labels[own]), has: (rank) => rank === own };
  if (own === attribute.missing) return [itself];
  if (attribute.tree !== undefined) return [...nodesBelow(attribute, Math.max(0, node), own), itself];
  const ranks = [...new Set(members)].filter((rank) => rank !== attribute.missing).sort((a, b) => a - b);
  const step = Math.max(1, Math.ceil(ranks.length / mostCuts));
  const cuts: Candidate[] = [];
  const run = (low: number, high: number): void => {
    if (low === high) return;
    cuts.push({ value: runText(attribute, low, high, "range"), has: (rank) => rank >= low && rank <= high });
  };
  if (members.includes(attribute.missing)) run(ranks[0], ranks[ranks.length - 1]);
  for (let at = 0; at + 1 < ranks.length; at += step) {
    if (own <= ranks[at]) run(ranks[0], ranks[at]);
    else run(ranks[at + 1], ranks[ranks.length - 1]);
  }
  return [...cuts, itself];
}

/** The nodes on the way from a node down to a value, both left out. */
function nodesBelow({ tree: laid }: Attribute, from: number, own: number): Candidate[] {
  const { tree, leafOf } = laid!;
  const leaf = leafOf[own];
  const found: Candidate[] = [];
  let node = from;
  for (;;) {
    const next = tree.children[node].find((child) => tree.low[child] <= leaf && tree.high[child] >= leaf);
    if (next === undefined || tree.children[next].length === 0) return found;
    const [low, high] = [tree.low[next], tree.high[next]];
    found.push({ value: tree.labels[next], has: (rank) => leafOf[rank] >= low && leafOf[rank] <= high });
    node = next;
  }
}
