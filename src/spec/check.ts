import { algorithmOf } from "../algorithms/index.ts";
import { closest, columnSetting, didYouMean, type Fix, few, KohortError } from "../base/index.ts";
import { droppingGoal, isOfSets, privacyModels, type StatedGoal } from "../privacy/index.ts";
import { decimalColumns, type Kind, markedColumns } from "../table/index.ts";
import { type Path, type PlaceLookup, pathText } from "./place.ts";
import { hasRole, isNaming } from "./rest.ts";
import type { AttributeSpec, Spec } from "./schema.ts";

/** The columns a spec gives a role, in the spec's order. */
export function columnsWith(spec: Spec, role: Spec["attributes"][string]["role"]): string[] {
  return Object.keys(spec.attributes).filter((name) => spec.attributes[name].role === role);
}

/** One column says whose rows they are, or none does. */
function checkPerson(spec: Spec, fail: (message: string, path: Path, hint?: string) => never): void {
  const names = columnsWith(spec, "person");
  if (names.length > 1) {
    const hint = `give the role "person" to one column, and "identifying" to the others`;
    fail(`${names.length} columns have the role "person"`, ["attributes", names[1], "role"], hint);
  }
  if (names.length === 1 && spec.person === "none") {
    const hint = `leave "person": "none" out, or give "${names[0]}" the role "identifying"`;
    fail(`"person" is "none", and column "${names[0]}" has the role "person"`, ["person"], hint);
  }
}

function takesAnyWeight({ algorithm }: Spec): boolean {
  return algorithm !== undefined && algorithmOf(algorithm).anyWeight === true;
}

/** Whether values are compared as they are written, and published as the program writes them that a method follows. */
export function comparesExactly({ algorithm }: Pick<Spec, "algorithm">): boolean {
  return algorithm !== undefined && algorithmOf(algorithm).exactSpelling?.(algorithm) === true;
}

/**
 * Holds a spec against the columns of the table it is meant for, and its parts against each other. `kinds`, where they
 * are known, are those of the columns; a spec made in code has no `placeOf`.
 */
export function checkSpec(
  spec: Spec,
  columnNames: readonly string[],
  placeOf?: PlaceLookup,
  kinds?: readonly Kind[],
): void {
  const fail = (message: string, path: Path, hint?: string, fixes?: readonly Fix[]): never => {
    const where = placeOf?.(path) ?? (path.length < 2 ? undefined : pathText(path));
    const place = path[0] === "privacy" ? Number(path[1]) : -1;
    throw new KohortError("spec", message, { hint, where, fixes: fixes ?? droppingGoal(spec.privacy, place) });
  };
  const unknownColumn = (message: string, path: readonly string[]): never => {
    const name = path.at(-1)!;
    const near = closest(name, columnNames);
    return fail(message, path, didYouMean(name, columnNames, "columns"), [
      ...(near === undefined ? [] : [{ kind: "rename", path, to: near } as const]),
      { kind: "drop", path },
    ]);
  };
  const known = new Set(columnNames);
  for (const name of Object.keys(spec.attributes)) {
    if (known.has(name)) continue;
    unknownColumn(`attribute "${name}" is not in the table`, ["attributes", name]);
  }
  refuseSilence(spec, columnNames, fail);
  const named = {
    missing: markedColumns(spec.input?.missing),
    decimal: decimalColumns(spec.input?.decimal),
    dates: Object.keys(spec.input?.dates ?? {}),
  };
  for (const [key, names] of Object.entries(named)) {
    const name = names.find((one) => !known.has(one));
    if (name === undefined) continue;
    unknownColumn(`"${key}" names column "${name}", which is not in the table`, ["input", key, name]);
  }
  if (columnsWith(spec, "quasi-identifying").length === 0) {
    const hint = 'name the columns by which people could be recognised with `role: "quasi-identifying"`';
    throw new KohortError("infeasible", "no column is quasi-identifying", { hint, where: placeOf?.(["attributes"]) });
  }
  checkPerson(spec, fail);
  for (const [name, attribute] of Object.entries(spec.attributes)) {
    checkReplacement(name, attribute, columnNames, fail);
    checkTransformations(name, attribute, fail);
    refuseRoundedAverages(name, attribute, spec, fail);
    checkSets(name, attribute, spec, fail);
    checkLevels(name, attribute, fail);
    checkKind(name, attribute, fail);
    if (attribute.missing === "wildcard" && attribute.role !== "quasi-identifying") {
      const hint = "a missing value matches anything where columns are matched, and only quasi-identifiers are";
      fail(
        `"wildcard" is for quasi-identifying columns, and "${name}" is ${attribute.role}`,
        ["attributes", name, "missing"],
        hint,
      );
    }
    const kind = attribute.kind ?? kinds?.[columnNames.indexOf(name)];
    if (attribute.snap !== undefined && kind === "category") {
      const hint = "snap widens ranges of numbers and dates; leave it out";
      fail(`"snap" cannot be used on the category "${name}"`, ["attributes", name, "snap"], hint);
    }
    if (attribute.weight !== undefined && attribute.weight <= 0 && !takesAnyWeight(spec)) {
      const hint = "weights of 0 and less are for exact, mingen and genetic";
      fail(`the weight of "${name}" is not above 0`, ["attributes", name, "weight"], hint);
    }
    if (attribute.order === undefined) continue;
    if (kind === "number" || kind === "date") {
      const hint = `numbers and dates have their own order; leave it out, or add "kind": "category"`;
      fail(`"order" cannot be stated for the ${kind} "${name}"`, ["attributes", name, "order"], hint);
    }
    const again = attribute.order.findIndex((value, i) => attribute.order!.indexOf(value) !== i);
    if (again >= 0) {
      fail(`value "${attribute.order[again]}" is in the order of "${name}" twice`, [
        "attributes",
        name,
        "order",
        again,
      ]);
    }
  }
  if (spec.spelling === "folded" && comparesExactly(spec)) {
    const hint = 'it compares values as the program it follows; leave "spelling" out';
    fail(`${spec.algorithm!.name} in its compatible form cannot fold spelling`, ["spelling"], hint);
  }
  spec.privacy.forEach((goal, i) => {
    if ("of" in goal && goal.of !== undefined) checkCombination(spec, goal.of, ["privacy", i, "of"], fail);
    if (isOfSets(goal) && spec.attributes[goal.attribute ?? ""]?.separator === undefined) {
      const sets = Object.keys(spec.attributes).filter((name) => spec.attributes[name].separator !== undefined);
      if (goal.attribute !== undefined || sets.length !== 1) {
        const hint =
          sets.length === 0 ? 'say which column holds sets with "separator"' : `columns of sets are: ${few(sets)}`;
        fail("km-anonymity does not say of which column of sets", ["privacy", i], hint);
      }
    }
    if (privacyModels[goal.model].sensitive) checkSensitive(spec, goal, ["privacy", i], fail);
  });
}

/** With `"rest": "refuse"` every column needs a role. */
function refuseSilence(
  spec: Spec,
  columnNames: readonly string[],
  fail: (message: string, path: Path, hint?: string) => never,
): void {
  if (spec.rest !== "refuse") return;
  const silent = columnNames.filter((name) => !hasRole(spec, name)).map((name) => `"${name}"`);
  if (silent.length === 0) return;
  const which = silent.length === 1 ? `column ${silent[0]} has` : `columns ${few(silent)} have`;
  fail(`${which} no role`, ["rest"], 'give each column a role; "unpublished" drops one');
}

function checkCombination(
  spec: Spec,
  names: readonly string[],
  path: Path,
  fail: (message: string, path: Path, hint?: string) => never,
): void {
  const quasi = columnsWith(spec, "quasi-identifying");
  const wrong = names.find((name) => !quasi.includes(name));
  if (wrong === undefined) return;
  fail(
    `"${wrong}" is not quasi-identifying, so no combination has it`,
    path,
    didYouMean(wrong, quasi, "quasi-identifiers"),
  );
}

function checkReplacement(
  name: string,
  { role, replace }: AttributeSpec,
  columnNames: readonly string[],
  fail: (message: string, path: Path, hint?: string) => never,
): void {
  if (replace === undefined) return;
  if (!isNaming(role)) {
    const hint = `give it the role "identifying", or leave "replace" out`;
    fail(`"replace" is for identifying columns, and "${name}" is ${role}`, ["attributes", name, "replace"], hint);
  }
  if (replace.kind !== "shift-dates" || columnNames.includes(replace.by)) return;
  const hint = didYouMean(replace.by, columnNames, "columns");
  fail(`column "${replace.by}" is not in the table`, ["attributes", name, "replace", "by"], hint);
}

/** A column of sets is quasi-identifying, has a goal of its own, and nothing that is said of single values. */
function checkSets(
  name: string,
  attribute: AttributeSpec,
  spec: Spec,
  fail: (message: string, path: Path, hint?: string) => never,
): void {
  if (attribute.separator === undefined) return;
  const path = ["attributes", name, "separator"];
  if (attribute.role !== "quasi-identifying") {
    const hint = "sets are protected as quasi-identifiers; leave the separator out to publish cells as they are";
    fail(`"separator" is for quasi-identifying columns, and "${name}" is ${attribute.role}`, path, hint);
  }
  const other = (["transform", "missing", "order", "snap", "levels"] as const).find(
    (key) => attribute[key] !== undefined,
  );
  if (other !== undefined)
    fail(`"${other}" cannot be stated for "${name}", which holds sets`, [...path.slice(0, 2), other]);
  const sets = Object.keys(spec.attributes).filter((one) => spec.attributes[one].separator !== undefined);
  const isAsked = spec.privacy.some(
    (goal) => isOfSets(goal) && (goal.attribute === name || (goal.attribute === undefined && sets.length === 1)),
  );
  if (isAsked) return;
  const hint = `ask for it: \`privacy: km-anonymity(k=5,m=2${sets.length === 1 ? "" : `,attribute=${name}`})\``;
  fail(`"${name}" holds sets, and no km-anonymity is asked of it`, path, hint);
}

/** Levels are those of a quasi-identifier's hierarchy, and a grid of its own has none. */
function checkLevels(
  name: string,
  { role, levels, hierarchy, snap }: AttributeSpec,
  fail: (message: string, path: Path, hint?: string) => never,
): void {
  if (levels === undefined) return;
  const path = ["attributes", name, "levels"];
  if (role !== "quasi-identifying") {
    const hint = "only quasi-identifying columns are generalised; change its role, or leave its levels out";
    fail(`"levels" is for quasi-identifying columns, and "${name}" is ${role}`, path, hint);
  }
  if (hierarchy === undefined) {
    fail(
      `levels of "${name}" are stated, but it has no hierarchy`,
      path,
      "state its hierarchy, or leave its levels out",
    );
  }
  if (snap !== undefined) {
    fail(`"levels" and "snap" cannot both be stated for "${name}"`, path, "leave one of them out");
  }
}

/** The kind that the values of a hierarchy have, where it is for one kind only. */
const kindOfHierarchy: Readonly<Record<string, Kind>> = { intervals: "number", dates: "date" };

/** A kind is not stated against the hierarchy: its groups would be published whatever the kind says. */
function checkKind(
  name: string,
  { kind, hierarchy }: AttributeSpec,
  fail: (message: string, path: Path, hint?: string) => never,
): void {
  const needed = hierarchy && kindOfHierarchy[hierarchy.kind];
  if (kind === undefined || needed === undefined || kind === needed) return;
  const others = kind === "category" ? "masking, tree, order, frequency or a file" : `one that suits a ${kind}`;
  fail(
    `the kind of "${name}" is ${kind}, and its hierarchy "${hierarchy!.kind}" is for ${needed}s`,
    ["attributes", name, "hierarchy"],
    `state another hierarchy with ${columnSetting(name, "hierarchy")} (${others}), or leave the kind out`,
  );
}

/** Transformations must not undo each other: limits are multiples of what is rounded to, names are grouped once. */
function checkTransformations(
  name: string,
  { role, transform = [] }: AttributeSpec,
  fail: (message: string, path: Path, hint?: string) => never,
): void {
  const path = ["attributes", name, "transform"];
  if (isNaming(role) && transform.length > 0) {
    fail(
      `"transform" cannot be used on the ${role === "person" ? "person column" : "identifying"} "${name}"`,
      path,
      'it is left out, or replaced by "replace"',
    );
  }
  if (transform.filter(({ kind }) => kind === "rare" || kind === "group").length > 1) {
    fail(`the names of "${name}" are grouped twice`, path, "state one of them");
  }
  const widths = transform.flatMap((one) => (one.kind === "round" ? [one.to] : []));
  const limit = transform.find(
    (one) => "at" in one && typeof one.at === "number" && widths.some((to) => !isMultiple(one.at as number, to)),
  );
  if (limit === undefined || !("at" in limit)) return;
  fail(
    `the limit ${limit.at} of "${name}" is no multiple of what it is rounded to`,
    path,
    "state a limit that is, or leave the rounding out",
  );
}

/** A mean of multiples is seldom one itself: what is rounded cannot be published by means or medians. */
function refuseRoundedAverages(
  name: string,
  { role, transform = [], hierarchy, snap }: AttributeSpec,
  { algorithm }: Spec,
  fail: (message: string, path: Path, hint?: string) => never,
): void {
  const width = transform.find((one) => one.kind === "round")?.to;
  if (role !== "quasi-identifying" || algorithm === undefined || width === undefined) return;
  const { writes, publishesCentre } = algorithmOf(algorithm);
  const form = writes?.(algorithm);
  const isPlain = hierarchy === undefined && snap === undefined;
  const isAveraged = isPlain && (form === "mean" || form === "median");
  if (!isAveraged && publishesCentre?.(algorithm, name) !== "average") return;
  fail(
    `"${name}" is rounded to ${width}, and ${algorithm.name} is asked to publish it by means or medians, which are no multiples`,
    ["attributes", name, "transform"],
    "leave the rounding out, or publish ranges",
  );
}

function isMultiple(number: number, width: number): boolean {
  return Math.abs(number / width - Math.round(number / width)) < 1e-9;
}

function checkSensitive(
  spec: Spec,
  goal: StatedGoal,
  path: Path,
  fail: (message: string, path: Path, hint?: string) => never,
): void {
  const sensitive = columnsWith(spec, "sensitive");
  const { attribute } = goal as { readonly attribute?: string };
  if (attribute === undefined) {
    if (sensitive.length === 1) return;
    const hint =
      sensitive.length === 0
        ? 'give the column to protect the role "sensitive"'
        : `say which is meant: "attribute" is one of ${few(sensitive.map((name) => `"${name}"`))}`;
    const message =
      sensitive.length === 0 ? "needs a sensitive column" : "does not say which sensitive column it is for";
    fail(`${goal.model} ${message}`, path, hint);
  }
  if (!sensitive.includes(attribute)) {
    const hint = didYouMean(attribute, sensitive, "sensitive columns");
    fail(`${goal.model} is asked for "${attribute}", which is not sensitive`, [...path, "attribute"], hint);
  }
}
