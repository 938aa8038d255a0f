import { algorithmOf } from "../algorithms/index.ts";
import { report, type Task } from "../base/index.ts";
import { type Attribute, type Problem, withoutStars } from "../cohort/index.ts";
import type { FullSpec } from "../spec/index.ts";
import { endOf } from "./label-ends.ts";
import type { Reading } from "./label-reading.ts";
import {
  anySpan,
  type ColumnSpans,
  columnSpans,
  everywhere,
  type Group,
  noSpan,
  type Region,
  type Span,
} from "./label-spans.ts";
import { type Box, classBuilder, type Placement } from "./placement.ts";
import type { Recipe, RecipeAttribute } from "./recipe.ts";
import type { KeyAttribute, KeyCohort, KeyCut, RecipeKey } from "./recipe-key.ts";
import { leafOf, type SideLookup, type TileCut } from "./tile-tree.ts";

/** Places every tuple where the release would have: by its cuts, or by its map of values. */
export function* placeByKey(
  problem: Problem,
  recipe: Recipe,
  key: RecipeKey,
  spec: FullSpec,
  readings: readonly Reading[],
): Task<Placement> {
  const places = key.attributes.map((attribute, index) => placesOf(attribute, problem.attributes[index]));
  const columns = recipe.attributes.map((attribute, index) =>
    columnSpans(attribute, problem.attributes[index], readings[index], groupsIn(key.attributes[index], places[index])),
  );
  const builder = classBuilder(problem, columns);
  const asked = { problem, recipe, key, spec, columns, places };
  const boxOf = key.cohorts === undefined ? boxesByMaps(asked) : boxesByCuts(asked, key.cohorts);
  const ranks = new Uint32Array(columns.length);
  for (let tuple = 0; tuple < problem.tuples; tuple++) {
    if (tuple % 0x1000 === 0) yield* report("apply", tuple, problem.tuples);
    for (let index = 0; index < ranks.length; index++) ranks[index] = problem.ranks[index][tuple];
    builder.add(tuple, boxOf(ranks));
  }
  return builder.finish(key.cuts ?? []);
}

type KeyQuestion = {
  readonly problem: Problem;
  readonly recipe: Recipe;
  readonly key: RecipeKey;
  readonly spec: FullSpec;
  readonly columns: readonly ColumnSpans[];
  readonly places: readonly Float64Array[];
};

function boxesByMaps({ problem, key, columns }: KeyQuestion): (ranks: ArrayLike<number>) => Box {
  const maps = key.attributes.map(({ map = [] }) => new Map(map));
  const regions = columns.map(() => everywhere);
  const members = key.attributes.map(({ map = [] }, index) => {
    const ranks = new Map(problem.attributes[index].labels.map((label, rank) => [label, rank]));
    const found = new Map<string, number[]>();
    for (const [value, text] of map) {
      const rank = ranks.get(value);
      if (rank !== undefined) found.set(text, [...(found.get(text) ?? []), rank]);
    }
    return found;
  });
  const spanOf = (rank: number, index: number): Span => {
    const text = maps[index].get(problem.attributes[index].labels[rank]);
    const { holds, read, spans } = columns[index];
    if (text === undefined) return spans.find((span) => span.form === "group" && holds(span, rank)) ?? noSpan;
    const span = read(text);
    return holds(span, rank) ? span : { form: "group", text, ranks: new Set(members[index].get(text)) };
  };
  const known = columns.map(() => new Map<number, Span>());
  return (ranks) => {
    const spans = columns.map((_, index) => {
      const span = known[index].get(ranks[index]) ?? spanOf(ranks[index], index);
      known[index].set(ranks[index], span);
      return span;
    });
    return { leaf: 0, key: JSON.stringify(spans.map(({ text }) => text)), spans, regions };
  };
}

function boxesByCuts(asked: KeyQuestion, cohorts: readonly KeyCohort[]): (ranks: ArrayLike<number>) => Box {
  const { key, columns, places, recipe } = asked;
  const column = new Map(recipe.attributes.map(({ name }, index) => [name, index]));
  const { cuts: stated = [] } = key;
  const starts = startsOf(stated, cohorts, column);
  const ways = places.map((own, index) =>
    betweenPlaces(own, key.attributes[index], recipe.attributes[index], asked.problem.attributes[index]),
  );
  const leaves = new Array<number>(stated.length).fill(0);
  const countOf = (to: number): number => (to < 0 ? 1 : leaves[to]);
  const cuts = new Array<TileCut>(stated.length);
  for (let at = stated.length - 1; at >= 0; at--) {
    const { on, upTo, left, right } = stated[at];
    const index = column.get(on)!;
    leaves[at] = countOf(left) + countOf(right);
    const larger = countOf(left) >= countOf(right) ? "left" : "right";
    cuts[at] = { on: index, sideOf: sideOf(ways[index], upTo, starts[at]), left, right, larger };
  }
  const regions = regionsOf(stated, starts, column, cohorts.length);
  const boxes = new Map<number, Box>();
  const boxAt = (leaf: number): Box => {
    const spans = columns.map((_, index) => spanOf(asked, cohorts[leaf], index));
    return { leaf, key: `${leaf}`, spans, regions: regions[leaf] };
  };
  return (ranks) => {
    const leaf = leafOf({ cuts }, ranks);
    const box = boxes.get(leaf) ?? boxAt(leaf);
    boxes.set(leaf, box);
    return box;
  };
}

/** Where the right side of each cut begins; what lies between both sides belongs to the left. */
function startsOf(
  cuts: readonly KeyCut[],
  cohorts: readonly KeyCohort[],
  column: ReadonlyMap<string, number>,
): number[] {
  const width = column.size;
  const none = new Float64Array(width).fill(Number.NEGATIVE_INFINITY);
  const lows = new Array<Float64Array>(cuts.length);
  const lowsAt = (to: number): Float64Array => {
    if (to >= 0) return lows[to] ?? none;
    return Float64Array.from(cohorts[-1 - to].covers, (cover) =>
      cover === "any" ? Number.NEGATIVE_INFINITY : cover === "missing" ? Number.POSITIVE_INFINITY : cover[0],
    );
  };
  const starts = new Array<number>(cuts.length);
  for (let at = cuts.length - 1; at >= 0; at--) {
    const { on, upTo, left, right } = cuts[at];
    const [before, after] = [lowsAt(left), lowsAt(right)];
    lows[at] = before.map((low, index) => Math.min(low, after[index]));
    const start = after[column.get(on)!];
    starts[at] = upTo === null ? Number.POSITIVE_INFINITY : Math.max(start, upTo);
  }
  return starts;
}

/** Which way ranks go: what is missing right, up to the cut and before the right side begins left. */
function sideOf(places: Float64Array, upTo: number | null, start: number): SideLookup {
  return (rank) => {
    const place = places[rank];
    if (Number.isNaN(place)) return undefined;
    if (place === Number.POSITIVE_INFINITY) return "right";
    return upTo === null || place <= upTo || place < start ? "left" : "right";
  };
}

function regionsOf(
  cuts: readonly KeyCut[],
  starts: readonly number[],
  column: ReadonlyMap<string, number>,
  cohorts: number,
): Region[][] {
  const all = Array.from(column, () => everywhere);
  const found = new Array<Region[]>(cohorts).fill(all);
  const at = new Array<Region[]>(cuts.length).fill(all);
  const reach = (to: number, regions: Region[]): void => {
    if (to >= 0) at[to] = regions;
    else found[-1 - to] = regions;
  };
  for (const [place, { on, left, right }] of cuts.entries()) {
    const regions = at[place];
    const index = column.get(on)!;
    const [low, high] = regions[index];
    const within = (region: Region): Region[] => regions.map((own, other) => (other === index ? region : own));
    reach(left, within([low, Math.min(high, starts[place])]));
    reach(right, Number.isFinite(starts[place]) ? within([Math.max(low, starts[place]), high]) : regions);
  }
  return found;
}

/** What a cohort's label stands for: what its text says, or the ranks that the key says. */
function spanOf(
  { recipe, columns, places, problem, spec, key }: KeyQuestion,
  { texts, covers, suppressed }: KeyCohort,
  index: number,
): Span {
  const { labels } = recipe.attributes[index];
  const [text, cover] = [texts[index], covers[index]];
  const listed = labels.find((label) => label.text === text);
  // its ends and names may be those of people who were suppressed, and nobody else's
  if (suppressed === true && listed === undefined) return anySpan;
  const isTold = listed === undefined ? labels.every(({ opaque }) => opaque !== true) : listed.opaque !== true;
  const span = columns[index].read(text);
  if (span.form === "any" || span.form === "missing" || (isTold && span.form !== "opaque")) return span;
  if (cover === "any") return anySpan;
  if (cover === "missing") return { form: "missing", text };
  const { labels: values, missing } = problem.attributes[index];
  const isShortened = key.attributes[index].groups === undefined && isPrefix(spec);
  const ranks = Array.from(values.keys()).filter((rank) => {
    if (rank === missing) return false;
    if (isShortened && text.endsWith("*")) return values[rank].startsWith(withoutStars(text));
    return places[index][rank] >= cover[0] && places[index][rank] <= cover[1];
  });
  return { form: "group", text, ranks: new Set(ranks) };
}

function isPrefix({ algorithm }: FullSpec): boolean {
  return algorithmOf(algorithm).writes?.(algorithm) === "prefix";
}

/** The groups that a key tells, by the ranks of the new table. */
function groupsIn({ groups = [] }: KeyAttribute, places: Float64Array): Group[] {
  const ranks = Array.from(places.keys());
  return groups.map(([text, first, last]) => ({
    text,
    ranks: ranks.filter((rank) => places[rank] >= first && places[rank] <= last),
    level: 1,
  }));
}

/** Places for ranks that the key does not list as well, between their neighbours, where its values stand in order. */
function betweenPlaces(
  places: Float64Array,
  { values }: KeyAttribute,
  recipe: RecipeAttribute,
  { labels, missing, kind, numbers }: Attribute,
): Float64Array {
  if (values === undefined || !places.some(Number.isNaN)) return places;
  const isNamed = kind === "category";
  const known: readonly (string | number)[] = isNamed ? values : values.map((value) => endOf(recipe, value));
  if (!known.every((value, at) => at === 0 || known[at - 1] <= value)) return places;
  return places.map((place, rank) => {
    if (!Number.isNaN(place) || rank === missing) return place;
    const own: string | number = isNamed ? labels[rank] : numbers![rank];
    let [low, high] = [0, known.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (known[middle] <= own) low = middle + 1;
      else high = middle;
    }
    return low - 0.5;
  });
}

/** Where each rank of the new table lies on a key's axis: NaN is unseen, infinity missing. */
function placesOf({ values }: KeyAttribute, attribute: Attribute): Float64Array {
  const known = values === undefined ? undefined : new Map(values.map((name, place) => [name, place]));
  return Float64Array.from(attribute.labels, (label, rank) => {
    if (rank === attribute.missing) return Number.POSITIVE_INFINITY;
    if (known !== undefined) return known.get(label) ?? Number.NaN;
    return attribute.kind === "category" ? Number.NaN : attribute.positions[rank];
  });
}
