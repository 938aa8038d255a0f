/** @file The flags that stand for a spec, by name and form. */
import { privacyModels } from "../privacy/index.ts";
import { riskPresets } from "../risk/index.ts";

/** The flags as they were typed; a flag that may repeat holds one text per use. */
export type SpecFlags = {
  readonly quasi?: readonly string[];
  readonly sensitive?: readonly string[];
  readonly identifying?: readonly string[];
  readonly insensitive?: readonly string[];
  readonly unpublished?: readonly string[];
  readonly rest?: string;
  readonly person?: string;
  readonly warnings?: string;
  readonly replace?: readonly string[];
  readonly k?: string;
  readonly l?: string;
  readonly t?: string;
  readonly require?: readonly string[];
  readonly preset?: string;
  readonly algorithm?: string;
  readonly option?: readonly string[];
  readonly hierarchy?: readonly string[];
  readonly missing?: readonly string[];
  readonly dropMissing?: boolean;
  readonly missingMeans?: readonly string[];
  readonly transform?: readonly string[];
  readonly separator?: readonly string[];
  readonly suppression?: string;
  readonly measure?: string;
  readonly weight?: readonly string[];
  readonly kind?: readonly string[];
  readonly snap?: readonly string[];
  readonly levels?: readonly string[];
  readonly seed?: string;
  readonly order?: string;
  readonly spelling?: string;
  readonly decimal?: readonly string[];
  readonly dateForm?: readonly string[];
  readonly delimiter?: string;
  readonly format?: string;
  readonly engine?: string;
  readonly master?: string;
  readonly memory?: string;
  readonly scratch?: string;
  readonly shards?: string;
};

/** How often a flag may be given: once with a value, many times with a value each, or as a bare switch. */
export type FlagForm = "one" | "many" | "switch";

/** The letters that stand for a model (`-k 5` is `--require 'k-anonymity(k=5)'`); a letter exists if its model does. */
export const modelLetters: readonly { readonly letter: "k" | "l" | "t"; readonly model: string }[] = Object.entries(
  privacyModels,
).flatMap(([model, { letter }]) => (letter === undefined ? [] : [{ letter, model }]));

/** The k of each preset, by who will see the release. */
export const presets: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(riskPresets).map(([name, { k }]) => [name, k]),
);

/** Every flag that stands for a part of the spec, as it is spelled without its dashes. */
export const specFlagForms: Readonly<Record<string, FlagForm>> = {
  quasi: "many",
  sensitive: "many",
  identifying: "many",
  insensitive: "many",
  unpublished: "many",
  rest: "one",
  person: "one",
  warnings: "one",
  replace: "many",
  ...Object.fromEntries(modelLetters.map(({ letter }) => [letter, "one"] as const)),
  require: "many",
  preset: "one",
  algorithm: "one",
  option: "many",
  hierarchy: "many",
  missing: "many",
  "drop-missing": "switch",
  "missing-means": "many",
  transform: "many",
  separator: "many",
  suppression: "one",
  measure: "one",
  weight: "many",
  kind: "many",
  snap: "many",
  levels: "many",
  seed: "one",
  order: "one",
  spelling: "one",
  decimal: "many",
  "date-form": "many",
  delimiter: "one",
  format: "one",
  engine: "one",
  master: "one",
  memory: "one",
  scratch: "one",
  shards: "one",
};

/** Where a flag stands in `SpecFlags`: `drop-missing` is `dropMissing`. */
export function flagKey(name: string): keyof SpecFlags {
  return name.replace(/-(\w)/, (_, letter: string) => letter.toUpperCase()) as keyof SpecFlags;
}

/** The flags of a spec out of everything that was typed, by flag and in order; other flags are passed over. */
export function specFlagsFrom(typed: ReadonlyMap<string, readonly string[]>): SpecFlags {
  const found = Object.entries(specFlagForms).flatMap(([name, form]) => {
    const values = typed.get(name);
    if (values === undefined) return [];
    return [[flagKey(name), form === "many" ? values : form === "one" ? values[0] : true]];
  });
  return Object.fromEntries(found) as SpecFlags;
}
