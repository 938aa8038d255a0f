export { type KAnonymity, kAnonymity } from "./k-anonymity.ts";
export type { CohortCounts, PrivacyModel, TableCounts } from "./model.ts";
export { createModels, type ModelEntry, type PrivacyGoal, privacyModels } from "./registry.ts";
