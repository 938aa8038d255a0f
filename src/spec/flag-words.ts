import { type HierarchySetting, hierarchyBuilders } from "../hierarchy/index.ts";
import type { Replacement } from "../identifiers/index.ts";
import type { StatedGoal } from "../privacy/index.ts";
import { isOneList, type MissingMarks } from "../table/index.ts";
import type { Transformation } from "../transform/index.ts";
import { withDefaults } from "./defaults.ts";
import { flagKey, modelLetters, type SpecFlags, specFlagForms } from "./flag-options.ts";
import { escapedText, joinList } from "./flag-text.ts";
import { specFromFlags } from "./flags.ts";
import { dateTexts, decimalTexts } from "./reading-flags.ts";
import type { Role, Spec } from "./schema.ts";

/**
 * The words of the command line that stand for a spec, in place of a file: `--quasi`, `age,zip`, `-k`, `5`. Undefined
 * where the spec says something that no flag can, such as a tree or an order of categories.
 */
export function flagsFromSpec(spec: Spec): string[] | undefined {
  const flags = flagsOf(spec);
  if (flags === undefined || !standsFor(flags, spec)) return undefined;
  return Object.keys(specFlagForms).flatMap((name) => {
    const value = flags[flagKey(name)];
    if (value === undefined || value === false) return [];
    const spelled = name.length === 1 ? `-${name}` : `--${name}`;
    if (value === true) return [spelled];
    return (typeof value === "string" ? [value] : value).flatMap((text) =>
      text.startsWith("-") ? [`${spelled}=${text}`] : [spelled, text],
    );
  });
}

/** Whether flags, read back, mean the spec; `$schema` is for editors and means nothing. */
function standsFor(flags: SpecFlags, spec: Spec): boolean {
  const stated = spec.privacy.map((goal) => (goal as { readonly attribute?: string }).attribute);
  const names = [...Object.keys(spec.attributes), ...stated.filter((name) => name !== undefined)];
  try {
    return meaning(specFromFlags(flags, undefined, names)) === meaning(spec);
  } catch {
    return false;
  }
}

function meaning(spec: Spec): string {
  const { $schema: _, ...rest } = withDefaults({ ...spec, privacy: [] });
  return JSON.stringify(sortedKeys({ ...rest, privacy: spec.privacy }));
}

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, sortedKeys(member)]),
  );
}

function flagsOf(spec: Spec): SpecFlags | undefined {
  const attributes = Object.entries(spec.attributes);
  if (attributes.some(([, attribute]) => attribute.order !== undefined)) return undefined;
  // a number may be the index of another column
  if (attributes.some(([name]) => /^\d+$/.test(name.trim()))) return undefined;
  const person = attributes.find(([, { role }]) => role === "person")?.[0];
  if (person === "none") return undefined;
  const withRole = (role: Role): string[] | undefined => {
    const names = attributes.filter(([, attribute]) => attribute.role === role).map(([name]) => name);
    return names.length === 0 ? undefined : [joinList(names)];
  };
  const pairs = (key: "weight" | "kind" | "snap" | "levels" | "hierarchy" | "missing" | "separator"): string[] =>
    attributes.flatMap(([name, attribute]) => {
      const value = attribute[key];
      if (value === undefined) return [];
      if (Array.isArray(value)) return `${escapedText(name)}=${value.join("..")}`;
      return `${escapedText(name)}=${typeof value === "object" ? hierarchyText(value as HierarchySetting) : value}`;
    });
  const { name: algorithm, ...options } = spec.algorithm ?? { name: undefined };
  return {
    quasi: withRole("quasi-identifying"),
    sensitive: withRole("sensitive"),
    identifying: withRole("identifying"),
    insensitive: withRole("insensitive"),
    unpublished: withRole("unpublished"),
    rest: spec.rest,
    person: spec.person ?? person,
    warnings: spec.warnings,
    replace: attributes.flatMap(([name, { replace }]) =>
      replace === undefined ? [] : `${escapedText(name)}=${callText(replace)}`,
    ),
    ...privacyFlags(spec.privacy),
    algorithm,
    option: stated(options).map(([key, value]) => `${key}=${valueText(value)}`),
    hierarchy: pairs("hierarchy"),
    missing: spec.input?.missing === undefined ? undefined : missingTexts(spec.input.missing),
    dropMissing: spec.input?.dropMissing,
    decimal: spec.input?.decimal === undefined ? undefined : decimalTexts(spec.input.decimal),
    dateForm: spec.input?.dates === undefined ? undefined : dateTexts(spec.input.dates),
    suppression: numberText(spec.suppression),
    measure: spec.measure,
    weight: pairs("weight"),
    kind: pairs("kind"),
    snap: pairs("snap"),
    levels: pairs("levels"),
    missingMeans: pairs("missing"),
    separator: pairs("separator"),
    transform: attributes.flatMap(([name, { transform = [] }]) =>
      transform.map((one) => `${escapedText(name)}=${callText(one)}`),
    ),
    seed: numberText(spec.seed),
    order: spec.order,
    spelling: spec.spelling,
    delimiter: spec.input?.delimiter === "\t" ? "tab" : spec.input?.delimiter,
    format: spec.input?.format,
    engine: spec.engine?.name,
    memory: spec.engine?.memory,
    scratch: spec.engine?.scratch,
    shards: numberText(spec.engine?.shards),
  };
}

/** Letters as far as the requirements stand in the letters' order, `--require` for the rest. */
function privacyFlags(privacy: readonly StatedGoal[]): Pick<SpecFlags, "k" | "l" | "t" | "require"> {
  const flags: Record<string, string> = {};
  let done = 0;
  for (const { letter, model } of modelLetters) {
    const goal = privacy[done] as Record<string, unknown> | undefined;
    const keys = stated(goal ?? {}).map(([key]) => key);
    if (goal?.model !== model || keys.length !== 2) continue;
    if (typeof goal[letter] !== "number" && goal[letter] !== "auto") continue;
    flags[letter] = String(goal[letter]);
    done += 1;
  }
  const require = privacy.slice(done).map(({ model, ...settings }) => {
    const parts = stated(settings).map(([key, value]) => `${key}=${escapedText(valueText(value))}`);
    return parts.length === 0 ? model : `${model}(${parts.join(",")})`;
  });
  return { ...flags, require };
}

/** A replacement or transformation as the command line writes it: `top(at=90)`. */
function callText({ kind, ...settings }: Replacement | Transformation): string {
  const parts = stated(settings).map(([key, value]) => `${key}=${escapedText(valueText(value))}`);
  return parts.length === 0 ? kind : `${kind}(${parts.join(",")})`;
}

function stated(settings: object): [key: string, value: unknown][] {
  return Object.entries(settings).filter(([, value]) => value !== undefined);
}

function valueText(value: unknown): string {
  return Array.isArray(value) ? value.map(valueText).join("+") : String(value);
}

function numberText(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** Marks for all columns as one text, and a text for each column that has its own. */
function missingTexts(missing: MissingMarks): string[] {
  const text = (marks: readonly string[]): string => (marks.length === 0 ? "[]" : joinList(marks));
  if (isOneList(missing)) return [text(missing)];
  return Object.entries(missing).map(([name, marks]) =>
    name === "*" ? text(marks) : `${escapedText(name)}=${text(marks)}`,
  );
}

/** A hierarchy as the command line writes it: a path, `masking`, or `intervals(width=5)`. */
export function hierarchyText(setting: HierarchySetting): string {
  const { kind, ...options } = setting;
  const parts = stated(options);
  if (kind === "file" && parts.length === 1) return setting.path;
  if (parts.length === 0) return kind;
  const forms = hierarchyBuilders[kind].arguments;
  const written = parts.map(([option, value]) => {
    const nested = forms[option] === "lists" || forms[option] === "number-lists";
    const text = nested && Array.isArray(value) ? value.map(valueText).join("/") : valueText(value);
    return `${option}=${/[,\s"]/.test(text) ? `"${text}"` : text}`;
  });
  return `${kind}(${written.join(",")})`;
}
