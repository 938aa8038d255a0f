import type { HierarchySetting } from "../../hierarchy/index.ts";
import type { FullSpec } from "../../spec/index.ts";
import type { PageSection } from "../page.ts";

/** What the spec asks: what each column is, what must hold, and how the release is to be found. */
export function askedSection(spec: FullSpec): PageSection {
  const { algorithm, suppression, measure, seed, order } = spec;
  return {
    title: "What was asked",
    table: {
      head: ["column", "role", "how it is generalised", "weight"],
      rows: Object.entries(spec.attributes).map(([name, { role, hierarchy, weight }]) => [
        name,
        role,
        role === "quasi-identifying" ? hierarchyWords(hierarchy) : "–",
        role === "quasi-identifying" ? String(weight ?? 1) : "–",
      ]),
    },
    list: [
      ...spec.privacy.map((goal) => `${goal.model}: ${settings(goal, "model")}`),
      `method: ${algorithm.name}${withOptions(settings(algorithm, "name"))}`,
      `records that may be left out: ${100 * suppression} %; loss kept low: ${measure}; seed ${seed}; order of rows: ${order}`,
      "columns without a role are not published",
    ],
  };
}

function hierarchyWords(hierarchy: HierarchySetting | undefined): string {
  return hierarchy === undefined
    ? "ranges and sets of values"
    : `${hierarchy.kind}${withOptions(settings(hierarchy, "kind"))}`;
}

function withOptions(text: string): string {
  return text === "" ? "" : ` (${text})`;
}

/** The settings of a goal, a method or a hierarchy in one line; long lists are counted. */
function settings(of: object, without: string): string {
  return Object.entries(of)
    .filter(([key, value]) => key !== without && value !== undefined)
    .map(([key, value]) => `${key} ${typeof value === "object" ? "stated in the spec" : String(value)}`)
    .join(", ");
}
