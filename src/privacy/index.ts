export {
  addRow,
  type ConcealmentSide,
  closure,
  hasRow,
  partners,
  partnersInAnyOrder,
  perfectMatching,
  type RowSets,
  rowSets,
} from "./concealment.ts";
export { type KAnonymity, kAnonymity } from "./k-anonymity.ts";
export { type KConcealment, kConcealment } from "./k-concealment.ts";
export type { CohortCounts, PrivacyModel, TableCounts } from "./model.ts";
export { createModels, type ModelEntry, type PrivacyGoal, privacyModels } from "./registry.ts";
