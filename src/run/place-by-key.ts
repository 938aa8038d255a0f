import { report, type Task } from "../base/index.ts";
import { type Problem, parseGeneralised } from "../cohort/index.ts";
import { blame, type Placed } from "./placement.ts";
import type { KeyAttribute, RecipeKey } from "./recipe-key.ts";

/** Places every tuple where the release would have: by its cuts, or by its map of values. */
export function* placeByKey(problem: Problem, key: RecipeKey): Task<Placed> {
  const places = key.attributes.map((attribute, index) => placesOf(attribute, problem, index));
  const column = new Map(key.attributes.map(({ name }, index) => [name, index]));
  const maps = key.attributes.map(({ map = [] }) => new Map(map));
  const unseen = key.attributes.map(() => new Map<number, number>());
  const outside = key.attributes.map(() => new Map<number, number>());
  const texts: (readonly string[] | undefined)[] = [];
  const inSet = setsOf();
  const byCuts = (tuple: number): readonly string[] | undefined => {
    const { cuts = [], cohorts = [] } = key;
    let at = cuts.length === 0 ? -1 : 0;
    while (at >= 0) {
      const { on, upTo, left, right } = cuts[at]!;
      const index = column.get(on)!;
      const place = places[index]![problem.ranks[index]![tuple]!]!;
      if (Number.isNaN(place)) return blame(unseen, problem, index, tuple);
      at = (upTo === null ? place !== Number.POSITIVE_INFINITY : place <= upTo) ? left : right;
    }
    const cohort = cohorts[-1 - at]!;
    for (let index = 0; index < places.length; index++) {
      const rank = problem.ranks[index]![tuple]!;
      const place = places[index]![rank]!;
      const covers = cohort.covers[index]!;
      if (covers === "any") continue;
      if (Number.isNaN(place)) return blame(unseen, problem, index, tuple);
      const isMissing = place === Number.POSITIVE_INFINITY;
      const fits = covers === "missing" ? isMissing : place >= covers[0] && place <= covers[1];
      const { kind, labels } = problem.attributes[index]!;
      const isNamed = kind !== "category" || isMissing;
      if (!fits || !(isNamed || inSet(cohort.texts[index]!, labels[rank]!))) {
        return blame(outside, problem, index, tuple);
      }
    }
    return cohort.texts;
  };
  const byMaps = (tuple: number): readonly string[] | undefined => {
    const found: string[] = [];
    for (const [index, map] of maps.entries()) {
      const text = map.get(problem.attributes[index]!.labels[problem.ranks[index]![tuple]!]!);
      if (text === undefined) blame(unseen, problem, index, tuple);
      else found.push(text);
    }
    return found.length === maps.length ? found : undefined;
  };
  const place = key.cohorts === undefined ? byMaps : byCuts;
  for (let tuple = 0; tuple < problem.tuples; tuple++) {
    if (tuple % 0x1000 === 0) yield* report("apply", tuple, problem.tuples);
    texts.push(place(tuple));
  }
  return { texts, unseen, outside, withheld: key.attributes.map(() => 0) };
}

/** Whether a name is in a published set; what is no set has every name. */
function setsOf(): (text: string, label: string) => boolean {
  const sets = new Map<string, ReadonlySet<string> | undefined>();
  return (text, label) => {
    if (!sets.has(text)) {
      const read = parseGeneralised(text);
      sets.set(text, read.form === "set" ? new Set(read.values) : undefined);
    }
    return sets.get(text)?.has(label) ?? true;
  };
}

/** Where each rank of the new table lies on a key's axis: NaN is unseen, infinity missing. */
function placesOf({ values }: KeyAttribute, problem: Problem, index: number): Float64Array {
  const attribute = problem.attributes[index]!;
  const known = values === undefined ? undefined : new Map(values.map((name, place) => [name, place]));
  return Float64Array.from(attribute.labels, (label, rank) => {
    if (rank === attribute.missing) return Number.POSITIVE_INFINITY;
    if (known !== undefined) return known.get(label) ?? Number.NaN;
    return attribute.kind === "category" ? Number.NaN : attribute.positions[rank]!;
  });
}
