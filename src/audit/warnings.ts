import { algorithmOf } from "../algorithms/index.ts";
import type { Attribute } from "../cohort/index.ts";
import { traitsOf } from "../privacy/index.ts";
import { populationPath } from "../problem/index.ts";
import { columnsWith, type FullSpec, headerNamesPeople, roleOf } from "../spec/index.ts";
import type { PrivacyWarning } from "./privacy-warnings.ts";

/** Categories past which a published set is longer than anybody reads. */
const manyCategories = 60;

/** How many rows there are, and how many values each column has. */
export type ColumnSizes = {
  readonly rows: number;
  readonly columns: readonly {
    readonly name: string;
    readonly values: number;
    /** Whether a value is missing, where that is known. */
    readonly gaps?: boolean;
  }[];
};

/** What the publisher should know before a release goes out. */
export function warningsOf(
  { columns }: ColumnSizes,
  attributes: readonly Pick<Attribute, "name" | "kind" | "size" | "tree">[],
  spec: FullSpec,
): string[] {
  const warnings: string[] = [];
  for (const goal of spec.privacy) {
    const column =
      traitsOf(goal).values !== undefined && "attribute" in goal ? columnOf(goal.attribute, spec) : undefined;
    if (columns.some(({ name, gaps }) => name === column && gaps === true)) {
      warnings.push(`a missing "${column}" counts as a value of its own for ${goal.model}, as other values do`);
    }
  }
  for (const attribute of attributes) {
    if (attribute.kind === "category" && attribute.tree === undefined && attribute.size > manyCategories) {
      warnings.push(
        `column "${attribute.name}" has ${attribute.size} categories and no hierarchy, so its sets may be long; a hierarchy such as masking(from=right) keeps them short`,
      );
    }
  }
  const { suppresses, disjoint } = algorithmOf(spec.algorithm);
  const countsPeople = populationPath(spec.privacy) !== undefined;
  // with a population auto is Mondrian
  if (spec.suppression > 0 && (!suppresses || (countsPeople && disjoint !== true))) {
    const so = suppresses ? " where it counts a population" : "";
    warnings.push(`${spec.algorithm.name} leaves no record out${so}, so suppression ${spec.suppression} is ignored`);
  }
  return warnings;
}

/** What the spec alone says of people's privacy: published headers that name people, and rows in the input's order. */
export function specWarnings(names: readonly string[], spec: FullSpec): PrivacyWarning[] {
  const found = names.flatMap((name): PrivacyWarning[] => {
    const role = roleOf(spec, name);
    if ((role !== "insensitive" && role !== "sensitive") || !headerNamesPeople(name)) return [];
    const sentence = `column "${name}" is published as it is, and its header says that it names, numbers or locates people; the role "identifying" drops it`;
    return [{ kind: "name", columns: [name], sentence }];
  });
  if (spec.order !== "input") return found;
  const sentence = "rows stand in the input's order: two releases of the same table can be joined by position";
  return [...found, { kind: "order", columns: [], sentence }];
}

/** The column that a goal is about: the one it names, or the only sensitive one. */
function columnOf(stated: string | undefined, spec: FullSpec): string | undefined {
  return stated ?? columnsWith(spec, "sensitive")[0];
}
