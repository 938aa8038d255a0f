/**
 * @file What a release did, as data, so that it can be done again to another table. A recipe is a function of the
 * published values and of the spec: the labels of each column, how many of the released records have each, and which
 * labels stand together. Whatever else is needed to place records as the release did is in the recipe's key.
 */
import * as z from "zod/mini";
import { KohortError } from "../base/index.ts";
import { isSuppressed } from "../cohort/index.ts";
import { isAuto } from "../privacy/index.ts";
import { holdsSets } from "../problem/index.ts";
import type { Release } from "../release/index.ts";
import { parseSpec, type Spec, validateSpec, withDefaults } from "../spec/index.ts";
import { type DateForm, dateForms, evidence, type Table } from "../table/index.ts";
import { opaqueLabels } from "./opaque-labels.ts";
import { specOfRecipe } from "./recipe-spec.ts";

/** A value that the release prints in a column. */
export type RecipeLabel = {
  readonly text: string;
  /** The share of released records that have it. */
  readonly share: number;
  /** Whether the text does not say which values it stands for. */
  readonly opaque?: true;
};

/** A quasi-identifier and what it was published as; labels stand in code unit order. */
export type RecipeAttribute = {
  readonly name: string;
  readonly kind: "number" | "date" | "category";
  /** How days are written, for dates. */
  readonly dateForm?: DateForm;
  readonly labels: readonly RecipeLabel[];
};

/** A recoding that can be applied to another table. */
export type Recipe = {
  readonly kohort: "recipe";
  readonly version: 2;
  /** What was asked, with the role of every column that was published or spoken of. */
  readonly spec: Spec;
  readonly attributes: readonly RecipeAttribute[];
  /** The combinations of labels that the release has, where a value's label depends on the other columns. */
  readonly cohorts?: readonly (readonly string[])[];
};

const recipeSchema = z.strictObject({
  kohort: z.literal("recipe"),
  version: z.literal(2),
  spec: z.unknown(),
  attributes: z
    .array(
      z.strictObject({
        name: z.string(),
        kind: z.enum(["number", "date", "category"]),
        dateForm: z.optional(z.enum(dateForms)),
        labels: z
          .array(z.strictObject({ text: z.string(), share: z.number(), opaque: z.optional(z.literal(true)) }))
          .check(z.minLength(1)),
      }),
    )
    .check(z.minLength(1)),
  cohorts: z.optional(z.array(z.array(z.string())).check(z.minLength(1))),
});

/** Reads JSON of a kind that kohort itself writes. */
export function parseOwn<Value>(
  text: string,
  schema: z.ZodMiniType<Value>,
  refuse: (why: string) => never,
  check: (value: unknown) => void = () => {},
): Value {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse("it is not JSON");
  }
  check(value);
  const read = schema.safeParse(value);
  if (!read.success) return refuse(`"${read.error.issues[0].path.join(".") || "kohort"}" is not as it should be`);
  return read.data;
}

function isSpec(text: string): boolean {
  try {
    parseSpec(text);
    return true;
  } catch (error) {
    if (error instanceof KohortError) return false;
    throw error;
  }
}

/** Reads a recipe; anything that is none is refused. */
export function parseRecipe(text: string, source: string): Recipe {
  const refuse = (why: string): never => {
    if (isSpec(text)) {
      throw new KohortError("input", `"${source}" is a spec, and no recipe`, {
        hint: "a recipe is written beside a release that `kohort anonymize` makes with this spec",
      });
    }
    throw new KohortError("input", `"${source}" is no recipe: ${why}`, {
      hint: "recipes are written by `kohort anonymize`",
    });
  };
  const read = parseOwn(text, recipeSchema, refuse, (value) => refuseOlder(value, source));
  const recipe: Recipe = { ...read, spec: validateSpec(read.spec) };
  const { spec, attributes, cohorts = [] } = recipe;
  const names = attributes.map(({ name }) => name);
  const asked = Object.keys(spec.attributes).filter((name) => spec.attributes[name].role === "quasi-identifying");
  if (new Set(names).size !== names.length || asked.length !== names.length || !names.every((n) => asked.includes(n))) {
    return refuse("its attributes are not the quasi-identifiers of its spec");
  }
  const known = attributes.map(({ labels }) => new Set(labels.map((label) => label.text)));
  const isWhole = cohorts.every(
    (texts) => texts.length === names.length && texts.every((label, index) => known[index].has(label)),
  );
  return isWhole ? recipe : refuse("its cohorts and labels do not fit together");
}

/** Recipes of the first version did not know every column, and held values that no release had printed. */
function refuseOlder(value: unknown, source: string): void {
  if (typeof value !== "object" || value === null || !("kohort" in value) || !("version" in value)) return;
  if (value.kohort !== "recipe" || value.version !== 1) return;
  throw new KohortError("input", `recipe "${source}" has version 1, which does not tell every column's role`, {
    hint: "make it again from its table with `kohort anonymize`",
  });
}

/** The public recipe of a release: a function of the values that it prints and of its spec. */
export function recipeFrom(release: Release, read: Table): Recipe {
  const { spec, problem, recoding } = release;
  const { rows, labels } = releasedLabels(release);
  const attributes = problem.attributes.map((attribute, index): RecipeAttribute => {
    const { name, kind, column } = attribute;
    const texts = [...labels[index].keys()].sort();
    const opaque = opaqueLabels(attribute, spec, texts);
    const form = kind === "date" ? evidence(read.columns[column]).dateForm : undefined;
    return {
      name,
      kind,
      dateForm: form,
      labels: texts.map((text) => ({
        text,
        share: labels[index].get(text)! / rows,
        opaque: opaque.has(text) ? true : undefined,
      })),
    };
  });
  const head = { kohort: "recipe", version: 2, spec: specOfRecipe(release), attributes } as const;
  return recoding.kind === "global" && recoding.tree === undefined
    ? head
    : { ...head, cohorts: releasedCohorts(release) };
}

/** How many released records have each label, by attribute. */
function releasedLabels({ problem, recoding, published }: Release): { rows: number; labels: Map<string, number>[] } {
  const labels = problem.attributes.map(() => new Map<string, number>());
  let rows = 0;
  recoding.cohortOf.forEach((cohort, tuple) => {
    if (isSuppressed(recoding, cohort)) return;
    const weight = problem.weights[tuple];
    rows += weight;
    published.forEach(({ texts, textOf }, index) => {
      const text = texts[textOf[cohort]];
      labels[index].set(text, (labels[index].get(text) ?? 0) + weight);
    });
  });
  return { rows, labels };
}

/** The combinations of labels that released records have, in code unit order. */
function releasedCohorts({ recoding, published }: Release): string[][] {
  const found = new Map<string, string[]>();
  for (let cohort = 0; cohort < recoding.cohorts; cohort++) {
    if (isSuppressed(recoding, cohort)) continue;
    const texts = published.map(({ texts: own, textOf }) => own[textOf[cohort]]);
    found.set(JSON.stringify(texts), texts);
  }
  return [...found.values()].sort((a, b) => {
    const at = a.findIndex((text, index) => text !== b[index]);
    return at < 0 ? 0 : a[at] < b[at] ? -1 : 1;
  });
}

/** Refuses a spec whose releases have no recipe, whatever they come to. */
export function refuseNoRecipe(spec: Spec, isChosen: boolean = spec.privacy.some(isAuto)): void {
  if (spec.privacy.some((goal) => "population" in goal && goal.population !== undefined)) {
    throw noRecipe(spec, "a goal counts a population");
  }
  if (Object.keys(spec.attributes).some((name) => holdsSets(spec.attributes, name))) {
    throw noRecipe(spec, "a column holds sets");
  }
  if (isChosen) {
    throw new KohortError("infeasible", "a recipe cannot tell a number that was chosen from the table", {
      hint: 'state the chosen number in place of "auto"',
    });
  }
}

/** Why a release has no recipe. */
export function noRecipe(spec: Spec, why: string): KohortError {
  const { algorithm } = withDefaults({ ...spec, privacy: [] });
  return new KohortError("infeasible", `a release by ${algorithm.name} has no recipe here: ${why}`, {
    hint: "auto with partition=true, best-cut, mondrian with strict cuts and lattice have recipes",
  });
}
