/**
 * @file Domain files as MG-GA has them: one rule a line, `Column/Group/Sub: child, child`, of up to 500 levels and for
 * any number of columns. Rules merge, names are trimmed, blank lines are passed over. A value that no rule names can only be
 * kept or starred: it stands right below the root.
 */
import * as z from "zod/mini";
import { didYouMean, explained, KohortError } from "../base/index.ts";
import type { BuildContext } from "./context.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { hierarchyFromPaths } from "./paths.ts";

/** A domain file as `kohort.json` names it. */
export type DomainsSetting = { readonly kind: "domains"; readonly path: string };

/** Checks a domains setting. */
export const domainsSchema: z.ZodMiniType<DomainsSetting> = z.strictObject({
  kind: z.literal("domains"),
  path: explained("The file of rules.", z.string().check(z.minLength(1))),
});

/** Names a domain file: `domains("domains.txt")` is `{ kind: "domains", path: "domains.txt" }`. */
export function domains(path: string): DomainsSetting {
  return { kind: "domains", path };
}

/** The groups and values below a group, by name. */
type Groups = Map<string, Groups>;

/** Groups within groups that a rule may name; no column of people has as many. */
const deepest = 500;

/** Reads the rules of a domain file: for each column its groups. */
export function readDomains(bytes: Uint8Array, where?: string): ReadonlyMap<string, Groups> {
  const columns: Groups = new Map();
  const text = new TextDecoder().decode(bytes);
  text.split(/\r\n|\r|\n/).forEach((line, at) => {
    if (line.trim() === "") return;
    const place = `${where === undefined ? "line " : `${where}:`}${at + 1}`;
    const colon = line.indexOf(":");
    const path = line
      .slice(0, Math.max(0, colon))
      .split("/")
      .map((name) => name.trim());
    const children = line
      .slice(colon + 1)
      .split(",")
      .map((name) => name.trim());
    if (colon < 0 || path.includes("") || children.includes("")) {
      const message =
        colon < 0
          ? "the rule has no colon"
          : path.includes("")
            ? "the rule names no column or group"
            : "the rule has an empty name";
      throw new KohortError("hierarchy", message, { hint: "a rule is Column/Group: child, child", where: place });
    }
    if (path.length > deepest) {
      throw new KohortError("hierarchy", `the rule names ${path.length} groups within each other`, {
        hint: `at most ${deepest} are read; look for a line that repeats itself`,
        where: place,
      });
    }
    let groups = columns;
    for (const name of path) groups = below(groups, name);
    for (const name of children) below(groups, name);
  });
  return columns;
}

function below(groups: Groups, name: string): Groups {
  let found = groups.get(name);
  if (found === undefined) groups.set(name, (found = new Map()));
  return found;
}

/** Makes the hierarchy of one column out of the domain file that the host handed in. */
export function domainsHierarchy(
  values: readonly string[],
  { path }: DomainsSetting,
  context: BuildContext = {},
): Hierarchy {
  const bytes = context.files?.get(path);
  if (bytes === undefined) {
    throw new KohortError("file", `domain file "${path}" is not there`, {
      hint: didYouMean(path, [...(context.files?.keys() ?? [])], "files"),
      where: context.name,
    });
  }
  const columns = readDomains(bytes, path);
  const groups = columns.get(context.name ?? "");
  if (groups === undefined) {
    throw new KohortError("hierarchy", `the domain file has no rule for "${context.name}"`, {
      hint: didYouMean(context.name ?? "", [...columns.keys()], "columns with rules"),
      where: path,
    });
  }
  const paths: string[][] = [];
  const inner = new Set<string>();
  const collect = (level: Groups, above: readonly string[]): void => {
    for (const [name, children] of level) {
      if (children.size === 0) paths.push([name, ...above]);
      else {
        inner.add(name);
        collect(children, [name, ...above]);
      }
    }
  };
  collect(groups, ["*"]);
  const listed = new Set(paths.map(([leaf]) => leaf));
  const unlisted = values.filter((value) => !listed.has(value));
  const clash = unlisted.find((value) => inner.has(value));
  if (clash !== undefined) {
    throw new KohortError(
      "hierarchy",
      `"${clash}" is both a value of "${context.name}" and a group of the domain file`,
      {
        hint: "give the group another name",
        where: path,
      },
    );
  }
  for (const value of unlisted) paths.push([value, "*"]);
  return { ...hierarchyFromPaths(paths, { where: path }).hierarchy, unlisted: unlisted.length };
}
