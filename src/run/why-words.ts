import type { Finer, Missing, Why, WhyCell } from "./why.ts";
import type { Bound } from "./why-missing.ts";

/** What there is to say about a record, a sentence each. */
export function whySentences({ record, row, certain, cohort, cells, misses, suppressed }: Why): string[] {
  const who = `record ${record + 1} of the original`;
  if (misses !== undefined) {
    return [`${capital(who)} was left out before the search: it misses ${misses.join(", ")}.`];
  }
  if (suppressed !== undefined) {
    const { values, records, binds, missing } = suppressed;
    return [
      `${capital(who)} was left out.`,
      `It would be published as ${valuesText(values)}, with ${many(records, "record")} that ${records === 1 ? "is" : "are"} so and left out.`,
      ...(binds.length === 0 ? [] : [`${capital(boundText(binds))}.`]),
      missingText(missing, "they could be published"),
    ];
  }
  const place =
    row === undefined
      ? `${capital(who)} is published in a cohort of ${many(cohort, "record")}${certain ? "" : ", as far as the tables tell"}.`
      : `Row ${row + 1} of the release is ${certain ? "" : "most likely "}${who}, in a cohort of ${many(cohort, "record")}.`;
  return [place, ...cells.flatMap(cellSentences)];
}

function cellSentences({ attribute, value, published, finer }: WhyCell): string[] {
  if (finer.length === 0) return [`${attribute} is published as it is: ${published}.`];
  return [`${attribute} is published as ${published}, where ${quoted(value)} was read.`, ...finer.map(finerSentence)];
}

function finerSentence({ value, records, rest, binds, missing }: Finer): string {
  const have = `  To say ${value}: ${many(records, "record")} of the cohort ${records === 1 ? "has" : "have"} it`;
  if (missing?.length === 0) {
    return `${have}, and ${rest === 0 ? "no other" : many(rest, "other")}; that would hold, so the method and not the goals kept it from being finer.`;
  }
  const these = binds.filter(({ of }) => of === "these");
  const others = binds.filter(({ of }) => of === "rest");
  const why = [
    ...(these.length === 0 ? [] : [boundText(these)]),
    ...(others.length === 0 ? [] : [`for the other ${rest} ${boundText(others)}`]),
  ].join("; ");
  return `${have}${why === "" ? "" : `; ${why}`}. ${missingText(missing, "it could be said")}`;
}

function boundText(bounds: readonly Bound[]): string {
  return bounds.map(({ model, asked, measured }) => `${model} asks ${asked} and is ${short(measured)}`).join(", ");
}

function missingText(missing: readonly Missing[] | undefined, then: string): string {
  if (missing === undefined) return "No number of further records was found with which it would hold.";
  const records = missing.reduce((sum, one) => sum + one.records, 0);
  const list = missing.map((one) => `${one.records} × (${valuesText(one.values)})`).join(", ");
  return `With ${many(records, "more record")} ${then}: ${list}.`;
}

function valuesText(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${quoted(value)}`)
    .join(", ");
}

function quoted(value: string): string {
  return value === "" || /[\s,]/.test(value) ? `"${value}"` : value;
}

function many(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function short(number: number): string {
  return String(Number(number.toFixed(4)));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
