/**
 * @file Cuts between the boxes of a release, found from its labels alone, so that the boxes tile the whole space. Boxes
 * that come of cuts in two can be parted again by cuts in two; of all cuts that part the boxes of a node the one that
 * halves them best is taken. A cut between two ranges lies where the upper one begins: what lies between them belongs to
 * the lower one, and beyond the last box everything to it. Boxes that no cut parts stay together in one leaf.
 */
import { type ColumnSpans, everywhere, type Region, type Span } from "./label-spans.ts";

/** Which way a rank goes at a cut; undefined where the cut does not know it. */
export type SideLookup = (rank: number) => "left" | "right" | undefined;

/** A cut in one column; ≥ 0 is the next cut, −1−l is leaf l. Cuts stand before those that they lead to. */
export type TileCut = {
  readonly on: number;
  readonly sideOf: SideLookup;
  readonly left: number;
  readonly right: number;
  /** The side with more boxes, where unknown values go. */
  readonly larger: "left" | "right";
};

/** The boxes that are not parted further, and per column between which positions they lie. */
export type TileLeaf = { readonly boxes: readonly number[]; readonly regions: readonly Region[] };

/** Everything that can be is in one leaf. */
export type TileTree = { readonly cuts: readonly TileCut[]; readonly leaves: readonly TileLeaf[] };

type Split = {
  readonly on: number;
  readonly sideOf: SideLookup;
  readonly left: ReadonlySet<number>;
  readonly at?: number;
};

/** Parts boxes; `spans[column][box]` is what a box's label in a column stands for. */
export function tileTree(columns: readonly ColumnSpans[], spans: readonly (readonly Span[])[]): TileTree {
  const distinct = spans.map(distinctSpans);
  const cuts: { on: number; sideOf: SideLookup; left: number; right: number; larger: "left" | "right" }[] = [];
  const leaves: TileLeaf[] = [];
  type Open = { boxes: number[]; regions: readonly Region[]; from: number; side: "left" | "right" };
  const first = Array.from({ length: spans[0]?.length ?? 0 }, (_, box) => box);
  const open: Open[] = [{ boxes: first, regions: columns.map(() => everywhere), from: -1, side: "left" }];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { boxes, regions, from, side } = node;
    const split = bestSplit(columns, distinct, boxes);
    const place = split === undefined ? -1 - leaves.length : cuts.length;
    if (from >= 0) cuts[from][side] = place;
    if (split === undefined) {
      leaves.push({ boxes, regions });
      continue;
    }
    const isLeft = (box: number): boolean => split.left.has(distinct[split.on].of[box]);
    const left = boxes.filter(isLeft);
    const right = boxes.filter((box) => !isLeft(box));
    const larger = left.length >= right.length ? "left" : "right";
    cuts.push({ on: split.on, sideOf: split.sideOf, left: 0, right: 0, larger });
    const [low, high] = regions[split.on];
    const within = (region: Region): Region[] => regions.map((own, at) => (at === split.on ? region : own));
    const [below, above] =
      split.at === undefined ? [regions, regions] : [within([low, split.at]), within([split.at, high])];
    open.push({ boxes: right, regions: above, from: place, side: "right" });
    open.push({ boxes: left, regions: below, from: place, side: "left" });
  }
  return { cuts, leaves };
}

type DistinctSpans = { readonly spans: readonly Span[]; readonly of: Int32Array };

function distinctSpans(spans: readonly Span[]): DistinctSpans {
  const known = new Map<string, number>();
  const found: Span[] = [];
  const of = Int32Array.from(spans, (span) => {
    const key = `${span.form} ${span.text}`;
    let place = known.get(key);
    if (place === undefined) {
      place = found.push(span) - 1;
      known.set(key, place);
    }
    return place;
  });
  return { spans: found, of };
}

function bestSplit(
  columns: readonly ColumnSpans[],
  distinct: readonly DistinctSpans[],
  boxes: readonly number[],
): Split | undefined {
  let best: Split | undefined;
  let most = 0;
  if (boxes.length < 2) return undefined;
  for (const [on, column] of columns.entries()) {
    const { spans, of } = distinct[on];
    const counts = new Map<number, number>();
    for (const box of boxes) counts.set(of[box], (counts.get(of[box]) ?? 0) + 1);
    const labels = [...counts.keys()];
    if (labels.length < 2 || labels.some((label) => isAnything(spans[label]))) continue;
    const parts = column.form === "line" ? partsOfLine(spans, labels) : partsOfSets(spans, labels);
    const found = halves(parts, counts, boxes.length);
    if (found === undefined || found.smaller <= most) continue;
    most = found.smaller;
    const left = new Set(parts.slice(0, found.at).flat());
    best = { on, left, ...cutOf(column, spans, parts, found.at) };
  }
  return best;
}

function isAnything({ form }: Span): boolean {
  return form === "any" || form === "opaque";
}

/** After how many parts to cut so that the smaller side has as many boxes as it can. */
function halves(
  parts: readonly (readonly number[])[],
  counts: ReadonlyMap<number, number>,
  boxes: number,
): { at: number; smaller: number } | undefined {
  let best: { at: number; smaller: number } | undefined;
  let before = 0;
  for (let at = 1; at < parts.length; at++) {
    for (const label of parts[at - 1]) before += counts.get(label)!;
    const smaller = Math.min(before, boxes - before);
    if (best === undefined || smaller > best.smaller) best = { at, smaller };
  }
  return best;
}

/** Labels that overlap stand together; parts in order, what is missing last. */
function partsOfLine(spans: readonly Span[], labels: readonly number[]): number[][] {
  const lines = labels.flatMap((label) => {
    const span = spans[label];
    return span.form === "line" ? [{ label, span }] : [];
  });
  lines.sort((a, b) => a.span.low - b.span.low || a.span.high - b.span.high);
  const parts: number[][] = [];
  let reached = Number.NEGATIVE_INFINITY;
  let isOpen = true;
  for (const { label, span } of lines) {
    const isPast = span.low > reached || (span.low === reached && isOpen && parts.length > 0);
    if (isPast) parts.push([label]);
    else if (parts.length === 0) parts.push([label]);
    else parts[parts.length - 1].push(label);
    if (span.high > reached) [reached, isOpen] = [span.high, span.isOpen];
    else if (span.high === reached && !span.isOpen) isOpen = false;
  }
  const missing = labels.filter((label) => spans[label].form === "missing");
  return missing.length === 0 ? parts : [...parts, missing];
}

/** Labels that share a member stand together; parts in the code unit order of their first text. */
function partsOfSets(spans: readonly Span[], labels: readonly number[]): number[][] {
  const parent = new Map(labels.map((label) => [label, label]));
  const rootOf = (label: number): number => {
    let root = label;
    while (parent.get(root) !== root) root = parent.get(root)!;
    parent.set(label, root);
    return root;
  };
  const owner = new Map<string | number, number>();
  for (const label of labels) {
    for (const member of membersOf(spans[label])) {
      const other = owner.get(member);
      if (other === undefined) owner.set(member, label);
      else parent.set(rootOf(label), rootOf(other));
    }
  }
  const parts = new Map<number, number[]>();
  for (const label of [...labels].sort((a, b) => (spans[a].text < spans[b].text ? -1 : 1))) {
    const root = rootOf(label);
    const part = parts.get(root);
    if (part === undefined) parts.set(root, [label]);
    else part.push(label);
  }
  return [...parts.values()];
}

/** A name, a rank, or −1 for what is missing. */
function membersOf(span: Span): Iterable<string | number> {
  return span.form === "names" ? span.names : span.form === "group" ? span.ranks : span.form === "missing" ? [-1] : [];
}

function cutOf(
  { form, axis }: ColumnSpans,
  spans: readonly Span[],
  parts: readonly (readonly number[])[],
  at: number,
): Pick<Split, "sideOf" | "at"> {
  const right = parts.slice(at).flat();
  if (form === "line") {
    const lows = right.flatMap((label) => {
      const span = spans[label];
      return span.form === "line" ? [span.low] : [];
    });
    const withMissing = right.some((label) => spans[label].form === "missing");
    const start = lows.reduce((least, low) => Math.min(least, low), Number.POSITIVE_INFINITY);
    return {
      at: lows.length === 0 ? undefined : start,
      sideOf: (rank) => {
        if (rank === axis.missing) return withMissing ? "right" : undefined;
        return axis.positions[rank] < start ? "left" : "right";
      },
    };
  }
  const sides = new Map<string | number, "left" | "right">();
  for (const label of parts.slice(0, at).flat()) for (const one of membersOf(spans[label])) sides.set(one, "left");
  for (const label of right) for (const one of membersOf(spans[label])) sides.set(one, "right");
  return {
    sideOf: (rank) => (rank === axis.missing ? sides.get(-1) : (sides.get(rank) ?? sides.get(axis.labels[rank]))),
  };
}

/** The leaf that a record belongs to; where a cut does not know its value, the larger side. */
export function leafOf({ cuts }: Pick<TileTree, "cuts">, ranks: ArrayLike<number>): number {
  let at = cuts.length === 0 ? -1 : 0;
  while (at >= 0) {
    const { on, sideOf, larger, left, right } = cuts[at];
    at = (sideOf(ranks[on]) ?? larger) === "left" ? left : right;
  }
  return -1 - at;
}
