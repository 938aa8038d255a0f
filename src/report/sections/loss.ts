import { formatNumber, formatShare } from "../../base/index.ts";
import type { Quality } from "../../release/index.ts";
import { rowsFigure } from "../figures/rows.ts";
import { notKnownText } from "../not-known.ts";
import type { PageSection } from "../page.ts";

/** What was lost, in all and per attribute; with the combinations before and after where they are known. */
export function lossSection(
  quality: Omit<Quality, "ncp"> & { readonly ncp?: number },
  facts: { readonly leftOut: number; readonly combinations?: readonly [before: number, after: number] },
): PageSection {
  const { combinations } = facts;
  const attributes = Object.entries(quality.attributes);
  const bars = rowsFigure(
    attributes.map(([name, share]) => ({ name, values: [share] })),
    { title: "NCP per attribute", whole: 1, text: (share) => formatShare(share) },
  );
  return {
    title: "What was lost",
    text: [
      "NCP is the share of its attribute that a published value covers: 0 % is the value itself, 100 % says nothing.",
      ...(quality.notKnown ?? []).map((one) => `${notKnownText(one)}.`),
    ].join(" "),
    table: {
      head: ["measure", "value"],
      rows: [
        ...(quality.ncp === undefined ? [] : [["NCP", formatShare(quality.ncp)]]),
        ...(quality.loss === undefined ? [] : [["loss (hierarchy nodes counted from 0)", formatShare(quality.loss)]]),
        [
          "discernibility (squared cohort sizes, and all records for each left out)",
          formatNumber(quality.discernibility),
        ],
        ["average cohort", formatNumber(quality.averageCohort)],
        ...(quality.cAvg === undefined ? [] : [["C_avg (average cohort / k)", formatNumber(quality.cAvg, 4)]]),
        ["distinct combinations lost", formatNumber(quality.distinctLost)],
        ["records left out", formatNumber(facts.leftOut)],
        ...attributes.map(([name, share]) => [`NCP of ${name}`, formatShare(share)]),
      ],
    },
    figures: [
      bars,
      ...(combinations === undefined
        ? []
        : [
            rowsFigure(
              [
                { name: "before", values: [combinations[0]] },
                { name: "after", values: [combinations[1]] },
              ],
              { title: "Distinct combinations of quasi-identifiers", text: (count) => formatNumber(count) },
            ),
          ]),
    ],
  };
}
