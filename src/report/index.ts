export { type AnonymizeReport, anonymizeReport, type RunFacts } from "./anonymize-report.ts";
export { type PaintingOptions, type PaintingSubject, painting } from "./figures/painting.ts";
export { markdownReport } from "./markdown.ts";
