export { exactEntry } from "./exact.ts";
export { type ExactSpec, exact, type GeneticSpec, genetic, type MingenSpec, mingen } from "./options.ts";
export { solverWork } from "./solver.ts";
