/**
 * @file A spec is data: nothing in it starts a program or reaches a host. What would is refused here, where every spec
 * passes, whether it was read from a file, made in code, opened in the studio or found in a recipe or a certificate.
 */
import type { Path } from "./place.ts";
import { memberOf, shown } from "./words.ts";

/** What in a spec would reach further than this computer's files. */
export type ReachFault = { readonly message: string; readonly hint: string; readonly path: Path };

/** What only flags and the environment may say of an engine, and how they say it. */
const typedOnly: Readonly<Record<string, string>> = {
  master: "pass `master`, or set KOHORT_SPARK_MASTER",
  node: "pass `sparkNode`, or set KOHORT_SPARK_NODE",
  settings: "pass `sparkSetting`, or set KOHORT_SPARK_SETTINGS",
};

/** What a path is if it is not a plain path on this computer. */
export function beyondFiles(path: string): string | undefined {
  if (/^\s*[a-z][a-z0-9+.-]+:/i.test(path)) return "an address";
  if (/^\s*[\\/]{2}/.test(path)) return "a network share";
  if (/^\s*[|<>]/.test(path)) return "a command";
  if (path === "-") return "stdin";
  if (/^\s*\/(dev|proc|sys)(\/|$)/.test(path)) return "a device";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\u0000-\u001f\u007f]/.test(path) ? "no path: it has control characters" : undefined;
}

/** The first thing in a spec that would start a program or reach a host. */
export function reachFault(spec: unknown): ReachFault | undefined {
  const engine = memberOf(spec, "engine");
  for (const [key, hint] of Object.entries(typedOnly)) {
    if (memberOf(engine, key) === undefined) continue;
    return {
      message: `"engine.${key}" cannot be in a spec: it leads to programs and hosts`,
      hint,
      path: ["engine", key],
    };
  }
  return (
    placeFault(engine, "scratch", ["engine"], "name a folder on this computer, or pass `scratch`") ??
    fileFaults(memberOf(spec, "attributes"), memberOf(spec, "privacy"))
  );
}

function fileFaults(attributes: unknown, privacy: unknown): ReachFault | undefined {
  const hint = 'name a file on this computer; "./" before a name makes it one';
  for (const [name, attribute] of entriesOf(attributes)) {
    const path = ["attributes", name, "hierarchy"];
    const fault = placeFault(memberOf(attribute, "hierarchy"), "path", path, hint);
    if (fault !== undefined) return fault;
  }
  for (const [place, goal] of entriesOf(privacy)) {
    const fault = placeFault(goal, "population", ["privacy", Number(place)], hint);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function placeFault(holder: unknown, key: string, path: Path, hint: string): ReachFault | undefined {
  const place = memberOf(holder, key);
  const what = typeof place === "string" ? beyondFiles(place) : undefined;
  if (what === undefined) return undefined;
  return { message: `"${key}" cannot be ${shown(place)}, which is ${what}`, hint, path: [...path, key] };
}
