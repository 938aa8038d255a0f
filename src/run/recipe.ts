/**
 * @file What a release did, as data without a record in it, so that it can be done again to another table: the cuts
 * that lead to cohorts and what these are published as, or one map per column from values to published values. The
 * cohorts of a recipe are written in the release itself; only the list of a column's names may tell more than that.
 */
import * as z from "zod/mini";
import { KohortError } from "../base/index.ts";
import { type Attribute, any, type Problem, type Published, type Recoding } from "../cohort/index.ts";
import { type Hierarchy, lowestCommon } from "../hierarchy/index.ts";
import { type FullSpec, type Spec, validateSpec } from "../spec/index.ts";
import type { Table } from "../table/index.ts";
import { resolvedAttributes } from "./prepare.ts";
import type { Release } from "./release.ts";

/** A place on a column's axis: numbers and days as such, names by their place in `values`. */
export type RecipeAttribute = {
  readonly name: string;
  readonly kind: "number" | "date" | "category";
  /** The names in their order, for columns that are not ordered as numbers. */
  readonly values?: readonly string[] | undefined;
  /** What each value is published as, where that is the same for all records. */
  readonly map?: Readonly<Record<string, string>> | undefined;
  /** The share of released records with each published value. */
  readonly shares: Readonly<Record<string, number>>;
};

/** Records up to a place go `left`, others and what is missing `right`; ≥ 0 is the next cut, −1−c is cohort c. */
export type RecipeCut = {
  readonly on: string;
  /** null: everything that is known. */
  readonly upTo: number | null;
  readonly left: number;
  readonly right: number;
};

/** What the records of a cohort are published as, and for each column which places that stands for. */
export type RecipeCohort = {
  readonly texts: readonly string[];
  readonly covers: readonly (readonly [low: number, high: number] | "any" | "missing")[];
};

/** A recoding that can be applied to another table. */
export type Recipe = {
  readonly kohort: "recipe";
  readonly version: 1;
  readonly spec: Spec;
  readonly attributes: readonly RecipeAttribute[];
  readonly cuts?: readonly RecipeCut[] | undefined;
  readonly cohorts?: readonly RecipeCohort[] | undefined;
};

const box = z.union([z.tuple([z.number(), z.number()]), z.literal("any"), z.literal("missing")]);

const recipeSchema = z.strictObject({
  kohort: z.literal("recipe"),
  version: z.literal(1),
  spec: z.unknown(),
  attributes: z
    .array(
      z.strictObject({
        name: z.string(),
        kind: z.enum(["number", "date", "category"]),
        values: z.optional(z.array(z.string())),
        map: z.optional(z.record(z.string(), z.string())),
        shares: z.record(z.string(), z.number()),
      }),
    )
    .check(z.minLength(1)),
  cuts: z.optional(
    z.array(z.strictObject({ on: z.string(), upTo: z.nullable(z.number()), left: z.int(), right: z.int() })),
  ),
  cohorts: z.optional(z.array(z.strictObject({ texts: z.array(z.string()), covers: z.array(box) }))),
});

/** Reads a recipe; anything that is none is refused. */
export function parseRecipe(text: string, source: string): Recipe {
  const refuse = (why: string): never => {
    throw new KohortError("input", `"${source}" is no recipe: ${why}`, {
      hint: "recipes are written by `kohort anonymize --recipe FILE`",
    });
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse("it is not JSON");
  }
  const read = recipeSchema.safeParse(value);
  if (!read.success) return refuse(`"${read.error.issues[0]!.path.join(".") || "kohort"}" is not as it should be`);
  const recipe = { ...read.data, spec: validateSpec(read.data.spec) } as Recipe;
  const { cuts = [], cohorts = [], attributes } = recipe;
  const names = new Set(attributes.map(({ name }) => name));
  const leadsOn = (to: number, from: number): boolean =>
    to < 0 ? -1 - to < cohorts.length : to > from && to < cuts.length;
  const isWhole =
    cuts.every(({ on, left, right }, place) => names.has(on) && leadsOn(left, place) && leadsOn(right, place)) &&
    cohorts.every(({ texts, covers }) => texts.length === names.size && covers.length === names.size) &&
    (cohorts.length > 0 || attributes.every(({ map }) => map !== undefined));
  return isWhole ? recipe : refuse("its cuts and cohorts do not fit together");
}

/** The recipe of a release; a release whose cohorts only its own records define has none. */
export function recipeFrom({ spec, problem, recoding, published }: Release, read: Table): Recipe {
  const tree = recoding.tree;
  if (problem.sensitive.some(({ weights }) => weights !== undefined)) {
    throw noRecipe(spec, "a goal counts a population");
  }
  if (spec.privacy.some(({ model }) => model === "km-anonymity")) throw noRecipe(spec, "a column holds sets");
  if (problem.attributes.some(({ wildcard, missing }) => wildcard === true && missing >= 0)) {
    throw noRecipe(spec, "missing values match anything");
  }
  const head = { kohort: "recipe", version: 1, spec: specIn(spec, read) } as const;
  const shares = problem.attributes.map((_, index) => sharesOf(problem, recoding, published[index]!));
  if (tree === undefined && recoding.kind === "global") {
    const maps = problem.attributes.map((attribute, index) =>
      mapOf(problem, recoding, published[index]!, attribute, index),
    );
    const map = (index: number): Record<string, string> => {
      if (maps[index] === undefined)
        throw noRecipe(spec, `values of "${problem.attributes[index]!.name}" are published in more than one way`);
      return maps[index];
    };
    const attributes = problem.attributes.map(({ name, kind }, index) => ({
      name,
      kind,
      map: map(index),
      shares: shares[index]!,
    }));
    return { ...head, attributes };
  }
  if (tree === undefined || tree.count.some((count) => count !== 0 && count !== 2)) {
    throw noRecipe(spec, "its cohorts do not come from cuts in two or from levels");
  }
  const attributes = problem.attributes.map((attribute, index) => {
    const { name, kind } = attribute;
    const values = attribute.tree?.tree.leaves ?? (kind === "category" ? knownLabels(attribute) : undefined);
    return { name, kind, ...(values === undefined ? {} : { values }), shares: shares[index]! };
  });
  return { ...head, attributes, cuts: cutsOf(problem, tree), cohorts: cohortsOf(problem, recoding, published) };
}

/** Why a release has no recipe. */
export function noRecipe(spec: FullSpec, why: string): KohortError {
  return new KohortError("infeasible", `a release by ${spec.algorithm.name} has no recipe here: ${why}`, {
    hint: "auto with partition=true, best-cut, mondrian with strict cuts and lattice have recipes",
  });
}

/** The spec without what only the search needed. */
function specIn({ $schema: _, ...spec }: FullSpec, read: Table): Spec {
  const attributes = Object.entries(resolvedAttributes(read, spec.attributes)).map(([name, attribute]) => {
    if (attribute.role !== "quasi-identifying") return [name, attribute] as const;
    const { role, kind, missing, transform } = attribute;
    const kept = Object.entries({ kind, missing, transform }).filter(([, value]) => value !== undefined);
    return [name, { role, ...Object.fromEntries(kept) }] as const;
  });
  return { ...spec, attributes: Object.fromEntries(attributes) };
}

function knownLabels({ labels, missing }: Attribute): readonly string[] {
  return missing < 0 ? labels : labels.slice(0, missing);
}

/** Where a rank lies on the recipe's axis. */
function placeOf(attribute: Attribute, rank: number): number {
  if (attribute.tree !== undefined) return attribute.tree.leafOf[rank]!;
  return attribute.kind === "category" ? rank : attribute.positions[rank]!;
}

function cutsOf({ attributes }: Problem, tree: NonNullable<Recoding["tree"]>): RecipeCut[] {
  const places = new Map<number, number>();
  tree.attribute.forEach((attribute, node) => {
    if (attribute >= 0) places.set(node, places.size);
  });
  const to = (node: number): number => places.get(node) ?? -1 - tree.cohort[node]!;
  return [...places.keys()].map((node) => {
    const attribute = attributes[tree.attribute[node]!]!;
    const rank = tree.cut[node]!;
    const upTo = rank + 1 === attribute.missing ? null : placeOf(attribute, rank);
    return { on: attribute.name, upTo, left: to(tree.first[node]!), right: to(tree.first[node]! + 1) };
  });
}

function cohortsOf(problem: Problem, recoding: Recoding, published: readonly Published[]): RecipeCohort[] {
  return Array.from({ length: recoding.cohorts }, (_, cohort) => {
    const texts = published.map(({ texts, textOf }) => texts[textOf[cohort]!]!);
    const covers = problem.attributes.map((attribute, index) => {
      const [low, high] = [recoding.low[index]![cohort]!, recoding.high[index]![cohort]!];
      if (low === attribute.missing) return "missing" as const;
      if (texts[index] === any || high === attribute.missing) return "any" as const;
      return coveredBy(attribute, low, high);
    });
    return { texts, covers };
  });
}

function coveredBy(attribute: Attribute, low: number, high: number): readonly [number, number] {
  if (attribute.tree === undefined || low === high) return [placeOf(attribute, low), placeOf(attribute, high)];
  const { tree, leafOf } = attribute.tree;
  const node = lowestCommon(tree, leafOf[low]!, leafOf[high]!);
  return [tree.low[node]!, tree.high[node]!];
}

/** The share of kept records with each published value. */
function sharesOf(
  { weights }: Problem,
  { cohortOf, suppressed }: Recoding,
  published: Published,
): Record<string, number> {
  const counts = new Float64Array(published.texts.length);
  let records = 0;
  for (let tuple = 0; tuple < cohortOf.length; tuple++) {
    const cohort = cohortOf[tuple]!;
    if (suppressed?.[cohort] === 1) continue;
    counts[published.textOf[cohort]!]! += weights[tuple]!;
    records += weights[tuple]!;
  }
  return Object.fromEntries(
    [...counts].flatMap((count, text) => (count === 0 ? [] : [[published.texts[text]!, count / records]])),
  );
}

/** What every value is published as, or undefined where that depends on the record. */
function mapOf(
  { ranks }: Problem,
  { cohortOf }: Recoding,
  { texts, textOf }: Published,
  attribute: Attribute,
  index: number,
): Record<string, string> | undefined {
  const found = new Map<number, string>();
  for (let tuple = 0; tuple < cohortOf.length; tuple++) {
    const rank = ranks[index]![tuple]!;
    const text = texts[textOf[cohortOf[tuple]!]!]!;
    if ((found.get(rank) ?? text) !== text) return undefined;
    found.set(rank, text);
  }
  const seen = new Map([...found].map(([rank, text]) => [attribute.labels[rank]!, text]));
  const all = attribute.tree === undefined ? [] : levelOf(attribute.tree.hierarchy, seen, attribute);
  return Object.fromEntries([...all, ...seen]);
}

/** All values of a hierarchy with their groups, at the level that says what was published. */
function levelOf(hierarchy: Hierarchy, seen: ReadonlyMap<string, string>, attribute: Attribute): [string, string][] {
  const values = hierarchy.levels[0]!;
  const known = new Set(knownLabels(attribute));
  let groups = Uint32Array.from(values, (_, place) => place);
  for (let level = 0; level < hierarchy.levels.length; level++) {
    const labels = hierarchy.levels[level]!;
    const fits = values.every(
      (value, place) => !known.has(value) || !seen.has(value) || seen.get(value) === labels[groups[place]!],
    );
    if (fits) return values.map((value, place) => [value, labels[groups[place]!]!]);
    const parents = hierarchy.parents[level];
    if (parents === undefined) break;
    groups = groups.map((group) => parents[group]!);
  }
  return [];
}
