export { type CensusOptions, censusBlocks, censusColumns, censusQuasiIdentifiers, censusSensitive } from "./census.ts";
export { type ClinicOptions, clinicCsv, clinicSpec } from "./clinic.ts";
export { toyCsv } from "./toy.ts";
