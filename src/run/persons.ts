/**
 * @file Whose rows they are. A spec may say so; otherwise an identifying column that repeats does, since the rows of
 * one person must not pass for a crowd.
 */
import { algorithmOf } from "../algorithms/index.ts";
import { KohortError } from "../base/index.ts";
import { type PersonRows, personRows } from "../cohort/index.ts";
import type { PrivacyGoal } from "../privacy/index.ts";
import { columnsWith, type FullSpec, headerMeaning, roleOf, type Spec } from "../spec/index.ts";
import { type Column, columnIndex, foldIdentifiers, labelCounts, type Table } from "../table/index.ts";

/** How often values of an identifying column occur. */
export type Repetition = { readonly name: string; readonly values: number; readonly rows: number };

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
export function repetitionsIn(table: Table, spec: Pick<Spec, "attributes" | "rest">): Repetition[] {
  return table.columns.flatMap((column) => (mayNumber(column.name, spec) ? [repetitionOf(column)] : []));
}

/**
 * Whether a column may say whose rows they are: an identifying one, or one that is kept back and numbers people by its
 * header. Dates that are shifted by person say when, not who.
 */
export function mayNumber(name: string, spec: Pick<Spec, "attributes" | "rest">): boolean {
  const role = roleOf(spec, name);
  if (spec.attributes[name]?.replace?.kind === "shift-dates") return false;
  return role === "identifying" || (role === "unpublished" && headerMeaning(name) === "people");
}

function repetitionOf(column: Column): Repetition {
  const { of } = foldIdentifiers(column);
  const found = new Set<number>();
  let rows = 0;
  labelCounts(column).forEach((count, code) => {
    if (count === 0 || of[code]! < 0) return;
    found.add(of[code]!);
    rows += count;
  });
  return { name: column.name, values: found.size, rows };
}

/** Decides whose rows they are, given how often values of identifying columns occur. */
export function choosePerson<S extends Spec>(spec: S, identifying: () => readonly Repetition[]): PersonChoice<S> {
  const [stated] = columnsWith(spec, "person");
  if (stated !== undefined) return { spec, column: stated, taken: false, warnings: [] };
  const repeating = identifying().filter(({ values, rows }) => values < rows);
  if (spec.person === "none") return { spec, taken: false, warnings: repeating.map(repeatingWarning) };
  if (repeating.length === 0) return { spec, taken: false, warnings: [] };
  const numbering = repeating.filter(({ name }) => headerMeaning(name) === "people");
  const column = (numbering.length === 1 ? numbering : repeating.length === 1 ? repeating : [])[0]?.name;
  if (column === undefined) throw severalPersons(repeating.map(({ name }) => name));
  const attributes = { ...spec.attributes, [column]: { ...spec.attributes[column]!, role: "person" as const } };
  return { spec: { ...spec, attributes }, column, taken: true, warnings: [] };
}

function repeatingWarning({ name, values, rows }: Repetition): string {
  return `column "${name}" names people and repeats (${values} values in ${rows} rows) and rows are counted, so one person may fill a cohort alone; --person ${name} counts people`;
}

function severalPersons(names: readonly string[]): KohortError {
  const listed = names.map((name) => `"${name}"`).join(", ");
  return new KohortError(
    "spec",
    `${names.length} columns that name people repeat and may say whose rows they are: ${listed}`,
    {
      hint: `name one with --person COLUMN (the role "person" in a spec), or count rows with --person none ("person": "none")`,
    },
  );
}

/** Whose row each is, where that makes a difference: somebody has several rows, or a row lacks an identifier. */
export function personsIn(table: Table, spec: FullSpec): PersonRows | undefined {
  const [name] = columnsWith(spec, "person");
  if (name === undefined || countsRecords(spec)) return undefined;
  const rows = personRows(table.columns[columnIndex(table, name)]!);
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
  const { values, rows } = repetitionOf(table.columns[columnIndex(table, name)]!);
  if (values === table.rows) return [];
  return [
    `${spec.algorithm.name} in this form counts rows, as the program that it follows does: the ${rows} rows with a "${name}" belong to ${values} people`,
  ];
}

/** What is said where identifiers that count as one person's are replaced by different ones. */
export function spelledApartWarning(table: Table, spec: FullSpec): string[] {
  const [name] = columnsWith(spec, "person");
  if (name === undefined || spec.attributes[name]!.replace === undefined) return [];
  const column = table.columns[columnIndex(table, name)]!;
  const { of } = foldIdentifiers(column);
  const texts = labelCounts(column).filter((count, code) => count > 0 && of[code]! >= 0).length;
  const { values } = repetitionOf(column);
  if (texts === values) return [];
  return [
    `the ${texts} texts of column "${name}" count as ${values} people, since some differ in spelling alone or are one number, and each text is replaced by another: whoever counts these counts too many people`,
  ];
}

/** Goals that are defined on records, and those that count the people of a population. */
const ofRecords: ReadonlySet<PrivacyGoal["model"]> = /* @__PURE__ */ new Set([
  "k-concealment",
  "km-anonymity",
  "delta-presence",
]);

/** Refuses what cannot be counted by people. */
export function refuseUncounted(goals: readonly PrivacyGoal[], attributes: Spec["attributes"]): void {
  const goal = goals.find((one) => ofRecords.has(one.model) || ("population" in one && one.population !== undefined));
  if (goal !== undefined) {
    throw new KohortError(
      "spec",
      `${goal.model} counts rows, and one person has several or a row lacks an identifier`,
      {
        hint: "keep one row of each person, or count rows with --person none",
      },
    );
  }
  const wild = Object.keys(attributes).find((name) => attributes[name]!.missing === "wildcard");
  if (wild === undefined) return;
  throw new KohortError("spec", `people cannot be counted where missing values of "${wild}" match anything`, {
    hint: `take them for a category, leave such records out ("missing": "leave-out"), or count rows with --person none`,
  });
}
