import type { AlgorithmEntry } from "./algorithm.ts";
import { type AutoSpec, autoEntry } from "./auto/index.ts";
import { type BestCutSpec, bestCutEntry } from "./best-cut/index.ts";
import {
  type ExactSpec,
  exactEntry,
  type GeneticSpec,
  geneticEntry,
  type MingenSpec,
  mingenEntry,
} from "./cell/index.ts";
import { type ClusterSpec, clusterEntry } from "./cluster/index.ts";
import {
  type DataflySpec,
  dataflyEntry,
  type IncognitoSpec,
  incognitoEntry,
  type LatticeSpec,
  latticeEntry,
} from "./lattice/index.ts";

import { type MondrianSpec, mondrianEntry } from "./mondrian/index.ts";

/** Every algorithm by name; the spec, the command line and the docs read this. */
export const algorithms: {
  readonly mondrian: AlgorithmEntry<MondrianSpec>;
  readonly "best-cut": AlgorithmEntry<BestCutSpec>;
  readonly cluster: AlgorithmEntry<ClusterSpec>;
  readonly auto: AlgorithmEntry<AutoSpec>;
  readonly lattice: AlgorithmEntry<LatticeSpec>;
  readonly datafly: AlgorithmEntry<DataflySpec>;
  readonly incognito: AlgorithmEntry<IncognitoSpec>;
  readonly exact: AlgorithmEntry<ExactSpec>;
  readonly mingen: AlgorithmEntry<MingenSpec>;
  readonly genetic: AlgorithmEntry<GeneticSpec>;
} = {
  mondrian: mondrianEntry,
  "best-cut": bestCutEntry,
  cluster: clusterEntry,
  auto: autoEntry,
  lattice: latticeEntry,
  datafly: dataflyEntry,
  incognito: incognitoEntry,
  exact: exactEntry,
  mingen: mingenEntry,
  genetic: geneticEntry,
};

/** The algorithm of a spec that names none: the partition that loses least. */
export const defaultAlgorithm: "auto" = "auto";

/** The algorithm that stands in where none is named and the default does not do. */
export const basicAlgorithm: keyof typeof algorithms = /* @__PURE__ */ (
  Object.keys(algorithms) as (keyof typeof algorithms)[]
).find((name) => algorithms[name].basic === true)!;

/** An algorithm and its options as the spec states them. */
export type AlgorithmSpec = {
  [Name in keyof typeof algorithms]: (typeof algorithms)[Name] extends AlgorithmEntry<infer Spec> ? Spec : never;
}[keyof typeof algorithms];

/** The registry's entry for what a spec asks for. */
export function algorithmOf(spec: AlgorithmSpec): AlgorithmEntry<AlgorithmSpec> {
  return algorithms[spec.name] as AlgorithmEntry<AlgorithmSpec>;
}
