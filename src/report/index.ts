export { type AnonymizeReport, anonymizeReport, type RunFacts } from "./anonymize-report.ts";
export { type BarPanel, barFigure } from "./figures/bars.ts";
export { confusionFigure } from "./figures/confusion-matrix.ts";
export { type CutLayout, layOutCuts } from "./figures/cut-layout.ts";
export { drawFrontier, frontierFigure } from "./figures/frontier.ts";
export { drawIntervals, intervalsFigure, type MeasuredShare } from "./figures/intervals.ts";
export { type LatticeNodes, latticeFigure } from "./figures/lattice.ts";
export { drawLines, type Line, linesFigure } from "./figures/lines.ts";
export { dominant, type PaintingOptions, type PaintingSubject, painting, weightOf } from "./figures/painting.ts";
export { type FigureAxis, type PartitionPanel, partitionFigure } from "./figures/partitions.ts";
export { releasedCohortsFigure } from "./figures/released-cohorts.ts";
export { type NamedSizes, riskCurveFigure } from "./figures/risk-curve.ts";
export { drawPairs, type FigureRow, type RowsOptions, rowsFigure } from "./figures/rows.ts";
export { canDrawCohorts, cohortsFigure, discernibilityFigure } from "./figures/stages.ts";
export { type Drawing, type Mark, roundStep, svgText } from "./figures/svg.ts";
export { valueTree } from "./figures/value-tree.ts";
export { markdownPage } from "./markdown.ts";
export { notKnownText } from "./not-known.ts";
export { htmlPage, type Page, type PageSection, type PageTable } from "./page.ts";
export { attackPage, auditPage, comparePage, frontierPage } from "./pages.ts";
export { paperPage } from "./paper-page.ts";
export { type ReleaseSubject, releasePage } from "./release-page.ts";
export type { Provenance } from "./sections/repeat.ts";
export { synthesisPage } from "./synthesis-page.ts";
export {
  digits,
  drawLosses,
  lossFigure,
  privacySection,
  type SynthesisReport,
  similaritySection,
  spread,
  synthesisReport,
  utilitySection,
} from "./synthesis-report.ts";
