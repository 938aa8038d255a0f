import type { Finding } from "../../attacks/index.ts";
import type { Verdict } from "../../audit/index.ts";
import { formatNumber, formatShare } from "../../base/index.ts";
import { type PrivacyGoal, privacyModels, traitsOf } from "../../privacy/index.ts";
import type { Release } from "../../release/index.ts";
import { columnsWith, type FullSpec, roleOf } from "../../spec/index.ts";
import type { PageSection } from "../page.ts";

/** A model with its column, such as `l-diversity (diagnosis)`. */
export function modelName({ model, attribute }: Pick<Verdict, "model" | "attribute">): string {
  return attribute === undefined ? model : `${model} (${attribute})`;
}

/** What holds of the table, measured on the written bytes. */
export function promisedSection(verdicts: readonly Verdict[]): PageSection {
  const asked = verdicts.filter((verdict) => verdict.asked !== undefined);
  return {
    title: "What is promised",
    text:
      asked.length === 0
        ? "Nothing was asked; this is what the table has."
        : "Each requirement was measured again on the bytes that were written, not on what the search had in memory.",
    table: {
      head: ["model", "asked", "measured", "verdict", "what was measured"],
      rows: verdicts.map((verdict) => [
        modelName(verdict),
        verdict.asked === undefined ? "–" : `${verdict.relation ?? "≥"} ${formatNumber(verdict.asked, 4)}`,
        formatNumber(verdict.measured, 4),
        verdict.asked === undefined
          ? "–"
          : verdict.holds
            ? "holds"
            : `DOES NOT HOLD (${formatNumber(verdict.failing)} records)`,
        verdict.definition ?? "",
      ]),
    },
    list: asked.filter(({ holds }) => holds).map((verdict) => `${modelName(verdict)}: ${sentenceOf(verdict.model)}`),
  };
}

function sentenceOf(model: string): string {
  return privacyModels[model as PrivacyGoal["model"]]?.sentence ?? "";
}

/** What nobody should read into the release, with its own figures where there are any. */
export function notPromisedSection(
  spec: FullSpec,
  { disclosure, table }: Pick<Release, "disclosure" | "table">,
  attacks: readonly Finding[] = [],
): PageSection {
  const protects = (attribute: string): boolean =>
    spec.privacy.some(
      (goal) => traitsOf(goal).sensitive && (!("attribute" in goal) || (goal.attribute ?? attribute) === attribute),
    );
  const plain = table.columns.map(({ name }) => name).filter((name) => roleOf(spec, name) === "insensitive");
  const quasi = columnsWith(spec, "quasi-identifying");
  const exposed = attacks.filter((one) => one.exposed);
  return {
    title: "What is not promised",
    list: [
      ...disclosure.flatMap(({ attribute, homogeneity, inference, baseline }) => [
        ...(protects(attribute)
          ? []
          : [
              `Nothing was asked about ${attribute}: ${formatShare(homogeneity)} of records are in cohorts with one value of it, which gives it away without finding the record.`,
            ]),
        `${attribute} is guessed right for ${formatShare(inference)} of records from their cohort alone, for ${formatShare(baseline)} without the release.`,
      ]),
      `An attacker is taken to know ${quasi.join(", ")} and no other column. Whoever knows more of a person can find them by more.`,
      ...(plain.length === 0
        ? []
        : [`These columns are published as they are, and can single people out: ${plain.join(", ")}.`]),
      ...(spec.privacy.some((goal) => traitsOf(goal).population === "counted")
        ? []
        : ["Whether a person is in the table at all is not hidden."]),
      "A second release of the same people can undo what this one hides; keep a ledger of releases.",
      ...(exposed.length === 0
        ? []
        : [
            `These attacks do better than a blind guess on this release: ${exposed.map((one) => modelName({ model: one.attack, attribute: one.attribute })).join(", ")}.`,
          ]),
      "This report measures; it certifies nothing in law. Whether a release may go out is a decision of people.",
    ],
  };
}
