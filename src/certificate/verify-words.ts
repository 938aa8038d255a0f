/** @file What a verification says it checked, and what no verification of two files can know. */
import { formatCount, formatNumber, formatShare } from "../base/index.ts";
import { type Certificate, columnsOf } from "./certificate.ts";
import type { CertifiedReplacement } from "./certified-replacement.ts";

const whoseRows: Readonly<Record<Certificate["release"]["counts"], string>> = {
  rows: "whether each record is another person: records are counted",
  people: "how many people are in each cohort and how many have each value: whose rows they are is not in the file",
  pseudonyms: "whether each pseudonym is another person: pseudonyms are counted",
};

/** What a release and its certificate cannot tell, by what it counts; the independent verifier prints the same lines. */
export const unknowableWith = (counts: Certificate["release"]["counts"]): readonly string[] => [
  "who wrote the certificate: it is not signed",
  "which version of kohort made the release",
  "the input: its hash, how many records it had, and which were suppressed or dropped",
  "whether the roles are right: the publisher decides what others may know",
  whoseRows[counts],
  "whether identifiers were replaced, and under a secret key: an original value of the same form looks like a replaced one",
  "whether the order and the hierarchy of sensitive values are the right ones",
  "requirements that need more than the release: k-map, delta-presence, population-uniqueness, k-concealment",
];

function peopleLines({ counts, people = 0 }: Certificate["release"]): string[] {
  if (counts === "rows") return [];
  const how = counts === "people" ? "stated, and possible with these records" : "counted by their pseudonyms";
  return [`people: ${formatNumber(people)}, ${how}`];
}

/** What was checked, a line each. */
export function checkedIn({ columns, release, asked, sensitive, cohorts, input }: Certificate): string[] {
  const quote = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(", ");
  const plain = columnsOf(columns, "insensitive");
  const replaced = columns.flatMap(({ name, replace }) =>
    replace === undefined ? [] : [`${JSON.stringify(name)} (${replacementWords(replace)})`],
  );
  return [
    `the file: ${formatCount(release.rows, "record")}, ${formatCount(columns.length, "column")}, ${formatCount(release.bytes, "byte")}, sha256`,
    `known to others: ${quote(columnsOf(columns, "quasi-identifying"))}`,
    ...(sensitive.length === 0 ? [] : [`sensitive: ${quote(sensitive.map(({ name }) => name))}`]),
    ...(plain.length === 0 ? [] : [`published as they are: ${quote(plain)}`]),
    ...(replaced.length === 0 ? [] : [`replaced: ${replaced.join(", ")}`]),
    ...peopleLines(release),
    `cohorts: ${cohorts.length}, counted from the file`,
    `suppressed: ${release.suppressed} of ${formatCount(input.rows - input.leftOut, "record")}, at most ${formatShare(asked.suppression)}`,
  ];
}

/** A replacement, and what its form leaves open. */
function replacementWords(replace: CertifiedReplacement): string {
  switch (replace.kind) {
    case "mask":
      return `mask: up to ${formatCount(replace.shown, "character")} shown`;
    case "format":
      return "format: any value has this form";
    case "shift-dates":
      return "shift-dates: any date has this form";
    default:
      return replace.kind;
  }
}
