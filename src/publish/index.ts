export { type AuditedRelease, anonymize } from "./anonymize.ts";
export { bytesSink, readingBytes } from "./bytes-sink.ts";
export { type Companion, type Publication, publish, type SideFile, type Sink } from "./publish.ts";
