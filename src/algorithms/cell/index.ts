export { candidateListing } from "./cell-axis.ts";
export { exactEntry } from "./exact.ts";
export { geneticEntry } from "./genetic.ts";
export { islandWork, type TraceGeneration } from "./island.ts";
export { mingenEntry, type TraceNode } from "./mingen.ts";
export { type ExactSpec, exact, type GeneticSpec, genetic, type MingenSpec, mingen } from "./options.ts";
export { solverWork } from "./solver.ts";
