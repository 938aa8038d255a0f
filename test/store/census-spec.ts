import { censusQuasiIdentifiers } from "../../src/sample/index.ts";
import type { Spec } from "../../src/spec/index.ts";

/** A spec for the generated census rows: Mondrian, with the usual quasi-identifiers unless others are named. */
export function censusSpec(privacy: Spec["privacy"], quasi: readonly string[] = censusQuasiIdentifiers): Spec {
  return {
    version: 1,
    attributes: Object.fromEntries([
      ["weight", { role: "unpublished" as const }],
      ["income", { role: "sensitive" as const }],
      ...quasi.map((name) => [name, { role: "quasi-identifying" as const }] as const),
    ]),
    rest: "insensitive",
    privacy,
    algorithm: { name: "mondrian" },
  };
}

/** What is asked of the generated rows where engines are compared. */
export const censusGoals = {
  k: [{ model: "k-anonymity", k: 10 }],
  "k and l": [
    { model: "k-anonymity", k: 10 },
    { model: "l-diversity", l: 2 },
  ],
  "k and t": [
    { model: "k-anonymity", k: 10 },
    { model: "t-closeness", t: 0.2 },
  ],
} as const satisfies Record<string, Spec["privacy"]>;
