import type { Audit } from "../../audit/index.ts";
import { formatNumber, formatPoints, formatShare } from "../../base/index.ts";
import type { Risk, SizeBand } from "../../risk/index.ts";
import { type NamedSizes, riskCurveFigure } from "../figures/risk-curve.ts";
import { rowsFigure } from "../figures/rows.ts";
import type { PageSection } from "../page.ts";

/** What risks and sizes are counted in. */
export type CountUnit = "people" | "records";

/** People, where a column says whose rows they are. */
export function countedIn({ people }: { readonly people?: unknown }): CountUnit {
  return people === undefined ? "records" : "people";
}

/** What stands beside a risk: that of the input where it is known, and the cohort sizes whose curves are drawn. */
export type RiskContext = {
  readonly counted: CountUnit;
  readonly before?: Risk;
  readonly curves?: readonly NamedSizes[];
};

/** The risk of recognition. */
export function riskSection(risk: Audit["risk"], { counted, before, curves = [] }: RiskContext): PageSection {
  const both = before === undefined ? [risk] : [before, risk];
  const line = (name: string, of: (one: Risk) => string): string[] => [name, ...both.map(of)];
  const met = (one: Risk): string =>
    Object.entries(one.presets)
      .filter(([, preset]) => preset.met)
      .map(([name, { k }]) => `${name} (k ${k})`)
      .join(", ") || "none";
  return {
    title: before === undefined ? "Risk of recognition" : "Risk of recognition, before and after",
    text: "The chance that somebody who knows a person's quasi-identifiers picks that person's record: certain to be in the table (prosecutor), only in the population (journalist), or anybody at all (marketer).",
    table: {
      head: ["", ...(before === undefined ? ["measured"] : ["before", "after"])],
      rows: [
        line("highest (prosecutor)", (one) => formatShare(one.prosecutor)),
        line("highest (journalist)", (one) => formatShare(one.journalist)),
        line("average (marketer)", (one) => formatShare(one.marketer)),
        line("alone in their cohort", (one) => formatShare(one.unique)),
        ...Object.keys(risk.records).map((threshold) =>
          line(`${counted} with a risk above ${formatShare(Number(threshold), 0)}`, (one) =>
            formatShare(one.records[threshold]),
          ),
        ),
        line("presets met", met),
      ],
    },
    figures: curves.length === 0 ? [] : [riskCurveFigure(curves, counted)],
    parts: [...disclosureParts(risk), ...populationParts(risk)],
  };
}

function disclosureParts({ disclosure }: Audit["risk"]): PageSection[] {
  if (disclosure === undefined) return [];
  return [
    {
      title: "What cohorts tell about sensitive columns",
      table: {
        head: ["column", "records in cohorts with one value", "largest rise of a share", "mean rise"],
        rows: Object.entries(disclosure).map(([name, { homogeneity, largestGain, meanGain }]) => [
          name,
          formatShare(homogeneity),
          formatPoints(largestGain),
          formatPoints(meanGain),
        ]),
      },
    },
  ];
}

function populationParts({ population }: Audit["risk"]): PageSection[] {
  if (population === undefined) return [];
  const { chosen, populationUniques, share, sampleUniques } = population;
  const text = `${formatNumber(sampleUniques)} records are unique in the table; about ${formatNumber(Math.round(populationUniques))} of ${formatNumber(Math.round(population.population))} people (${formatShare(share)}) are estimated to be unique in the population, by ${chosen}.`;
  return [{ title: "Unique in the population", text }];
}

/** How many cohorts there are of which size; the first band begins at the smallest size there is. */
export function sizesPart({ sizes: bands, highest }: Pick<Risk, "sizes" | "highest">, counted: CountUnit): PageSection {
  const smallest = Math.round(1 / highest);
  const name = (band: SizeBand): string => {
    const from = Math.max(band.from, smallest);
    if (band.to === undefined) return `${formatNumber(from)} or more`;
    return from === band.to ? formatNumber(from) : `${formatNumber(from)} to ${formatNumber(band.to)}`;
  };
  const rows = bands.map((band) => ({ name: `${name(band)} ${counted}`, values: [band.cohorts] }));
  return {
    title: "How large cohorts are",
    table: {
      head: [`${counted} in a cohort`, "cohorts", counted],
      rows: bands.map((band) => [name(band), formatNumber(band.cohorts), formatNumber(band.records)]),
    },
    figures: [rowsFigure(rows, { title: "Cohorts by size", text: (value) => formatNumber(value) })],
  };
}
