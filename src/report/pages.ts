/** @file The reports of audit, compare, attack and frontier. */
import type { Findings } from "../attacks/index.ts";
import type { Audit } from "../audit/index.ts";
import { formatCount, formatNumber, formatShare } from "../base/index.ts";
import type { Comparison, FrontierPoint, SeededUtility } from "../utility/index.ts";
import { frontierFigure } from "./figures/frontier.ts";
import type { Page, PageSection } from "./page.ts";
import { attacksSection } from "./sections/attacks.ts";
import { lossSection } from "./sections/loss.ts";
import { promisedSection } from "./sections/promises.ts";
import { type Provenance, repeatSection } from "./sections/repeat.ts";
import { countedIn, riskSection, sizesPart } from "./sections/risk.ts";
import { utilitySections } from "./synthesis-report.ts";

/** The report of `audit` as a page. */
export function auditPage(found: Audit, provenance: Provenance): Page {
  const { release, privacy, risk } = found;
  const verdict = privacy.some(({ asked }) => asked !== undefined)
    ? ` What was asked ${found.holds ? "holds" : "does NOT hold"}.`
    : "";
  const apart = release.suppressed === 0 ? "" : `, ${formatNumber(release.suppressed)} of them with * in every cell`;
  return {
    title: "Audit report",
    lead: `${formatCount(release.rows, "record")}${apart} in ${formatCount(release.cohorts, "cohort")} of ${formatNumber(release.smallest)} to ${formatNumber(release.largest)}.${verdict}`,
    sections: [
      promisedSection(privacy),
      riskSection(risk, { counted: countedIn(release) }),
      { ...sizesPart(risk, countedIn(release)), title: "Cohorts" },
      repeatSection(provenance),
    ],
  };
}

/** The report of `compare` as a page. */
export function comparePage(
  found: Comparison,
  facts: Partial<SeededUtility> & { readonly rows: number; readonly provenance: Provenance },
): Page {
  const { utility, provenance, rows, ...more } = facts;
  return {
    title: "Comparison report",
    lead: `Of ${formatCount(rows, "record")}, ${formatNumber(rows - found.suppressed)} are in the release${found.ncp === undefined ? "" : `; its values cover ${formatShare(found.ncp)} of their attributes on average`}.${found.warnings.map((warning) => ` Note: ${warning}.`).join("")}`,
    sections: [
      lossSection(found, { leftOut: found.suppressed }),
      ...(utility === undefined ? [] : utilitySections({ ...utility }, more)),
      repeatSection(provenance),
    ],
  };
}

/** The report of `attack` as a page. */
export function attackPage({ findings, skipped }: Findings, provenance: Provenance): Page {
  const better = findings.filter((one) => one.exposed).length;
  return {
    title: "Attack report",
    lead: `${formatCount(findings.length, "attack")} were tried; ${formatNumber(better)} did better than a blind guess.`,
    sections: [attacksSection(findings, skipped), repeatSection(provenance)],
  };
}

/** The report of `frontier` as a page. */
export function frontierPage(points: readonly FrontierPoint[], provenance: Provenance, methods?: string): Page {
  return {
    title: "Frontier report",
    lead: `${formatCount(points.length, "release")} were made and measured; filled points are beaten by no other one.`,
    sections: [pointsSection(points, methods), repeatSection(provenance)],
  };
}

function pointsSection(points: readonly FrontierPoint[], methods: string | undefined): PageSection {
  const isModelled = points.some(({ model }) => model !== "");
  const isSuppressed = points.some(({ suppressed }) => suppressed > 0);
  const isLimited = new Set(points.map(({ suppression }) => suppression)).size > 1;
  const figuresOf = (point: FrontierPoint): string[] => [
    ...[point.ncp, point.highestRisk, point.averageRisk].map((share) => formatShare(share)),
    formatNumber(point.cohorts),
    ...(isSuppressed ? [formatNumber(point.suppressed)] : []),
    point.front.join(", "),
  ];
  const blank = ["", "", "", ...(isSuppressed ? [""] : [])];
  return {
    title: "Loss against risk",
    text: methods === undefined ? undefined : `Methods: ${methods.replaceAll("`", "")}.`,
    figures: [frontierFigure(points)],
    table: {
      head: [
        ...["method", "k", ...(isModelled ? ["with"] : [])],
        ...[...(isLimited ? ["may leave out"] : []), "NCP", "highest risk", "average risk", "cohorts"],
        ...[...(isSuppressed ? ["left out"] : []), "unbeaten in"],
      ],
      rows: points.map((point) => [
        // a space after a comma lets a long method break
        ...[point.method.replaceAll(",", ", "), String(point.k), ...(isModelled ? [point.model] : [])],
        ...(isLimited ? [formatShare(point.suppression)] : []),
        ...(point.infeasible === undefined ? figuresOf(point) : ["–", ...blank, point.infeasible]),
      ]),
    },
  };
}
