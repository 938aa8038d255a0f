/** @file The result of `anonymize` in words. */

import type { Choice } from "../release/index.ts";
import type { AnonymizeReport } from "../report/index.ts";
import { type UnpublishedColumn, unpublishedText } from "../spec/index.ts";
import { formatCount, formatNumber, formatSeconds, formatShare, formatTable, printable } from "./format.ts";
import type { Paint } from "./terminal.ts";

/** What a search over cells has to say: its score, how far that is proved, and how many tables tie. */
function searchFacts(search: AnonymizeReport["search"]): string[][] {
  const { score, measure, optimal, bound, optima, optimaComplete, meaning } = search;
  if (typeof score !== "number" || typeof bound !== "number") return [];
  const proof = optimal === true ? "nothing costs less" : `nothing costs less than ${formatNumber(bound, 4)}`;
  const ties = `${optimaComplete === true ? "" : "at least "}${formatCount(Number(optima), "table")} at that cost`;
  return [
    ["score", `${formatNumber(score, 6)} by ${measure}: ${proof}${optimal === true ? `, ${ties}` : ""}`],
    ...searchedFact(search),
    ...(meaning === "matching" ? [["meaning of k", "matching: this is k-concealment, not k-anonymity"]] : []),
  ];
}

/** How much of all there is was looked at, and what the teaching search counts on its way. */
function searchedFact(search: AnonymizeReport["search"]): string[][] {
  const { states, searchSpace, searchSpaceWithSensitive, pruneFactor, prunes, trims, cache, secondsPerState } = search;
  const counted = `${formatCount(Number(states), "state")} of ${grouped(searchSpace)} tables (${grouped(searchSpaceWithSensitive)} counting sensitive cells), ${formatShare(Number(pruneFactor), 6)} never looked at`;
  if (prunes === undefined) return [["searched", counted]];
  const { loss, privacy } = prunes as { readonly loss: number; readonly privacy: number };
  const remembered = cache as false | { readonly lookups: number; readonly hits: number; readonly hitRate: number };
  const hits =
    remembered === false
      ? "off"
      : `${formatNumber(remembered.hits)} hits in ${formatCount(remembered.lookups, "lookup")} (${formatShare(remembered.hitRate)})`;
  return [
    ["searched", counted],
    [
      "pruned",
      `${formatNumber(loss)} by loss, ${formatNumber(privacy)} by privacy; ${formatCount(Number(trims), "choice")} trimmed before`,
    ],
    ["cache", `${hits}; ${formatNumber(Number(secondsPerState) * 1e6, 1)} µs a state`],
  ];
}

/** The digits of a whole number with thousands separators, or its size where it has too many to be read. */
function grouped(digits: unknown): string {
  const text = String(digits);
  return text.length > 24 ? `10^${text.length - 1}` : text.replace(/\B(?=(\d{3})+$)/g, ",");
}

/** What was chosen where the spec said `auto`, why, and the curve it was read from. */
export function choiceText({ search }: AnonymizeReport): string | undefined {
  const choices = (search.choice ?? []) as readonly Choice[];
  if (choices.length === 0) return undefined;
  return choices
    .map(({ setting, attribute, chosen, reason, curve }) => {
      const of = attribute === undefined ? "" : ` for ${attribute}`;
      const right = { align: "right" } as const;
      const columns = [
        { title: `  ${setting}`, ...right },
        { title: "NCP", ...right },
        { title: "highest risk", ...right },
        { title: "average risk", ...right },
        { title: "cohorts", ...right },
        { title: "" },
      ];
      const rows = curve.map(({ value, loss, highestRisk, averageRisk, cohorts, variant }) => [
        `  ${formatNumber(value)}`,
        formatShare(loss),
        formatShare(highestRisk),
        formatShare(averageRisk),
        formatNumber(cohorts),
        variant ?? (value === chosen ? "chosen" : ""),
      ]);
      return `chose ${setting} ${formatNumber(chosen)}${of}: ${reason}\n${formatTable(columns, rows)}`;
    })
    .join("\n");
}

/** What is not published, where anything is not. */
export function unpublishedFact(columns: readonly UnpublishedColumn[], silence?: string): string[][] {
  return columns.length === 0 ? [] : [["not published", printable(unpublishedText(columns, silence))]];
}

/** Columns whose figures a summary prints; the JSON has all of them. */
const printedColumns = 12;

/** What insensitive columns tell that no goal speaks of, and what it took to find out. */
export function toldFacts({ told, cpu }: Pick<AnonymizeReport, "told" | "cpu">): string[][] {
  const insensitive = told.columns.filter(({ role }) => role === "insensitive");
  const shown = insensitive
    .slice(0, printedColumns)
    .map(({ column, alone, within }) => [
      "singles out",
      `${printable(column)}: ${formatShare(alone)} of people alone, ${formatShare(within ?? 0)} with the quasi-identifiers`,
    ]);
  const more = insensitive.length - shown.length;
  const rest = more > 0 ? [["singles out", `${formatCount(more, "more column")}: see --json`]] : [];
  const { pairs, notChecked } = told;
  const worst = pairs.reduce((most, { alone }) => Math.max(most, alone), 0);
  const unreached = notChecked.pairs.count === 0 ? "" : `, ${formatNumber(notChecked.pairs.count)} not checked`;
  const together =
    pairs.length === 0
      ? []
      : [
          [
            "singles out",
            `${formatCount(pairs.length, "pair")} of them: at most ${formatShare(worst)} alone${unreached}`,
          ],
        ];
  const check = told.columns.length === 0 ? [] : [["check", `${formatSeconds(cpu.check ?? 0)} of processor time`]];
  return [...shown, ...rest, ...together, ...check];
}

/** The figures of a release, a line each. */
export function summary(report: AnonymizeReport, where: string, paint: Paint): string {
  const { input, release, quality, risk, privacy, time } = report;
  const leftOut = input.leftOut === 0 ? "" : `, ${formatNumber(input.leftOut)} left out for missing values`;
  const { bound, score, levels } = report.search;
  // a search over cells or levels has a bound of its own, in the units of its measure
  const isShare = typeof bound === "number" && score === undefined && levels === undefined;
  const floor = isShare ? `; nothing can lose less than ${formatShare(bound)}` : "";
  const hierarchies = quality.loss === undefined ? "" : ` (${formatShare(quality.loss)} counted by leaves − 1)`;
  const total = Object.values(time).reduce((sum, seconds) => sum + seconds, 0);
  const stages = Object.entries(time)
    .filter(([, seconds]) => seconds >= 0.005)
    .map(([stage, seconds]) => `${stage} ${formatSeconds(seconds)}`);
  const verdicts = privacy.map(({ model, attribute, asked, measured, holds }) => [
    attribute === undefined ? model : `${model}(${attribute})`,
    `${asked === undefined ? "" : `asked ${formatNumber(asked, 4)}, `}measured ${formatNumber(measured, 4)} on the written bytes: ${
      holds ? paint.green("holds") : paint.red("does not hold")
    }`,
  ]);
  const facts = [
    ["read", `${formatCount(input.rows, "record")}, ${formatCount(input.columns, "column")}${leftOut}`],
    ...report.prepared.coded.map(({ attribute, kind, changed }) => [
      "coded",
      `${printable(attribute)}: ${kind} changed ${formatCount(changed, "record")}`,
    ]),
    ...peopleFact(release),
    ...verdicts,
    [
      "cohorts",
      `${formatNumber(release.cohorts)}, from ${formatNumber(release.smallest)} to ${formatNumber(release.largest)} records${cohortPeople(release.people)}`,
    ],
    ["loss", `NCP ${formatShare(quality.ncp)}${hierarchies}${floor}`],
    ...report.baskets.map(({ attribute, loss, items, removed }) => [
      "loss of sets",
      `${printable(attribute)}: ${formatShare(loss)} of ${formatCount(items, "item")}, ${formatNumber(removed)} left out`,
    ]),
    ...searchFacts(report.search),
    ...report.disclosure.map(({ attribute, homogeneity, inference, baseline }) => [
      "gives away",
      `${printable(attribute)} of ${formatShare(homogeneity)} for certain; guessed right for ${formatShare(inference)}, without the release ${formatShare(baseline)}`,
    ]),
    ["highest risk", formatShare(risk.highest)],
    ["suppressed", formatCount(release.suppressed, "record")],
    ...unpublishedFact(report.unpublished),
    ...toldFacts(report),
    ["written", where],
    ["sha256", release.sha256],
    ["time", stages.length === 0 ? formatSeconds(total) : `${formatSeconds(total)}: ${stages.join(", ")}`],
  ];
  return formatTable([{ title: "" }, { title: "" }], facts);
}

/** How to say otherwise where a column was taken for the one that says whose rows they are. */
export const otherPeople = "--person COLUMN names another, --person none counts rows";

/** Whose rows they are, where a column says so. */
function peopleFact({ people, rows }: AnonymizeReport["release"]): string[][] {
  if (people === undefined) return [];
  const { column, taken, total, nameless } = people;
  const how = taken ? `, which names people and repeats; ${otherPeople}` : "";
  const gaps = nameless === 0 ? "" : `; ${formatCount(nameless, "row")} without an identifier add nobody`;
  return [
    ["people", `${formatNumber(total)} in ${formatCount(rows, "row")}, by column "${printable(column)}"${how}${gaps}`],
  ];
}

/** The people of the smallest and the largest cohort, after its records. */
export function cohortPeople(people: { readonly smallest: number; readonly largest: number } | undefined): string {
  if (people === undefined) return "";
  return `, from ${formatNumber(people.smallest)} to ${formatNumber(people.largest)} people`;
}

/** The seconds of each stage, in the order in which they happen, with the stages that every report has. */
export function allStages(stages: Readonly<Record<string, number>>): Record<string, number> {
  const folded = stages.fold === undefined ? {} : { fold: 0 };
  const seconds = { read: 0, ...folded, search: 0, apply: 0, write: 0, audit: 0, ...stages };
  return Object.fromEntries(Object.entries(seconds).map(([stage, value]) => [stage, Math.round(value * 1e4) / 1e4]));
}
