export type { AlgorithmEntry, LevelBounds, Question, SearchResult } from "./algorithm.ts";
export { type AutoSpec, auto } from "./auto/index.ts";
export { type BestCutSpec, bestCut, bestCutWork } from "./best-cut/index.ts";
export {
  candidateListing,
  type ExactSpec,
  exact,
  type GeneticSpec,
  genetic,
  islandWork,
  type MingenSpec,
  mingen,
  solverWork,
  type TraceGeneration,
  type TraceNode,
} from "./cell/index.ts";
export { type ClusterSpec, cluster, clusterWork, shardWork } from "./cluster/index.ts";
export { type Judge, judgeOf, type Requirement } from "./judge.ts";
export {
  type DataflySpec,
  datafly,
  type ExploredLattice,
  type IncognitoSpec,
  incognito,
  type LatticeSpec,
  lattice,
  latticeShareWork,
} from "./lattice/index.ts";
export {
  type CountRequest,
  cutStrict,
  type Decision,
  decideCut,
  type FarAxis,
  type FarBench,
  type FarCut,
  type FarNode,
  isLong,
  type LongAxis,
  type MondrianSpec,
  mondrian,
  type NodeCounts,
  restOf,
  type StrictInput,
  subtreeWork,
  type ValueCounts,
} from "./mondrian/index.ts";
export { holdsAll, searchPeople } from "./persons/index.ts";
export { type AlgorithmSpec, algorithmOf, algorithms, basicAlgorithm, defaultAlgorithm } from "./registry.ts";
export { type CutAxis, cutAxis } from "./run-costs.ts";
