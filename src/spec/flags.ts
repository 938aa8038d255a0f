/**
 * @file The command line's flags put into a spec. Texts become values here, values are judged by the same schema as a
 * file's, and where a file would have a line and a column an error names the flag.
 */
import { algorithms, basicAlgorithm, defaultAlgorithm } from "../algorithms/index.ts";
import { didYouMean, KohortError } from "../base/index.ts";
import { parseHierarchySetting } from "../hierarchy/index.ts";
import { replacements } from "../identifiers/index.ts";
import { anyTable, privacyModels, sizeModel } from "../privacy/index.ts";
import { isOneList, type MissingMarks } from "../table/index.ts";
import { transformations } from "../transform/index.ts";
import { modelLetters, presets, type SpecFlags } from "./flag-options.ts";
import { coerceSettings, hasPair, numberFrom, splitCall, splitList, splitPair } from "./flag-text.ts";
import type { WrittenSpec } from "./parse.ts";
import { type Path, type PlaceLookup, pathText } from "./place.ts";
import { beyondFiles } from "./reach.ts";
import { datesFrom, decimalFrom } from "./reading-flags.ts";
import { type AttributeSpec, jsonSchemaOf, type Role, type Spec } from "./schema.ts";
import { validateSpec } from "./validate.ts";

const roleFlags = [
  ["quasi", "quasi-identifying"],
  ["sensitive", "sensitive"],
  ["identifying", "identifying"],
  ["insensitive", "insensitive"],
  ["unpublished", "unpublished"],
] as const satisfies readonly (readonly [keyof SpecFlags, Role])[];

/** Which flag said what, by path, for errors. */
type Origins = Map<string, string>;

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

/** The words by which flags name columns: their names, or their indexes. */
export function columnWords(flags: SpecFlags): string[] {
  const named = [...roleFlags.map(([flag]) => flag)].flatMap((flag) => (flags[flag] ?? []).flatMap(splitList));
  const settings = [
    "kind",
    "hierarchy",
    "weight",
    "snap",
    "levels",
    "replace",
    "missingMeans",
    "transform",
    "separator",
  ];
  const set = settings.flatMap((flag) => (flags[flag as "kind"] ?? []).map((text) => text.split("=")[0]));
  const asked = (flags.require ?? []).flatMap((text) => /attribute=([^,)]*)/.exec(text)?.slice(1) ?? []);
  return [...named, ...set, ...asked, ...(flags.person === undefined ? [] : [flags.person])];
}

/** The column that a name or a 0-based index stands for; a number that may be either is refused. */
export function columnFor(text: string, columnNames: readonly string[] | undefined, where: string): string {
  if (columnNames === undefined) return columnFor(text, [text.trim()], where);
  const named = [text, text.trim()].find((candidate) => columnNames.includes(candidate));
  const isIndex = /^\d+$/.test(text.trim());
  const byIndex = isIndex ? columnNames[Number(text)] : undefined;
  if (named !== undefined && byIndex !== undefined && named !== byIndex) {
    throw new KohortError("column", `"${named}" is the name of a column and the index of column "${byIndex}"`, {
      hint: "rename the column, or write a spec, which knows columns by their names alone",
      where,
    });
  }
  const name = named ?? byIndex;
  if (name === "__proto__") throw new KohortError("column", 'column "__proto__" cannot be named', { where });
  if (name !== undefined) return name;
  if (isIndex) {
    throw new KohortError("column", `column ${text.trim()} is not in the table`, {
      hint: `columns are counted from 0 to ${columnNames.length - 1}`,
      where,
    });
  }
  throw new KohortError("column", `column "${text}" is not in the table`, {
    hint: didYouMean(text, columnNames, "columns"),
    where,
  });
}

function rolesFrom(flags: SpecFlags, columnNames: readonly string[] | undefined, origins: Origins): Map<string, Role> {
  const found = new Map<string, Role>();
  for (const [flag, role] of roleFlags) {
    for (const text of (flags[flag] ?? []).flatMap(splitList)) {
      const name = columnFor(text, columnNames, `--${flag} ${text}`);
      const before = found.get(name);
      if (before !== undefined && before !== role) {
        throw new KohortError("usage", `column "${name}" is both ${before} and ${role}`, {
          hint: `leave it out of --${roleFlags.find((pair) => pair[1] === before)![0]} or of --${flag}`,
          where: `--${flag} ${text}`,
        });
      }
      found.set(name, role);
      origins.set(pathText(["attributes", name]), `--${flag} ${text}`);
    }
  }
  if (flags.person !== undefined && flags.person !== "none") {
    const where = `--person ${flags.person}`;
    const name = columnFor(flags.person, columnNames, where);
    const before = found.get(name);
    if (before !== undefined && before !== "identifying") {
      throw new KohortError("usage", `column "${name}" is both ${before} and the person`, {
        hint: `leave it out of --${roleFlags.find((pair) => pair[1] === before)![0]} or of --person`,
        where,
      });
    }
    found.set(name, "person");
    origins.set(pathText(["attributes", name]), where);
  }
  return found;
}

function attributesFrom(
  flags: SpecFlags,
  base: Spec | undefined,
  columnNames: readonly string[] | undefined,
  origins: Origins,
): Record<string, AttributeSpec> {
  const attributes = new Map<string, Record<string, unknown>>(
    Object.entries(base?.attributes ?? {}).map(([name, attribute]) => [name, { ...attribute }]),
  );
  if (flags.person !== undefined) {
    for (const [name, { role }] of attributes) if (role === "person") attributes.get(name)!.role = "identifying";
  }
  for (const [name, role] of rolesFrom(flags, columnNames, origins)) {
    const { hierarchy, ...others } = attributes.get(name) ?? {};
    const isUseful = hierarchy !== undefined && (role === "quasi-identifying" || role === "sensitive");
    attributes.set(name, { ...others, role, ...(isUseful ? { hierarchy } : {}) });
  }
  if (attributes.size === 0) {
    throw new KohortError("usage", "no column has a role", {
      hint: "name the columns by which people could be recognised with --quasi, or let `kohort init` suggest a spec",
    });
  }
  const settings = {
    kind: String,
    hierarchy: parseHierarchySetting,
    weight: numberFrom,
    snap: numberFrom,
    levels: levelsFrom,
    replace: replacementFrom,
    missing: String,
    transform: transformationFrom,
    separator: String,
  };
  const restingRole: Role = (flags.rest ?? base?.rest) === "insensitive" ? "insensitive" : "unpublished";
  const lists = new Map<string, unknown[]>();
  for (const [key, read] of Object.entries(settings)) {
    const flag = key === "missing" ? "--missing-means" : `--${key}`;
    for (const text of flags[key === "missing" ? "missingMeans" : (key as Exclude<keyof typeof settings, "missing">)] ??
      []) {
      const [column, value] = splitPair(text, flag);
      const name = columnFor(column, columnNames, `${flag} ${text}`);
      if (key === "replace" && !attributes.has(name)) attributes.set(name, { role: "identifying" });
      if (!attributes.has(name) && key !== "kind") {
        throw new KohortError("usage", `column "${name}" has a ${key} but no role`, {
          hint: `add it to --quasi or --sensitive, or leave the ${key} out`,
          where: `${flag} ${text}`,
        });
      }
      let setting: unknown = read(value);
      if (key === "transform") {
        setting = [...(lists.get(name) ?? []), setting];
        lists.set(name, setting as unknown[]);
      }
      attributes.set(name, { role: restingRole, ...attributes.get(name), [key]: setting });
      origins.set(pathText(["attributes", name, key]), `${flag} ${text}`);
    }
  }
  return Object.fromEntries(attributes) as Record<string, AttributeSpec>;
}

/** `1..3` as the lowest and the highest level, `2` as both; anything else stays a text for the schema to refuse. */
function levelsFrom(text: string): unknown {
  const ends = text.split("..");
  if (ends.length > 2) return text;
  return [numberFrom(ends[0]), numberFrom(ends.at(-1)!)];
}

/** Reads `pseudonym(prefix=P-)` or `redact`; what names no replacement is left to the schema to refuse. */
function replacementFrom(text: string): Record<string, unknown> {
  const { name, settings } = splitCall(text, "--replace");
  if (!Object.hasOwn(replacements, name)) return { kind: name };
  const schema = jsonSchemaOf(replacements[name as keyof typeof replacements].schema);
  const where = (): string => `--replace ${text}`;
  return { kind: name, ...coerceSettings(settings, schema, { fixed: "kind", noun: "setting", where }) };
}

/** Reads `top(at=90)`; what names no transformation is left to the schema to refuse. */
function transformationFrom(text: string): Record<string, unknown> {
  const { name, settings } = splitCall(text, "--transform");
  if (!Object.hasOwn(transformations, name)) return { kind: name };
  const schema = jsonSchemaOf(transformations[name as keyof typeof transformations].schema);
  const where = (): string => `--transform ${text}`;
  return { kind: name, ...coerceSettings(settings, schema, { fixed: "kind", noun: "setting", where }) };
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
