export type { AlgorithmEntry, Found, Question } from "./algorithm.ts";
export {
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
export { type MondrianSpec, mondrian, subtreeWork } from "./mondrian/index.ts";
export { type AlgorithmSpec, algorithmOf, algorithms } from "./registry.ts";
