/** @file The report of a release: what was asked, done, promised and not, what it cost, and how to repeat it. */

import { formatCount, formatNumber, formatShare } from "../base/index.ts";
import type { Examination } from "../examine/index.ts";
import { isSizeGoal } from "../privacy/index.ts";
import type { Choice, Release } from "../release/index.ts";
import { isNaming, unpublishedText } from "../spec/index.ts";
import type { AnonymizeReport } from "./anonymize-report.ts";
import { linesFigure } from "./figures/lines.ts";
import { painting } from "./figures/painting.ts";
import { publishedCuts } from "./figures/published-cuts.ts";
import { releasedCohortsFigure } from "./figures/released-cohorts.ts";
import type { Page, PageSection } from "./page.ts";
import { askedSection } from "./sections/asked.ts";
import { attacksSection } from "./sections/attacks.ts";
import { latticeParts } from "./sections/lattice.ts";
import { lossSection } from "./sections/loss.ts";
import { modelName, notPromisedSection, promisedSection } from "./sections/promises.ts";
import { repeatSection } from "./sections/repeat.ts";
import { countedIn, riskSection, sizesPart } from "./sections/risk.ts";
import { utilitySection } from "./synthesis-report.ts";

/** What the page is made of. */
export type ReleaseSubject = {
  readonly report: AnonymizeReport;
  readonly release: Release;
  readonly examination?: Examination;
  /** The command that was typed. */
  readonly command?: string;
};

/** The report of `anonymize` as a page; it holds no record of the original and nothing that the release does not show. */
export function releasePage(subject: ReleaseSubject): Page {
  const { report, release, examination, command } = subject;
  const { before, risk, quality, attacks, notTried, utility } = report;
  const curves = [
    ...(examination === undefined
      ? []
      : [{ name: "before", sizes: examination.before.people ?? examination.before.sizes }]),
    { name: "after", sizes: release.cohorts.people ?? release.cohorts.sizes },
  ];
  const counted = countedIn(report.release);
  return {
    title: "Release report",
    lead: leadOf(report),
    sections: [
      askedSection(report.spec),
      doneSection(report, release),
      promisedSection(report.privacy),
      notPromisedSection(report.spec, release, attacks),
      cohortsSection(subject),
      lossSection(quality, {
        leftOut: report.release.suppressed,
        combinations: before === undefined ? undefined : [before.cohorts, before.cohorts - quality.distinctLost],
      }),
      riskSection(risk, { counted, before: before?.risk, curves }),
      ...(attacks === undefined ? [] : [attacksSection(attacks, notTried)]),
      ...(utility === undefined ? [] : [utilitySection(utility)]),
      repeatSection({
        version: report.kohort,
        host: report.host,
        seed: report.seed,
        command,
        spec: report.spec,
        sha256: { "the release": report.release.sha256 },
      }),
    ],
  };
}

function leadOf({ input, release, privacy, quality }: AnonymizeReport): string {
  const failed = privacy.filter(({ holds }) => !holds);
  const holds =
    failed.length === 0
      ? `${privacy.map((verdict) => `${modelName(verdict)} ${formatNumber(verdict.measured, 4)}`).join(", ")}: what was asked holds`
      : `${failed.map(modelName).join(", ")}: what was asked does NOT hold`;
  return `${formatNumber(release.rows)} of ${formatCount(input.rows, "record")} were released in ${formatCount(release.cohorts, "cohort")} of ${formatNumber(release.smallest)} to ${formatNumber(release.largest)} records${peopleText(release.people)}. ${holds}. NCP ${formatShare(quality.ncp)}.`;
}

function peopleText(people: AnonymizeReport["release"]["people"]): string {
  if (people === undefined) return "";
  return `, ${formatNumber(people.smallest)} to ${formatNumber(people.largest)} people; ${formatNumber(people.total)} people are in it, told apart by ${people.column}, and k, l, t and risks count them`;
}

function doneSection(
  { input, prepared, release: made, search, spec, unpublished, warnings }: AnonymizeReport,
  release: Release,
): PageSection {
  const left = new Set(release.table.columns.map(({ name }) => name));
  const naming = Object.keys(spec.attributes).filter((name) => isNaming(spec.attributes[name].role));
  const replaced = naming.filter((name) => left.has(name));
  const facts = Object.entries(search).filter(([, value]) => ["number", "string", "boolean"].includes(typeof value));
  return {
    title: "What was done",
    list: [
      `${formatCount(input.rows, "record")} with ${formatCount(input.columns, "column")} were read${input.leftOut === 0 ? "" : `; ${formatNumber(input.leftOut)} with missing values were left out`}.`,
      ...Object.entries(prepared.leftOutBy).map(
        ([name, records]) => `Left out because they miss ${name}: ${formatCount(records, "record")}.`,
      ),
      ...prepared.coded.map(
        ({ attribute, kind, changed }) =>
          `Coded before the search: ${attribute} by ${kind}, ${formatCount(changed, "record")}.`,
      ),
      ...(unpublished.length === 0 ? [] : [`Not published: ${unpublishedText(unpublished)}.`]),
      ...(replaced.length === 0 ? [] : [`Replaced because they name people: ${replaced.join(", ")}.`]),
      `${formatCount(made.rows, "record")} were written; ${made.suppressed === 0 ? "no record" : formatCount(made.suppressed, "record")} had to be suppressed.`,
      ...warnings.map((warning) => `Warning: ${warning}.`),
    ],
    parts: [
      ...(facts.length === 0
        ? []
        : [
            {
              title: "The search",
              table: { head: ["", ""], rows: facts.map(([name, value]) => [name, factText(value)]) },
            },
          ]),
      ...latticeParts(
        search,
        release.problem.attributes.map(({ name }) => name),
      ),
      ...choiceParts(search),
    ],
  };
}

function factText(value: unknown): string {
  return typeof value === "number"
    ? formatNumber(value, 6)
    : value === true
      ? "yes"
      : value === false
        ? "no"
        : String(value);
}

/** How numbers were chosen, and the curves they were read from. */
function choiceParts({ choice }: AnonymizeReport["search"]): PageSection[] {
  return ((choice ?? []) as readonly Choice[]).map(({ setting, attribute, chosen, reason, curve }) => ({
    title: `Why ${setting} is ${formatNumber(chosen, 4)}${attribute === undefined ? "" : ` for ${attribute}`}`,
    text: `It is ${reason}.`,
    table: {
      head: [setting, "NCP", "highest risk", "average risk", "cohorts"],
      rows: curve.map(({ value, loss, highestRisk, averageRisk, cohorts, variant }) => [
        `${formatNumber(value, 4)}${variant === undefined ? "" : ` (${variant})`}`,
        ...[loss, highestRisk, averageRisk].map((share) => formatShare(share)),
        formatNumber(cohorts),
      ]),
    },
    figures: [choiceFigure(setting, curve)],
  }));
}

function choiceFigure(setting: string, curve: Choice["curve"]): string {
  const points = curve.filter(({ variant }) => variant === undefined);
  const x = points.map(({ value }) => value);
  return linesFigure(
    [
      { name: "NCP", x, y: points.map(({ loss }) => loss) },
      { name: "highest risk", x, y: points.map(({ highestRisk }) => highestRisk) },
      { name: "average risk", x, y: points.map(({ averageRisk }) => averageRisk) },
    ],
    `Loss and risk over ${setting}`,
    { x: setting, y: "share" },
  );
}

function cohortsSection({ report, release, examination }: ReleaseSubject): PageSection {
  const painted = paintedCuts(report, release, examination);
  const boxes = releasedCohortsFigure(release);
  return {
    title: "Cohorts",
    text: "A cohort is a set of records that are published alike. The pictures are drawn from the published values; no record is in them.",
    parts: [
      sizesPart(report.risk, countedIn(report.release)),
      ...(painted.length === 0 && boxes === undefined
        ? []
        : [{ title: "Drawn", figures: [...painted, ...(boxes === undefined ? [] : [boxes])] }]),
    ],
  };
}

/** The largest number of cohorts that are painted. */
const mostPainted = 20_000;

function paintedCuts({ spec, release: made }: AnonymizeReport, release: Release, examination?: Examination): string[] {
  const { recoding, cohorts } = release;
  if (recoding.tree === undefined || recoding.cohorts > mostPainted) return [];
  const k = spec.privacy.find(isSizeGoal)?.k ?? cohorts.smallest;
  // where people are counted, k is not a number of records
  const limit = made.people === undefined ? { k } : {};
  return [painting({ ...publishedCuts(release, examination?.counts), ...limit })];
}
