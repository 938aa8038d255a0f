export { type AnonymizeReport, anonymizeReport, type RunFacts } from "./anonymize-report.ts";
export { type BarPanel, barFigure } from "./figures/bars.ts";
export { type PaintingOptions, type PaintingSubject, painting } from "./figures/painting.ts";
export { type FigureAxis, type PartitionPanel, partitionFigure } from "./figures/partitions.ts";
export { canDrawCohorts, cohortsFigure, discernibilityFigure } from "./figures/stages.ts";
export { markdownReport } from "./markdown.ts";
