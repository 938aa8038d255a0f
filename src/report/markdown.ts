import type { Choice } from "../run/index.ts";
import type { AnonymizeReport } from "./anonymize-report.ts";

/** The report as Markdown, for people. */
export function markdownReport(report: AnonymizeReport, command: string): string {
  const { input, release, quality, risk } = report;
  const lines = [
    "# Release report",
    "",
    `${release.rows} of ${input.rows} records were released in ${release.cohorts} cohorts of ${release.smallest} to ${release.largest} records.`,
    "",
    ...preparedLines(report),
    "## What was asked and what was measured",
    "",
    "| model | asked | measured on the written file | holds |",
    "|---|---:|---:|---|",
    ...report.privacy.map(({ model, attribute, asked, measured, holds }) => {
      const name = attribute === undefined ? model : `${model} (${escaped(attribute)})`;
      return `| ${name} | ${asked ?? "–"} | ${short(measured)} | ${holds ? "yes" : "**no**"} |`;
    }),
    "",
    ...choiceLines(report),
    "## What was lost",
    "",
    "| measure | value |",
    "|---|---:|",
    `| NCP (share of its attribute a published value covers) | ${percent(quality.ncp)} |`,
    ...(quality.loss === undefined ? [] : [`| loss (hierarchy nodes counted from 0) | ${percent(quality.loss)} |`]),
    `| discernibility (sum of squared cohort sizes) | ${quality.discernibility} |`,
    `| average cohort | ${short(quality.averageCohort)} |`,
    `| C_avg (average cohort / k) | ${short(quality.cAvg)} |`,
    `| distinct combinations lost | ${quality.distinctLost} |`,
    `| records left out | ${release.suppressed} |`,
    "",
    "| attribute | NCP |",
    "|---|---:|",
    ...Object.entries(quality.attributes).map(([name, share]) => `| ${escaped(name)} | ${percent(share)} |`),
    "",
    ...disclosureLines(report),
    "## Risk of recognition",
    "",
    `Somebody who knows a person's quasi-identifiers and that they are in the table finds them with probability at most ${percent(risk.highest)}, on average ${percent(risk.average)}.`,
    "",
    "| risk above | share of records |",
    "|---:|---:|",
    ...Object.entries(risk.records).map(([threshold, share]) => `| ${threshold} | ${percent(share)} |`),
    "",
    ...(report.warnings.length === 0
      ? []
      : ["## Warnings", "", ...report.warnings.map((warning) => `- ${escaped(warning)}`), ""]),
    "## How to repeat it",
    "",
    "```",
    command,
    "```",
    "",
    `kohort ${report.kohort}, seed ${report.seed}, sha256 of the release \`${release.sha256}\`.`,
    "",
  ];
  return lines.join("\n");
}

/** What was done before the search, where anything was. */
function preparedLines({ prepared: { leftOutBy, coded } }: AnonymizeReport): string[] {
  const left = Object.entries(leftOutBy).map(
    ([name, records]) => `- ${records} records miss ${escaped(name)} and were left out.`,
  );
  const lines = coded.map(
    ({ attribute, kind, changed }) => `- ${escaped(attribute)}: ${kind} changed ${changed} records.`,
  );
  return left.length + lines.length === 0 ? [] : ["## What was done before the search", "", ...left, ...lines, ""];
}

/** What cohorts give away, where a column is sensitive. */
function disclosureLines({ disclosure }: AnonymizeReport): string[] {
  if (disclosure.length === 0) return [];
  return [
    "## What it gives away",
    "",
    "| sensitive column | records in cohorts with one value | guessed right from the cohort | without the release |",
    "|---|---:|---:|---:|",
    ...disclosure.map(
      ({ attribute, homogeneity, inference, baseline }) =>
        `| ${escaped(attribute)} | ${percent(homogeneity)} | ${percent(inference)} | ${percent(baseline)} |`,
    ),
    "",
  ];
}

/** How numbers were chosen, and the curves they were read from. */
function choiceLines({ search }: AnonymizeReport): string[] {
  return ((search.choice ?? []) as readonly Choice[]).flatMap(({ setting, attribute, chosen, reason, curve }) => [
    `## Why ${setting} is ${short(chosen)}${attribute === undefined ? "" : ` for ${escaped(attribute)}`}`,
    "",
    `It is ${escaped(reason)}.`,
    "",
    `| ${setting} | NCP | highest risk | average risk | cohorts |`,
    "|---:|---:|---:|---:|---:|",
    ...curve.map(({ value, loss, highestRisk, averageRisk, cohorts, variant }) => {
      const name = `${short(value)}${variant === undefined ? "" : ` (${variant})`}`;
      return `| ${name} | ${percent(loss)} | ${percent(highestRisk)} | ${percent(averageRisk)} | ${cohorts} |`;
    }),
    "",
  ]);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}

function short(number: number): string {
  return String(Number(number.toFixed(4)));
}

function escaped(text: string): string {
  return text.replace(/[|\\`*_<>]/g, "\\$&");
}
