import type { AttackEntry } from "./attack.ts";
import { backgroundKnowledge } from "./background-knowledge.ts";
import { definetti } from "./definetti.ts";
import { downcoding } from "./downcoding.ts";
import { endpoints } from "./endpoints.ts";
import { homogeneity } from "./homogeneity.ts";
import { inference } from "./inference.ts";
import { intersection } from "./intersection.ts";
import { linkage } from "./linkage.ts";
import { minimality } from "./minimality.ts";
import { similarity } from "./similarity.ts";
import { skewness } from "./skewness.ts";
import { unsortedMatching } from "./unsorted-matching.ts";

/** The names of all attacks, in the order in which they are tried. */
export const attackNames = [
  "linkage",
  "homogeneity",
  "background-knowledge",
  "skewness",
  "similarity",
  "unsorted-matching",
  "intersection",
  "minimality",
  "endpoints",
  "downcoding",
  "definetti",
  "inference",
] as const;

/** The name of an attack. */
export type AttackName = (typeof attackNames)[number];

/** Every attack by name; the command line, the tests and the docs read this. */
export const attacks: Readonly<Record<AttackName, AttackEntry>> = {
  linkage,
  homogeneity,
  "background-knowledge": backgroundKnowledge,
  skewness,
  similarity,
  "unsorted-matching": unsortedMatching,
  intersection,
  minimality,
  endpoints,
  downcoding,
  definetti,
  inference,
};

/** The attack that a name or another word for it means. */
export function attackCalled(word: string): AttackName | undefined {
  const wanted = word.trim().toLowerCase().replaceAll(" ", "-").replaceAll("_", "-");
  return attackNames.find((name) => name === wanted || attacks[name].also.includes(wanted));
}
