/** @file The changes that controls make to a spec, as plain functions. */

import type { AlgorithmSpec } from "../algorithms/index.ts";
import { type Fix, stated } from "../base/index.ts";
import type { HierarchySetting } from "../hierarchy/index.ts";
import type { StatedGoal } from "../privacy/index.ts";
import { type AttributeSpec, type InputSpec, isNaming, type Role, type Spec } from "../spec/index.ts";
import { isOneList } from "../table/index.ts";
import { hasRole, roleOf } from "./columns.ts";
import type { Method, OpenTable } from "./protocol.ts";

type Change = (spec: Spec) => Spec;

function withAttribute(spec: Spec, name: string, attribute: AttributeSpec): Spec {
  return { ...spec, attributes: { ...spec.attributes, [name]: attribute } };
}

/** Gives a column a role; what only another role has goes. One column at most says whose rows they are. */
export function setRole(name: string, role: Role): Change {
  return (spec) => {
    const { replace, ...rest } = spec.attributes[name] ?? { role };
    const kept = isNaming(role) && replace !== undefined ? { replace } : {};
    return withAttribute(role === "person" ? withoutPerson(spec) : spec, name, { ...rest, role, ...kept });
  };
}

function withoutPerson({ person: _, ...spec }: Spec): Spec {
  const attributes = Object.entries(spec.attributes).map(([name, attribute]) => [
    name,
    attribute.role === "person" ? { ...attribute, role: "identifying" as const } : attribute,
  ]);
  return { ...spec, attributes: Object.fromEntries(attributes) };
}

/** Gives several columns one role. */
export function setRoles(names: readonly string[], role: Role): Change {
  return (spec) => names.reduce((before, name) => setRole(name, role)(before), spec);
}

/** Changes what is said of a column beside its role. */
export function setAttribute(name: string, change: Partial<AttributeSpec>): Change {
  return (spec) =>
    withAttribute(spec, name, stated({ ...(spec.attributes[name] ?? { role: "unpublished" }), ...change }));
}

/** Gives a column a hierarchy, or none. */
export function setHierarchy(name: string, hierarchy: HierarchySetting | undefined): Change {
  return setAttribute(name, { hierarchy });
}

/** Changes how the input is read. */
export function setInput(change: Partial<InputSpec>): Change {
  return (spec) => {
    const input = stated({ ...spec.input, ...change });
    const { input: _, ...rest } = spec;
    return Object.keys(input).length === 0 ? rest : { ...rest, input };
  };
}

/** Changes which texts mean "not known" in a column, or with "*" in all columns that have no marks of their own. */
export function setMarks(column: string, marks: readonly string[]): Change {
  return (spec) => {
    const { missing = [""] } = spec.input ?? {};
    const byColumn = isOneList(missing) ? { "*": missing } : missing;
    const { "*": others = [""], ...own } = { ...byColumn, [column]: marks };
    const isUsual = others.length === 1 && others[0] === "";
    if (Object.keys(own).length > 0) return setInput({ missing: isUsual ? own : { ...own, "*": others } })(spec);
    return setInput({ missing: isUsual ? undefined : others })(spec);
  };
}

/** A requirement as it starts: with numbers that are often asked for, to be changed. */
export function goalOf({ name, start }: Pick<Method, "name" | "start">): StatedGoal {
  return { model: name, ...start } as unknown as StatedGoal;
}

/** Puts a requirement in the place of another, or behind all. */
export function setGoal(place: number, goal: StatedGoal): Change {
  return (spec) => ({
    ...spec,
    privacy: place >= spec.privacy.length ? [...spec.privacy, goal] : spec.privacy.with(place, goal),
  });
}

/** Takes a requirement away. */
export function dropGoal(place: number): Change {
  return (spec) => ({ ...spec, privacy: spec.privacy.filter((_, i) => i !== place) });
}

/** A method as it starts; searches that teach keep a trace, so that they can be replayed. */
export function methodOf(name: string, methods: readonly Method[] = []): AlgorithmSpec {
  return { name, ...methods.find((method) => method.name === name)?.start } as AlgorithmSpec;
}

/** Chooses the method. */
export function setAlgorithm(algorithm: AlgorithmSpec): Change {
  return (spec) => ({ ...spec, algorithm });
}

/** Changes one of the plain settings. */
export function setPlain(change: Partial<Pick<Spec, "suppression" | "measure" | "seed" | "order">>): Change {
  return (spec) => stated({ ...spec, ...change });
}

/** Gives every column of a table a role of its own, so that none is left to what a spec says of the others. */
export function stateRoles(table: Pick<OpenTable, "columns">): Change {
  return (spec) => {
    const silent = table.columns.filter(({ name }) => !hasRole(spec, name) && name !== "__proto__");
    if (silent.length === 0) return spec;
    const added = silent.map(({ name }) => [name, { role: roleOf(spec, name) }] as const);
    return { ...spec, attributes: { ...spec.attributes, ...Object.fromEntries(added) } };
  };
}

/** Takes the proposed roles and hierarchies and leaves what is asked for. */
export function takeSuggestion(table: OpenTable): Change {
  return (spec) => ({ ...spec, attributes: table.suggestion.attributes });
}

/** The words on the button of a fix; undefined where the spec no longer has what it would change. */
export function fixLabel(fix: Fix, spec: Spec): string | undefined {
  const [part, place] = fix.path;
  const goal = part === "privacy" ? spec.privacy[Number(place)] : undefined;
  if (part === "privacy" && goal === undefined) return undefined;
  if (fix.kind === "rename") return `Take "${fix.to}" instead`;
  if (fix.kind === "set") return `Ask for ${goal?.model} with ${fix.path.at(-1)} ${fix.to}`;
  return goal === undefined ? `Forget "${fix.path.at(-1)}"` : `Leave ${goal.model} out`;
}

/** Makes the change that a fix is. */
export function applyFix(fix: Fix): Change {
  return (spec) => mended(spec, fix, fix.path) as Spec;
}

function mended(value: unknown, fix: Fix, [key, ...rest]: Fix["path"]): unknown {
  const holder = value as Readonly<Record<string | number, unknown>>;
  if (rest.length > 0 || fix.kind === "set") {
    const to = rest.length > 0 ? mended(holder[key], fix, rest) : (fix as { readonly to: unknown }).to;
    return Array.isArray(value) ? value.with(Number(key), to) : { ...holder, [key]: to };
  }
  if (Array.isArray(value)) return value.filter((_, place) => place !== key);
  const { [key]: given, ...others } = holder;
  return fix.kind === "rename" ? { ...others, [fix.to]: given } : others;
}
