import { nameLike, type Table, type ValueForm } from "../table/index.ts";
import type { PrivacyWarning } from "./privacy-warnings.ts";

/** The name of a column, and what it is that looks like a value. */
export type OddName = { readonly name: string; readonly like: ValueForm };

/** The names of a table's columns that look like values. */
export function oddNamesIn({ columns }: Table): OddName[] {
  return columns.flatMap(({ name, labels }) => {
    const like = nameLike(name, labels);
    return like === undefined ? [] : [{ name, like }];
  });
}

const nouns: Readonly<Record<ValueForm, readonly [one: string, several: string]>> = {
  number: ["is a number", "are numbers"],
  day: ["is a day", "are days"],
  figure: ["has digits and no letter", "have digits and no letter"],
  address: ["is an e-mail address", "are e-mail addresses"],
  value: ["is a value of its column", "are values of their columns"],
};

/** Names that one sentence shows of each sort. */
const mostShown = 3;

/** Says that a file seems to have no header: its first person is then published as the names of columns. */
export function headerWarnings(odd: readonly OddName[]): PrivacyWarning[] {
  if (odd.length === 0) return [];
  const reasons = (["number", "day", "figure", "address", "value"] as const).flatMap((sort) => {
    const names = odd.filter(({ like }) => like === sort).map(({ name }) => JSON.stringify(name));
    if (names.length === 0) return [];
    const shown = names.slice(0, mostShown);
    const more = names.length > shown.length ? [`${names.length - shown.length} more`] : [];
    const [last, ...before] = [...shown, ...more].reverse();
    const list = before.length === 0 ? last : `${before.reverse().join(", ")} and ${last}`;
    return [`${list} ${nouns[sort][names.length === 1 ? 0 : 1]}`];
  });
  const sentence = `the names of columns look like a record of a file without a header, and names are published as they are: ${reasons.join("; ")}`;
  return [{ kind: "header", columns: odd.map(({ name }) => name), sentence }];
}
