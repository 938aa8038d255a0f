import type { Bound } from "./lacking-records.ts";
import type { FinerValue, RecordShortfall, Why, WhyCell, WhyPlace } from "./why.ts";

/** How much is said: `long` names every finer step and each missing record instead of the nearest step and a count. */
export type WhyWording = { readonly long?: boolean };

/** What there is to say about a record, a sentence each. */
export function whySentences(found: Why, { long = false }: WhyWording = {}): string[] {
  const who = `record ${found.record + 1} of the original`;
  if (found.misses !== undefined) {
    return [`${capital(who)} was left out before the search: it misses ${found.misses.join(", ")}.`];
  }
  if (found.suppressed !== undefined) {
    const { values, records, binds, missing } = found.suppressed;
    return [
      `${capital(who)} was left out.`,
      `It would be published as ${valuesText(values)}, with ${many(records, "record")} that ${records === 1 ? "is" : "are"} so and left out.`,
      ...(binds.length === 0 ? [] : [`${capital(boundText(binds))}.`]),
      missingText(missing, "they could be published", long),
    ];
  }
  if (found.possible !== undefined) return [...possibleSentences(who, found.possible, long), ...leftOutText(found)];
  const counted = found.exact
    ? []
    : ["Which records are in the cohort is not certain: those that fit it best are counted."];
  return [
    placeSentence(who, found),
    ...leftOutText(found),
    ...counted,
    ...found.cells.flatMap((cell) => cellSentences(cell, long)),
  ];
}

function placeSentence(who: string, { record, row, records, certain, cohort }: Why): string {
  const size = `a cohort of ${many(cohort, "record")}`;
  if (row === undefined)
    return `${capital(who)} is published in ${size}${certain ? "" : ", as far as the tables tell"}.`;
  const place = `Row ${row + 1} of the release`;
  if (records === undefined) return `${place} is ${who}, in ${size}.`;
  const others = `${records
    .slice(0, mostNamed)
    .map((one) => one + 1)
    .join(", ")}${records.length > mostNamed ? ", …" : ""}`;
  return `${place}, in ${size}, fits ${many(records.length, "record")} of the original (${others}), and which of them it is is not certain. As record ${record + 1}:`;
}

/** Cohorts or records that are named where there may be many. */
const mostNamed = 5;

/** The cohorts that a record may be in, told by the columns in which they differ. */
function possibleSentences(who: string, possible: readonly WhyPlace[], long: boolean): string[] {
  const shown = long ? possible : possible.slice(0, mostNamed);
  const names = Object.keys(possible[0].values).filter((name) =>
    possible.some(({ values }) => values[name] !== possible[0].values[name]),
  );
  const text = (value: string): string =>
    long || value.length <= 40 ? quoted(value) : quoted(`${value.slice(0, 39)}…`);
  return [
    `${capital(who)} fits ${possible.length} cohorts of the release, and which of them it is in is not certain:`,
    ...shown.map(
      ({ row, cohort, values }) =>
        `  ${many(cohort, "record")}, as in row ${row + 1}: ${names.map((name) => `${name} ${text(values[name])}`).join(", ")}`,
    ),
    ...(shown.length < possible.length ? [`  and ${possible.length - shown.length} more`] : []),
  ];
}

function leftOutText({ leftOut }: Why): string[] {
  if (leftOut === undefined) return [];
  return [
    `It may also be ${leftOut === 1 ? "the record that was" : `one of the ${leftOut} records that were`} left out.`,
  ];
}

function cellSentences({ attribute, value, published, finer, floor }: WhyCell, long: boolean): string[] {
  if (finer.length === 0 && floor === undefined) return [`${attribute} is published as it is: ${orNone(published)}.`];
  return [
    `${attribute} is published as ${orNone(published)}, where ${value === "" ? orNone(value) : quoted(value)} was read.`,
    ...(long ? finer : finer.slice(0, 1)).map((one) => finerSentence(one, long)),
    ...(floor === undefined || (!long && finer.length > 0)
      ? []
      : [`  Nothing finer than level ${floor} may be published.`]),
  ];
}

function finerSentence({ value, records, rest, binds, missing }: FinerValue, long: boolean): string {
  const have = `  To say ${orNone(value)}: ${many(records, "record")} of the cohort ${records === 1 ? "has" : "have"} it`;
  if (missing?.length === 0) {
    return `${have}, and ${rest === 0 ? "no other" : many(rest, "other")}; that would hold, so the method and not the goals kept it from being finer.`;
  }
  const these = binds.filter(({ of }) => of === "these");
  const others = binds.filter(({ of }) => of === "rest");
  const why = [
    ...(these.length === 0 ? [] : [boundText(these)]),
    ...(others.length === 0 ? [] : [`for the other ${rest} ${boundText(others)}`]),
  ].join("; ");
  return `${have}${why === "" ? "" : `; ${why}`}. ${missingText(missing, "it could be said", long)}`;
}

function boundText(bounds: readonly Bound[]): string {
  return bounds.map(({ model, asked, measured }) => `${model} asks ${asked} and is ${short(measured)}`).join(", ");
}

function missingText(missing: readonly RecordShortfall[] | undefined, then: string, long: boolean): string {
  if (missing === undefined) return "No number of further records was found with which it would hold.";
  const records = missing.reduce((sum, one) => sum + one.records, 0);
  if (!long) return `With ${many(records, "more record")} ${then}.`;
  const list = missing.map((one) => `${one.records} × (${valuesText(one.values)})`).join(", ");
  return `With ${many(records, "more record")} ${then}: ${list}.`;
}

function valuesText(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${quoted(value)}`)
    .join(", ");
}

function orNone(value: string): string {
  return value === "" ? "no value" : value;
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
