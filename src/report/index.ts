export { type AnonymizeReport, anonymizeReport, type RunFacts } from "./anonymize-report.ts";
export { markdownReport } from "./markdown.ts";
