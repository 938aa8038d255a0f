import { censusQuasiIdentifiers } from "../../src/sample/index.ts";
import type { Spec } from "../../src/spec/index.ts";

/** A spec for the generated census rows: Mondrian, with the usual quasi-identifiers unless others are named. */
export function censusSpec(privacy: Spec["privacy"], quasi: readonly string[] = censusQuasiIdentifiers): Spec {
  return {
    version: 1,
    attributes: Object.fromEntries([
      ["weight", { role: "identifying" as const }],
      ["income", { role: "sensitive" as const }],
      ...quasi.map((name) => [name, { role: "quasi-identifying" as const }] as const),
    ]),
    privacy,
    algorithm: { name: "mondrian" },
  };
}
