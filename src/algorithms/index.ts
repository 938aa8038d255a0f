export type { AlgorithmEntry, Found, Question } from "./algorithm.ts";
export { type ExactSpec, exact, type GeneticSpec, genetic, type MingenSpec, mingen, solverWork } from "./cell/index.ts";
export { type MondrianSpec, mondrian, subtreeWork } from "./mondrian/index.ts";
export { type AlgorithmSpec, algorithmOf, algorithms } from "./registry.ts";
