/**
 * @file The command line's flags put into a spec. Texts become values here, values are judged by the same schema as a
 * file's, and where a file would have a line and a column an error names the flag.
 */
import { algorithms, basicAlgorithm, defaultAlgorithm } from "../algorithms/index.ts";
import { didYouMean, KohortError } from "../base/index.ts";
import { anyTable, privacyModels, sizeModel } from "../privacy/index.ts";
import { isOneList, type MissingMarks } from "../table/index.ts";
import { attributesFrom, columnFor, type Origins } from "./flag-columns.ts";
import { modelLetters, presets, type SpecFlags } from "./flag-options.ts";
import { coerceSettings, hasPair, numberFrom, splitCall, splitList, splitPair } from "./flag-text.ts";
import type { WrittenSpec } from "./parse.ts";
import { type Path, type PlaceLookup, pathText } from "./place.ts";
import { beyondFiles } from "./reach.ts";
import { datesFrom, decimalFrom } from "./reading-flags.ts";
import { type AttributeSpec, jsonSchemaOf, type Spec } from "./schema.ts";
import { validateSpec } from "./validate.ts";

/** A spec that was judged, and where its parts stand. */
export type JudgedSpec = { readonly spec: Spec; readonly placeOf: PlaceLookup };

/**
 * Makes a spec of what a file says and flags on top of it, judged once. Where the names of the columns are not known yet,
 * what flags name is taken by its word.
 */
export function judgeSpec(
  flags: SpecFlags,
  file: WrittenSpec | undefined,
  columnNames: readonly string[] | undefined,
): JudgedSpec {
  if (file !== undefined && (Object.keys(flags).length === 0 || !isMergeable(file.written))) {
    return { spec: validateSpec(file.written, file.places), placeOf: file.places.key };
  }
  const origins: Origins = new Map();
  const merged = merge(flags, file?.written as Spec | undefined, columnNames, origins);
  const places = placesOf(origins, file?.places);
  return { spec: validateSpec(merged, places), placeOf: places.key };
}

/** Whether flags can be laid over what a file says; where they cannot, the file is no spec. */
function isMergeable(written: unknown): boolean {
  const {
    attributes = {},
    privacy = [],
    ...others
  } = isPlain(written) ? written : { attributes: undefined, privacy: 0 };
  if (!isPlain(attributes) || !Object.values(attributes).every(isPlain)) return false;
  if (!Array.isArray(privacy) || !privacy.every(isPlain)) return false;
  const { input = {}, algorithm = {}, engine = {} } = others as Record<string, unknown>;
  return [input, algorithm, engine].every(isPlain);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** How the input is read and on which engine, as a file and flags say it, before that is judged. */
export function partsFrom(flags: SpecFlags, written: unknown): Pick<Spec, "input" | "engine"> {
  const base = isMergeable(written) ? (written as Spec) : undefined;
  const origins: Origins = new Map();
  return { input: inputFrom(flags, base, origins), engine: engineFrom(flags, base, origins) } as Pick<
    Spec,
    "input" | "engine"
  >;
}

/** Makes a spec of flags, on top of the spec they were given with; what flags say goes before what the spec says. */
export function specFromFlags(flags: SpecFlags, base: Spec | undefined, columnNames: readonly string[]): Spec {
  const origins: Origins = new Map();
  return validateSpec(merge(flags, base, columnNames, origins), placesOf(origins));
}

function merge(
  flags: SpecFlags,
  base: Spec | undefined,
  columnNames: readonly string[] | undefined,
  origins: Origins,
): Record<string, unknown> {
  const attributes = attributesFrom(flags, base, columnNames, origins);
  const input = inputFrom(flags, base, origins);
  const algorithm = algorithmFrom(flags, base, origins);
  const spec: Record<string, unknown> = {
    ...base,
    version: base?.version ?? 1,
    attributes,
    privacy: privacyFrom(flags, base, columnsOf(attributes, columnNames), origins),
  };
  if (input !== undefined) spec.input = input;
  if (algorithm !== undefined) spec.algorithm = algorithm;
  const engine = engineFrom(flags, base, origins);
  if (engine !== undefined) spec.engine = engine;
  if (flags.person === "none") {
    spec.person = "none";
    origins.set("person", "--person none");
  } else if (flags.person !== undefined) delete spec.person;
  const single = {
    rest: String,
    warnings: String,
    suppression: numberFrom,
    measure: String,
    seed: numberFrom,
    order: String,
    spelling: String,
  };
  for (const [name, read] of Object.entries(single)) {
    const text = flags[name as keyof typeof single];
    if (text === undefined) continue;
    spec[name] = read(text);
    origins.set(name, `--${name} ${text}`);
  }
  return spec;
}

/** The roles and settings of columns that flags and the spec beneath them state; for `audit` without a requirement. */
export function attributesFromFlags(
  flags: SpecFlags,
  base: Spec | undefined,
  columnNames: readonly string[],
): Spec["attributes"] {
  const origins: Origins = new Map();
  const attributes = attributesFrom(flags, base, columnNames, origins);
  const privacy = [anyTable];
  return validateSpec({ version: 1, attributes, privacy }, placesOf(origins)).attributes;
}

function placesOf(origins: Origins, file?: WrittenSpec["places"]) {
  const find = (path: Path): string | undefined => {
    for (let length = path.length; length > 0; length--) {
      const origin = origins.get(pathText(path.slice(0, length)));
      if (origin !== undefined) return origin;
    }
    return undefined;
  };
  return {
    code: (path: Path) => (file === undefined || find(path) !== undefined ? ("usage" as const) : ("spec" as const)),
    key: (path: Path) => find(path) ?? file?.key(path),
    value: (path: Path) => find(path) ?? file?.value(path),
  };
}

type FlagGoal = { readonly goal: Record<string, unknown>; readonly origin: string };

function privacyFrom(
  flags: SpecFlags,
  base: Spec | undefined,
  { all: columnNames, sensitive }: { readonly all?: readonly string[]; readonly sensitive: readonly string[] },
  origins: Origins,
): Record<string, unknown>[] {
  const stated = (base?.privacy ?? []) as readonly Record<string, unknown>[];
  const asked = askedBy(flags, columnNames).flatMap((flag) => perColumn(flag, stated, sensitive));
  const kept = stated.filter(
    (goal) => !asked.some((flag) => flag.goal.model === goal.model && sameAttribute(flag.goal, goal)),
  );
  const all = [...kept.map((goal) => ({ goal, origin: undefined })), ...asked];
  if (all.length === 0) {
    throw new KohortError("usage", "no privacy requirement is stated", {
      hint: "add -k 5: nobody is in a cohort of fewer than 5 records",
    });
  }
  return all.map(({ goal, origin }, i) => {
    if (origin !== undefined) origins.set(pathText(["privacy", i]), origin);
    return goal;
  });
}

function columnsOf(
  attributes: Record<string, AttributeSpec>,
  all: readonly string[] | undefined,
): { readonly all?: readonly string[]; readonly sensitive: readonly string[] } {
  const sensitive = Object.keys(attributes).filter((name) => attributes[name].role === "sensitive");
  return { all, sensitive };
}

/** A goal that names no column is meant for those that the spec asks it for, or else for every sensitive column. */
function perColumn(
  flag: FlagGoal,
  stated: readonly Record<string, unknown>[],
  sensitive: readonly string[],
): FlagGoal[] {
  const { model, attribute } = flag.goal;
  const isOfColumn = privacyModels[model as keyof typeof privacyModels].sensitive;
  if (!isOfColumn || attribute !== undefined || sensitive.length < 2) return [flag];
  const named = stated.flatMap((goal) =>
    goal.model === model && goal.attribute !== undefined ? [goal.attribute] : [],
  );
  return (named.length > 0 ? named : sensitive).map((column) => ({
    ...flag,
    goal: { ...flag.goal, attribute: column },
  }));
}

function sameAttribute(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  if (JSON.stringify([a.of, a.each]) !== JSON.stringify([b.of, b.each])) return false;
  return a.attribute === undefined || b.attribute === undefined || a.attribute === b.attribute;
}

function askedBy(flags: SpecFlags, columnNames: readonly string[] | undefined): FlagGoal[] {
  const asked: FlagGoal[] = [];
  for (const letter of ["k", "l", "t"] as const) {
    const text = flags[letter];
    if (text === undefined) continue;
    const model = modelLetters.find((known) => known.letter === letter)?.model;
    if (model === undefined) throw new KohortError("usage", `unknown flag -${letter}`);
    asked.push({ goal: { model, [letter]: numberFrom(text) }, origin: `-${letter} ${text}` });
  }
  if (flags.preset !== undefined) {
    const origin = `--preset ${flags.preset}`;
    if (!Object.hasOwn(presets, flags.preset)) {
      const hint = didYouMean(flags.preset, Object.keys(presets), "presets");
      throw new KohortError("usage", `unknown preset "${flags.preset}"`, { hint, where: origin });
    }
    if (flags.k === "auto") {
      const at = asked.findIndex(({ goal }) => goal.model === sizeModel);
      asked[at] = { goal: { ...asked[at].goal, preset: flags.preset }, origin: `-k auto ${origin}` };
    } else if (flags.k !== undefined) {
      throw new KohortError("usage", "-k and --preset both state k", { hint: "leave one of them out", where: origin });
    } else asked.push({ goal: { model: sizeModel, k: presets[flags.preset] }, origin });
  }
  for (const text of flags.require ?? []) asked.push(requirement(text, columnNames));
  return asked;
}

/** Reads `MODEL(key=value,…)`; an attribute may be a column's name or index. */
function requirement(text: string, columnNames: readonly string[] | undefined): FlagGoal {
  const where = `--require ${text}`;
  const { name, settings } = splitCall(text, "--require");
  if (!Object.hasOwn(privacyModels, name)) {
    const hint = didYouMean(name, Object.keys(privacyModels), "privacy models");
    throw new KohortError("usage", `unknown privacy model "${name}"`, { hint, where });
  }
  const schema = jsonSchemaOf(privacyModels[name as keyof typeof privacyModels].schema);
  const values = coerceSettings(settings, schema, { fixed: "model", noun: "setting", where: () => where });
  if (typeof values.attribute === "string") values.attribute = columnFor(values.attribute, columnNames, where);
  return { goal: { model: name, ...values }, origin: where };
}

/**
 * What flags say of the engine; a master stands for Spark, and memory, scratch or shards alone for DuckDB. A master and
 * a folder on another file system are no part of a spec: whoever opens the engine takes them from the flags.
 */
function engineFrom(flags: SpecFlags, base: Spec | undefined, origins: Origins): Record<string, unknown> | undefined {
  const given = (["master", "memory", "scratch", "shards"] as const).filter((key) => flags[key] !== undefined);
  if (flags.engine === undefined && given.length === 0) return base?.engine;
  const stated: Record<string, unknown> = {};
  for (const key of given) {
    const text = flags[key]!;
    if (key === "master" || (key === "scratch" && beyondFiles(text) !== undefined)) continue;
    stated[key] = key === "shards" ? numberFrom(text) : text;
    origins.set(pathText(["engine", key]), `--${key} ${text}`);
  }
  const implied = flags.master === undefined ? "duckdb" : "spark";
  const name = flags.engine ?? base?.engine?.name ?? implied;
  if (flags.engine !== undefined) origins.set(pathText(["engine", "name"]), `--engine ${name}`);
  return { ...base?.engine, name, ...stated };
}

function algorithmFrom(
  flags: SpecFlags,
  base: Spec | undefined,
  origins: Origins,
): Record<string, unknown> | undefined {
  if (flags.algorithm === undefined && (flags.option ?? []).length === 0) return base?.algorithm;
  const settings = (flags.option ?? []).map((text) => {
    const [key, value] = splitPair(text, "--option");
    origins.set(pathText(["algorithm", key]), `--option ${text}`);
    return [key, value] as const;
  });
  const name = flags.algorithm ?? base?.algorithm?.name ?? algorithmWith(settings.map(([key]) => key));
  const where = `--algorithm ${name}`;
  if (!Object.hasOwn(algorithms, name)) {
    const hint = didYouMean(name, Object.keys(algorithms), "algorithms");
    throw new KohortError("usage", `unknown algorithm "${name}"`, { hint, where });
  }
  origins.set("algorithm", where);
  const schema = jsonSchemaOf(algorithms[name as keyof typeof algorithms].schema);
  const options = coerceSettings(settings, schema, {
    fixed: "name",
    noun: "option",
    where: (key, value) => `--option ${key}=${value}`,
  });
  return { ...(base?.algorithm?.name === name ? base.algorithm : undefined), name, ...options };
}

/** The algorithm that options alone ask for: the basic one where they are its own, otherwise the one of every spec. */
function algorithmWith(options: readonly string[]): keyof typeof algorithms {
  const has = (name: keyof typeof algorithms): boolean => {
    const known = Object.keys(jsonSchemaOf(algorithms[name].schema).properties ?? {});
    return options.every((option) => known.includes(option));
  };
  return !has(defaultAlgorithm) && has(basicAlgorithm) ? basicAlgorithm : defaultAlgorithm;
}

function inputFrom(flags: SpecFlags, base: Spec | undefined, origins: Origins): Record<string, unknown> | undefined {
  const stated: Record<string, unknown> = {};
  if (flags.delimiter !== undefined) stated.delimiter = /^(tab|\\t)$/.test(flags.delimiter) ? "\t" : flags.delimiter;
  if (flags.format !== undefined) stated.format = flags.format;
  const missing = missingFrom(flags.missing ?? [], base?.input?.missing);
  if (missing !== undefined) stated.missing = missing;
  if (flags.dropMissing === true) stated.dropMissing = true;
  const decimal = decimalFrom(flags.decimal ?? [], base?.input?.decimal);
  if (decimal !== undefined) stated.decimal = decimal;
  const dates = datesFrom(flags.dateForm ?? [], base?.input?.dates);
  if (dates !== undefined) stated.dates = dates;
  for (const key of ["delimiter", "format"] as const) {
    if (flags[key] !== undefined) origins.set(pathText(["input", key]), `--${key} ${flags[key]}`);
  }
  return Object.keys(stated).length === 0 ? base?.input : { ...base?.input, ...stated };
}

/**
 * The marks that `--missing` states on top of those of a spec: `,NA` for all columns, which leaves nothing of the spec's,
 * `age=,NA` for one column.
 */
function missingFrom(texts: readonly string[], base: MissingMarks | undefined): MissingMarks | undefined {
  if (texts.length === 0) return undefined;
  const ofAll = texts.filter((text) => !hasPair(text));
  if (ofAll.length > 1) {
    throw new KohortError("usage", "--missing states the marks of all columns twice", {
      hint: "give one list, and --missing COLUMN=LIST for columns that differ",
      where: `--missing ${ofAll[1]}`,
    });
  }
  const pairs = texts.filter(hasPair).map((text) => splitPair(text, "--missing"));
  const twice = pairs.find(([name], place) => pairs.findIndex(([other]) => other === name) < place);
  if (twice !== undefined) {
    throw new KohortError("usage", `--missing states the marks of column "${twice[0]}" twice`, {
      where: `--missing ${twice[0]}=${twice[1]}`,
    });
  }
  const rest = ofAll[0] === undefined ? base : marksIn(ofAll[0]);
  if (pairs.length === 0) return rest;
  const others = rest === undefined ? {} : isOneList(rest) ? { "*": rest } : rest;
  return { ...others, ...Object.fromEntries(pairs.map(([name, text]) => [name, marksIn(text)])) };
}

function marksIn(text: string): string[] {
  return text === "[]" ? [] : splitList(text);
}
