export { type AnonymizeReport, anonymizeReport, type RunFacts } from "./anonymize-report.ts";
export { type BarPanel, barFigure } from "./figures/bars.ts";
export { confusionFigure } from "./figures/confusion-matrix.ts";
export { type CutLayout, layOutCuts } from "./figures/cut-layout.ts";
export { frontierFigure } from "./figures/frontier.ts";
export { type Line, linesFigure } from "./figures/lines.ts";
export { type PaintingOptions, type PaintingSubject, painting } from "./figures/painting.ts";
export { type FigureAxis, type PartitionPanel, partitionFigure } from "./figures/partitions.ts";
export { canDrawCohorts, cohortsFigure, discernibilityFigure } from "./figures/stages.ts";
export { markdownReport } from "./markdown.ts";
export { htmlPage, type PageSection } from "./page.ts";
export { paperPage } from "./paper-page.ts";
export {
  digits,
  lossFigure,
  privacySection,
  type SynthesisReport,
  similaritySection,
  spread,
  synthesisReport,
  synthesisSections,
  utilitySection,
} from "./synthesis-report.ts";
