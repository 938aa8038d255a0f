/**
 * @file Whose rows they are. A spec may say so; otherwise an identifying column that repeats does, since the rows of
 * one person must not pass for a crowd.
 */
import { algorithmOf } from "../algorithms/index.ts";
import { columnSetting, few, KohortError } from "../base/index.ts";
import { type PersonRows, personRows } from "../cohort/index.ts";
import { type PrivacyGoal, traitsOf } from "../privacy/index.ts";
import { type GroupCodes, pairOf } from "../risk/index.ts";
import {
  columnsWith,
  type FullSpec,
  headerIsAmbiguous,
  headerMeaning,
  headerNamesInPart,
  headerNumbersPeople,
  headerSaysWhose,
  roleOf,
  type Spec,
} from "../spec/index.ts";
import { type Column, columnIndex, foldIdentifiers, labelCounts, type Table } from "../table/index.ts";

/** How often values of a column occur, or combinations of values of columns that name people only together. */
export type Repetition = {
  readonly name: string;
  readonly values: number;
  readonly rows: number;
  readonly together?: readonly string[];
};

/** What is said of columns, as far as it tells whose rows they are. */
type Roles = Pick<Spec, "attributes" | "rest">;

/** Which column says whose rows they are, and what is to be said about that. */
export type PersonChoice<S extends Spec = Spec> = {
  /** The spec with the role `person` where it was found out. */
  readonly spec: S;
  readonly column?: string;
  /** Whether the column was taken without being named. */
  readonly taken: boolean;
  readonly warnings: readonly string[];
};

/** The columns that may say whose rows they are, with how often their values occur. */
export function repetitionsIn(table: Table, spec: Roles): Repetition[] {
  const own = table.columns.flatMap((column) => (mayNumber(column.name, spec) ? [repetitionOf(column)] : []));
  const parts = table.columns.filter(({ name }) => namesInPart(name, spec));
  if (parts.length === 0) return own;
  const [first, ...others] = parts.map(({ codes, labels }): GroupCodes => ({ codes, size: labels.size }));
  const { codes } = others.reduce(pairOf, first);
  return [...own, together(parts, new Set(codes).size, table.rows)];
}

/** How often combinations of columns occur that name people only together. */
export function together(parts: readonly { readonly name: string }[], values: number, rows: number): Repetition {
  const names = parts.map(({ name }) => name);
  return { name: names[0], values, rows, together: names };
}

/**
 * Whether a column may say whose rows they are: an identifying one, or one that is kept back and names or numbers people
 * by its header. Dates that are shifted by person say when, not who.
 */
export function mayNumber(name: string, spec: Roles): boolean {
  const role = roleOf(spec, name);
  if (spec.attributes[name]?.replace?.kind === "shift-dates") return false;
  return role === "identifying" || (role === "unpublished" && headerSaysWhose(name));
}

/** Whether a column that is kept back names people by its header, but only together with others. */
export function namesInPart(name: string, spec: Roles): boolean {
  return roleOf(spec, name) === "unpublished" && headerNamesInPart(name);
}

function repetitionOf(column: Column): Repetition {
  const { of } = foldIdentifiers(column);
  const found = new Set<number>();
  let rows = 0;
  labelCounts(column).forEach((count, code) => {
    if (count === 0 || of[code] < 0) return;
    found.add(of[code]);
    rows += count;
  });
  return { name: column.name, values: found.size, rows };
}

/** Decides whose rows they are, given how often values of columns that may say so occur. */
export function choosePerson<S extends Spec>(spec: S, found: () => readonly Repetition[]): PersonChoice<S> {
  const [stated] = columnsWith(spec, "person");
  if (stated !== undefined) return { spec, column: stated, taken: false, warnings: [] };
  const repeating = found()
    .flatMap((one) => weighed(one, spec))
    .filter(repeats);
  const own = repeating.filter((one) => one.together === undefined);
  if (spec.person === "none" || own.length === 0) {
    return { spec, taken: false, warnings: repeating.map(repeatingWarning) };
  }
  const numbering = own.filter(({ name }) => headerNumbersPeople(name));
  const single = own.filter(({ name }) => headerMeaning(name) !== "households");
  const column = [numbering, own, single].find((some) => some.length === 1)?.at(0)?.name;
  if (column === undefined) throw severalPersons(own.map(({ name }) => name));
  const attributes = { ...spec.attributes, [column]: { ...spec.attributes[column], role: "person" as const } };
  return { spec: { ...spec, attributes }, column, taken: true, warnings: [] };
}

/** Rows per value past which a column that need not be of people is of what they are. */
const manyRows = 20;

/** A column that may say what people are rather than who is not taken if it has few values; of two, nothing is said. */
function weighed(one: Repetition, spec: Roles): Repetition[] {
  const { name, values, rows, together } = one;
  if (together !== undefined || roleOf(spec, name) === "identifying" || !headerIsAmbiguous(name)) return [one];
  if (values <= 2) return [];
  return values * manyRows < rows ? [{ ...one, together: [name] }] : [one];
}

/** Whether people seem to have several rows; namesakes and people at one address are few, so these must be many. */
function repeats({ values, rows, together }: Repetition): boolean {
  return together === undefined ? values < rows : values * 2 <= rows;
}

function repeatingWarning({ name, values, rows, together }: Repetition): string {
  if (together === undefined) {
    return `column "${name}" names people and repeats (${values} values in ${rows} rows) and rows are counted, so one person may fill a cohort alone; ${columnSetting(name, "role", "person")} counts people`;
  }
  const [subject, verbs, noun] =
    together.length === 1
      ? [`column "${name}"`, "names people and repeats", "values"]
      : [`columns ${listed(together)}`, "name people and repeat together", "combinations"];
  return `${subject} ${verbs} (${values} ${noun} in ${rows} rows) and rows are counted, so one person may fill a cohort alone; \`role: "person"\` counts people`;
}

function listed(names: readonly string[]): string {
  return few(names.map((name) => `"${name}"`));
}

/**
 * The column by which people have several rows, or a row lacks an identifier, in a table that is counted by rows; none
 * where that is asked for.
 */
export function severalRows(table: Table, spec: Roles & Pick<Spec, "person">): Repetition | undefined {
  if (spec.person === "none") return undefined;
  const own = table.columns.find(({ name }) => roleOf(spec, name) === "person");
  const found =
    own === undefined ? repetitionsIn(table, spec).flatMap((one) => weighed(one, spec)) : [repetitionOf(own)];
  const repeating = own === undefined ? found.filter(repeats) : found.filter(({ values }) => values < table.rows);
  const [numbering] = repeating.filter(({ name, together }) => together === undefined && headerNumbersPeople(name));
  return numbering ?? repeating[0];
}

/** What is said where `what` counts rows although people have several. */
export function rowsCounted(what: string, { name, values, rows, together = [name] }: Repetition): string {
  const by = together.length === 1 ? `column "${name}"` : `columns ${listed(together)}`;
  return `${what} counts rows, and by ${by} ${rows} rows belong to ${values} people`;
}

/** Refuses a table in which people have several rows, or a row lacks an identifier, where only rows are counted. */
export function refuseSeveralRows(what: string, table: Table, spec: Roles & Pick<Spec, "person">): void {
  const several = severalRows(table, spec);
  if (several === undefined || several.together !== undefined) return;
  throw new KohortError("spec", rowsCounted(what, several), {
    hint: 'keep one row of each person, or count rows with `person: "none"`',
  });
}

function severalPersons(names: readonly string[]): KohortError {
  return new KohortError(
    "spec",
    `${names.length} columns that name people repeat and may say whose rows they are: ${listed(names)}`,
    {
      hint: `name one with \`role: "person"\`, or count rows with \`person: "none"\``,
    },
  );
}

/** Whose row each is, where that makes a difference: somebody has several rows, or a row lacks an identifier. */
export function personsIn(table: Table, spec: FullSpec): PersonRows | undefined {
  const [name] = columnsWith(spec, "person");
  if (name === undefined || countsRecords(spec)) return undefined;
  const rows = personRows(table.columns[columnIndex(table, name)]);
  return rows.count === table.rows ? undefined : rows;
}

/** Whether a method counts records whatever is said, as the program that it follows does. */
export function countsRecords({ algorithm }: Pick<FullSpec, "algorithm">): boolean {
  return algorithmOf(algorithm).countsPersons?.(algorithm) === "records";
}

/** What is said where a method counts records although people have several. */
export function recordsWarning(table: Table, spec: FullSpec): string[] {
  const [name] = columnsWith(spec, "person");
  if (name === undefined || !countsRecords(spec)) return [];
  const { values, rows } = repetitionOf(table.columns[columnIndex(table, name)]);
  if (values === table.rows) return [];
  return [
    `${spec.algorithm.name} in this form counts rows, as the program that it follows does: the ${rows} rows with a "${name}" belong to ${values} people`,
  ];
}

/** What is said where identifiers that count as one person's are replaced by different ones. */
export function spelledApartWarning(table: Table, spec: FullSpec): string[] {
  const [name] = columnsWith(spec, "person");
  if (name === undefined || spec.attributes[name].replace === undefined) return [];
  const column = table.columns[columnIndex(table, name)];
  const { of } = foldIdentifiers(column);
  const texts = labelCounts(column).filter((count, code) => count > 0 && of[code] >= 0).length;
  const { values } = repetitionOf(column);
  if (texts === values) return [];
  return [
    `the ${texts} texts of column "${name}" count as ${values} people, since some differ in spelling alone or are one number, and each text is replaced by another: whoever counts these counts too many people`,
  ];
}

/** Refuses what cannot be counted by people. */
export function refuseUncounted(goals: readonly PrivacyGoal[], attributes: Spec["attributes"]): void {
  const goal = goals.find((one) => traitsOf(one).ofRecords || ("population" in one && one.population !== undefined));
  if (goal !== undefined) {
    throw new KohortError(
      "spec",
      `${goal.model} counts rows, and one person has several or a row lacks an identifier`,
      {
        hint: 'keep one row of each person, or count rows with `person: "none"`',
      },
    );
  }
  const wild = Object.keys(attributes).find((name) => attributes[name].missing === "wildcard");
  if (wild === undefined) return;
  throw new KohortError("spec", `people cannot be counted where missing values of "${wild}" match anything`, {
    hint: `take them for a category, leave such records out ("missing": "leave-out"), or count rows with \`person: "none"\``,
  });
}
