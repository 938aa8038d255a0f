export { anonymizeInStore, type StoreOutcome, type StoreRequest } from "./anonymize-in-store.ts";
export { auditInStore, type StoreAuditRequest } from "./audit-in-store.ts";
export { type OpenStoreOptions, openStore, type StoreEngine } from "./open.ts";
export { sweepScratch } from "./owner.ts";
export { storeSpec } from "./refuse.ts";
export { isRemote, needsStore, parseAddress, type SourceAddress } from "./source.ts";
export { refuseOddPath } from "./spark-write.ts";
export type { Store, StoreFormat } from "./store.ts";
