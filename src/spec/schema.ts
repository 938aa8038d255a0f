/**
 * @file The one declaration of `kohort.json`. Types, checks, the JSON Schema for editors and the words of errors all
 * come from here; what the registries know (models, algorithms, builders, measures) is read from them.
 */
import * as z from "zod/mini";
import { type AlgorithmSpec, algorithms } from "../algorithms/index.ts";
import { explained, type Help, help } from "../base/index.ts";
import { type HierarchySetting, hierarchyBuilders } from "../hierarchy/index.ts";
import { type Replacement, replacements } from "../identifiers/index.ts";
import { privacyModels, type StatedGoal } from "../privacy/index.ts";
import { type MeasureName, measures } from "../quality/index.ts";
import {
  type DateForm,
  type DecimalMarks,
  dateForms,
  decimalMarks,
  type Kind,
  type MissingMarks,
  type Spelling,
  spellings,
} from "../table/index.ts";
import { type Transformation, transformations } from "../transform/index.ts";
import { type EngineSpec, engineSchema } from "./engine.ts";
import { type Rest, rests } from "./rest.ts";
import { withShorthand } from "./shorthand.ts";

/** What a column is to a release. */
export const roles = ["identifying", "person", "quasi-identifying", "sensitive", "insensitive", "unpublished"] as const;

/** What a column is to a release: dropped or replaced (the person says whose rows they are), generalised, protected, published as it is, or dropped. */
export type Role = (typeof roles)[number];

/** In which order released rows stand. */
export const rowOrders = ["canonical", "shuffled", "input"] as const;

/** In which order released rows stand: sorted by their own bytes, shuffled by the seed, or as they came. */
export type RowOrder = (typeof rowOrders)[number];

/** What becomes of a release that has privacy warnings. */
export const warningUses = ["warn", "refuse"] as const;

/** What becomes of a release that has privacy warnings: they are said, or nothing is published. */
export type WarningUse = (typeof warningUses)[number];

/** The forms of input a spec may name. */
export const inputFormats = ["csv", "tsv", "json", "jsonl", "mondrian-c"] as const;

/** A form of input a spec may name. */
export type InputFormat = (typeof inputFormats)[number];

/** The name of a measure of loss. */
export type { MeasureName };

/** The kinds a column may be said to have. */
export const kinds: readonly ["number", "date", "category"] = ["number", "date", "category"];

/** What a missing value of a column means: a value of its own, one that matches any, or that its record is left out. */
export const missingMeanings = ["category", "wildcard", "leave-out"] as const;

/** What a missing value of a column means. */
export type MissingMeaning = (typeof missingMeanings)[number];

/** How the input is read. */
export type InputSpec = {
  readonly delimiter?: string;
  readonly format?: InputFormat;
  readonly missing?: MissingMarks;
  readonly dropMissing?: boolean;
  readonly decimal?: DecimalMarks;
  readonly dates?: Readonly<Record<string, DateForm>>;
};

/** What a spec says of one column. */
export type AttributeSpec = {
  readonly role: Role;
  readonly replace?: Replacement;
  readonly hierarchy?: HierarchySetting;
  readonly weight?: number;
  readonly kind?: Kind;
  readonly order?: readonly string[];
  readonly snap?: number;
  readonly levels?: readonly [lowest: number, highest: number];
  readonly missing?: MissingMeaning;
  readonly separator?: string;
  readonly transform?: readonly Transformation[];
};

/** A spec as it is written: which columns are what, what is asked for, and how it is to be reached. */
export type Spec = {
  readonly $schema?: string;
  readonly version: 1;
  readonly input?: InputSpec;
  readonly attributes: Readonly<Record<string, AttributeSpec>>;
  readonly rest?: Rest;
  readonly warnings?: WarningUse;
  readonly privacy: readonly StatedGoal[];
  readonly algorithm?: AlgorithmSpec;
  readonly suppression?: number;
  readonly measure?: MeasureName;
  readonly seed?: number;
  readonly order?: RowOrder;
  readonly spelling?: Spelling;
  /** `none` counts rows where identifying columns repeat, instead of people. */
  readonly person?: "none";
  readonly engine?: EngineSpec;
};

/** One of the schemas of a registry, told apart by the value of one key. */
function anyOf<Value>(
  key: string,
  registry: Readonly<Record<string, { readonly schema: unknown }>>,
): z.ZodMiniType<Value> {
  const schemas = Object.values(registry).map((entry) => {
    const { schema, sentence } = entry as { schema: z.ZodMiniType; sentence?: string };
    return sentence === undefined ? schema : explained(sentence, schema);
  });
  return z.discriminatedUnion(key, schemas as never) as unknown as z.ZodMiniType<Value>;
}

const delimiter = z
  .string()
  .check(
    z.refine(
      (text) => /^[\t\x20-\x7e]$/.test(text) && text !== '"',
      'must be one ASCII character such as "," or ";" or "\\t", and no quote',
    ),
  );

const inputSchema = z.strictObject({
  delimiter: explained("The character between two fields; found out when left out.", z.optional(delimiter)),
  format: explained("The form of the input; told by the file's name when left out.", z.optional(z.enum(inputFormats))),
  missing: explained(
    'The values that stand for "not known": a list for all columns, or lists by column, with "*" for the other columns. Default: an empty field.',
    z.optional(z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))])),
  ),
  dropMissing: explained("Leave out records with a missing value.", z.optional(z.boolean())),
  decimal: explained(
    'What parts the decimals of numbers: "," or "." for all columns, or by column, with "*" for the other columns. Default: found out column by column.',
    z.optional(z.union([z.enum(decimalMarks), z.record(z.string(), z.enum(decimalMarks))])),
  ),
  dates: explained(
    "The form in which a column's dates are written, by column: needed where dates such as 04/05/1999 may be read in two ways.",
    z.optional(z.record(z.string(), z.enum(dateForms))),
  ),
});

const levelRange: z.ZodMiniType<readonly [lowest: number, highest: number]> = z
  .tuple([z.int().check(z.minimum(0), z.maximum(255)), z.int().check(z.minimum(0), z.maximum(255))])
  .check(z.refine(([lowest, highest]) => lowest <= highest, "must be the lowest level and then the highest"));

/** The width below which published ends, which have nine decimals, would not hold their values. */
const finestSnap = 1e-9;

const attributeSchema = z.strictObject({
  role: explained(
    "identifying columns are dropped or replaced, and so is the person column, which says whose rows they are; quasi-identifying ones are generalised, sensitive ones protected, insensitive ones published as they are, unpublished ones dropped.",
    z.enum(roles),
  ),
  replace: explained(
    "What an identifying column is published as, instead of being dropped.",
    z.optional(anyOf<Replacement>("kind", replacements)),
  ),
  hierarchy: explained(
    "How values are grouped, level by level.",
    z.optional(anyOf<HierarchySetting>("kind", hierarchyBuilders)),
  ),
  weight: explained("How much a loss in this column counts; 1 unless stated.", z.optional(z.number())),
  kind: explained("How values are understood; inferred when left out.", z.optional(z.enum(kinds))),
  order: explained(
    "The order of the categories; rare ones first when left out.",
    z.optional(z.array(z.string()).check(z.minLength(1))),
  ),
  snap: explained(
    "Widen published ranges outward to multiples of this width (days for dates), at least 1e-9.",
    z.optional(z.number().check(z.gte(finestSnap))),
  ),
  levels: explained(
    "The lowest and the highest level of the hierarchy at which the column may be published; a method that cannot keep them refuses.",
    z.optional(levelRange),
  ),
  missing: explained(
    "What a missing value means: a category of its own (unless stated), a wildcard that matches anything, or that the record is left out.",
    z.optional(z.enum(missingMeanings)),
  ),
  separator: explained(
    "What separates items, where every cell is a set of them; such a column is protected by km-anonymity.",
    z.optional(z.string().check(z.minLength(1))),
  ),
  transform: explained(
    "What is done to the values before anything else, in this order.",
    z.optional(z.array(anyOf<Transformation>("kind", transformations)).check(z.minLength(1))),
  ),
});

/** Checks a spec; every key must be known. */
export const specSchema: z.ZodMiniType<Spec> = z.strictObject({
  $schema: explained("Where this schema lies, for editors.", z.optional(z.string())),
  version: explained("The version of the spec's form.", z.literal(1)),
  input: explained("How the input is read.", z.optional(inputSchema)),
  attributes: explained(
    'Columns by name. A column that is not named is not published, unless "rest" says otherwise.',
    z.record(z.string(), attributeSchema),
  ),
  rest: explained(
    "What becomes of columns without a role: drop (default) does not publish them, insensitive publishes them as they are, refuse makes one an error.",
    z.optional(z.enum(rests)),
  ),
  warnings: explained(
    "What becomes of a release with privacy warnings: warn (default) says them, refuse publishes nothing.",
    z.optional(z.enum(warningUses)),
  ),
  privacy: explained(
    "What every cohort of the release must meet.",
    z.array(anyOf<StatedGoal>("model", privacyModels)).check(z.minLength(1)),
  ),
  algorithm: explained(
    "How the release is found; auto unless stated.",
    z.optional(anyOf<AlgorithmSpec>("name", algorithms)),
  ),
  suppression: explained(
    "The share of records that may be left out to keep the rest more precise; 0 unless stated.",
    z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  ),
  measure: explained(
    "The loss that is kept low; ncp unless stated.",
    z.optional(z.enum(Object.keys(measures) as [MeasureName, ...MeasureName[]])),
  ),
  seed: explained("Where random choices start; 1 unless stated.", z.optional(z.int().check(z.minimum(0)))),
  order: explained("In which order released rows stand; canonical unless stated.", z.optional(z.enum(rowOrders))),
  spelling: explained(
    "Whether sensitive values that differ only in case, surrounding space or Unicode form, or are the same number, count as one (folded) or apart (exact). Default: folded, but exact for methods that do what another program does.",
    z.optional(z.enum(spellings)),
  ),
  person: explained(
    "none counts rows as if each were a person of its own; otherwise the column with the role person, or a column that repeats and is identifying or names people by its header, says whose rows they are.",
    z.optional(z.literal("none")),
  ),
  engine: explained(
    "Where the table is worked on: in memory unless stated, in DuckDB, or on a Spark cluster.",
    z.optional(engineSchema),
  ),
});

/** A JSON Schema, as far as this room reads one. */
export type JsonSchema = {
  readonly [key: string]: unknown;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly default?: Help["default"];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
};

/** Any of our schemas as a JSON Schema. */
export function jsonSchemaOf(schema: z.ZodMiniType): JsonSchema {
  return z.toJSONSchema(schema, { metadata: help, io: "input" }) as JsonSchema;
}

/** A setting of a method: its name, what it does, and the value it has unless stated, where it has one. */
export type Setting = { readonly name: string; readonly help: string; readonly usual?: NonNullable<Help["default"]> };

/** The settings of a method of any registry, by its name in a spec; none where there is no such method. */
export function settingsOf(method: string): Setting[] {
  const registries: readonly Readonly<Record<string, { readonly schema?: unknown }>>[] = [
    algorithms,
    privacyModels,
    hierarchyBuilders,
    transformations,
    replacements,
  ];
  const schema = registries.find((registry) => Object.hasOwn(registry, method))?.[method]?.schema;
  const { properties = {} } = schema === undefined ? {} : jsonSchemaOf(schema as z.ZodMiniType);
  return Object.entries(properties)
    .filter(([, property]) => property.const === undefined)
    .map(([name, { description: said = "", default: usual }]) => ({
      name,
      help: said,
      usual,
    }));
}

/** The JSON Schema of `kohort.json`, which editors use to complete and check a spec. */
export function specJsonSchema(): JsonSchema {
  const { $schema, ...rest } = withShorthand(jsonSchemaOf(specSchema));
  return {
    $schema,
    title: "kohort.json",
    description: "Which columns of a table are what, and what a release of it must meet.",
    allowTrailingCommas: true,
    ...rest,
  };
}
