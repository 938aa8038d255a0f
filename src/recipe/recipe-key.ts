/**
 * @file What a release did beyond what it prints: exact cuts, the values of every group, names that were kept but not
 * printed. With it a recipe places records exactly as its release did; it is for whoever holds the table.
 */
import * as z from "zod/mini";
import { KohortError, sha256 } from "../base/index.ts";
import {
  type Attribute,
  any,
  isSuppressed,
  leavesOf,
  type Problem,
  type PublishedColumn,
  type Recoding,
} from "../cohort/index.ts";
import { type Hierarchy, lowestCommon } from "../hierarchy/index.ts";
import type { Release } from "../release/index.ts";
import type { FullSpec, Spec } from "../spec/index.ts";
import type { Table } from "../table/index.ts";
import { type Transformation, transformations } from "../transform/index.ts";
import { noRecipe, parseOwn, type Recipe } from "./recipe.ts";
import { keptTransformations, tellsMembers } from "./recipe-spec.ts";

/** A place on a column's axis: numbers and days as such, names by their place in `values`. */
export type KeyAttribute = {
  readonly name: string;
  /** The names in their order, for columns that are not ordered as numbers. */
  readonly values?: readonly string[];
  /** What each value is published as, where that is the same for all records. */
  readonly map?: readonly (readonly [value: string, text: string])[];
  /** The groups of a hierarchy by their first and last place in `values`, the widest first. */
  readonly groups?: readonly (readonly [text: string, first: number, last: number])[];
};

/** Records up to a place go `left`, others and what is missing `right`; ≥ 0 is the next cut, −1−c is cohort c. */
export type KeyCut = {
  readonly on: string;
  /** null: everything that is known. */
  readonly upTo: number | null;
  readonly left: number;
  readonly right: number;
};

/** What the records of a cohort are published as, and for each column which places that stands for. */
export type KeyCohort = {
  readonly texts: readonly string[];
  readonly covers: readonly (readonly [low: number, high: number] | "any" | "missing")[];
  /** Whether the release left its records out. */
  readonly suppressed?: true;
};

/** What a recipe needs to give its release again, and must not tell. */
export type RecipeKey = {
  readonly kohort: "recipe-key";
  readonly version: 2;
  /** The SHA-256 of the recipe that it belongs to. */
  readonly recipe: string;
  readonly attributes: readonly KeyAttribute[];
  /** The names that were not grouped as rare, by column. */
  readonly transforms: readonly { readonly name: string; readonly transform: readonly Transformation[] }[];
  readonly cuts?: readonly KeyCut[];
  readonly cohorts?: readonly KeyCohort[];
};

const box = z.union([z.tuple([z.number(), z.number()]), z.literal("any"), z.literal("missing")]);

const keySchema = z.strictObject({
  kohort: z.literal("recipe-key"),
  version: z.literal(2),
  recipe: z.string(),
  attributes: z.array(
    z.strictObject({
      name: z.string(),
      values: z.optional(z.array(z.string())),
      map: z.optional(z.array(z.tuple([z.string(), z.string()]))),
      groups: z.optional(z.array(z.tuple([z.string(), z.int(), z.int()]))),
    }),
  ),
  transforms: z.array(z.strictObject({ name: z.string(), transform: z.array(z.unknown()) })),
  cuts: z.optional(
    z.array(z.strictObject({ on: z.string(), upTo: z.nullable(z.number()), left: z.int(), right: z.int() })),
  ),
  cohorts: z.optional(
    z.array(
      z.strictObject({
        texts: z.array(z.string()),
        covers: z.array(box),
        suppressed: z.optional(z.literal(true)),
      }),
    ),
  ),
});

/** Reads the key of a recipe; that of another one is refused. */
export function parseRecipeKey(text: string, source: string, recipe: Recipe): RecipeKey {
  const refuse = (why: string): never => {
    throw new KohortError("input", `"${source}" is not the key of this recipe: ${why}`, {
      hint: "keys are written beside their recipes by `kohort anonymize`",
    });
  };
  const read = parseOwn(text, keySchema, refuse);
  const transforms = read.transforms.map(({ name, transform }) => ({
    name,
    transform: transform.map((one) => transformationIn(one) ?? refuse(`"transforms" is not as it should be`)),
  }));
  const key: RecipeKey = { ...read, transforms };
  if (key.recipe !== digestOf(recipe)) return refuse("it belongs to another one");
  const { cuts = [], cohorts = [], attributes } = key;
  const names = new Set(recipe.attributes.map(({ name }) => name));
  const leadsOn = (to: number, from: number): boolean =>
    to < 0 ? -1 - to < cohorts.length : to > from && to < cuts.length;
  const isWhole =
    attributes.length === names.size &&
    attributes.every(({ name }, index) => name === recipe.attributes[index].name) &&
    cuts.every(({ on, left, right }, place) => names.has(on) && leadsOn(left, place) && leadsOn(right, place)) &&
    cohorts.every(({ texts, covers }) => texts.length === names.size && covers.length === names.size) &&
    (cohorts.length > 0 || attributes.every(({ map }) => map !== undefined));
  return isWhole ? key : refuse("its cuts and cohorts do not fit together");
}

function transformationIn(value: unknown): Transformation | undefined {
  const schemas = Object.values(transformations).map(({ schema }) => schema as z.ZodMiniType<Transformation>);
  return schemas.map((schema) => schema.safeParse(value)).find(({ success }) => success)?.data;
}

/** The spec of a recipe with what its key knows of rare names. */
export function specWithKey({ spec }: Recipe, { transforms }: RecipeKey): Spec {
  const known = new Map(transforms.map(({ name, transform }) => [name, transform]));
  const attributes = Object.entries(spec.attributes).map(([name, attribute]) => {
    const transform = known.get(name);
    return [name, transform === undefined ? attribute : { ...attribute, transform }] as const;
  });
  return { ...spec, attributes: Object.fromEntries(attributes) };
}

/** The key of a release's recipe; a release whose cohorts only its own records define has none. */
export function keyFrom(recipe: Recipe, { spec, problem, recoding, published }: Release, read: Table): RecipeKey {
  const tree = recoding.tree;
  const head = {
    kohort: "recipe-key",
    version: 2,
    recipe: digestOf(recipe),
    transforms: keptTransformations(read, spec.attributes),
  } as const;
  if (tree === undefined && recoding.kind === "global") {
    const attributes = problem.attributes.map((attribute, index) => {
      const map = mapOf(problem, recoding, published[index], attribute, index);
      if (map === undefined) throw noRecipe(spec, `values of "${attribute.name}" are published in more than one way`);
      const values = attribute.tree === undefined ? {} : { values: attribute.tree.tree.leaves };
      return { name: attribute.name, map, ...values, ...groupsOf(attribute, spec) };
    });
    return { ...head, attributes };
  }
  if (tree === undefined || tree.count.some((count) => count !== 0 && count !== 2)) {
    throw noRecipe(spec, "its cohorts do not come from cuts in two or from levels");
  }
  const attributes = problem.attributes.map((attribute) => {
    const { name, kind } = attribute;
    const values = attribute.tree?.tree.leaves ?? (kind === "category" ? knownLabels(attribute) : undefined);
    return { name, values, ...groupsOf(attribute, spec) };
  });
  return { ...head, attributes, cuts: cutsOf(problem, tree), cohorts: cohortsOf(problem, recoding, published) };
}

/** The SHA-256 of a recipe's JSON with its keys in order. */
function digestOf(recipe: Recipe): string {
  const sorted = (_: string, value: unknown): unknown =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  const bytes = sha256(new TextEncoder().encode(JSON.stringify(recipe, sorted)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function knownLabels({ labels, missing }: Attribute): readonly string[] {
  return missing < 0 ? labels : labels.slice(0, missing);
}

/** Where a rank lies on the key's axis: from the first to the last of what it stands for. */
function placesOf(attribute: Attribute, rank: number): readonly [first: number, last: number] {
  if (attribute.tree !== undefined) return leavesOf(attribute, rank);
  const place = attribute.kind === "category" ? rank : attribute.positions[rank];
  return [place, place];
}

function cutsOf({ attributes }: Problem, tree: NonNullable<Recoding["tree"]>): KeyCut[] {
  const places = new Map<number, number>();
  tree.attribute.forEach((attribute, node) => {
    if (attribute >= 0) places.set(node, places.size);
  });
  const to = (node: number): number => places.get(node) ?? -1 - tree.cohort[node];
  return [...places.keys()].map((node) => {
    const attribute = attributes[tree.attribute[node]];
    const rank = tree.cut[node];
    const upTo = rank + 1 === attribute.missing ? null : placesOf(attribute, rank)[1];
    return { on: attribute.name, upTo, left: to(tree.first[node]), right: to(tree.first[node] + 1) };
  });
}

function cohortsOf(problem: Problem, recoding: Recoding, published: readonly PublishedColumn[]): KeyCohort[] {
  return Array.from({ length: recoding.cohorts }, (_, cohort) => {
    const texts = published.map(({ texts, textOf }) => texts[textOf[cohort]]);
    const covers = problem.attributes.map((attribute, index) => {
      const [low, high] = [recoding.low[index][cohort], recoding.high[index][cohort]];
      if (low === attribute.missing) return "missing" as const;
      if (texts[index] === any || high === attribute.missing) return "any" as const;
      return coveredBy(attribute, low, high);
    });
    return { texts, covers, suppressed: isSuppressed(recoding, cohort) ? (true as const) : undefined };
  });
}

/** The groups of a hierarchy whose setting does not tell them. */
function groupsOf({ name, tree: own }: Attribute, { attributes }: FullSpec): Pick<KeyAttribute, "groups"> {
  const { hierarchy } = attributes[name];
  if (own === undefined || hierarchy === undefined || tellsMembers(hierarchy)) return {};
  const { labels, low, high, children } = own.tree;
  const groups = labels.map((text, node) => [text, low[node], high[node]] as const);
  return { groups: groups.filter((_, node) => children[node].length > 0) };
}

function coveredBy(attribute: Attribute, low: number, high: number): readonly [number, number] {
  if (attribute.tree === undefined || low === high) return [placesOf(attribute, low)[0], placesOf(attribute, high)[1]];
  const { tree, leafOf } = attribute.tree;
  const node = lowestCommon(tree, leafOf[low], leafOf[high]);
  return [tree.low[node], tree.high[node]];
}

/** What every value is published as, or undefined where that depends on the record. */
function mapOf(
  { ranks }: Problem,
  { cohortOf }: Recoding,
  { texts, textOf }: PublishedColumn,
  attribute: Attribute,
  index: number,
): [string, string][] | undefined {
  const found = new Map<number, string>();
  for (let tuple = 0; tuple < cohortOf.length; tuple++) {
    const rank = ranks[index][tuple];
    const text = texts[textOf[cohortOf[tuple]]];
    if ((found.get(rank) ?? text) !== text) return undefined;
    found.set(rank, text);
  }
  const seen = new Map([...found].map(([rank, text]) => [attribute.labels[rank], text]));
  const all = attribute.tree === undefined ? [] : levelOf(attribute.tree.hierarchy, seen, attribute);
  return [...new Map([...all, ...seen])];
}

/** All values of a hierarchy with their groups, at the level that says what was published. */
function levelOf(hierarchy: Hierarchy, seen: ReadonlyMap<string, string>, attribute: Attribute): [string, string][] {
  const values = hierarchy.levels[0];
  const known = new Set(knownLabels(attribute));
  let groups = Uint32Array.from(values, (_, place) => place);
  for (let level = 0; level < hierarchy.levels.length; level++) {
    const labels = hierarchy.levels[level];
    const fits = values.every(
      (value, place) => !known.has(value) || !seen.has(value) || seen.get(value) === labels[groups[place]],
    );
    if (fits) return values.map((value, place) => [value, labels[groups[place]]]);
    const parents = hierarchy.parents[level];
    if (parents === undefined) break;
    groups = groups.map((group) => parents[group]);
  }
  return [];
}
